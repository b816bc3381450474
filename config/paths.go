package config

import (
	"path/filepath"

	"github.com/adrg/xdg"
)

// Paths are where muisto keeps its files unless it is told otherwise.
type Paths struct {
	// File is the settings file, Database the memory, CrashLog the details of
	// faults in the program.
	File, Database, CrashLog string
}

// DefaultPaths follows the XDG base directory specification, version 0.8.
func DefaultPaths() Paths {
	return Paths{
		File:     filepath.Join(xdg.ConfigHome, "muisto", "config.toml"),
		Database: filepath.Join(xdg.DataHome, "muisto", "muisto.db"),
		CrashLog: filepath.Join(xdg.StateHome, "muisto", "crash.log"),
	}
}
