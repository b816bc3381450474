package store

import (
	"reflect"
	"slices"
	"testing"

	"muisto/memory"
)

func TestEpisodesByIDAreThoseOfTheList(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	lives(t, s)
	want := must[[]memory.Episode](t)(s.EpisodesAfter(ctx, 0, 0))
	slices.Reverse(want)
	ids := []memory.EpisodeID{99}
	for _, e := range want {
		ids = append(ids, e.ID)
	}
	if got := must[[]memory.Episode](t)(s.EpisodesByID(ctx, ids)); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if err := s.Withdraw(ctx, nil, []memory.EpisodeID{5}); err != nil {
		t.Fatal(err)
	}
	if got := what(must[[]memory.Episode](t)(s.StandingEpisodes(ctx, []memory.EpisodeID{6, 5, 4}))); got != "e6 e4" {
		t.Errorf("standing: %s", got)
	}
}

func TestEveryChangeGivesAnotherRevision(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	seen := []memory.Revision{must[memory.Revision](t)(s.Revision(ctx))}
	changed := func(by string) {
		t.Helper()
		r := must[memory.Revision](t)(s.Revision(ctx))
		if slices.Contains(seen, r) {
			t.Errorf("%s gives %+v, which was before", by, r)
		}
		if again := must[memory.Revision](t)(s.Revision(ctx)); again != r {
			t.Errorf("%+v became %+v by itself", r, again)
		}
		seen = append(seen, r)
	}
	say(t, s, "one", "two")
	episodes := captureAll(t, s, "c")
	changed("a capture")
	n := nights(t, s)
	pass := beginNight(t, n, episodes[0].Day)
	keepChanges(t, n, pass.ID, episodes, formed(factOf("The launch is on Friday.", episodes...)))
	changed("a new fact")
	keepChanges(t, n, pass.ID, episodes, formed(factOf("The launch is on Monday.", episodes...)))
	changed("another")
	if err := s.SaveVectors(ctx, "m", []Vector{{Episode: episodes[0].ID, Values: []int8{1, 2}}}); err != nil {
		t.Fatal(err)
	}
	changed("a vector")
	if err := s.Withdraw(ctx, nil, []memory.EpisodeID{episodes[0].ID}); err != nil {
		t.Fatal(err)
	}
	changed("a withdrawal")
	rewritten := seen[len(seen)-1].Rewritten
	if _, err := s.Erase(ctx, Targets{Episodes: []memory.EpisodeID{episodes[1].ID}}); err != nil {
		t.Fatal(err)
	}
	changed("an erasure")
	if now := seen[len(seen)-1].Rewritten; now <= rewritten {
		t.Errorf("an erasure takes the number of them from %d to %d", rewritten, now)
	}
}
