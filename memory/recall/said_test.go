package recall

import (
	"strings"
	"testing"
	"time"

	"muisto/memory"
)

// talk makes messages that answer each other, a user's first, and a moment from
// the first of each exchange.
func exchangesOf(said ...string) (map[int64]memory.Message, []memory.Episode) {
	messages := map[int64]memory.Message{}
	var episodes []memory.Episode
	for i, text := range said {
		m := memory.Message{Key: int64(i + 1), ID: string(rune('a' + i)), Conversation: "c", Role: memory.RoleUser, Text: text, At: first.Add(time.Duration(i) * time.Minute), Parent: int64(i)}
		if i%2 == 1 {
			m.Role = memory.RoleAssistant
		} else {
			what, _, _ := strings.Cut(text, ",")
			e := moment(memory.EpisodeID(len(episodes)+1), i, "c", "The user said that "+what+".")
			e.Sources = []memory.Source{{Key: m.Key, ID: m.ID}}
			episodes = append(episodes, e)
		}
		messages[m.Key] = m
	}
	return messages, episodes
}

func TestAMomentIsFoundByWhatItsMessageSays(t *testing.T) {
	messages, episodes := exchangesOf(
		"they plan the trip, and the hotel is called Casa Amora with breakfast", "The Casa Amora has a roof terrace that opens at nine.",
		"they paint the fence, in a dark shade of ochre", "Ochre suits it.",
		"they baked bread, it took all morning", "Well done.",
	)
	s := &shelf{episodes: episodes, messages: messages}
	f := follow(t, s)
	for cue, want := range map[string]struct{ hit, quote, id string }{
		"which shade of ochre?":              {"e2", "dark shade of ochre", "c"},
		"what is the Casa Amora?":            {"e1", "Casa Amora", "a"},
		"when does the roof terrace open at": {"e1", "roof terrace", "b"},
	} {
		r, err := f.Recall(t.Context(), Cue{Text: cue, Now: later, Limit: 5})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Hits) == 0 || r.Hits[0].ID() != want.hit || len(r.Hits[0].Quotes) == 0 {
			t.Errorf("%q brings %+v", cue, r.Hits)
			continue
		}
		if q := r.Hits[0].Quotes[0]; !strings.Contains(q.Text, want.quote) || q.ID != want.id {
			t.Errorf("%q quotes %q of %s", cue, q.Text, q.ID)
		}
	}
}

func TestTheNewerValueComesBeforeTheOlder(t *testing.T) {
	s := &shelf{episodes: []memory.Episode{
		moment(1, 1, "c", "The weekly running target of the user is 20 kilometres."),
		moment(2, 9, "d", "After some talk with the coach, the user has raised the weekly target for running to 26 kilometres."),
	}}
	f := follow(t, s)
	if got := followed(t, f, "what is my weekly running target?"); len(got) != 2 || got[0] != "e2" {
		t.Errorf("came %v", got)
	}
	if got := followed(t, f, "what was my weekly running target before?"); len(got) != 2 || got[0] != "e1" {
		t.Errorf("of the past came %v", got)
	}
}

func TestWhatIsOutOfDateBringsWhatTookItsPlace(t *testing.T) {
	old := fact(1, "The user takes the flat on Pengerkatu and moves there in July.", memory.Superseded, 1)
	old.SupersededBy, old.RetiredAt = 2, first.AddDate(0, 0, 5)
	now := fact(2, "The user stays in the present home.", memory.Active, 2)
	s := &shelf{episodes: []memory.Episode{
		moment(1, 1, "c", "The user takes the flat on Pengerkatu and moves there in July."),
		moment(2, 5, "c", "The user stays in the present home."),
	}, facts: []memory.Fact{old, now}}
	f := follow(t, s)
	if got := followed(t, f, "when do I move into the Pengerkatu flat?"); len(got) == 0 || got[0] != "f2" {
		t.Errorf("came %v", got)
	}
}

func TestAsManyComeAsStandOut(t *testing.T) {
	var episodes []memory.Episode
	for i := range 60 {
		episodes = append(episodes, moment(memory.EpisodeID(i+1), i%20, "c"+string(rune('0'+i)), "The user went to the market again."))
	}
	f := follow(t, &shelf{episodes: episodes})
	r, err := f.Recall(t.Context(), Cue{Text: "the market", Now: later, Budget: 800})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(r.Hits); n < leastUsual || n > mostUsual {
		t.Errorf("%d came", n)
	}
}

func TestAReplyIsQuotedBesideWhatItRepliesTo(t *testing.T) {
	long := strings.Repeat("There is much to weigh here. ", 30)
	messages, episodes := exchangesOf(
		"they want to prune the old apple tree", "Prune the apple tree in late winter.",
		"they wonder how to treat the garden bench", long+"I recommend linseed oil for the bench.",
	)
	f := follow(t, &shelf{episodes: episodes, messages: messages})
	for cue, want := range map[string]string{
		"how was it with pruning the apple tree?":   "late winter",
		"what did you recommend for the old bench?": "linseed oil",
	} {
		r, err := f.Recall(t.Context(), Cue{Text: cue, Now: later, Limit: 5})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Hits) == 0 || len(r.Hits[0].Quotes) == 0 || !strings.Contains(r.Hits[0].Quotes[0].Text, want) {
			t.Errorf("%q brings %+v", cue, r.Hits)
		}
	}
}

func TestQuotesTakeOnlyTheRoomThatIsLeft(t *testing.T) {
	var said []string
	for range 6 {
		said = append(said, "they water the ferns on the veranda", "Ferns on a veranda like shade and "+strings.Repeat("much water and ", 10)+"rest.")
	}
	messages, episodes := exchangesOf(said...)
	f := follow(t, &shelf{episodes: episodes, messages: messages})
	count := func(budget int) (hits, quotes, tokens int) {
		r, err := f.Recall(t.Context(), Cue{Text: "the ferns on the veranda", Now: later, Budget: budget})
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range r.Hits {
			tokens += memory.Tokens(h.Text()) + TokensAround
			for _, q := range h.Quotes {
				quotes, tokens = quotes+1, tokens+memory.Tokens(q.Text)+TokensAround
			}
		}
		return len(r.Hits), quotes, tokens
	}
	hits, quotes, _ := count(5000)
	if hits == 0 || quotes < hits {
		t.Fatalf("with room for all, %d hits and %d quotes", hits, quotes)
	}
	for budget := 30; budget < 800; budget += 70 {
		n, q, tokens := count(budget)
		if tokens > budget || n < hits && q > 0 && budget > tokens+60 {
			t.Errorf("of %d tokens, %d taken by %d hits and %d quotes", budget, tokens, n, q)
		}
	}
	if n, q, _ := count(6 * 30); n != hits || q >= quotes {
		t.Errorf("where room is short, %d hits and %d quotes", n, q)
	}
}
