package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"muisto/config"
	"muisto/memory/recall"
	"muisto/memory/store"
)

type doctorJSON struct {
	Model    doctorModel   `json:"model"`
	Settings string        `json:"settings"`
	Profile  string        `json:"profile,omitempty"`
	Memory   doctorMemory  `json:"memory"`
	Pending  []pendingJSON `json:"pending"`
	SetAside []asideJSON   `json:"set_aside"`
}

type doctorModel struct {
	Name          string `json:"name"`
	BaseURL       string `json:"base_url"`
	ChosenBy      string `json:"chosen_by"`
	HasKey        bool   `json:"has_key"`
	ContextTokens int    `json:"context_tokens"`
}

type doctorMemory struct {
	File          string   `json:"file"`
	Bytes         int64    `json:"bytes"`
	Schema        int      `json:"schema_version"`
	Journal       string   `json:"journal"`
	Conversations int      `json:"conversations"`
	Hidden        int      `json:"hidden_conversations"`
	Messages      int      `json:"messages"`
	Episodes      int      `json:"episodes"`
	Facts         int      `json:"facts"`
	Retired       int      `json:"retired_facts"`
	Sound         bool     `json:"sound"`
	Troubles      []string `json:"troubles"`
	Copies        []string `json:"copies"`
	Leftovers     []string `json:"leftovers"`
	// Index is the file that recall keeps beside the memory; nil where there is none.
	Index *indexJSON `json:"index,omitempty"`
}

type indexJSON struct {
	File  string `json:"file"`
	Bytes int64  `json:"bytes"`
	// Was says how the file was found.
	Was recall.Condition `json:"was"`
	// Trouble says why it could not be made again; empty where it could, or need not.
	Trouble string `json:"trouble,omitempty"`
}

type pendingJSON struct {
	Conversation string `json:"conversation"`
	Messages     int    `json:"messages"`
}

// asideJSON is a message on which capture fails.
type asideJSON struct {
	Conversation string `json:"conversation"`
	Message      string `json:"message"`
	SaidAt       string `json:"said_at"`
	SetAsideAt   string `json:"set_aside_at"`
	Reason       string `json:"reason"`
}

func doctorCommand(g *global) *cobra.Command {
	backup, mend, replace := "", false, false
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check the model, the memory file and pending work",
		Long: `Check the model, the memory file and pending work.
It removes what programs that were killed have left of copies, and makes the
index of recall again where that is damaged or out of date.

With --backup, it copies the memory as it is now to a file that is not there
yet, also while the chat is open.

With --repair, it saves what can be read of a damaged memory to a new file
beside it, says what was saved and what was lost, and leaves the damaged one as
it is. With --repair --replace, the new file takes its place, and the damaged
one is kept under another name. Close every other muisto first.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case mend && cmd.Flags().Changed("backup"):
				return usageError{errors.New("--repair and --backup do not go together")}
			case replace && !mend:
				return usageError{errors.New("--replace goes with --repair")}
			case mend:
				return g.repair(cmd, replace)
			}
			return g.with(cmd.Context(), func(p *parts) error {
				if cmd.Flags().Changed("backup") {
					return p.backup(cmd, backup, g.json)
				}
				return p.doctor(cmd, g.json)
			})
		},
	}
	cmd.Flags().StringVar(&backup, "backup", "", "copy the memory to this file, and do nothing else")
	cmd.Flags().BoolVar(&mend, "repair", false, "save what can be read of a damaged memory to a new file")
	cmd.Flags().BoolVar(&replace, "replace", false, "with --repair, put the new file in the place of the damaged one")
	return cmd
}

func (p *parts) doctor(cmd *cobra.Command, asJSON bool) error {
	health, err := p.store.Health(cmd.Context())
	if err != nil {
		return err
	}
	pending, err := p.store.Pending(cmd.Context())
	if err != nil {
		return err
	}
	facts, err := p.store.FactCounts(cmd.Context())
	if err != nil {
		return err
	}
	listed, err := p.store.ListConversations(cmd.Context(), store.ConversationQuery{})
	if err != nil {
		return err
	}
	report := p.diagnose(health, pending)
	aside, err := p.store.SetAside(cmd.Context())
	if err != nil {
		return err
	}
	for _, a := range aside {
		report.SetAside = append(report.SetAside, asideJSON{
			a.Message.Conversation, a.Message.ID, rfc3339(a.Message.At), rfc3339(a.At), a.Reason,
		})
	}
	if report.Memory.Index, err = p.indexFile(cmd.Context()); err != nil {
		return err
	}
	report.Memory.Facts, report.Memory.Retired = facts.Active, facts.Retired
	report.Memory.Hidden = max(0, report.Memory.Conversations-len(listed))
	report.Memory.Conversations = len(listed)
	if asJSON {
		err = printJSON(cmd.OutOrStdout(), report)
	} else {
		err = printLines(cmd.OutOrStdout(), report.lines()...)
	}
	if err == nil && !report.Memory.Sound {
		err = fmt.Errorf("the memory %s is damaged; save what can be read of it with \"muisto doctor --repair\"", health.Path)
	}
	return errors.Join(err, p.store.Sweep())
}

// indexFile looks at the file of the recall index, and makes it again where it is
// of no use.
func (p *parts) indexFile(ctx context.Context) (*indexJSON, error) {
	was, _, err := p.mind.Index(ctx)
	if err != nil {
		return nil, err
	}
	found := &indexJSON{File: p.store.IndexFile().Path(), Was: was}
	if was != recall.FreshImage {
		if err := p.mind.Load(ctx); err != nil {
			return nil, err
		}
		if err := p.mind.SaveIndex(ctx); err != nil {
			found.Trouble = err.Error()
		}
	}
	_, found.Bytes, err = p.mind.Index(ctx)
	if err != nil || found.Bytes == 0 && found.Trouble == "" {
		return nil, err
	}
	return found, nil
}

// line words it for people.
func (x *indexJSON) line() string {
	if x.Trouble != "" {
		return "index     " + x.Trouble + "; recall works without it, but reads the whole memory at every start"
	}
	how := map[recall.Condition]string{
		recall.FreshImage: "fresh", recall.BehindImage: "slightly out of date; the next recall updates it", recall.NoImage: "just made",
		recall.StaleImage: "out of date; rebuilt", recall.DamagedImage: "damaged; rebuilt",
	}
	return fmt.Sprintf("index     %s, %.1f MB, %s (derived from the memory; it may be deleted)", x.File, float64(x.Bytes)/1e6, how[x.Was])
}

type backupJSON struct {
	File  string `json:"file"`
	Bytes int64  `json:"bytes"`
}

func (p *parts) backup(cmd *cobra.Command, to string, asJSON bool) error {
	if to == "" {
		return usageError{errors.New("--backup takes the name of a file that is not there yet")}
	}
	if _, err := os.Lstat(to); errors.Is(err, os.ErrNotExist) { // what is there is left anyway
		if err := p.refuseOwn(to); err != nil {
			return err
		}
	}
	if err := p.store.Backup(cmd.Context(), to); err != nil {
		return err
	}
	info, err := os.Stat(to)
	if err != nil {
		return fmt.Errorf("look at the copy: %w", err)
	}
	if asJSON {
		return printJSON(cmd.OutOrStdout(), backupJSON{to, info.Size()})
	}
	return printLines(cmd.OutOrStdout(), fmt.Sprintf("copied the memory to %s, %.1f MB", to, float64(info.Size())/1e6))
}

func (p *parts) diagnose(h store.Health, pending []store.PendingConversation) doctorJSON {
	m := p.config.Model
	d := doctorJSON{
		Model:    doctorModel{m.Name, m.BaseURL, string(m.Origin), m.Key != "" || m.Keyring, m.ContextTokens},
		Settings: p.config.File, Profile: p.config.Profile,
		Memory: doctorMemory{
			File: h.Path, Bytes: h.Size, Schema: h.Form, Journal: h.JournalMode,
			Conversations: h.Counts.Conversations, Messages: h.Counts.Messages, Episodes: h.Counts.Episodes,
			Sound: len(h.Troubles) == 0, Troubles: some(h.Troubles), Copies: some(h.Copies), Leftovers: some(h.Leftovers),
		},
		Pending: []pendingJSON{}, SetAside: []asideJSON{},
	}
	for _, w := range pending {
		d.Pending = append(d.Pending, pendingJSON{w.Conversation, w.Messages})
	}
	return d
}

// conversations and facts word what is shown and what is not.
func (m doctorMemory) conversations() string {
	text := count(m.Conversations, "conversation")
	if m.Hidden > 0 {
		text += fmt.Sprintf(" and %d hidden", m.Hidden)
	}
	return text
}

func (m doctorMemory) facts() string {
	text := count(m.Facts, "fact")
	if m.Retired > 0 {
		text += fmt.Sprintf(" and %d retired", m.Retired)
	}
	return text
}

// lines words the report for people.
func (d doctorJSON) lines() []string {
	where := "inside the program; no key, no network"
	if d.Model.BaseURL != "" {
		key := "no key"
		if d.Model.HasKey {
			key = "with a key"
		}
		where = fmt.Sprintf("at %s, %s", d.Model.BaseURL, key)
	}
	waiting := 0
	for _, p := range d.Pending {
		waiting += p.Messages
	}
	health := "healthy"
	if !d.Memory.Sound {
		health = "DAMAGED"
	}
	settings := d.Settings
	if settings == "" {
		settings = "none; they would be read from " + config.DefaultPaths().File
	}
	if d.Profile != "" {
		settings += ", profile " + d.Profile
	}
	lines := []string{
		fmt.Sprintf("model     %s, %s (by %s; window of %d tokens)", d.Model.Name, where, d.Model.ChosenBy, d.Model.ContextTokens),
		"settings  " + settings,
		fmt.Sprintf("memory    %s, %.1f MB, %s (schema version %d, %s)", d.Memory.File, float64(d.Memory.Bytes)/1e6, health, d.Memory.Schema, strings.ToUpper(d.Memory.Journal)),
		fmt.Sprintf("holds     %s in %s, %s, %s", count(d.Memory.Messages, "message"), d.Memory.conversations(), count(d.Memory.Episodes, "moment"), d.Memory.facts()),
		fmt.Sprintf("pending   %s in %s", count(waiting, "message"), count(len(d.Pending), "conversation")),
	}
	if d.Memory.Index != nil {
		lines = append(lines, d.Memory.Index.line())
	}
	for _, a := range d.SetAside {
		lines = append(lines, fmt.Sprintf("set aside %s/%s, since capture fails on it (%s): erase it, or try it again with \"muisto capture --again\"",
			a.Conversation, a.Message, a.Reason))
	}
	for _, t := range d.Memory.Troubles {
		lines = append(lines, "trouble   "+t)
	}
	for _, c := range d.Memory.Copies {
		lines = append(lines, "copy      "+c)
	}
	for _, l := range d.Memory.Leftovers {
		lines = append(lines, "removed   "+l+", left of a copy that was not finished")
	}
	return lines
}
