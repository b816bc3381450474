package cli

import "runtime/debug"

// shortCommit is how much of a commit's hash is shown.
const shortCommit = 12

// version is this program's, with the commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return versionOf(&debug.BuildInfo{})
	}
	return versionOf(info)
}

func versionOf(info *debug.BuildInfo) string {
	version := info.Main.Version
	if version == "" || version == "(devel)" {
		version = "built from source"
	}
	var commit, day, changed string
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value[:min(len(s.Value), shortCommit)]
		case "vcs.time":
			day = s.Value[:min(len(s.Value), len("2006-01-02"))]
		case "vcs.modified":
			if s.Value == "true" {
				changed = ", changed since"
			}
		}
	}
	if commit == "" {
		return version
	}
	return version + " (" + commit + " of " + day + changed + ")"
}
