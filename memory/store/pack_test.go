package store

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"muisto/memory"
)

func TestWhatIsPackedComesOutAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.StringOfN(rapid.Rune(), 0, 40, -1), 1, 8).Draw(t, "texts")
		packed, err := pack(texts...)
		if err != nil {
			t.Fatal(err)
		}
		got, err := unpack(packed)
		if err != nil || !slices.Equal(got, texts) {
			t.Fatalf("%q came out as %q, %v", texts, got, err)
		}
		if cut := packed[:len(packed)/2]; len(cut) > 0 {
			if _, err := unpack(cut); !errors.Is(err, memory.ErrDamaged) {
				t.Fatalf("half of it: %v", err)
			}
		}
	})
}

func TestWhatIsAlikeIsPackedSmall(t *testing.T) {
	because := `[{"Kind":"word","Text":"heron","Weight":0.0063586428535659725}]`
	packed := must[[]byte](t)(pack(slices.Repeat([]string{because}, 20)...))
	if len(packed)*5 > 20*len(because) {
		t.Errorf("%d bytes became %d", 20*len(because), len(packed))
	}
}

// What came to mind before there was packing stays as it was written.
func TestReasonsThatWereWrittenBeforeAreRead(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	said := say(t, s, "one", "two")
	for _, query := range []string{
		`INSERT INTO recalled (reply, position, kind, item, score, cue, retrievability, because) VALUES (1, 0, 'episode', 'e1', 1, 1, 1, 'as it was')`,
		`INSERT INTO passes (kind, from_day, to_day, ran_at, ran_offset, on_day) VALUES ('night', 1, 1, 0, 0, 1)`,
		`INSERT INTO pass_groups (pass, position, names, ties, outcome, reason, sent) VALUES (1, 0, '[{"Text":"Bergen","Weight":3.5}]', '[]', 'facts', 'why', '')`,
	} {
		if _, err := s.writes.ExecContext(ctx, query); err != nil {
			t.Fatal(err)
		}
	}
	if got := must[[]Recalled](t)(s.RecalledFor(ctx, said[0].Key)); len(got) != 1 || got[0].Because != "as it was" {
		t.Errorf("recalled %+v", got)
	}
	if r := must[memory.PassRecord](t)(s.Record(ctx, 1)); len(r.Groups) != 1 || len(r.Groups[0].Names) != 1 {
		t.Errorf("record %+v", r)
	}
	if text := string(exported(t, s)); !strings.Contains(text, "as it was") || !strings.Contains(text, "Bergen") {
		t.Errorf("exported %s", text)
	}
}
