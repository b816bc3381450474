package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"muisto/chat"
)

type statsJSON struct {
	From     string         `json:"from"`
	To       string         `json:"to"`
	Days     []dayStatsJSON `json:"days"`
	Total    dayStatsJSON   `json:"total"`
	Unpriced []string       `json:"unpriced"`
	Currency string         `json:"currency"`
}

type dayStatsJSON struct {
	Day string `json:"day,omitempty"`
	// Calls to an endpoint are the replies but for those within, the captures and
	// the nights.
	Replies  int64 `json:"replies"`
	Within   int64 `json:"within"`
	Captures int64 `json:"captures"`
	Nights   int64 `json:"nights"`
	// Sent and whole are estimates, in and out what endpoints report; in tokens.
	Sent  int64 `json:"sent"`
	Whole int64 `json:"whole"`
	In    int64 `json:"in"`
	Out   int64 `json:"out"`
	// Cost is null where no model has a price.
	Cost    *float64 `json:"cost"`
	Moments int      `json:"moments"`
	Facts   int      `json:"facts"`
}

func statsCommand(g *global) *cobra.Command {
	days := 30
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Show token usage and cost, compared with sending the full history",
		Long: `Show what the last days took, and what was remembered in them.

  calls         how often an endpoint was asked: for replies, moments and facts
  sent          how long the prompts for replies were, memories included, in
                tokens (estimated)
  full history  how long they would have been with every message so far in them
                (estimated in the same way)
  tokens in,    as the endpoint reports them, where it does
  tokens out
  cost          of these, by prices.models in the settings

The built-in model takes no tokens: nothing is sent anywhere.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if days < 1 {
				return usageError{fmt.Errorf("--days is %d; it can be 1 or more", days)}
			}
			return g.with(cmd.Context(), func(p *parts) error { return p.stats(cmd, days, g.json) })
		},
	}
	cmd.Flags().IntVar(&days, "days", days, "how many days to look at, today among them")
	return cmd
}

func (p *parts) stats(cmd *cobra.Command, days int, asJSON bool) error {
	stats, err := chat.ReadStats(cmd.Context(), p.store, chat.StatsQuery{
		Now: p.clock.Now(), DayTurn: p.config.Memory.DayTurn, Days: days, Tariff: p.tariff(),
	})
	if err != nil {
		return err
	}
	if asJSON {
		out := statsJSON{
			From: stats.From.String(), To: stats.To.String(), Days: []dayStatsJSON{}, Total: dayStatsOf(stats.Total),
			Unpriced: some(stats.Unpriced), Currency: p.config.Prices.Currency,
		}
		for _, d := range stats.Days {
			out.Days = append(out.Days, dayStatsOf(d))
		}
		return printJSON(cmd.OutOrStdout(), out)
	}
	return printLines(cmd.OutOrStdout(), p.statsLines(stats)...)
}

func dayStatsOf(d chat.Day) dayStatsJSON {
	out := dayStatsJSON{
		Day: d.Day.String(), Replies: d.Replies, Within: d.Within, Captures: d.Captures, Nights: d.Nights,
		Sent: d.Sent, Whole: d.Whole, In: d.Spent.Read, Out: d.Spent.Wrote, Moments: d.Moments, Facts: d.Facts,
	}
	if d.Spent.Priced {
		out.Cost = &d.Spent.Cost
	}
	return out
}

func (p *parts) statsLines(s chat.Stats) []string {
	if len(s.Days) == 0 {
		return []string{fmt.Sprintf("nothing was said from %s to %s", s.From, s.To)}
	}
	row := func(day string, cells ...string) string {
		line := fmt.Sprintf("%-10s", day)
		for i, c := range cells {
			line += fmt.Sprintf("%*s", []int{8, 11, 14, 11, 12, 11, 9, 7}[i], c)
		}
		return line
	}
	of := func(name string, d chat.Day) string {
		cost := "·"
		if d.Spent.Priced {
			cost = p.tariff().Amount(d.Spent.Cost)
		}
		n := func(n int64) string {
			if n == 0 {
				return "·"
			}
			return strconv.FormatInt(n, 10)
		}
		return row(name, n(d.Calls()), n(d.Sent), n(d.Whole), n(d.Spent.Read), n(d.Spent.Wrote), cost, n(int64(d.Moments)), n(int64(d.Facts)))
	}
	lines := []string{row("day", "calls", "sent", "full history", "tokens in", "tokens out", "cost", "moments", "facts")}
	for _, d := range s.Days {
		lines = append(lines, of(d.Day.String(), d))
	}
	lines = append(lines, of("total", s.Total))
	if s.Total.Within > 0 {
		lines = append(lines, fmt.Sprintf("%d of the replies by the built-in model, which takes no tokens", s.Total.Within))
	}
	if len(s.Unpriced) > 0 {
		lines = append(lines, "no price is set for "+strings.Join(s.Unpriced, ", ")+"; see prices.models in the settings")
	}
	return lines
}
