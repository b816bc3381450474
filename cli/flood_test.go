package cli

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"muisto/memory"
	"muisto/memory/store"
)

// retellings are what an agent says of the launch: the same name and topic
// again and again, or the same name beside others.
var retellings = map[string]func(i int) string{
	"another value":        func(i int) string { return fmt.Sprintf("The Heron launch is on Sunday, note %d.", i) },
	"in somebody's name":   func(i int) string { return fmt.Sprintf("The user said: the Heron launch is on Sunday (%d).", i) },
	"another word order":   func(i int) string { return fmt.Sprintf("The launch of Heron is on Sunday, says Tomas%d.", i) },
	"other things of it":   func(i int) string { return fmt.Sprintf("The Heron launch needs %d chairs.", i+2) },
	"a denial of the user": func(i int) string { return fmt.Sprintf("The Heron launch is not on Friday, note %d.", i) },
}

// flood has another agent remember many texts on two visits.
func flood(t *testing.T, p *parts, day, count int, text func(i int) string) {
	t.Helper()
	var messages []memory.Message
	for i := range count {
		visit := 2 * i / count
		at := time.Date(2026, 5, day+visit, 12, 0, i, 0, time.UTC)
		messages = append(messages, memory.Message{
			Conversation: fmt.Sprintf("mcp-%d-%d", day, visit), ID: fmt.Sprintf("g%d-%d", day, i),
			Role: memory.RoleAssistant, Speaker: "guest", At: at, Text: text(i),
		})
	}
	say(t, p, messages)
}

// states has the user say on a day when the launch is.
func states(t *testing.T, p *parts, day int) {
	t.Helper()
	at := time.Date(2026, 5, day, 9, 0, 0, 0, time.UTC)
	say(t, p, []memory.Message{{Conversation: fmt.Sprint("day ", day), Role: memory.RoleUser, At: at, Text: "The Heron launch is on Friday."}})
}

// However much an agent says of a thing, and whenever, what the user says of it
// on two days becomes a fact, and stays one.
func TestAFloodOfAnAgentsWordsKeepsNoWordOfTheUsersDown(t *testing.T) {
	counts := []int{12, 100}
	if testing.Short() {
		counts = counts[:1]
	}
	for _, count := range counts {
		for name, text := range retellings {
			for when, day := range map[string]int{"before": 1, "between": 4, "after": 7} {
				t.Run(fmt.Sprintf("%d, %s, %s", count, name, when), func(t *testing.T) {
					p := openParts(t, "http://127.0.0.1:1", "2026-05-15T12:00:00Z")
					p.config.Model.Name, p.config.Model.BaseURL = "builtin", ""
					if err := p.wire(); err != nil {
						t.Fatal(err)
					}
					for _, step := range []struct {
						day int
						do  func()
					}{{3, func() { states(t, p, 3) }}, {6, func() { states(t, p, 6) }}} {
						if day < step.day && day > step.day-3 {
							flood(t, p, day, count, text)
						}
						step.do()
					}
					if day > 6 {
						flood(t, p, day, count, text)
					}
					for _, pass := range []string{"due", "week", "month"} {
						sleepOver(t, p, pass)
					}
					usersFriday(t, p)
				})
			}
		}
	}
}

// usersFriday finds that the launch is on Friday, by the user, and nothing else
// of that.
func usersFriday(t *testing.T, p *parts) {
	t.Helper()
	facts, err := p.mind.Facts(t.Context(), store.FactQuery{Retired: true})
	if err != nil {
		t.Fatal(err)
	}
	stands := false
	for _, f := range facts {
		friday := strings.Contains(f.Text, "Friday") && !strings.Contains(f.Text, "not on Friday")
		switch {
		case friday && f.Authority == memory.ByUser && f.Status == memory.Active:
			stands = true
		case friday && f.Status != memory.Active:
			t.Errorf("%q is %s", f.Text, f.Status)
		case strings.Contains(f.Text, "Sunday") && f.Status == memory.Active:
			t.Errorf("%q is active, by the %s", f.Text, f.Authority)
		}
	}
	if !stands {
		t.Errorf("what the user said is no fact: %+v", facts)
	}
}
