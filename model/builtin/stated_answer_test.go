package builtin

import (
	"slices"
	"testing"
	"time"

	"muisto/memory"
	"muisto/memory/hippocampus"
)

// lastingAfter is what lasts of an answer to a question of the agent's.
func lastingAfter(t *testing.T, question, answer string) []string {
	t.Helper()
	at := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	ps, err := New(4).Encode(t.Context(), hippocampus.Batch{Messages: []memory.Message{
		{Role: memory.RoleAssistant, Text: question, At: at},
		{Role: memory.RoleUser, Text: answer, At: at.Add(time.Minute)},
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, p := range ps {
		if p.Lasting {
			out = append(out, p.What)
		}
	}
	return out
}

func TestABareAnswerStatesWhatWasAsked(t *testing.T) {
	for _, c := range []struct {
		question, answer string
		want             []string
	}{
		{"Do you have any pets?", "Yes, two dogs.", []string{"The user has two dogs."}},
		{"Do you have any pets?", "two dogs and a cat", []string{"The user has two dogs and a cat."}},
		{"Nice. Do you have kids?", "Three daughters!", []string{"The user has three daughters."}},
		{"What do you do for a living?", "A nurse.", []string{"The user is a nurse."}},
		{"Where do you live?", "Boston", []string{"The user lives in Boston."}},
		{"Where do you live?", "In Naantali.", []string{"The user lives in Naantali."}},
		{"Where are you from?", "Finland", []string{"The user is from Finland."}},
		{"How old are you?", "33", []string{"The user is 33."}},
		{"Do you have any pets?", "No.", nil},
		{"Do you have any pets?", "Why?", nil},
		{"Do you have any questions?", "Two questions.", nil},
		{"Do you have a minute?", "a minute, yes", nil},
		{"Where do you live?", "Far away.", nil},
		{"How are you?", "Two dogs.", nil},
		{"Which one do you want?", "the blue one", nil},
	} {
		if got := lastingAfter(t, c.question, c.answer); !slices.Equal(got, c.want) {
			t.Errorf("%q – %q: %q, want %q", c.question, c.answer, got, c.want)
		}
	}
}
