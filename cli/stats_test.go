package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"muisto/chat"
	"muisto/memory/mind"
	"muisto/memory/neocortex"
	"muisto/memory/store"
	"muisto/model"
)

// What is said for a program tells what it took, where the endpoint does.
func TestSayTellsWhatItTook(t *testing.T) {
	p := &parts{model: chosenModel{name: "gpt"}}
	p.config.Prices.Models = "gpt 1 2"
	got := p.usageOf(model.Usage{PromptTokens: 1_000_000, ReplyTokens: 500_000})
	if got == nil || got.In != 1_000_000 || got.Out != 500_000 || got.Cost == nil || *got.Cost != 2 {
		t.Errorf("got %+v", got)
	}
	p.model.name = "other"
	if got := p.usageOf(model.Usage{PromptTokens: 1}); got == nil || got.Cost != nil {
		t.Errorf("without a price: %+v", got)
	}
	if got := p.usageOf(model.Usage{}); got != nil {
		t.Errorf("where nothing is told: %+v", got)
	}
}

// An endpoint's calls for replies, moments and facts are all counted.
func TestEveryCallOfAnEndpointIsCounted(t *testing.T) {
	e := newEndpoint(t, answer("correction", "The user corrected the agent: the Heron launch is on Friday.", "m2"))
	p := openParts(t, e.URL, "2026-05-18T12:00:00Z")
	p.config.Prices.Models, p.config.Prices.Currency = "fake 1 2", "€"
	bringLaunch(t, p)
	session, err := p.session(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := session.Turn(t.Context(), "When is it?", func(chat.Event) {}); err != nil {
		t.Fatal(err)
	}
	if err := session.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := p.mind.Capture(t.Context(), mind.CaptureScope{}, func(mind.CaptureProgress) {}); err != nil {
		t.Fatal(err)
	}
	if _, err := p.mind.Sleep(t.Context(), "night", func(neocortex.Progress) {}); err != nil {
		t.Fatal(err)
	}
	usage, err := p.store.Usage(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	calls := map[store.Purpose]int64{}
	for _, u := range usage {
		calls[u.Purpose] += u.Calls
		if u.Model != "fake" || u.Day.String() != "2026-05-18" {
			t.Errorf("%+v", u)
		}
	}
	if calls[store.ForReply] != 1 || calls[store.ForCapture]+calls[store.ForNight] != int64(e.calls) || calls[store.ForCapture] == 0 || calls[store.ForNight] == 0 {
		t.Errorf("counted %v of %d calls and %d replies", calls, e.calls, e.replies)
	}
	if err := p.meter.failed(); err != nil {
		t.Error(err)
	}
	var out bytes.Buffer
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	cmd.SetOut(&out)
	if err := p.stats(cmd, 30, false); err != nil || !strings.Contains(out.String(), "2026-05-18") {
		t.Errorf("%v: %s", err, out.String())
	}
}
