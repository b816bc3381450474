package cli

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"muisto/memory"
	"muisto/memory/store"
)

type nameJSON struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

type episodeJSON struct {
	ID             string     `json:"id"`
	What           string     `json:"what"`
	About          string     `json:"about"`
	Who            []string   `json:"who"`
	When           string     `json:"when"`
	WhenAt         *string    `json:"when_at"`
	Act            string     `json:"act"`
	Actor          string     `json:"actor"`
	Names          []nameJSON `json:"names"`
	Salience       float64    `json:"salience"`
	Floor          float64    `json:"floor"`
	Intensity      float64    `json:"intensity"`
	LifespanDays   float64    `json:"lifespan_days"`
	Retrievability float64    `json:"retrievability"`
	FormedAt       string     `json:"formed_at"`
	Conversation   string     `json:"conversation"`
	Lasting        bool       `json:"lasting"`
	Sources        []string   `json:"sources"`
}

// episodeOf is an episode as JSON, as it stands at now.
func episodeOf(e memory.Episode, now time.Time, decay float64) episodeJSON {
	out := episodeJSON{
		ID: e.ID.String(), What: e.What, About: e.About, Who: some(e.Who), When: e.When,
		Act: string(e.Act), Actor: string(e.Actor), Names: []nameJSON{},
		Salience: e.Salience, Floor: e.Floor, Intensity: e.Intensity, LifespanDays: e.Lifespan,
		Retrievability: e.Retrievability(now, decay), FormedAt: rfc3339(e.FormedAt),
		Conversation: e.Conversation, Lasting: e.Lasting, Sources: []string{},
	}
	if e.WhenAt != 0 {
		day := e.WhenAt.String()
		out.WhenAt = &day
	}
	for _, n := range e.Names {
		out.Names = append(out.Names, nameJSON{n.Text, string(n.Type)})
	}
	for _, s := range e.Sources {
		out.Sources = append(out.Sources, s.ID)
	}
	return out
}

func (p *parts) episodesJSON(episodes []memory.Episode) []episodeJSON {
	list := []episodeJSON{}
	for _, e := range episodes {
		list = append(list, episodeOf(e, p.clock.Now(), p.config.Memory.Decay))
	}
	return list
}

// episodeLine is an episode as a line of text.
func (p *parts) episodeLine(e memory.Episode) string {
	left := e.Retrievability(p.clock.Now(), p.config.Memory.Decay)
	return fmt.Sprintf("%-5s %s  %-11s %-6s %3.0f %%  %s",
		e.ID, e.Day, e.Act, memory.LabelOf(e.Salience), 100*left, e.What)
}

func momentsCommand(g *global) *cobra.Command {
	return &cobra.Command{
		Use:     "moments",
		Aliases: []string{"episodes"},
		Short:   "List the moments that are remembered, newest first",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return g.with(cmd.Context(), func(p *parts) error {
				episodes, err := p.store.Episodes(cmd.Context(), store.EpisodeQuery{})
				if err != nil {
					return err
				}
				if g.json {
					return printJSON(cmd.OutOrStdout(), p.episodesJSON(episodes))
				}
				for _, e := range episodes {
					if err := printLines(cmd.OutOrStdout(), p.episodeLine(e)); err != nil {
						return err
					}
				}
				if len(episodes) == 0 {
					return printLines(cmd.ErrOrStderr(), "no moments yet; \"muisto capture\" makes them of what was said")
				}
				return nil
			})
		},
	}
}
