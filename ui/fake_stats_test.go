package ui

import (
	"context"

	"muisto/chat"
	"muisto/memory"
)

// spending is a session that has used an endpoint for some weeks.
func spending() *fake {
	f := talked()
	f.tariff = chat.Tariff{Currency: "$", Prices: map[string]chat.Price{"gpt-5-mini": {In: 0.25, Out: 2}}}
	to := memory.DayOf(monday, 4)
	f.stats = chat.Stats{From: to - 29, To: to, Unpriced: []string{"gpt-5-nano"}}
	for i, n := range []int64{12, 3, 41, 0, 8, 25, 1, 17, 30, 2, 5, 9, 14, 6, 22, 4, 11, 19, 7, 3} {
		d := chat.Day{
			Day: to - memory.Day(i), Replies: n, Captures: n / 4, Nights: n / 9, Sent: 1180 * n, Whole: (900_000 - 40_000*int64(i)) * n,
			Spent: chat.Spent{Read: 1320 * n, Wrote: 140 * n, Cost: 0.0007 * float64(n), Priced: n > 0}, Moments: int(n / 2), Facts: int(n / 12),
		}
		if n == 0 {
			d.Moments = 2
		}
		f.stats.Days = append(f.stats.Days, d)
		t := &f.stats.Total
		*t = chat.Day{
			Replies: t.Replies + d.Replies, Captures: t.Captures + d.Captures, Nights: t.Nights + d.Nights, Sent: t.Sent + d.Sent, Whole: t.Whole + d.Whole,
			Spent:   chat.Spent{Read: t.Spent.Read + d.Spent.Read, Wrote: t.Spent.Wrote + d.Spent.Wrote, Cost: t.Spent.Cost + d.Spent.Cost, Priced: true},
			Moments: t.Moments + d.Moments, Facts: t.Facts + d.Facts,
		}
	}
	return f
}

// spent is the status after a reply of that session.
func spent() chat.Status {
	s := waiting()
	s.Last, s.Today = chat.Spent{Read: 1320, Wrote: 148, Cost: 0.00063, Priced: true}, chat.Spent{Read: 15_840, Wrote: 1680, Cost: 0.0084, Priced: true}
	return s
}

func (f *fake) Stats(_ context.Context, days int) (chat.Stats, error) {
	f.call("stats %d", days)
	return f.stats, f.loadErr
}

func (f *fake) Tariff() chat.Tariff { return f.tariff }
