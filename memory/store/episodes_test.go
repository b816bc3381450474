package store

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"muisto/memory"
)

func what(list []memory.Episode) string {
	var all []string
	for _, e := range list {
		all = append(all, e.ID.String())
	}
	return strings.Join(all, " ")
}

// lives fills a store with nine episodes over three days in two conversations,
// captured out of order.
func lives(t testing.TB, s *Store) {
	t.Helper()
	for _, batch := range []struct {
		conversation string
		day          int
	}{{"a", 2}, {"b", 0}, {"a", 1}} {
		for i := range 3 {
			m := inConversation(batch.conversation, fmt.Sprint(i), noon.AddDate(0, 0, batch.day).Add(time.Duration(i)*time.Hour))
			must[memory.Message](t)(s.AppendMessage(t.Context(), m))
		}
		captureAll(t, s, batch.conversation)
	}
}

func TestEpisodesAreSelected(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	lives(t, s)
	first := memory.DayOf(noon, 4)
	for _, test := range []struct {
		name string
		q    EpisodeQuery
		want string
	}{
		{"all", EpisodeQuery{}, "e3 e2 e1 e9 e8 e7 e6 e5 e4"},
		{"oldest first", EpisodeQuery{Order: OldestFirst}, "e4 e5 e6 e7 e8 e9 e1 e2 e3"},
		{"a page", EpisodeQuery{Limit: 2}, "e3 e2"},
		{"the next page", EpisodeQuery{Limit: 2, Before: 2}, "e1 e9"},
		{"forwards", EpisodeQuery{Limit: 2, After: 9, Order: OldestFirst}, "e1 e2"},
		{"between", EpisodeQuery{After: 7, Before: 2}, "e1 e9 e8"},
		{"a conversation", EpisodeQuery{Conversation: "b"}, "e6 e5 e4"},
		{"a day", EpisodeQuery{FromDay: first + 1, ToDay: first + 1}, "e9 e8 e7"},
		{"from a day", EpisodeQuery{FromDay: first + 1, Conversation: "a", Limit: 4}, "e3 e2 e1 e9"},
		{"to a day", EpisodeQuery{ToDay: first, Order: OldestFirst}, "e4 e5 e6"},
		{"no such conversation", EpisodeQuery{Conversation: "x"}, ""},
	} {
		got := must[[]memory.Episode](t)(s.Episodes(ctx, test.q))
		if what(got) != test.want || got == nil {
			t.Errorf("%s: %s, want %s", test.name, what(got), test.want)
		}
	}
	if _, err := s.Episodes(ctx, EpisodeQuery{Before: 99}); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("a page from nowhere: %v", err)
	}
	if got := must[[]memory.Episode](t)(s.EpisodesAfter(ctx, 3, 4)); what(got) != "e4 e5 e6 e7" {
		t.Errorf("after e3: %s", what(got))
	}
	scattered := must[[]memory.Episode](t)(s.EpisodesByID(ctx, []memory.EpisodeID{9, 99, 1, 9}))
	if what(scattered) != "e9 e1 e9" {
		t.Errorf("by ID: %s", what(scattered))
	}
	for _, e := range scattered {
		if len(e.Names) != 2 || len(e.Sources) != 1 || e.Sources[0].ID == "" {
			t.Errorf("%s lacks its names or sources: %+v", e.ID, e)
		}
	}
	e4 := must[[]memory.Episode](t)(s.EpisodesByID(ctx, []memory.EpisodeID{4}))[0]
	if got := must[[]memory.Episode](t)(s.EpisodesFrom(ctx, []int64{e4.Sources[0].Key, 999})); what(got) != "e4" {
		t.Errorf("from its message: %s", what(got))
	}
}

func TestWhatIsWithdrawnIsPassedOver(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	lives(t, s)
	m := say(t, s, "never mind")[0]
	if err := s.Withdraw(ctx, []int64{m.Key}, []memory.EpisodeID{5, 1}); err != nil {
		t.Fatal(err)
	}
	if got := what(must[[]memory.Episode](t)(s.Episodes(ctx, EpisodeQuery{}))); got != "e3 e2 e9 e8 e7 e6 e4" {
		t.Errorf("listed %s", got)
	}
	if got := what(must[[]memory.Episode](t)(s.EpisodesAfter(ctx, 0, 0))); got != "e2 e3 e4 e6 e7 e8 e9" {
		t.Errorf("after: %s", got)
	}
	if got := what(must[[]memory.Episode](t)(s.EpisodesByID(ctx, []memory.EpisodeID{5}))); got != "e5" {
		t.Errorf("by ID: %s", got)
	}
	if got := must[[]memory.EpisodeID](t)(s.Withdrawn(ctx)); !slices.Equal(got, []memory.EpisodeID{1, 5}) {
		t.Errorf("withdrawn %v", got)
	}
	counts := must[Counts](t)(s.Counts(ctx))
	if counts.Episodes != 7 || counts.Waiting != 0 {
		t.Errorf("%+v", counts)
	}
	if h := must[Health](t)(s.Health(ctx)); len(h.Troubles) > 0 {
		t.Error(h.Troubles)
	}
	if err := s.Withdraw(ctx, nil, []memory.EpisodeID{99}); err == nil {
		t.Error("withdrew what is not there")
	}
}

func TestNamesAreOneUnderEverySpelling(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	record := func(at time.Time, names ...memory.Name) memory.Episode {
		t.Helper()
		m := must[memory.Message](t)(s.AppendMessage(ctx, user("text", at)))
		e := episodeOf("It happened.", m)
		e.Names = names
		c := captureOf(t, s, "c", e)
		formed := must[[]memory.Episode](t)(s.RecordCapture(ctx, c))
		if err := s.Release(ctx, c.Lease); err != nil {
			t.Fatal(err)
		}
		return formed[0]
	}
	record(noon, memory.Name{Text: "Café Mokka", Type: memory.Place}, memory.Name{Text: "Noor", Type: memory.Person})
	if err := s.AddAlias(ctx, "café mokka", "Mokka"); err != nil {
		t.Fatal(err)
	}
	got := record(noon.Add(time.Hour),
		memory.Name{Text: "CAFÉ  MOKKA’s", Type: memory.Place}, memory.Name{Text: "Mokka", Type: memory.Thing})
	if want := []memory.Name{{Text: "Café Mokka", Type: memory.Place}}; !slices.Equal(got.Names, want) {
		t.Errorf("names %v, want %v", got.Names, want)
	}
	record(noon.Add(2*time.Hour), memory.Name{Text: "Noor", Type: memory.Person})
	want := []memory.Name{{Text: "Noor", Type: memory.Person}, {Text: "Café Mokka", Type: memory.Thing}}
	if got := must[[]memory.Name](t)(s.KnownNames(ctx, 0)); !slices.Equal(got, want) {
		t.Errorf("known %v, want %v", got, want)
	}
	if got := must[[]memory.Name](t)(s.KnownNames(ctx, 1)); len(got) != 1 {
		t.Errorf("known %v", got)
	}
	for _, pair := range [][2]string{{"Nobody", "x"}, {"Noor", "Mokka"}, {"Noor", " "}} {
		if err := s.AddAlias(ctx, pair[0], pair[1]); err == nil {
			t.Errorf("%q became an alias of %q", pair[1], pair[0])
		}
	}
}

// TestPagingIsIndexed reads the plans of what is asked for all the time.
func TestPagingIsIndexed(t *testing.T) {
	s := openNew(t)
	for name, query := range map[string]string{
		"messages": selectMessages + `WHERE m.conversation = 1 AND (m.at, m.key) < (1, 1) ORDER BY m.at DESC, m.key DESC LIMIT 9`,
		"last":     selectMessages + `WHERE m.conversation = 1 ORDER BY m.at DESC, m.key DESC LIMIT 9`,
		"waiting":  selectMessages + `JOIN waiting w ON w.message = m.key WHERE w.conversation = 1 ORDER BY w.at, w.message LIMIT 9`,
		"written":  `SELECT text FROM messages WHERE role = 'user' ORDER BY at DESC, key DESC LIMIT 9`,
		"episodes": `SELECT e.id FROM episodes e JOIN conversations c ON c.key = e.conversation WHERE e.id NOT IN (SELECT episode FROM withdrawn_episodes) AND (e.last_at, e.id) < (1, 1) ORDER BY e.last_at DESC, e.id DESC LIMIT 9`,
		"bulk":     `SELECT e.id FROM episodes e JOIN conversations c ON c.key = e.conversation WHERE e.id > 1 AND e.id NOT IN (SELECT episode FROM withdrawn_episodes) ORDER BY e.id LIMIT 9`,
	} {
		plan := planOf(t, s, query)
		if strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "SCAN m\n") {
			t.Errorf("%s is sorted or searched row by row:\n%s", name, plan)
		}
	}
	if plan := planOf(t, s, `SELECT e.id FROM episodes e WHERE e.day >= 1 AND e.day <= 1 ORDER BY e.last_at, e.id`); !strings.Contains(plan, "episodes_of_day") {
		t.Errorf("a day:\n%s", plan)
	}
}

func planOf(t *testing.T, s *Store, query string) string {
	t.Helper()
	var b strings.Builder
	err := s.read(t.Context(), func(tx *sql.Tx) error {
		return each(t.Context(), tx, func(rows *sql.Rows) error {
			var id, parent, unused int
			var detail string
			err := rows.Scan(&id, &parent, &unused, &detail)
			b.WriteString(detail + "\n")
			return err
		}, `EXPLAIN QUERY PLAN `+query)
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestEpisodesThatNameADayAheadAreListed(t *testing.T) {
	s, ctx := openNew(t), t.Context()
	lives(t, s)
	day := memory.DayOn(2026, 5, 22)
	for _, c := range []struct {
		from  memory.Day
		limit int
		want  string
	}{{day, 4, "e1 e2 e3 e4"}, {day - 9, 2, "e1 e2"}, {day + 1, 9, ""}} {
		if got := what(must[[]memory.Episode](t)(s.Upcoming(ctx, c.from, c.limit))); got != c.want {
			t.Errorf("from day %d: %q, want %q", c.from, got, c.want)
		}
	}
}
