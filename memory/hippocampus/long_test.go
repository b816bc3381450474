package hippocampus

import (
	"fmt"
	"strings"
	"testing"
)

// paste is a message of n different sentences, and a proposal for each.
func paste(n int) (Batch, []Proposal) {
	verbs := []string{"paints", "repairs", "sells", "cleans", "measures", "carries", "films", "borrows"}
	things := []string{"ladder", "boat", "curtain", "engine", "violin", "harbour", "kettle", "bicycle", "mirror"}
	var text strings.Builder
	proposals := make([]Proposal, n)
	for i := range n {
		s := fmt.Sprintf("Person%c%c %s the %s of house %d near street%d.", 'a'+i%26, 'a'+i/26%26, verbs[i%len(verbs)], things[i%len(things)], i, i*i)
		text.WriteString(s + " ")
		proposals[i] = Proposal{What: s, Act: "observation", Quote: s, Sources: []string{"m1"}}
	}
	return batchOf("user: " + text.String()), proposals
}

// The time for a sentence should grow with the words of the message at most.
func BenchmarkCheckOfALongMessage(b *testing.B) {
	for _, n := range []int{50, 200, 800} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			batch, proposals := paste(n)
			for b.Loop() {
				drafts, _, _ := Check(batch, proposals, 4)
				if len(drafts) == 0 {
					b.Fatal("nothing passed")
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/sentence")
		})
	}
}
