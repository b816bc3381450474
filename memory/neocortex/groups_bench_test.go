package neocortex

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/graph/community"
	"gonum.org/v1/gonum/graph/simple"
)

// BenchmarkGroup times steps 1 to 5 on generated life histories. sys-MB is all
// that the process has taken from the system by then, the moments included.
func BenchmarkGroup(b *testing.B) {
	for _, n := range []int{2_000, 100_000, 1_000_000} {
		moments := life(n, 1)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			var parts Parts
			passed := 0
			for b.Loop() {
				parts, passed = Divide(moments, nil, MaxGroup), 0
				for k := range parts.Groups {
					if (Sieve{}).Sift(parts.momentsOf(k)).Passes {
						passed++
					}
				}
			}
			b.ReportMetric(float64(passed)/float64(n), "passed/moment")
			var mem runtime.MemStats
			runtime.ReadMemStats(&mem)
			b.ReportMetric(float64(parts.Ties.Len())/float64(n), "ties/moment")
			b.ReportMetric(float64(len(parts.Groups))/float64(n), "groups/moment")
			b.ReportMetric(float64(mem.Sys)/1e6, "sys-MB")
			runtime.KeepAlive(parts)
		})
	}
}

// BenchmarkLouvain times our Louvain and gonum's on the same graphs and
// reports the modularity of each.
func BenchmarkLouvain(b *testing.B) {
	for _, n := range []int{2_000, 20_000} {
		t := Divide(life(n, 1), nil, MaxGroup).Ties
		g := newGraph(t.from, t.to, t.weight, nil)
		b.Run(fmt.Sprintf("ours/%d", n), func(b *testing.B) {
			var q float64
			for b.Loop() {
				c, _ := louvain(g, 1)
				q = g.modularity(c, 1)
			}
			b.ReportMetric(q, "Q")
		})
		b.Run(fmt.Sprintf("gonum/%d", n), func(b *testing.B) {
			var q float64
			for b.Loop() {
				q = g.modularity(gonumLouvain(t), 1)
			}
			b.ReportMetric(q, "Q")
		})
	}
}

func gonumLouvain(t Ties) []int32 {
	g := simple.NewWeightedUndirectedGraph(0, 0)
	for i := range t.Moments() {
		g.AddNode(simple.Node(i))
	}
	for i := range t.Moments() {
		for e := t.from[i]; e < t.from[i+1]; e++ {
			if j := t.to[e]; int(j) > i {
				g.SetWeightedEdge(simple.WeightedEdge{F: simple.Node(i), T: simple.Node(j), W: float64(t.weight[e])})
			}
		}
	}
	found := make([]int32, t.Moments())
	for c, nodes := range community.Modularize(g, 1, rand.NewPCG(1, 2)).Communities() {
		for _, node := range nodes {
			found[node.ID()] = int32(c)
		}
	}
	return found
}
