package crash

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestAPanicIsAnErrorWithItsDetailsInAFile(t *testing.T) {
	log := Log{File: filepath.Join(t.TempDir(), "state", "crash.log"), Now: func() time.Time { return time.Unix(0, 0) }}
	var empty []int
	err := log.Catch("read a message", func() error { return errors.New("n" + string(rune(empty[3]))) })
	if !Is(err) || !strings.Contains(err.Error(), "read a message") || !strings.Contains(err.Error(), log.File) {
		t.Errorf("error %v", err)
	}
	kept, err := os.ReadFile(log.File)
	if err != nil || !strings.Contains(string(kept), "index out of range") || !strings.Contains(string(kept), "crash_test.go") || !strings.HasPrefix(string(kept), "1970-01-01T00:00:00Z ") {
		t.Errorf("kept %q, %v", kept, err)
	}
	if info, err := os.Stat(log.File); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others may read it: %v, %v", info.Mode(), err)
	}
}

func TestWhatDoesNotPanicIsLeftAlone(t *testing.T) {
	want := errors.New("no")
	if err := (Log{}).Catch("do it", func() error { return want }); err != want || Is(err) {
		t.Errorf("error %v", err)
	}
	if err := (Log{}).Catch("do it", func() error { return nil }); err != nil {
		t.Errorf("error %v", err)
	}
}

func TestTheTextOfAPersonIsNotKept(t *testing.T) {
	log := Log{File: filepath.Join(t.TempDir(), "crash.log")}
	err := log.Catch("read a message", func() error { panic("my diary") })
	kept, readErr := os.ReadFile(log.File)
	// Go's own trace names what was thrown only in its last words, which are not
	// part of the stack.
	if !Is(err) || readErr != nil || strings.Contains(err.Error()+string(kept), "my diary") {
		t.Errorf("%v; kept %q, %v", err, kept, readErr)
	}
}

func TestTheFileIsBounded(t *testing.T) {
	log := Log{File: filepath.Join(t.TempDir(), "crash.log")}
	for range 2 * maxFile / 500 {
		if err := log.Catch("fail", func() error { panic(1) }); !Is(err) {
			t.Fatal(err)
		}
	}
	for _, name := range []string{log.File, log.File + ".1"} {
		if info, err := os.Stat(name); err != nil || info.Size() > maxFile+maxStack+1000 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}

func TestAFileThatCannotBeWrittenIsNamed(t *testing.T) {
	log := Log{File: filepath.Join(t.TempDir(), "file", "crash.log")}
	if err := os.WriteFile(filepath.Dir(log.File), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err := log.Catch("fail", func() error { panic(1) })
	if !Is(err) || !strings.Contains(err.Error(), "keep the details") {
		t.Errorf("error %v", err)
	}
}
