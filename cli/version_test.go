package cli

import (
	"runtime/debug"
	"testing"
)

func TestVersionNamesTheCommit(t *testing.T) {
	stamped := []debug.BuildSetting{
		{Key: "vcs", Value: "git"},
		{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"},
		{Key: "vcs.time", Value: "2026-05-18T09:14:00Z"},
		{Key: "vcs.modified", Value: "false"},
	}
	changed := append(append([]debug.BuildSetting(nil), stamped[:3]...), debug.BuildSetting{Key: "vcs.modified", Value: "true"})
	tests := []struct {
		version  string
		settings []debug.BuildSetting
		want     string
	}{
		{"v1.2.0", stamped, "v1.2.0 (0123456789ab of 2026-05-18)"},
		{"(devel)", changed, "built from source (0123456789ab of 2026-05-18, changed since)"},
		{"v1.2.0", nil, "v1.2.0"},
		{"", nil, "built from source"},
	}
	for _, tt := range tests {
		info := &debug.BuildInfo{Main: debug.Module{Version: tt.version}, Settings: tt.settings}
		if got := versionOf(info); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.version, got, tt.want)
		}
	}
}
