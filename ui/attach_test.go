package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// inFolder runs test in a folder with some files.
func inFolder(t *testing.T, test func(t *testing.T)) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		"main.go": "package main\n\nfunc main() {\n\tprintln(\"```\")\n}\n", "notes.txt": "One line.\n", "image.png": "\x89PNG\x00\x01",
		".hidden": "x\n", "docs/plan.md": "# Plan\n", "long.txt": strings.Repeat("word ", maxAttached/5+1),
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	test(t)
}

func lastSaid(d *driver) string {
	if len(d.f.said) == 0 {
		return ""
	}
	return d.f.said[len(d.f.said)-1]
}

func TestAFileIsPickedAndPutIntoTheMessage(t *testing.T) {
	inFolder(t, func(t *testing.T) {
		drive(t, newFake, Options{}, 100, 30, func(d *driver) {
			d.write("What does @ma")
			d.wants("› @main.go", "enter puts the file into the message")
			d.lacks("@notes.txt", "@.hidden")
			d.press("enter")
			d.wants("What does [main.go, 5 lines]")
			d.write(" do?")
			d.press("enter")
			want := "What does main.go:\n\n````go\npackage main\n\nfunc main() {\n\tprintln(\"```\")\n}\n````\n do?"
			if got := lastSaid(d); got != want {
				t.Errorf("sent %q, want %q", got, want)
			}
		})
	})
}

func TestFoldersAreDescendedAndTheListCloses(t *testing.T) {
	inFolder(t, func(t *testing.T) {
		drive(t, newFake, Options{}, 180, 30, func(d *driver) {
			d.write("@do")
			d.press("tab")
			d.wants("› @docs/plan.md")
			d.press("esc")
			d.lacks("plan.md", "puts the file")
			d.press("backspace", "x")
			d.lacks("plan.md")
			d.press("ctrl+u")
			d.write("@")
			d.wants("@docs/", "@main.go")
			d.press("down", "down", "up", "tab")
			d.wants("@image.png", "is not a text file in UTF-8")
		})
	})
}

func TestAFileThatIsWrittenOutIsPutInBeforeTheMessageIsSent(t *testing.T) {
	inFolder(t, func(t *testing.T) {
		drive(t, newFake, Options{}, 180, 30, func(d *driver) {
			d.write("Compare @notes.txt, @docs/plan.md and @nothing.txt, @mikael!")
			d.press("enter")
			d.wants("Compare [notes.txt, 1 line], [plan.md, 1 line] and @nothing.txt, @mikael!", "again sends it with the files")
			if got := lastSaid(d); got != "" {
				t.Fatalf("sent %q at once", got)
			}
			d.press("enter")
			if got := lastSaid(d); !strings.Contains(got, "One line.") || !strings.Contains(got, "# Plan") || !strings.Contains(got, "@mikael!") {
				t.Errorf("sent %q", got)
			}
		})
	})
}

func TestWhatNamesNoFileIsSentAsItIs(t *testing.T) {
	inFolder(t, func(t *testing.T) {
		for _, text := range []string{"Ask @mikael about it", "me@example.com", "see @docs", "@ ", "x@main.go"} {
			drive(t, newFake, Options{}, 180, 30, func(d *driver) {
				d.write(text + " ")
				d.press("enter")
				if got := lastSaid(d); strings.TrimSpace(got) != strings.TrimSpace(text) {
					t.Errorf("sent %q, want %q", got, text)
				}
			})
		}
	})
}

func TestAFileThatDoesNotFitIsRefusedWithAReason(t *testing.T) {
	inFolder(t, func(t *testing.T) {
		for name, want := range map[string]string{
			"long.txt": "Put the file into the message: long.txt: is longer than 256 KB", "image.png": "is not a text file in UTF-8",
		} {
			drive(t, newFake, Options{}, 180, 30, func(d *driver) {
				d.write("@" + name + " ")
				d.press("enter")
				d.wants("! ", want, "@"+name, "again sends the message as it is")
				if got := lastSaid(d); got != "" {
					t.Errorf("sent %q", got)
				}
				d.press("enter")
				if got := lastSaid(d); strings.TrimSpace(got) != "@"+name {
					t.Errorf("sent %q", got)
				}
			})
		}
	})
}
