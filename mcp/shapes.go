package mcp

import (
	"time"

	"muisto/memory"
	"muisto/memory/recall"
)

// The shapes in which memories go out.
type (
	factOut struct {
		ID         string   `json:"id"`
		Text       string   `json:"text"`
		About      string   `json:"about" jsonschema:"the subject, and what of it"`
		Kind       string   `json:"kind" jsonschema:"world: true without an end; habit: recurs; state: true for now"`
		Status     string   `json:"status" jsonschema:"active, superseded, closed or expired; only an active fact is true now"`
		Authority  string   `json:"authority" jsonschema:"whose word it rests on: user or agent"`
		ValidUntil string   `json:"valid_until,omitempty" jsonschema:"the last day it is true"`
		ReplacedBy string   `json:"replaced_by,omitempty" jsonschema:"the fact that replaced it"`
		From       []string `json:"from" jsonschema:"the days of what it rests on"`
	}
	momentOut struct {
		ID      string `json:"id"`
		Text    string `json:"text"`
		About   string `json:"about" jsonschema:"the subject, and what of it"`
		Act     string `json:"act" jsonschema:"correction, decision, commitment, retraction, observation or routine"`
		Actor   string `json:"actor" jsonschema:"whose act it was: user, assistant or other"`
		At      string `json:"at" jsonschema:"when it was said"`
		When    string `json:"when,omitempty" jsonschema:"the time that it speaks of, as said"`
		WhenAt  string `json:"when_at,omitempty" jsonschema:"the day that this is"`
		Lasting bool   `json:"lasting,omitempty" jsonschema:"the user's own statement of something that is meant to hold on"`
	}
	messageOut struct {
		Speaker string `json:"speaker"`
		Role    string `json:"role" jsonschema:"user or assistant"`
		At      string `json:"at"`
		Text    string `json:"text"`
	}
)

func factGoesOut(f memory.Fact) factOut {
	out := factOut{
		ID: f.ID.String(), Text: outgoing(f.Text), About: outgoing(f.About), Kind: string(f.Kind), Status: string(f.Status),
		Authority: string(f.Authority), ValidUntil: f.ValidUntil.String(), From: []string{},
	}
	if f.SupersededBy != 0 {
		out.ReplacedBy = f.SupersededBy.String()
	}
	for _, d := range f.From[max(0, len(f.From)-maxDays):] {
		out.From = append(out.From, d.String())
	}
	return out
}

func momentGoesOut(e memory.Episode) momentOut {
	return momentOut{
		ID: e.ID.String(), Text: outgoing(e.What), About: outgoing(e.About), Act: string(e.Act), Actor: string(e.Actor),
		At: rfc3339(e.LastAt), When: outgoing(e.When), WhenAt: e.WhenAt.String(), Lasting: e.Lasting,
	}
}

// daysOf are the days of what a hit rests on.
func daysOf(h recall.Hit) []string {
	if h.Fact != nil {
		return factGoesOut(*h.Fact).From
	}
	return []string{h.Episode.Day.String()}
}

// rfc3339 is how times go out.
func rfc3339(t time.Time) string { return t.Format(time.RFC3339) }
