package cli

import (
	"context"
	"io"

	"muisto/memory"
	"muisto/memory/store"
	"muisto/model/builtin"
	"muisto/report"
)

// maxReportNights is how many nights the page shows.
const maxReportNights = 60

// exportHTML writes one page to look at.
func (p *parts) exportHTML(ctx context.Context, w io.Writer) error {
	facts, err := p.mind.Facts(ctx, store.FactQuery{Retired: true})
	if err != nil {
		return err
	}
	moments, left, err := p.newestMoments(ctx, report.MaxMoments)
	if err != nil {
		return err
	}
	nights, err := p.store.Records(ctx, 0, maxReportNights)
	if err != nil {
		return err
	}
	return report.Write(w, report.Memory{
		Now: p.clock.Now(), Decay: p.config.Memory.Decay, Spoken: builtin.Spoken,
		Facts: facts, Moments: moments, Left: left, Nights: nights,
	})
}

// newestMoments returns the newest n moments, the oldest of them first, and how
// many older ones there are.
func (p *parts) newestMoments(ctx context.Context, n int) (newest []memory.Episode, left int, err error) {
	query := store.EpisodeQuery{Order: store.OldestFirst, Limit: diaryPage}
	for {
		page, err := p.store.Episodes(ctx, query)
		if err != nil || len(page) == 0 {
			return newest, left, err
		}
		query.After = page[len(page)-1].ID
		newest = append(newest, page...)
		if over := len(newest) - n; over > 0 {
			left += over
			newest = append([]memory.Episode(nil), newest[over:]...)
		}
	}
}
