package openai

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"muisto/memory"
	"muisto/memory/neocortex"
)

func group() neocortex.Request {
	return neocortex.Request{
		Today:    memory.DayOn(2026, 5, 18),
		Episodes: []memory.Episode{{ID: 12, What: "Noor rowed with Tomas.", Act: memory.Observation, Actor: memory.RoleUser}},
	}
}

func TestWriteAsksOnceAndReadsTheProposals(t *testing.T) {
	calls := 0
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		calls++
		if body := readAll(t, r); !strings.Contains(body, "Noor rowed with Tomas.") || !strings.Contains(body, "too vague") {
			t.Errorf("sent %s", body)
		}
		answer(200, "application/json", `{"choices":[{"message":{"content":"{\"facts\":[{\"text\":\"Noor rows with Tomas.\",\"kind\":\"habit\",\"episodes\":[\"e12\"]}]}"},"finish_reason":"stop"}]}`)(w, r)
	})
	got, err := c.Write(t.Context(), group(), []string{"too vague"})
	if err != nil || calls != 1 || len(got) != 1 || got[0].Text != "Noor rows with Tomas." || got[0].Episodes[0] != "e12" {
		t.Errorf("%d calls: %+v, %v", calls, got, err)
	}
}

func TestWriteTellsAFaultyAnswerFromAFaultyEndpoint(t *testing.T) {
	for body, isAnswer := range map[string]bool{
		`{"choices":[{"message":{"content":"I would rather not."},"finish_reason":"stop"}]}`: true,
		`{"choices":[{"message":{"content":"{\"x\":1}"},"finish_reason":"stop"}]}`:           true,
		`{"error":{"message":"gone"}}`: false,
	} {
		_, err := client(t, answer(200, "application/json", body)).Write(t.Context(), group(), nil)
		if err == nil || errors.Is(err, neocortex.ErrAnswer) != isAnswer {
			t.Errorf("%s: %v", body, err)
		}
	}
}
