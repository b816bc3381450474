// Package dataset reads LoCoMo (Maharana et al., "Evaluating Very Long-Term
// Conversational Memory of LLM Agents", ACL 2024) in the form of its official
// release. It knows nothing of memories. The data is licensed CC BY-NC 4.0,
// for measuring only, and no part of it is in this tree.
package dataset

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"
)

// Sample is one long conversation with the questions on it.
type Sample struct {
	ID           string
	Turns        []Turn // in the order said
	Observations []Observation
	Questions    []Question
}

// Turn is one utterance.
type Turn struct {
	ID      string // "D3:14"
	Session int    // from 1
	Speaker string
	// Text is what was said, with the data's description of a picture that was
	// sent along.
	Text string
	At   time.Time
}

// Observation is a sentence that the data makes of some turns.
type Observation struct {
	Text    string
	Speaker string
	Sources []string // turn ids
	Session int
	At      time.Time
}

// Question is one with the turns that hold its answer.
type Question struct {
	Text     string
	Evidence []string
	Category int
}

// turnGap sets the turns of a session apart: the data has one time a session.
const turnGap = 30 * time.Second

// Load reads a file of samples.
func Load(path string) ([]Sample, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(raw)
}

type rawSample struct {
	ID           string                     `json:"sample_id"`
	Conversation map[string]json.RawMessage `json:"conversation"`
	Observation  map[string]map[string][]rawObservation
	QA           []struct {
		Question string
		Evidence []string
		Category int
	} `json:"qa"`
}

type rawTurn struct {
	Speaker string
	ID      string `json:"dia_id"`
	Text    string
	Caption string `json:"blip_caption"`
}

// Parse reads samples from JSON.
func Parse(raw []byte) ([]Sample, error) {
	var in []rawSample
	if err := json.Unmarshal(raw, &in); err != nil {
		return nil, fmt.Errorf("read the samples: %w", err)
	}
	var out []Sample
	for _, r := range in {
		s, err := r.sample()
		if err != nil {
			return nil, fmt.Errorf("read the sample %q: %w", r.ID, err)
		}
		out = append(out, s)
	}
	return out, nil
}

func (r rawSample) sample() (Sample, error) {
	s := Sample{ID: r.ID}
	for n := 1; ; n++ {
		at, turns, err := r.session(n)
		if err != nil {
			return s, err
		}
		if at.IsZero() {
			break
		}
		for i, t := range turns {
			text := t.Text
			if t.Caption != "" {
				text += " [sends " + t.Caption + "]"
			}
			s.Turns = append(s.Turns, Turn{ID: t.ID, Session: n, Speaker: t.Speaker, Text: text, At: at.Add(time.Duration(i) * turnGap)})
		}
		for speaker, list := range r.Observation[fmt.Sprintf("session_%d_observation", n)] {
			for _, o := range list {
				s.Observations = append(s.Observations, Observation{Text: o.text, Speaker: speaker, Sources: o.sources, Session: n, At: at})
			}
		}
	}
	s.order()
	for _, q := range r.QA {
		s.Questions = append(s.Questions, Question{Text: q.Question, Evidence: evidence(q.Evidence), Category: q.Category})
	}
	return s, nil
}

// session gives the nth session; the zero time where there is none.
func (r rawSample) session(n int) (time.Time, []rawTurn, error) {
	key := fmt.Sprintf("session_%d", n)
	body, ok := r.Conversation[key]
	if !ok {
		return time.Time{}, nil, nil
	}
	var date string
	if err := json.Unmarshal(r.Conversation[key+"_date_time"], &date); err != nil {
		return time.Time{}, nil, fmt.Errorf("date of %s: %w", key, err)
	}
	at, err := time.Parse("3:04 pm on 2 January, 2006", date)
	if err != nil {
		return time.Time{}, nil, fmt.Errorf("date of %s: %w", key, err)
	}
	var turns []rawTurn
	if err := json.Unmarshal(body, &turns); err != nil {
		return time.Time{}, nil, fmt.Errorf("%s: %w", key, err)
	}
	return at, turns, nil
}

// separators stand between ids where the data put several into one string.
var separators = regexp.MustCompile(`[;,\s]+`)

func evidence(raw []string) []string {
	var out []string
	for _, e := range raw {
		for _, id := range separators.Split(e, -1) {
			if id != "" {
				out = append(out, strings.TrimSpace(id))
			}
		}
	}
	return out
}

// Asked is a day after the last turn: when the questions are put.
func (s Sample) Asked() time.Time {
	last := time.Time{}
	for _, t := range s.Turns {
		if t.At.After(last) {
			last = t.At
		}
	}
	return last.AddDate(0, 0, 1)
}
