package chat

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"muisto/memory"
	"muisto/memory/store"
	"muisto/model"
)

// Price is what a model costs for a million tokens: of what is sent, and of what
// comes back.
type Price struct{ In, Out float64 }

// Tariff is what models cost, as far as a person has said it.
type Tariff struct {
	// Prices are by the name of the model.
	Prices map[string]Price
	// Currency stands before an amount: "$".
	Currency string
}

// Spent is what was taken, as far as endpoints report it.
type Spent struct {
	// Read and Wrote are tokens: of what was sent, and of what came back. Both 0:
	// nothing was reported.
	Read, Wrote int64
	// Cost is what those of the models with a price cost; Priced: there are some.
	Cost   float64
	Priced bool
}

func (s Spent) add(o Spent) Spent {
	return Spent{s.Read + o.Read, s.Wrote + o.Wrote, s.Cost + o.Cost, s.Priced || o.Priced}
}

// spent is what a stretch of usage of a model comes to.
func (t Tariff) spent(model string, read, wrote int64) Spent {
	s := Spent{Read: read, Wrote: wrote}
	if price, ok := t.Prices[model]; ok && read+wrote > 0 {
		s.Cost, s.Priced = (float64(read)*price.In+float64(wrote)*price.Out)/1e6, true
	}
	return s
}

// Cost is what a reply of a model costs; false where it has no price, or nothing
// was reported.
func (t Tariff) Cost(model string, u model.Usage) (float64, bool) {
	s := t.spent(model, int64(u.PromptTokens), int64(u.ReplyTokens))
	return s.Cost, s.Priced
}

// Amount writes a sum in as many digits as tell something: "$0.0042", "$12.30".
func (t Tariff) Amount(sum float64) string {
	digits := 2
	for limit := 0.1; digits < 6 && sum > 0 && sum < limit; limit /= 10 {
		digits++
	}
	return fmt.Sprintf("%s%.*f", t.Currency, digits, sum)
}

// Day is what a day took and brought.
type Day struct {
	Day memory.Day
	// Replies, Captures and Nights are how often a model was asked for a reply,
	// for moments and for facts; Within is how many of the replies were given by
	// the model inside the program, which sends nothing.
	Replies, Captures, Nights, Within int64
	// Sent is how long the prompts for replies were, and Whole how long they would
	// have been with all that had been said in them: both estimated, in tokens.
	Sent, Whole int64
	Spent       Spent
	// Moments is how many are of that day, Facts how many were formed on it.
	Moments, Facts int
}

// Calls is how often an endpoint was asked.
func (d Day) Calls() int64 { return d.Replies - d.Within + d.Captures + d.Nights }

// Stats are what the last days took and brought.
type Stats struct {
	// From is the first day looked at, and To the last.
	From, To memory.Day
	// Days are those on which there was something, the newest first.
	Days  []Day
	Total Day
	// Unpriced are the models with tokens and no price, by name.
	Unpriced []string
}

// StatsQuery asks for Stats.
type StatsQuery struct {
	Now     time.Time
	DayTurn int
	// Days is how many to look at, today among them.
	Days   int
	Tariff Tariff
}

// maxDays bounds how many days are looked at.
const maxDays = 36_600

// ReadStats gives what the last days took and brought.
func ReadStats(ctx context.Context, s *store.Store, q StatsQuery) (Stats, error) {
	to := memory.DayOf(q.Now, q.DayTurn)
	out := Stats{From: to - memory.Day(min(max(q.Days, 1), maxDays)) + 1, To: to}
	usage, err := s.Usage(ctx, out.From)
	if err != nil {
		return Stats{}, err
	}
	moments, facts, err := s.Formed(ctx, out.From, q.DayTurn)
	if err != nil {
		return Stats{}, err
	}
	days := map[memory.Day]*Day{}
	of := func(day memory.Day) *Day {
		if days[day] == nil {
			days[day] = &Day{Day: day}
		}
		return days[day]
	}
	for _, u := range usage {
		spent := q.Tariff.spent(u.Model, u.Read, u.Wrote)
		of(u.Day).count(u, spent)
		if u.Read+u.Wrote > 0 && !spent.Priced && !slices.Contains(out.Unpriced, u.Model) {
			out.Unpriced = append(out.Unpriced, u.Model)
		}
	}
	for day, n := range moments {
		of(day).Moments = n
	}
	for day, n := range facts {
		of(day).Facts = n
	}
	for _, d := range days {
		out.Days = append(out.Days, *d)
		out.Total = out.Total.add(*d)
	}
	slices.SortFunc(out.Days, func(a, b Day) int { return int(b.Day) - int(a.Day) })
	slices.SortFunc(out.Unpriced, strings.Compare)
	return out, nil
}

func (d *Day) count(u store.Usage, spent Spent) {
	switch u.Purpose {
	case store.ForReply:
		d.Replies += u.Calls
		if u.Sent == 0 {
			d.Within += u.Calls
		}
	case store.ForCapture:
		d.Captures += u.Calls
	case store.ForNight:
		d.Nights += u.Calls
	}
	d.Sent += u.Sent
	d.Whole += u.Whole
	d.Spent = d.Spent.add(spent)
}

func (d Day) add(o Day) Day {
	return Day{
		Replies: d.Replies + o.Replies, Captures: d.Captures + o.Captures, Nights: d.Nights + o.Nights, Within: d.Within + o.Within,
		Sent: d.Sent + o.Sent, Whole: d.Whole + o.Whole, Spent: d.Spent.add(o.Spent),
		Moments: d.Moments + o.Moments, Facts: d.Facts + o.Facts,
	}
}

// Stats gives what the last days took and brought.
func (s *Session) Stats(ctx context.Context, days int) (Stats, error) {
	return ReadStats(ctx, s.o.Store, StatsQuery{Now: s.o.Clock.Now(), DayTurn: s.o.DayTurn, Days: days, Tariff: s.o.Tariff})
}

// Tariff is what models cost.
func (s *Session) Tariff() Tariff { return s.o.Tariff }

// countTime bounds keeping count of a turn: of the history, so much is counted
// as there is time for, and the rest the next time.
const countTime = 2 * time.Second

// count keeps what a reply took.
func (s *Session) count(ctx context.Context, model Model, p model.Prompt, reply memory.Message, u model.Usage) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), countTime)
	defer cancel()
	kept := store.Usage{
		Day: memory.DayOf(s.o.Clock.Now(), s.o.DayTurn), Model: model.Name, Purpose: store.ForReply, Calls: 1,
		Read: int64(u.PromptTokens), Wrote: int64(u.ReplyTokens),
	}
	if kept.Read+kept.Wrote > 0 {
		kept.Reported = 1
	}
	if !model.Within {
		var err error
		if kept.Sent, kept.Whole, err = s.measure(ctx, p, reply); err != nil {
			return err
		}
	}
	if err := s.o.Store.AddUsage(ctx, kept); err != nil {
		return err
	}
	s.mu.Lock()
	s.status.Last = s.o.Tariff.spent(model.Name, kept.Read, kept.Wrote)
	s.mu.Unlock()
	return s.countToday(ctx)
}

// measure says how long a prompt was, and how long it would have been with all
// that had been said in the place of memory, in tokens, both estimated alike.
func (s *Session) measure(ctx context.Context, p model.Prompt, reply memory.Message) (sent, whole int64, err error) {
	system := memory.Tokens(p.System)
	whole = int64(system - memory.Tokens(blockIn(p.System)))
	sent = int64(system)
	for _, m := range p.Window {
		tokens := int64(memory.Tokens(m.Text) + messageOverhead)
		sent += tokens
		if m.Key == 0 { // off the record: not among what is stored
			whole += tokens
		}
	}
	messages, tokens, err := s.o.Store.History(ctx)
	if err != nil {
		return 0, 0, err
	}
	whole += tokens + messages*messageOverhead
	if reply.Key != 0 { // it came after the prompt
		whole -= int64(memory.Tokens(reply.Text) + messageOverhead)
	}
	return sent, max(whole, 0), nil
}

// countToday shows in the status what was taken today.
func (s *Session) countToday(ctx context.Context) error {
	today := memory.DayOf(s.o.Clock.Now(), s.o.DayTurn)
	usage, err := s.o.Store.Usage(ctx, today)
	if err != nil {
		return err
	}
	var all Spent
	for _, u := range usage {
		if u.Day == today {
			all = all.add(s.o.Tariff.spent(u.Model, u.Read, u.Wrote))
		}
	}
	s.mu.Lock()
	s.status.Today = all
	s.mu.Unlock()
	return nil
}
