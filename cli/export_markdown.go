package cli

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"muisto/harmless"
	"muisto/memory"
	"muisto/memory/store"
)

// diaryPage is how many moments are read at a time.
const diaryPage = 500

// exportMarkdown writes the facts by subject, then the moments by day. A moment
// is a block with an id ("^e12"), to which the facts link.
func (p *parts) exportMarkdown(ctx context.Context, w io.Writer) error {
	out := bufio.NewWriter(w)
	if err := p.writeFacts(ctx, out); err != nil {
		return err
	}
	if err := p.writeDiary(ctx, out); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

func (p *parts) writeFacts(ctx context.Context, out *bufio.Writer) error {
	facts, err := p.mind.Facts(ctx, store.FactQuery{Retired: true})
	if err != nil {
		return err
	}
	slices.SortStableFunc(facts, func(a, b memory.Fact) int {
		return cmp.Or(strings.Compare(strings.ToLower(subjectOf(a)), strings.ToLower(subjectOf(b))), cmp.Compare(rank(a), rank(b)), cmp.Compare(a.ID, b.ID))
	})
	lines := []string{"# What is known", ""}
	subject := ""
	for i, f := range facts {
		if s := subjectOf(f); i == 0 || !strings.EqualFold(s, subject) {
			if i > 0 {
				lines = append(lines, "")
			}
			subject = s
			lines = append(lines, "## "+plain(s), "")
		}
		lines = append(lines, factItem(f))
	}
	if len(facts) == 0 {
		lines = append(lines, "Nothing yet.")
	}
	return writeLines(out, append(lines, "")...)
}

// subjectOf is what a fact is about, without what of it.
func subjectOf(f memory.Fact) string {
	subject, _, _ := strings.Cut(f.About, ":")
	if subject = strings.TrimSpace(harmless.Line(subject)); subject != "" {
		return subject
	}
	return "other"
}

// rank puts the facts that stand before those that are retired.
func rank(f memory.Fact) int {
	if f.Status == memory.Active {
		return 0
	}
	return 1
}

func factItem(f memory.Fact) string {
	text := plain(f.Text)
	notes := []string{string(f.Kind)}
	switch f.Status {
	case memory.Active:
		if f.ValidUntil != 0 {
			notes = append(notes, "until "+f.ValidUntil.String())
		}
	case memory.Superseded:
		text = "~~" + text + "~~"
		notes = append(notes, "until "+f.RetiredAt.Format("2006-01-02")+", then "+linkTo(f.SupersededBy.String()))
	default:
		text = "~~" + text + "~~"
		notes = append(notes, string(f.Status)+" on "+f.RetiredAt.Format("2006-01-02"))
	}
	if f.Authority == memory.ByAgent {
		notes = append(notes, "only the agent said so")
	}
	var days, sources []string
	for _, d := range f.From {
		days = append(days, d.String())
	}
	for _, id := range f.Sources {
		sources = append(sources, linkTo(id.String()))
	}
	notes = append(notes, "from "+strings.Join(days, ", ")+": "+strings.Join(sources, ", "))
	return fmt.Sprintf("- %s (%s) ^%s", text, strings.Join(notes, "; "), f.ID)
}

func linkTo(id string) string { return "[" + id + "](#^" + id + ")" }

func (p *parts) writeDiary(ctx context.Context, out *bufio.Writer) error {
	if err := writeLines(out, "# Diary"); err != nil {
		return err
	}
	query, day := store.EpisodeQuery{Order: store.OldestFirst, Limit: diaryPage}, memory.Day(0)
	for {
		page, err := p.store.Episodes(ctx, query)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, e := range page {
			if e.Day != day {
				day = e.Day
				if err := writeLines(out, "", fmt.Sprintf("## %s, %s", day, day.Weekday()), ""); err != nil {
					return err
				}
			}
			if err := writeLines(out, momentItem(e)); err != nil {
				return err
			}
		}
		query.After = page[len(page)-1].ID
	}
}

func momentItem(e memory.Episode) string {
	notes := []string{string(e.Act), string(memory.LabelOf(e.Salience))}
	if e.When != "" {
		said := plain(e.When)
		if e.WhenAt != 0 {
			said += " = " + e.WhenAt.String()
		}
		notes = append(notes, said)
	}
	return fmt.Sprintf("- %s %s (%s) ^%s", e.LastAt.Format("15:04"), plain(e.What), strings.Join(notes, "; "), e.ID)
}

// plain is text on one line in which nothing is taken for Markdown, HTML, a
// link or a tag.
func plain(s string) string { return escapes.Replace(harmless.Line(s)) }

var escapes = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `<`, `\<`, `>`, `\>`, `#`, `\#`, `~`, `\~`, `$`, `\$`, `|`, `\|`, `&`, `\&`,
	`==`, `\=\=`, `%%`, `\%\%`)

func writeLines(out *bufio.Writer, lines ...string) error {
	for _, l := range lines {
		if _, err := out.WriteString(l + "\n"); err != nil {
			return fmt.Errorf("write: %w", err)
		}
	}
	return nil
}
