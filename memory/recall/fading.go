package recall

import (
	"time"

	"muisto/memory"
)

// retrievability is memory.Retrievability for an age in seconds.
func retrievability(age int64, lifespan, decay float64) float64 {
	if lifespan <= 0 {
		return 1
	}
	const longest = int64(200 * 365 * 24 * 3600) // a Duration holds 292 years
	return memory.Retrievability(time.Duration(min(max(age, 0), longest))*time.Second, lifespan, decay)
}
