package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"muisto/memory"
	"muisto/memory/mind"
	"muisto/memory/neocortex"
)

type sleepJSON struct {
	Passes []passJSON `json:"passes"`
}

type passJSON struct {
	Pass    string      `json:"pass"`
	From    string      `json:"from"`
	To      string      `json:"to"`
	Moments int         `json:"moments"`
	Calls   int         `json:"calls"`
	Groups  []groupJSON `json:"groups"`
	Facts   []string    `json:"facts"`
}

type groupJSON struct {
	Episodes []string             `json:"episodes"`
	Names    []memory.WeighedName `json:"names"`
	Outcome  string               `json:"outcome"`
	Reason   string               `json:"reason"`
	Changes  []changeJSON         `json:"changes"`
}

type changeJSON struct {
	Effect string  `json:"effect"`
	Fact   string  `json:"fact"`
	By     *string `json:"by"`
}

func sleepCommand(g *global) *cobra.Command {
	pass := string(mind.Due)
	cmd := &cobra.Command{
		Use:   "sleep",
		Short: "Turn moments into facts: the passes that are due, or one of them now",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			scope := mind.SleepScope(pass)
			if !scope.Valid() {
				return usageError{fmt.Errorf("--pass is %q; it can be due, night, week or month", pass)}
			}
			return g.with(cmd.Context(), func(p *parts) error { return p.sleep(cmd, scope, g.json) })
		},
	}
	cmd.Flags().StringVar(&pass, "pass", pass, "which pass: due, night, week or month")
	completeFlag(cmd, "pass", "due", "night", "week", "month")
	return cmd
}

func (p *parts) sleep(cmd *cobra.Command, scope mind.SleepScope, asJSON bool) error {
	line := newProgress(cmd.ErrOrStderr())
	records, err := p.mind.Sleep(cmd.Context(), scope, func(at neocortex.Progress) {
		line.say("%s", sleepLine(at))
	})
	if err := errors.Join(err, line.end()); err != nil {
		return err
	}
	if err := p.fillVectors(cmd.Context()); err != nil {
		return err
	}
	if asJSON {
		out := sleepJSON{Passes: []passJSON{}}
		for _, r := range records {
			out.Passes = append(out.Passes, passOf(r))
		}
		return printJSON(cmd.OutOrStdout(), out)
	}
	if len(records) == 0 {
		return p.sayNothingDue(cmd)
	}
	for _, r := range records {
		if err := printLines(cmd.OutOrStdout(), recordLines(r)...); err != nil {
			return err
		}
	}
	return nil
}

// sayNothingDue says so, and what would have to be captured first.
func (p *parts) sayNothingDue(cmd *cobra.Command) error {
	pending, err := p.store.Pending(cmd.Context())
	if err != nil {
		return err
	}
	waiting := 0
	for _, c := range pending {
		waiting += c.Messages
	}
	verb := "wait"
	switch waiting {
	case 0:
		return printLines(cmd.ErrOrStderr(), "no pass is due")
	case 1:
		verb = "waits"
	}
	return printLines(cmd.ErrOrStderr(), fmt.Sprintf("no pass is due; %s %s to become moments first: muisto capture", count(waiting, "message"), verb))
}

// barWidth is that of the progress bar, in columns.
const barWidth = 20

func sleepLine(at neocortex.Progress) string {
	line := fmt.Sprintf("sleeping: the %s of %s", at.Pass.Kind, at.Pass.To)
	if at.Groups == 0 {
		return line
	}
	done := barWidth * at.Group / at.Groups
	return fmt.Sprintf("%s, group %d of %d [%s%s]", line, at.Group, at.Groups, strings.Repeat("#", done), strings.Repeat(".", barWidth-done))
}

func passOf(r memory.PassRecord) passJSON {
	out := passJSON{
		Pass: string(r.Pass.Kind), From: r.Pass.From.String(), To: r.Pass.To.String(),
		Moments: r.Moments, Calls: r.Calls, Groups: []groupJSON{}, Facts: []string{},
	}
	for _, g := range r.Groups {
		out.Groups = append(out.Groups, groupOf(g))
	}
	for _, id := range r.Facts() {
		out.Facts = append(out.Facts, id.String())
	}
	return out
}

func groupOf(g memory.GroupRecord) groupJSON {
	out := groupJSON{Episodes: idsOf(g.Episodes), Names: some(g.Names), Outcome: string(g.Outcome), Reason: g.Reason, Changes: []changeJSON{}}
	for _, c := range g.Changes {
		change := changeJSON{Effect: string(c.Effect), Fact: c.Fact.String()}
		if c.By != 0 {
			by := c.By.String()
			change.By = &by
		}
		out.Changes = append(out.Changes, change)
	}
	return out
}

func idsOf(ids []memory.EpisodeID) []string {
	list := []string{}
	for _, id := range ids {
		list = append(list, id.String())
	}
	return list
}

// recordLines words a pass for people.
func recordLines(r memory.PassRecord) []string {
	days := r.Pass.To.String()
	if r.Pass.From != r.Pass.To {
		days = r.Pass.From.String() + " to " + days
	}
	lines := []string{fmt.Sprintf("%s of %s: %s, %s, %s", r.Pass.Kind, days,
		count(r.Moments, "moment"), count(len(r.Groups), "group"), count(r.Calls, "call"))}
	for _, g := range r.Groups {
		if g.Outcome == memory.StayedMoments && len(g.Episodes) == 1 {
			continue
		}
		lines = append(lines, fmt.Sprintf("  %s: %s, since %s", strings.Join(idsOf(g.Episodes), " "), g.Outcome, g.Reason))
		for _, c := range g.Changes {
			line := fmt.Sprintf("    %s %s", c.Fact, c.Effect)
			if c.By != 0 {
				line += " by " + c.By.String()
			}
			lines = append(lines, line)
		}
	}
	return lines
}
