package dataset

import (
	"slices"
	"testing"
	"time"
)

// made is in the form of the release, and made up.
const made = `[{"sample_id": "made-1",
  "conversation": {
    "speaker_a": "Aino", "speaker_b": "Eero",
    "session_1_date_time": "9:05 am on 3 March, 2024",
    "session_1": [
      {"speaker": "Aino", "dia_id": "D1:1", "text": "I bought a kayak."},
      {"speaker": "Eero", "dia_id": "D1:2", "text": "Look!", "blip_caption": "a photo of a dog"}],
    "session_2_date_time": "6:30 pm on 4 March, 2024",
    "session_2": [{"speaker": "Eero", "dia_id": "D2:1", "text": "Does it float?"}],
    "session_3_date_time": "6:30 pm on 5 March, 2024"},
  "observation": {
    "session_1_observation": {"Eero": [["Eero has a dog.", ["D1:2", "D1:1"]]], "Aino": [["Aino bought a kayak.", "D1:1"]]},
    "session_2_observation": {"Eero": [["Eero asked.", "D2:1; D1:2"]]}},
  "qa": [{"question": "What did Aino buy?", "answer": "a kayak", "evidence": ["D1:1; D2:1", "D9:9"], "category": 4},
         {"question": "Why?", "answer": 3, "evidence": [], "category": 3}]}]`

func TestParse(t *testing.T) {
	samples, err := Parse([]byte(made))
	if err != nil {
		t.Fatal(err)
	}
	s := samples[0]
	if len(samples) != 1 || s.ID != "made-1" || len(s.Turns) != 3 || len(s.Questions) != 2 {
		t.Fatalf("samples %+v", samples)
	}
	want := Turn{ID: "D1:2", Session: 1, Speaker: "Eero", Text: "Look! [sends a photo of a dog]", At: time.Date(2024, 3, 3, 9, 5, 30, 0, time.UTC)}
	if s.Turns[1] != want {
		t.Errorf("turn %+v, want %+v", s.Turns[1], want)
	}
	var texts []string
	for _, o := range s.Observations {
		texts = append(texts, o.Text)
	}
	if !slices.Equal(texts, []string{"Aino bought a kayak.", "Eero has a dog.", "Eero asked."}) {
		t.Errorf("observations %q", texts)
	}
	if o := s.Observations[2]; !slices.Equal(o.Sources, []string{"D2:1", "D1:2"}) || !o.At.Equal(s.Turns[2].At) {
		t.Errorf("observation %+v", o)
	}
	if got := s.Questions[0].Evidence; !slices.Equal(got, []string{"D1:1", "D2:1", "D9:9"}) {
		t.Errorf("evidence %q", got)
	}
	if got, want := s.Asked(), s.Turns[2].At.AddDate(0, 0, 1); !got.Equal(want) {
		t.Errorf("asked at %v, want %v", got, want)
	}
}

func TestWhatIsNoDataIsRefused(t *testing.T) {
	for _, raw := range []string{
		"", "{}", `[{"conversation": {"session_1": []}}]`,
		`[{"conversation": {"session_1": [], "session_1_date_time": "once upon a time"}}]`,
		`[{"conversation": {"session_1": 3, "session_1_date_time": "6:30 pm on 4 March, 2024"}}]`,
		`[{"observation": {"session_1_observation": {"Aino": [["only one"]]}}}]`,
	} {
		if s, err := Parse([]byte(raw)); err == nil {
			t.Errorf("%s is taken: %+v", raw, s)
		}
	}
	if _, err := Load("no/such/file"); err == nil {
		t.Error("a file that is not there is read")
	}
}
