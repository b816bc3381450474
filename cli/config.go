package cli

import (
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"muisto/config"
)

type configJSON struct {
	File     string        `json:"file"`
	Profile  originJSON    `json:"profile"`
	Memory   originJSON    `json:"memory"`
	Settings []settingJSON `json:"settings"`
}

type originJSON struct {
	Value  string `json:"value"`
	Origin string `json:"origin"`
}

type settingJSON struct {
	Key    string `json:"key"`
	Value  any    `json:"value"`
	Origin string `json:"origin"`
}

func configCommand(g *global) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print every setting, and where it came from",
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return g.printConfig(cmd) },
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "edit",
		Short: "Open the settings file in your editor; creates one with every setting explained",
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return g.editConfig(cmd) },
	}, &cobra.Command{
		Use:   "check",
		Short: "Check the settings file for mistakes",
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return g.checkConfig(cmd) },
	}, configKeyCommand(g))
	return cmd
}

func (g *global) printConfig(cmd *cobra.Command) error {
	c, err := g.load()
	if err != nil {
		return err
	}
	list, err := c.Origins(g.sources())
	if err != nil {
		return err
	}
	out := configJSON{
		File: c.File, Profile: originJSON{c.Profile, string(c.ProfileOrigin)},
		Memory: originJSON{c.Database, string(c.DatabaseOrigin(list))}, Settings: []settingJSON{},
	}
	if c.Profile == "" {
		out.Profile.Origin = string(config.FromNowhere)
	}
	if g.db != "" {
		out.Memory.Origin = string(config.FromFlag)
	}
	for _, s := range list {
		out.Settings = append(out.Settings, settingJSON{s.Key, s.Value, string(s.Origin)})
	}
	if g.json {
		return printJSON(cmd.OutOrStdout(), out)
	}
	return printLines(cmd.OutOrStdout(), out.lines()...)
}

// lines writes the settings as the file would, with where they came from behind
// them.
func (c configJSON) lines() []string {
	file := c.File
	if file == "" {
		file = "none; it would be " + config.DefaultPaths().File
	}
	lines := []string{"# settings file: " + file}
	if c.Profile.Value != "" {
		lines = append(lines, fmt.Sprintf("# profile: %s (%s)", c.Profile.Value, c.Profile.Origin))
	}
	lines = append(lines, fmt.Sprintf("# memory: %s (%s)", c.Memory.Value, c.Memory.Origin))
	const column = 50 // where origins begin
	section := ""
	for _, s := range c.Settings {
		dot := strings.LastIndexByte(s.Key, '.')
		if head := s.Key[:dot]; head != section {
			section = head
			lines = append(lines, "", "["+section+"]")
		}
		lines = append(lines, fmt.Sprintf("%-*s  # %s", column, s.Key[dot+1:]+" = "+config.Written(s.Value), s.Origin))
	}
	return lines
}

// settingsFile is the one that is read, whether it is there or not.
func (g *global) settingsFile() string {
	if g.config != "" {
		return g.config
	}
	return config.DefaultPaths().File
}

func (g *global) editConfig(cmd *cobra.Command) error {
	words := strings.Fields(editor())
	if len(words) == 0 {
		words = []string{usualEditor()}
	}
	path := g.settingsFile()
	if err := config.Create(path); err != nil {
		return err
	}
	edit := exec.CommandContext(cmd.Context(), words[0], append(words[1:], path)...)
	edit.Stdin, edit.Stdout, edit.Stderr = cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()
	if err := edit.Run(); errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("the editor %s is not there; set $EDITOR to yours, or edit %s", words[0], path)
	} else if err != nil {
		return fmt.Errorf("edit %s with %s: %w", path, words[0], err)
	}
	if _, err := g.load(); err != nil {
		return fmt.Errorf("%w; \"muisto config edit\" opens it again", err)
	}
	return nil
}

// usualEditor is the one that a system without $EDITOR has.
func usualEditor() string {
	if runtime.GOOS == "windows" {
		return "notepad"
	}
	return "vi"
}

func (g *global) checkConfig(cmd *cobra.Command) error {
	c, err := g.load()
	if err != nil {
		return err
	}
	if g.json {
		return printJSON(cmd.OutOrStdout(), struct {
			File  string `json:"file"`
			Sound bool   `json:"sound"`
		}{c.File, true})
	}
	if c.File == "" {
		return printLines(cmd.OutOrStdout(), fmt.Sprintf("there is no %s; the defaults hold", g.settingsFile()))
	}
	return printLines(cmd.OutOrStdout(), c.File+" has no mistakes")
}
