package ui

import (
	"slices"
	"testing"

	"muisto/chat"
	"muisto/memory"
)

func TestStatsSetWhatWasSentBesideTheWhole(t *testing.T) {
	drive(t, spending, Options{}, 120, 36, func(d *driver) {
		d.write("/stats 60")
		d.press("enter")
		d.wants("Usage", "sent", "whole history", "×", "315k and 33.5k tokens in all", "$0.17", "gpt-5-nano (prices.models in the settings)", "today", "Sun 11 Oct", "in all")
		if !slices.Contains(d.f.calls, "stats 60") {
			t.Errorf("called %q", d.f.calls)
		}
		d.press("esc")
		d.write("/stats soon")
		d.press("enter")
		d.wants("“soon” is not a number of days.")
	})
}

func TestStatsOfTheModelWithin(t *testing.T) {
	drive(t, func() *fake {
		f := talked()
		day := chat.Day{Day: memory.DayOf(monday, 4), Replies: 3, Within: 3, Moments: 5}
		f.stats = chat.Stats{From: day.Day - 29, To: day.Day, Days: []chat.Day{day}, Total: day}
		return f
	}, Options{}, 100, 30, func(d *driver) {
		d.write("/stats")
		d.press("enter")
		d.wants("The built-in model takes no tokens", "today")
		d.lacks("reports", "×")
	})
}

func TestStatsOfNothing(t *testing.T) {
	drive(t, newFake, Options{}, 100, 30, func(d *driver) {
		d.write("/stats")
		d.press("enter")
		d.wants("Nothing was said on these days.")
	})
}

func TestTheStatusLineSaysWhatWasSpent(t *testing.T) {
	drive(t, spending, Options{}, 160, 30, func(d *driver) {
		d.status(waiting())
		d.lacks("today 17", " in, ")
		d.status(spent())
		d.wants("1.3k in, 148 out, $0.00063 · today 17.5k, $0.0084")
		d.press("f2")
		d.wants("$0.0084")
	})
	drive(t, spending, Options{}, 48, 24, func(d *driver) {
		d.status(spent())
		d.wants("remembers in 48 s", "$0.0084")
		d.lacks("1.3k in")
	})
}

func TestNumbersOfTokensAreShort(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1.0k", 14_240: "14.2k", 99_940: "99.9k", 99_960: "100k", 999_400: "999k", 999_600: "1.0M", 2_400_000_000: "2.4G"} {
		if got := tokens(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}
