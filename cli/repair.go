package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"muisto/memory"
	"muisto/memory/store"
)

type repairJSON struct {
	File       string         `json:"file"`
	Sound      bool           `json:"sound"`
	Repaired   string         `json:"repaired"`
	Kept       string         `json:"kept"`
	Replaced   bool           `json:"replaced"`
	Saved      holdingJSON    `json:"saved"`
	Lost       holdingJSON    `json:"lost"`
	LeftOut    map[string]int `json:"left_out"`
	Unreadable int            `json:"unreadable_rows"`
	Broken     int            `json:"broken_pages"`
}

type holdingJSON struct {
	Conversations int `json:"conversations"`
	Messages      int `json:"messages"`
	Episodes      int `json:"episodes"`
	Facts         int `json:"facts"`
}

// repair saves what can be read of a damaged memory to a new file beside it,
// and with replace puts that in its place.
func (g *global) repair(cmd *cobra.Command, replace bool) error {
	cfg, err := g.load()
	if err != nil {
		return err
	}
	path := cfg.Database
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("repair: %w", err)
	}
	sound, err := isSound(cmd, path)
	if err != nil {
		return err
	}
	report := repairJSON{File: path, Sound: sound, LeftOut: map[string]int{}}
	if !sound {
		if err := report.fill(cmd, replace); err != nil {
			return err
		}
	}
	if g.json {
		return printJSON(cmd.OutOrStdout(), report)
	}
	return printLines(cmd.OutOrStdout(), report.lines()...)
}

// isSound reports whether nothing is wrong with the memory.
func isSound(cmd *cobra.Command, path string) (sound bool, err error) {
	file, err := store.Open(cmd.Context(), path, store.Options{})
	if errors.Is(err, memory.ErrDamaged) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	health, err := file.Health(cmd.Context())
	return len(health.Troubles) == 0, errors.Join(err, file.Close())
}

func (r *repairJSON) fill(cmd *cobra.Command, replace bool) error {
	to, err := freeName(r.File + ".repaired")
	if err != nil {
		return err
	}
	done, err := store.Repair(cmd.Context(), r.File, to, store.Options{})
	if err != nil {
		return adviseRepair(r.File, err)
	}
	r.Repaired, r.Kept = done.To, done.From
	r.Saved, r.Lost = holdingJSON(done.Saved), holdingJSON(done.Lost)
	r.Unreadable, r.Broken = done.Unreadable, done.Broken
	if done.Left != nil {
		r.LeftOut = done.Left
	}
	if !replace {
		return nil
	}
	if r.Kept, err = done.Replace(); err != nil {
		return err
	}
	r.Repaired, r.Replaced = done.From, true
	return nil
}

func adviseRepair(path string, err error) error {
	if kept := store.Copies(path); errors.Is(err, store.ErrNothingSaved) && len(kept) > 0 {
		return fmt.Errorf("%w; it was left as it is, and a copy from before the last update is %s", err, kept[0])
	}
	return fmt.Errorf("%w; it was left as it is", err)
}

// freeName is the name, or it with the first number that is not taken.
func freeName(name string) (string, error) {
	for n := 2; ; n++ {
		_, err := os.Lstat(name)
		if errors.Is(err, os.ErrNotExist) {
			return name, nil
		}
		if err != nil {
			return "", fmt.Errorf("repair: %w", err)
		}
		base, _, _ := strings.Cut(name, ".repaired")
		name = fmt.Sprintf("%s.repaired-%d", base, n)
	}
}

// lines words the report for people.
func (r repairJSON) lines() []string {
	if r.Sound {
		return []string{"the memory " + r.File + " is healthy; there is nothing to repair"}
	}
	lines := []string{fmt.Sprintf("saved     %s in %s, %s, %s", count(r.Saved.Messages, "message"),
		count(r.Saved.Conversations, "conversation"), count(r.Saved.Episodes, "moment"), count(r.Saved.Facts, "fact"))}
	lost := "nothing, as far as the file tells"
	if r.Lost != (holdingJSON{}) {
		lost = fmt.Sprintf("%s, %s, %s", count(r.Lost.Messages, "message"), count(r.Lost.Episodes, "moment"), count(r.Lost.Facts, "fact"))
		if r.Lost.Conversations > 0 {
			lost += ", " + count(r.Lost.Conversations, "conversation")
		}
	}
	lines = append(lines, "lost      "+lost)
	if r.Unreadable+r.Broken > 0 {
		lines = append(lines, fmt.Sprintf("unread    %s, %s of the file", count(r.Unreadable, "row"), count(r.Broken, "page")))
	}
	var left []string
	for of, n := range r.LeftOut {
		left = append(left, fmt.Sprintf("%d of %s", n, of))
	}
	if slices.Sort(left); len(left) > 0 {
		lines = append(lines, "left out  "+strings.Join(left, ", ")+", which referred to lost data or made no sense")
	}
	if r.Replaced {
		return append(lines, "written   "+r.Repaired+"; the damaged one is now "+r.Kept)
	}
	return append(lines,
		"written   "+r.Repaired+"; the damaged one was left as it is",
		"next      look at it with muisto --db "+r.Repaired+", then put it in the place of the damaged one with muisto doctor --repair --replace")
}
