package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestASmallMemoryIsMeasured(t *testing.T) {
	folder := t.TempDir()
	if err := build(t.Context(), folder, 600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := keep(t.Context(), folder, &out); err != nil {
		t.Fatal(err)
	}
	var f figures
	if err := json.Unmarshal(out.Bytes(), &f); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := measure(t.Context(), folder, &out); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), &f); err != nil {
		t.Fatal(err)
	}
	if f.Episodes != 600 || f.Asked != questions || f.FTSAsked == 0 || f.PeakMB <= 0 || f.UnkeptS <= 0 || f.IndexMB <= 0 || f.Ratio <= 0 {
		t.Errorf("figures %+v", f)
	}
	// The words are drawn blindly, and the commonest most: not every question
	// tells its episode from the others.
	if f.Brought < questions/2 {
		t.Errorf("%d of %d questions brought their episode", f.Brought, questions)
	}
	out.Reset()
	if err := f.print(&out, false); err != nil || !strings.Contains(out.String(), "times faster") {
		t.Errorf("printed %q, %v", out.String(), err)
	}
}
