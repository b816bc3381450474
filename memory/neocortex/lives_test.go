package neocortex

import (
	"fmt"
	"math/rand/v2"
	"time"

	"muisto/memory"
)

// life generates a life history of n moments: threads that last some weeks,
// each with a few names of its own, over names that follow a Zipf law, of
// which some stand in almost everything.
func life(n int, seed uint64) []memory.EpisodeRef {
	r := rand.New(rand.NewPCG(seed, 1))
	names := max(n/8, 50)
	zipf := rand.NewZipf(r, 1.1, 4, uint64(names-1))
	start := time.Date(2016, 1, 1, 8, 0, 0, 0, time.UTC)
	threads := make([][]string, 12)
	moments := make([]memory.EpisodeRef, n)
	for i := range moments {
		k := r.IntN(len(threads))
		if threads[k] == nil || r.IntN(25) == 0 {
			threads[k] = nil
			for range 2 + r.IntN(3) {
				threads[k] = append(threads[k], fmt.Sprintf("name %d", zipf.Uint64()))
			}
		}
		at := start.Add(time.Duration(i) * 3 * time.Hour)
		m := memory.EpisodeRef{
			ID: memory.EpisodeID(i + 1), At: at, Day: memory.DayOf(at, 4),
			Act: memory.Observation, Actor: memory.RoleUser, Salience: 0.25,
		}
		for _, name := range threads[k] {
			if r.IntN(2) == 0 {
				m.Names = append(m.Names, name)
			}
		}
		if r.IntN(3) == 0 {
			m.Names = append(m.Names, fmt.Sprintf("name %d", zipf.Uint64()))
		}
		if r.IntN(10) < 9 {
			m.Names = append(m.Names, "helsinki")
		}
		if r.IntN(10) < 4 {
			m.Names = append(m.Names, "sara")
		}
		moments[i] = m
	}
	return moments
}
