package store

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"muisto/memory"
)

// history makes n messages of one conversation, a minute apart.
func history(n int) []memory.Message {
	list := make([]memory.Message, n)
	for i := range list {
		m := user(fmt.Sprintf("Message %d is about as long as what people write to each other in a chat.", i), noon.Add(time.Duration(i)*time.Minute))
		if i%2 == 1 {
			m.Role = memory.RoleAssistant
		}
		list[i] = m
	}
	return list
}

// filled is a closed file with n messages, of which every second one is an
// episode if captured is set.
func filled(b *testing.B, n int, captured bool) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "muisto.db")
	s := openAt(b, path)
	must[ImportReport](b)(s.Import(b.Context(), history(n)))
	if captured {
		var episodes []memory.Episode
		for i, m := range must[[]memory.Message](b)(s.Uncaptured(b.Context(), "c", 0)) {
			if i%2 == 0 {
				episodes = append(episodes, episodeOf(m.Text, m))
			}
		}
		must[[]memory.Episode](b)(s.RecordCapture(b.Context(), captureOf(b, s, "c", episodes...)))
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	return path
}

// BenchmarkOpen opens an up-to-date file and reads what the first frame needs.
func BenchmarkOpen(b *testing.B) {
	for _, n := range []int{0, 10_000, 200_000} {
		b.Run(fmt.Sprintf("%d messages", n), func(b *testing.B) {
			path := filled(b, max(n, 1), n > 0)
			for b.Loop() {
				s := must[*Store](b)(Open(context.Background(), path, Options{}))
				c := must[memory.Conversation](b)(s.LatestConversation(b.Context()))
				must[[]memory.Message](b)(s.Messages(b.Context(), c.ID, 0, 50))
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkAppendMessage(b *testing.B) {
	s := openNew(b)
	for b.Loop() {
		must[memory.Message](b)(s.AppendMessage(b.Context(), user("Noor has an offsite in Bergen with Tomas.", noon)))
	}
}

func BenchmarkGrowMessage(b *testing.B) {
	s := openNew(b)
	m := must[memory.Message](b)(s.AppendMessage(b.Context(), reply("")))
	text := make([]byte, 0, 1<<20)
	for b.Loop() {
		if len(text) < 1<<14 {
			text = append(text, " and then some"...)
		}
		if err := s.GrowMessage(b.Context(), m.Key, string(text)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMessagesPage(b *testing.B) {
	s := openAt(b, filled(b, 10_000, false))
	for b.Loop() {
		must[[]memory.Message](b)(s.Messages(b.Context(), "c", 5000, 50))
	}
}

func BenchmarkConversations(b *testing.B) {
	s := openAt(b, filled(b, 10_000, false))
	for b.Loop() {
		must[[]memory.Conversation](b)(s.Conversations(b.Context(), 50))
	}
}

func BenchmarkImport(b *testing.B) {
	const n = 100_000
	messages := history(n)
	for b.Loop() {
		s := openNew(b)
		must[ImportReport](b)(s.Import(b.Context(), messages))
		must[ImportReport](b)(s.Import(b.Context(), messages))
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/(2*n), "µs/message")
}

// BenchmarkEpisodesAfter reads all episodes, page by page.
func BenchmarkEpisodesAfter(b *testing.B) {
	const n = 200_000
	s := openAt(b, filled(b, n, true))
	read := 0
	for b.Loop() {
		read = 0
		for after := memory.EpisodeID(0); ; {
			page := must[[]memory.Episode](b)(s.EpisodesAfter(b.Context(), after, 5000))
			if len(page) == 0 {
				break
			}
			read, after = read+len(page), page[len(page)-1].ID
		}
	}
	if read != n/2 {
		b.Fatalf("read %d", read)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(read), "µs/episode")
}

func BenchmarkEpisodesNewest(b *testing.B) {
	s := openAt(b, filled(b, 100_000, true))
	for b.Loop() {
		must[[]memory.Episode](b)(s.Episodes(b.Context(), EpisodeQuery{Limit: 100}))
	}
}
