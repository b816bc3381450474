package transcript

import (
	"strings"
	"testing"
	"time"
)

func TestTheUsualSpellingsOfATimeAreRead(t *testing.T) {
	want := time.Date(2026, 5, 18, 9, 14, 0, 0, time.UTC)
	for _, key := range timeKeys {
		for _, value := range []string{`"2026-05-18T09:14:00Z"`, `1779095640`, `1779095640.0`, `1779095640000`, `"1779095640"`, `"2026-05-18T12:14:00"`, `"2026-05-18 12:14:00"`} {
			for _, text := range []string{`"text":"hi"`, `"content":"hi"`, `"content":[{"type":"text","text":"hi"},{"type":"image_url"}]`} {
				line := `{"role":"user",` + text + `,"` + key + `":` + value + "}\n"
				f, list, err := read(t, fileOf(t, "a", line+line), Auto)
				if err != nil || len(list) != 2 || !list[0].At.Equal(want) || list[0].Text != "hi" || f.Undated() != 0 {
					t.Errorf("%s: %v, %v", line, list, err)
					continue
				}
				notes := strings.Join(f.Notes(), "\n")
				if named := strings.Contains(notes, "“"+key+"”"); named == (key == "at") {
					t.Errorf("%s: it says %q", line, notes)
				}
			}
		}
	}
}

func TestANameThatSeemsToHoldTimesIsSaid(t *testing.T) {
	for line, want := range map[string]string{
		`{"role":"user","content":"hi","posted":"2026-05-18T09:14:00Z"}`:           "“posted” seems to hold times",
		`{"role":"user","content":"hi","message_time":1779095640}`:                 "“message_time”",
		`{"messages":[{"role":"user","content":"hi","when":"2026-05-18"}]}`:        "“when”",
		`{"role":"user","content":"hi","timeout":30,"update":"no","dates":["x"]}`:  "",
		`{"role":"user","content":"hi","date":"2026-05-18","posted":"2026-05-18"}`: "read from “date”",
	} {
		f, list, err := read(t, fileOf(t, "a", line), Auto)
		if err != nil || len(list) != 1 {
			t.Fatalf("%s: %v, %v", line, list, err)
		}
		if notes := strings.Join(f.Notes(), "\n"); !strings.Contains(notes, want) || want == "" && notes != "" {
			t.Errorf("%s: it says %q", line, notes)
		}
	}
}

func TestMessagesThatNameTheirConversationArePutThere(t *testing.T) {
	_, list, err := read(t, fileOf(t, "a", `{"role":"user","content":"one","conversation":"a"}
{"role":"user","content":"two","session_id":7}
{"role":"assistant","content":"three","conversation":"a"}`), Auto)
	if err != nil || len(list) != 3 || list[0].Conversation != "a" || list[1].Conversation != "a" || list[1].Text != "three" || list[2].Conversation != "7" {
		t.Errorf("%+v, %v", list, err)
	}
}
