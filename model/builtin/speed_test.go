//go:build unix

package builtin

import (
	"runtime"
	"syscall"
	"testing"
)

// BenchmarkEncodeConversations encodes on one core what friends wrote to each
// other, or, where that is not at hand, the lines that the acts were learnt from.
func BenchmarkEncodeConversations(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	batches, ok := readSessions(b)
	if !ok {
		for _, u := range utterances(b, LessonFiles[0]) {
			batches = append(batches, u.batch())
		}
	}
	n := 0
	for _, batch := range batches {
		n += len(batch.Messages)
	}
	before := workedSeconds(b)
	for b.Loop() {
		for _, batch := range batches {
			encode(b, batch)
		}
	}
	b.ReportMetric(float64(n*b.N)/(workedSeconds(b)-before), "messages/CPU-s")
}

// workedSeconds is for how long a processor has worked for this process, which
// is less than what a clock says where others use it, too.
func workedSeconds(b *testing.B) float64 {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
