package store

import (
	"bytes"
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"muisto/memory"
)

// holding gives the files in the folder of a memory that hold a text.
func holding(t *testing.T, s *Store, text string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Dir(s.Path()), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(bytes.ToLower(data), []byte(strings.ToLower(text))) {
			found = append(found, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// places are all columns that hold text. Whoever adds one says here how a word
// gets into it, or why an erasure need not look there.
var places = map[string]string{
	"messages.text":           `UPDATE messages SET text = text || '. Right, zoonotic.' WHERE key = (SELECT max(key) FROM messages WHERE role = 'assistant' AND state = 'stopped')`,
	"conversations.title":     `UPDATE conversations SET title = 'On zoonotic things' WHERE id = 'old'`,
	"conversations.opening":   ``, // follows the messages
	"draft.text":              `INSERT INTO draft VALUES (1, 'x', 'about zoonotic')`,
	"recalled.because":        `UPDATE recalled SET because = '["zoonotic"]'`,
	"recalled_because.packed": ``, // as recalled.because, see below
	"episodes.what":           `UPDATE episodes SET what = 'The user is zoonotic.' WHERE id = 2`,
	"episodes.about":          `UPDATE episodes SET about = 'the user: zoonotic' WHERE id = 2`,
	"episodes.who":            `UPDATE episodes SET who = '["Zoonotic"]' WHERE id = 2`,
	"episodes.said_when":      `UPDATE episodes SET said_when = 'on zoonotic day' WHERE id = 2`,
	"names.text":              `UPDATE names SET text = 'Zoonotic'`,
	"names.folded":            `UPDATE names SET text = 'Zoonotic', folded = 'zoonotic' WHERE key = 1`,
	"name_aliases.folded":     `UPDATE name_aliases SET folded = 'zoonotic'`,
	"facts.text":              `UPDATE facts SET text = 'It is zoonotic.' WHERE id = 4`,
	"facts.about":             `UPDATE facts SET about = 'zoonotic: date' WHERE id = 4`,
	"reviews.before":          `UPDATE reviews SET before = '{"text":"zoonotic"}'`,
	"passes.thinned":          `UPDATE passes SET thinned = '[{"name":"zoonotic"}]'`,
	"pass_groups.names":       `UPDATE pass_groups SET packed = NULL, names = '[{"name":"zoonotic","weight":1}]'`,
	"pass_groups.ties":        ``, // numbers
	"pass_groups.reason":      `UPDATE pass_groups SET reason = 'the model failed: zoonotic'`,
	"pass_groups.packed":      ``, // as names, see below
	"vectors.vector":          ``, // numbers, and gone with what they are of
	"erased_marks.mark":       ``, // a hash
	// Words of ours, keys, and who said a thing where.
	"conversations.id": ``, "messages.id": ``, "messages.role": ``, "messages.speaker": ``, "messages.state": ``, "speakers.key": ``, "speakers.stats": ``,
	"streaming.host": ``, "streaming.born": ``, "recalled.kind": ``, "recalled.item": ``, "captures.encoder": ``, "names.type": ``,
	"episodes.act": ``, "episodes.actor": ``, "episode_names.type": ``, "leases.name": ``, "leases.holder": ``, "leases.host": ``, "leases.born": ``,
	"facts.kind": ``, "facts.status": ``, "facts.authority": ``, "facts.retired_by": ``, "fact_names.type": ``, "passes.kind": ``,
	"pass_groups.outcome": ``, "pass_groups.sent": ``, "fact_changes.effect": ``, "reviews.kind": ``, "erased.kind": ``, "vectors.model": ``, "vectors.kind": ``,
	"usage.model": ``, "usage.purpose": ``, "draft.conversation": ``, "set_aside.reason": ``,
}

func TestEveryColumnOfTextIsLookedAtByAnErasure(t *testing.T) {
	for _, column := range rowsOf(t, openNew(t), `SELECT t.name || '.' || c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
		WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND c.type IN ('TEXT', 'BLOB')`) {
		column = strings.Trim(column, "[]")
		if _, ok := places[column]; !ok {
			t.Errorf("nobody says what an erasure does with %s", column)
		}
	}
}

// unguarded runs a statement that alters what is kept for good.
func unguarded(t *testing.T, s *Store, query string, args ...any) {
	t.Helper()
	if err := s.opened(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.ExecContext(t.Context(), query, args...)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func TestAnErasedWordIsInNoColumn(t *testing.T) {
	for column, query := range places {
		if query == "" {
			continue
		}
		t.Run(column, func(t *testing.T) {
			s := lived(t)
			unguarded(t, s, query)
			if len(holding(t, s, "zoonotic")) == 0 {
				t.Fatal("the word never got there")
			}
			secret := must[memory.Message](t)(s.AppendMessage(t.Context(), user("A zoonotic one.", noon.Add(-time.Hour))))
			going := must[Erasure](t)(s.PreviewErase(t.Context(), Targets{Messages: []int64{secret.Key}}))
			gone := must[Erasure](t)(s.Erase(t.Context(), Targets{Messages: []int64{secret.Key}}))
			if fmt.Sprint(going) != fmt.Sprint(gone) {
				t.Errorf("previewed %+v, gone %+v", going, gone)
			}
			if files := holding(t, s, "zoonotic"); len(files) > 0 {
				t.Errorf("the word is left in %v", files)
			}
			if h := must[Health](t)(s.Health(t.Context())); len(h.Troubles) > 0 {
				t.Errorf("not sound: %v", h.Troubles)
			}
			if len(must[[]memory.Message](t)(s.MessagesNamed(t.Context(), "m4"))) != 1 || len(holding(t, s, "one")) == 0 {
				t.Error("more is gone than was asked for")
			}
		})
	}
}

func TestAnErasedWordIsInNothingPacked(t *testing.T) {
	s := lived(t)
	packed := must[[]byte](t)(pack(`[{"name":"zoonotic"}]`, `[]`))
	unguarded(t, s, `UPDATE pass_groups SET packed = ?`, packed)
	unguarded(t, s, `UPDATE recalled_because SET packed = ?`, packed)
	secret := must[memory.Message](t)(s.AppendMessage(t.Context(), user("A zoonotic one.", noon.Add(-time.Hour))))
	must[Erasure](t)(s.Erase(t.Context(), Targets{Messages: []int64{secret.Key}}))
	if rows := rowsOf(t, s, `SELECT hex(packed) FROM pass_groups WHERE packed IS NOT NULL UNION ALL SELECT hex(packed) FROM recalled_because`); len(rows) > 0 {
		t.Errorf("left: %v", rows)
	}
}

func TestCopiesAreRemovedAndSaid(t *testing.T) {
	s := lived(t)
	ctx := t.Context()
	names := []string{".bak-3", ".damaged-1", ".damaged-1-wal", ".damaged-12", ".repaired-2"}
	for _, name := range names {
		if err := s.Backup(ctx, s.Path()+name); err != nil {
			t.Fatal(err)
		}
	}
	stays := []string{s.Path() + ".bak-mine", s.Path() + ".damaged", filepath.Join(filepath.Dir(s.Path()), "other.db.bak-1")}
	for _, name := range stays {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	own := openAt(t, s.Path()+".repaired")
	must[memory.Message](t)(own.AppendMessage(ctx, user("I went on here.", noon)))
	if err := own.Close(); err != nil {
		t.Fatal(err)
	}
	gone := must[Erasure](t)(s.Erase(ctx, Targets{Messages: []int64{4}}))
	if len(gone.Copies) != len(names) || len(gone.OwnMemories) == 0 || gone.OwnMemories[0] != s.Path()+".repaired" {
		t.Errorf("copies %v, own %v", gone.Copies, gone.OwnMemories)
	}
	for _, name := range names {
		if isThere(s.Path() + name) {
			t.Errorf("%s is left", name)
		}
	}
	for _, name := range append(stays, s.Path()+".repaired") {
		if !isThere(name) {
			t.Errorf("%s is gone", name)
		}
	}
}

// What others rest on, too, is written again without the erased.
func TestAFactWithOtherSourcesIsErasedAndItsMomentsAreSeenAgain(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	say(t, s, "The Heron launch is on Friday.", "The Heron launch is on Friday at the Quixzebrafish hotel.")
	episodes := captureAll(t, s, "c")
	n := nights(t, s)
	pass := beginNight(t, n, episodes[0].Day)
	keepChanges(t, n, pass.ID, episodes, formed(factOf("The Heron launch is on Friday at the Quixzebrafish hotel.", episodes...)))
	gone := must[Erasure](t)(s.Erase(ctx, Targets{Messages: []int64{2}}))
	if len(gone.Facts) != 1 || gone.Unseen != 1 || len(gone.Messages) != 1 || len(gone.Episodes) != 1 {
		t.Fatalf("gone %+v", gone)
	}
	if files := holding(t, s, "Quixzebra"); len(files) > 0 {
		t.Errorf("left in %v", files)
	}
	if seen := rowsOf(t, s, `SELECT episode FROM nights WHERE episode = 1`); len(seen) > 0 {
		t.Error("the moment that stays counts as seen")
	}
	if sent := must[map[memory.EpisodeID][]int64](t)(s.Sent(ctx, "v1")); len(sent[episodes[0].ID]) > 0 {
		t.Errorf("sent %v", sent)
	}
}

func TestRepliesThatTellOfItAreOverwritten(t *testing.T) {
	tests := []struct{ name, said, reply, left string }{
		{"in the second person", "I was diagnosed with zoonotic fever.", "- You were diagnosed with zoonotic fever.", Erased},
		{"without its lead-in", "No, the launch is in Zanzibar, not in Oslo.", "Noted: the launch is in Zanzibar, not in Oslo.", Erased},
		{"in another case", "my wifi key is HUNTER2", "Your WiFi key? Hunter2.", Erased},
		{"in part", "I live in Tampere and work at Nokia.", "How is life in Tampere?", Erased},
		{"beside other things", "I live in Tampere.", "Tampere is lovely. The weather is fine.\nShall we go on?", Erased + " The weather is fine.\nShall we go on?"},
		{"inflected", "Lissabon on kaunis.", "Olet siis Lissabonissa!", Erased},
		{"with marks left out", "My friend Zoë called.", "Zoe again?", Erased},
		{"short", "PIN 47.", "47?", Erased},
		{"in a list", "Buy quinoa and tahini.", "Your list:\n- quinoa\n- tahini\n- bread", "Your list:\n- " + Erased + "\n- " + Erased + "\n- bread"},
		{"where words are not spaced", "我住在坦佩雷。", "坦佩雷很美。好的！", Erased + "好的！"},
		{"in code", "The host is db7.corp.", "```\nssh db7.corp\n```\nIt runs Debian.", "```\n" + Erased + "\n```\nIt runs Debian."},
		{"a sign", "🦄", "🦄 it is.", Erased},
		{"nothing of it", "The key lies under the third stone.", "Good to hear.", "Good to hear."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := openNew(t)
			said := must[memory.Message](t)(s.AppendMessage(t.Context(), user(tt.said, noon)))
			answer := user(tt.reply, noon.Add(time.Second))
			answer.Role = memory.RoleAssistant
			answer = must[memory.Message](t)(s.AppendMessage(t.Context(), answer))
			must[Erasure](t)(s.Erase(t.Context(), Targets{Messages: []int64{said.Key}}))
			got := must[[]memory.Message](t)(s.MessagesNamed(t.Context(), answer.ID))
			if got[0].Text != tt.left {
				t.Errorf("left %q, want %q", got[0].Text, tt.left)
			}
		})
	}
}

func TestWhatIsSaidElsewhereStays(t *testing.T) {
	s := openNew(t)
	ctx := t.Context()
	elsewhere := func(role memory.Role, conversation, text string, at time.Time) memory.Message {
		m := user(text, at)
		m.Role, m.Conversation = role, conversation
		return must[memory.Message](t)(s.AppendMessage(ctx, m))
	}
	elsewhere(memory.RoleUser, "a", "I like canoes.", noon)
	reply := elsewhere(memory.RoleAssistant, "a", "Canoes are fine.", noon.Add(time.Second))
	secret := elsewhere(memory.RoleUser, "b", "My canoe is called Quellmoor.", noon.Add(time.Hour))
	later := elsewhere(memory.RoleAssistant, "d", "Which canoe? The Quellmoor?", noon.Add(2*time.Hour))
	gone := must[Erasure](t)(s.Erase(ctx, Targets{Messages: []int64{secret.Key}}))
	if len(gone.Messages) != 1 || len(gone.Replies) != 1 || gone.Replies[0].Key != later.Key || gone.Replies[0].Left != "Which canoe? "+Erased {
		t.Errorf("gone %+v", gone)
	}
	if got := must[[]memory.Message](t)(s.MessagesNamed(ctx, reply.ID)); got[0].Text != "Canoes are fine." {
		t.Errorf("%q", got[0].Text)
	}
}

func TestAWholeConversationAndANameAreErased(t *testing.T) {
	for name, target := range map[string]Targets{"conversation": {Conversations: []string{"b"}}, "about": {About: []string{"quellmoor"}}} {
		t.Run(name, func(t *testing.T) {
			s := openNew(t)
			must[ImportReport](t)(s.Import(t.Context(), []memory.Message{
				{Conversation: "a", Role: memory.RoleUser, At: noon, Text: "The canoe is in Savonlinna."},
				{Conversation: "b", Role: memory.RoleUser, At: noon, Text: "Quellmoor's birthday is in May."},
				{Conversation: "b", Role: memory.RoleAssistant, At: noon, Text: "I see: QUELLMOOR. In May."},
				{Conversation: "a", Role: memory.RoleAssistant, At: noon.Add(time.Hour), Text: "How is Quellmoor?"},
			}))
			if err := s.Rename(t.Context(), "b", "Quellmoor"); err != nil {
				t.Fatal(err)
			}
			gone := must[Erasure](t)(s.Erase(t.Context(), target))
			if files := holding(t, s, "quellmoor"); len(files) > 0 || len(gone.Messages)+len(gone.Replies) != 3 || gone.Titles != 1 {
				t.Errorf("left in %v, gone %+v", files, gone)
			}
			if len(holding(t, s, "Savonlinna")) == 0 {
				t.Error("more is gone than was asked for")
			}
		})
	}
	if _, err := openNew(t).PreviewErase(t.Context(), Targets{Conversations: []string{"none"}}); err == nil {
		t.Error("a conversation that is not there")
	}
}

func TestAnErasedMessageDoesNotComeBackWithItsFile(t *testing.T) {
	s := openNew(t)
	file := []memory.Message{
		{Conversation: "a", Role: memory.RoleUser, At: noon, Text: "again"},
		{Conversation: "a", Role: memory.RoleUser, At: noon, Text: "again"},
		{Conversation: "a", Role: memory.RoleUser, At: noon, Text: "my password is swordfish"},
	}
	must[ImportReport](t)(s.Import(t.Context(), file))
	must[Erasure](t)(s.Erase(t.Context(), Targets{Messages: []int64{1, 3}}))
	for range 2 {
		if report := must[ImportReport](t)(s.Import(t.Context(), file)); report.Messages != 0 || report.Duplicates != 3 {
			t.Errorf("%+v", report)
		}
	}
	if files := holding(t, s, "swordfish"); len(files) > 0 {
		t.Errorf("left in %v", files)
	}
	more := append(file, file[0], memory.Message{Conversation: "a", Role: memory.RoleUser, At: noon, Text: "something else"})
	if report := must[ImportReport](t)(s.Import(t.Context(), more)); report.Messages != 2 {
		t.Errorf("%+v", report)
	}
	again := openNew(t)
	must[Restored](t)(again.Restore(t.Context(), archived(exported(t, s))))
	if report := must[ImportReport](t)(again.Import(t.Context(), file)); report.Messages != 0 {
		t.Errorf("after a restore: %+v", report)
	}
}

func TestOverwritingLeavesNoWordOfIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := []string{"zoonotic", "Fever", "the ", "is ", ". ", "\n", "- ", "! ", "好。", "a.b", "\x80", "\ufffd", "`", "one ", "two "}
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom(pieces)).Draw(t, "text"), "")
		r, v := newReader(), newVocabulary()
		r.words("zoonotic fever", func(w word) bool { v.add(w); return true })
		says := func(part string) bool {
			found := false
			r.words(part, func(w word) bool { found = found || v.has(w); return true })
			return found
		}
		got, changed, _ := r.overwriteSentences(text, says)
		if says(got) || changed != says(text) {
			t.Fatalf("%q becomes %q", text, got)
		}
	})
}
