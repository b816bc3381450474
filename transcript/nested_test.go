package transcript

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"muisto/memory"
)

// packed is a ZIP archive as the content of a file.
func packed(t testing.TB, entries ...entry) string {
	t.Helper()
	content, err := os.ReadFile(archiveOf(t, entries...))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func textsOf(list []memory.Message) string {
	var texts []string
	for _, m := range list {
		texts = append(texts, m.Text)
	}
	return strings.Join(texts, " ")
}

// folderOf writes files into a folder.
func folderOf(t testing.TB, entries ...entry) string {
	t.Helper()
	dir := t.TempDir()
	for _, e := range entries {
		path := filepath.Join(dir, filepath.FromSlash(e.name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(e.content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const portal = "User Online Activity/Conversations_abc-chatgpt-000"

func TestAPrivacyPortalsExport(t *testing.T) {
	first, second := packed(t, entry{"conversations.json", talk("a")}), packed(t, entry{"conversations.json", talk("b")}, entry{"chat.html", "<html>"})
	other := packed(t, entry{"user.json", "{}"})
	inner := []entry{{portal + "2.zip", second}, {portal + "1.zip", first}, {"User Profile/profile.zip", other}, {"Report.html", "<html>"}}
	folder := folderOf(t, inner...)
	unpacked := folderOf(t, entry{portal + "2/conversations.json", talk("b")}, entry{portal + "1/conversations-000.json", talk("a")}, entry{"x/__MACOSX/conversations.json", "\x00"})
	for name, path := range map[string]string{
		"the archive": archiveOf(t, inner...), "its folder": folder, "the folder in it": filepath.Join(folder, "User Online Activity"),
		"all unpacked": unpacked, "a folder in that": filepath.Join(unpacked, "User Online Activity"),
	} {
		f, list, err := read(t, path, Auto)
		if err != nil || textsOf(list) != "from a from b" || f.Format() != ChatGPT {
			t.Errorf("%s: %q, %v", name, textsOf(list), err)
		}
		if read, size := f.Progress(); read != size || size == 0 {
			t.Errorf("%s: read %d of %d bytes", name, read, size)
		}
	}
}

func TestArchivesInAnArchiveAreBounded(t *testing.T) {
	deep := packed(t, entry{"conversations.json", talk("a")})
	for range 3 {
		deep = packed(t, entry{"inner.zip", deep})
	}
	var bomb bytes.Buffer
	w := zip.NewWriter(&bomb)
	part, err := w.Create("inner.zip")
	if err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 1<<20)
	for range ratioFrom>>20 + 1 {
		if _, err := part.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	many := make([]entry, maxInside+1)
	for i := range many {
		many[i] = entry{strings.Repeat("x", i%7) + "a.zip", ""}
	}
	for name, test := range map[string]struct{ path, want string }{
		"four deep":  {archiveOf(t, entry{"a.zip", deep}), "without conversations.json"},
		"a bomb":     {fileOf(t, "b.zip", bomb.String()), "over 250 times its size"},
		"many":       {archiveOf(t, many...), "over 1000 archives"},
		"none whole": {archiveOf(t, entry{"a.zip", "PK\x03\x04"}), "a.zip: it is not a whole ZIP archive"},
		"a folder":   {folderOf(t, entry{"a.txt", "x"}, entry{"b.jsonl", `{"at":"2026-05-18T09:14:00Z","role":"user","text":"hi"}`}), "a folder without"},
	} {
		if _, list, err := read(t, test.path, Auto); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %d messages, %v", name, len(list), err)
		}
	}
}

func TestWhatAPersonSpokeOrPastedIntoClaudeComes(t *testing.T) {
	long := strings.Repeat("é", maxPasted)
	for name, test := range map[string]struct{ message, want string }{
		"a voice note":        {`"text":"","content":[{"type":"voice_note","title":"x","text":"spoken words"}]`, "spoken words"},
		"a kind to come":      {`"text":"","content":[{"type":"handwriting","text":"written words"},{"type":"tool_result","text":"no"},{"type":"thinking","text":"no"}]`, "written words"},
		"pasted":              {`"text":"see","content":[{"type":"text","text":"see"}],"attachments":[{"file_name":"","file_type":"txt","extracted_content":"a long text"}]`, "see\n\na long text"},
		"pasted alone":        {`"text":"","content":[],"attachments":[{"file_name":"paste.txt","extracted_content":"a long text"},{"file_name":"paste-2.txt","extracted_content":"another"}]`, "a long text\n\nanother"},
		"a document":          {`"text":"see","content":[],"attachments":[{"file_name":"contract.pdf","extracted_content":"whereas"}]`, "see"},
		"an older export":     {`"text":"plain","content":null`, "plain"},
		"a very long text":    {`"text":"see","attachments":[{"file_name":"","extracted_content":"` + long + `"}]`, "see\n\n" + long[:maxPasted] + " […]"},
		"without the content": {`"text":"only here","content":[{"type":"image"}]`, "only here"},
	} {
		_, list, err := read(t, fileOf(t, "a", `[{"uuid":"c","name":"n","chat_messages":[{"uuid":"m","sender":"human","created_at":"2026-05-18T09:14:00Z",`+test.message+`}]}]`), Auto)
		if err != nil || len(list) != 1 || list[0].Text != test.want {
			t.Errorf("%s: %.80q, %v", name, textsOf(list), err)
		}
	}
}
