package transcript

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

type entry struct{ name, content string }

func archiveOf(t testing.TB, entries ...entry) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, e := range entries {
		part, err := w.Create(e.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write([]byte(e.content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return fileOf(t, "export.zip", out.String())
}

func talk(id string) string {
	return fmt.Sprintf(`[{"id":%q,"title":%q,"mapping":{"m":{"message":{"author":{"role":"user"},"create_time":1748000000,"content":{"parts":["from %s"]}}}}}]`, id, id, id)
}

func TestArchives(t *testing.T) {
	tests := map[string]struct {
		entries []entry
		want    string
	}{
		"one file": {[]entry{{"user.json", "{}"}, {"conversations.json", talk("a")}, {"chat.html", "<html>"}}, "from a"},
		"in parts, in the order of their numbers": {
			[]entry{{"conversations-010.json", talk("c")}, {"conversations-001.json", talk("b")}, {"conversations-000.json", talk("a")}, {"export_manifest.json", "{}"}},
			"from a from b from c"},
		"an empty part first": {[]entry{{"conversations-000.json", "[]"}, {"conversations-001.json", talk("b")}}, "from b"},
		"in a folder":         {[]entry{{"export/conversations.json", talk("a")}, {"__MACOSX/export/conversations.json", "\x00\x05"}}, "from a"},
		"names that lead out": {[]entry{{"../../conversations.json", talk("a")}, {`..\conversations-001.json`, talk("b")}}, "from a from b"},
	}
	for name, test := range tests {
		f, list, err := read(t, archiveOf(t, test.entries...), Auto)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var texts []string
		for _, m := range list {
			texts = append(texts, m.Text)
		}
		if got := strings.Join(texts, " "); got != test.want || f.Format() != ChatGPT {
			t.Errorf("%s: read %q as %s", name, got, f.Format())
		}
		if read, size := f.Progress(); read != size || size == 0 {
			t.Errorf("%s: read %d of %d bytes", name, read, size)
		}
	}
}

func TestAnArchiveOfClaude(t *testing.T) {
	content, err := os.ReadFile("testdata/claude.json")
	if err != nil {
		t.Fatal(err)
	}
	f, list, err := read(t, archiveOf(t, entry{"users.json", "[]"}, entry{"conversations.json", string(content)}, entry{"projects.json", "[]"}), Auto)
	if err != nil || len(list) != 6 || f.Format() != Claude {
		t.Errorf("%d messages, error %v", len(list), err)
	}
}

func TestAnUnpackedFolder(t *testing.T) {
	folder := t.TempDir()
	if _, _, err := read(t, folder, Auto); err == nil || !strings.Contains(err.Error(), "folder without conversations.json") {
		t.Errorf("error %v", err)
	}
	for name, content := range map[string]string{"conversations-000.json": talk("a"), "conversations-001.json": talk("b"), "user.json": "{}"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, list, err := read(t, folder, Auto)
	if err != nil || len(list) != 2 || list[0].Text != "from a" {
		t.Errorf("%v, error %v", told(list), err)
	}
}

func TestBadArchives(t *testing.T) {
	good := archiveOf(t, entry{"conversations.json", talk("a")})
	whole, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	directory := bytes.Index(whole, []byte("PK\x01\x02"))
	change := func(at int, value []byte) string {
		bad := bytes.Clone(whole)
		copy(bad[directory+at:], value)
		return fileOf(t, "export.zip", string(bad))
	}
	size := func(n uint32) []byte { return binary.LittleEndian.AppendUint32(nil, n) }
	bomb := archiveOf(t, entry{"conversations.json", "[" + strings.Repeat(" ", ratioFrom+1) + "]"})
	tests := map[string]struct{ path, want string }{
		"no conversations":      {archiveOf(t, entry{"photos/a.jpg", ""}, entry{"b.txt", ""}), "ZIP archive without conversations.json; it holds “photos/a.jpg”, “b.txt”"},
		"nothing":               {archiveOf(t), "it holds nothing"},
		"cut short":             {fileOf(t, "export.zip", string(whole[:len(whole)/2])), "not a whole one"},
		"locked":                {change(8, []byte{1}), "conversations.json: it is locked with a password"},
		"larger than it says":   {change(24, size(20)), "conversations.json: "},
		"too well packed":       {bomb, "over 250 times its size"},
		"damaged":               {change(16, size(1)), "conversations.json: "},
		"a bad part":            {archiveOf(t, entry{"conversations-000.json", talk("a")}, entry{"conversations-001.json", `[{"mapping":7}]`}), `conversations-001.json: conversation 1: "mapping" is a JSON number`},
		"an archive inside one": {archiveOf(t, entry{"conversations.json", string(whole)}), "a ZIP archive inside another"},
	}
	for name, test := range tests {
		_, _, err := read(t, test.path, Auto)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", name, err, test.want)
		}
	}
}

func TestWhatIsNoFileIsRefused(t *testing.T) {
	_, _, err := read(t, filepath.Join(t.TempDir(), "none"), Auto)
	if err == nil || strings.Contains(err.Error(), "none") {
		t.Errorf("error %v", err)
	}
	if _, _, err = read(t, os.DevNull, Auto); err == nil || !strings.Contains(err.Error(), "not a file") {
		t.Errorf("error %v", err)
	}
}
