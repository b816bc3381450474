package neocortex

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"muisto/memory"
)

func TestGroupsCoverTheWindowAndFitOneCall(t *testing.T) {
	for seed := range uint64(5) {
		parts := Divide(life(3000, seed), nil, MaxGroup)
		met := make([]bool, len(parts.Moments))
		for _, group := range parts.Groups {
			if len(group) == 0 || len(group) > MaxGroup {
				t.Fatalf("a group of %d", len(group))
			}
			if !slices.IsSorted(group) {
				t.Fatalf("group %v is not in order of time", group)
			}
			for _, i := range group {
				if met[i] {
					t.Fatalf("moment %d is in two groups", i)
				}
				met[i] = true
			}
		}
		if slices.Contains(met, false) {
			t.Fatal("a moment is in no group")
		}
	}
}

// However many moments of the agent's share their names, and wherever in time
// they are, the user's moments of one thing come before a model together.
func TestAFloodOfTheAgentsScattersNothingOfTheUsers(t *testing.T) {
	for _, flood := range []int{MaxGroup - 2, MaxGroup, 100, 1000} {
		for _, second := range []int{1, flood / 2, flood} {
			var moments []memory.EpisodeRef
			add := func(i int, actor memory.Role, names ...string) {
				at := monday.Add(time.Duration(i) * time.Minute)
				moments = append(moments, memory.EpisodeRef{ID: memory.EpisodeID(len(moments) + 1), At: at, Actor: actor, About: "the launch: day", Names: names})
			}
			add(0, memory.RoleUser, "heron")
			for i := range flood {
				if i == second {
					add(i, memory.RoleUser, "heron")
				}
				add(i, memory.RoleAssistant, "heron", fmt.Sprint("tomas", i%7))
			}
			if second == flood {
				add(flood, memory.RoleUser, "heron")
			}
			parts := Divide(moments, nil, MaxGroup)
			together := slices.ContainsFunc(parts.Groups, func(group []int32) bool {
				n := 0
				for _, i := range group {
					if parts.Moments[i].Actor == memory.RoleUser {
						n++
					}
				}
				return n == 2
			})
			if !together {
				t.Errorf("among %d moments of the agent's, the user's of the places 0 and %d are apart", flood, second)
			}
		}
	}
}

func TestGroupsDoNotDependOnTheOrderOfTheMoments(t *testing.T) {
	moments := life(1500, 3)
	want := groupIDs(Divide(moments, nil, MaxGroup))
	r := rand.New(rand.NewPCG(5, 5))
	for range 3 {
		r.Shuffle(len(moments), func(i, j int) { moments[i], moments[j] = moments[j], moments[i] })
		if got := groupIDs(Divide(moments, nil, MaxGroup)); got != want {
			t.Fatal("other groups for another order")
		}
	}
}

func groupIDs(p Parts) string {
	var ids [][]memory.EpisodeID
	for _, group := range p.Groups {
		var own []memory.EpisodeID
		for _, i := range group {
			own = append(own, p.Moments[i].ID)
		}
		ids = append(ids, own)
	}
	return fmt.Sprint(ids)
}

func TestPlantedGroupsAreFoundAlthoughTheGraphIsLarge(t *testing.T) {
	const groups, size = 1000, 10
	r := rand.New(rand.NewPCG(1, 1))
	var moments []memory.EpisodeRef
	for i := range groups * size {
		moments = append(moments, memory.EpisodeRef{
			ID:    memory.EpisodeID(i + 1),
			Names: []string{fmt.Sprintf("plan %d", i%groups), fmt.Sprintf("stranger %d", r.IntN(groups))},
		})
	}
	parts := Divide(moments, nil, MaxGroup)
	whole := 0
	for _, group := range parts.Groups {
		plans := map[int]int{}
		for _, i := range group {
			plans[(int(parts.Moments[i].ID)-1)%groups]++
		}
		for _, n := range plans {
			if n >= 8 {
				whole++
			}
		}
	}
	if whole < groups*8/10 {
		t.Errorf("%d of %d planted groups hang together", whole, groups)
	}
}

func TestAMomentWithoutATieIsAGroupOfOne(t *testing.T) {
	parts := Divide([]memory.EpisodeRef{
		{ID: 1, Names: []string{"porto", "ines"}}, {ID: 2}, {ID: 3, Names: []string{"porto"}}, {ID: 4, Names: []string{"leo"}},
	}, nil, MaxGroup)
	if got := groupIDs(parts); got != "[[e1 e3] [e2] [e4]]" {
		t.Errorf("groups are %s", got)
	}
}

func TestAPopularNameDoesNotMakeTheTiesExplode(t *testing.T) {
	var moments []memory.EpisodeRef
	for i := range 4000 {
		m := memory.EpisodeRef{ID: memory.EpisodeID(i + 1), Names: []string{"sara"}}
		if i%2 == 1 {
			m.Names = []string{fmt.Sprint(i)}
		}
		moments = append(moments, m)
	}
	parts := Divide(moments, nil, MaxGroup)
	if ties := parts.Ties.Len(); ties > 2000*nearestBy {
		t.Errorf("%d ties for 2000 moments with one name", ties)
	}
	if want := []memory.Thinning{{Name: "sara", Moments: 2000, Each: 2 * nearestBy}}; !slices.Equal(parts.Ties.Thinned, want) {
		t.Errorf("thinned: %v, want %v", parts.Ties.Thinned, want)
	}
}

func TestModularityIsNoWorseThanGonums(t *testing.T) {
	for seed := range uint64(3) {
		ties := Divide(life(600, seed), nil, MaxGroup).Ties
		g := newGraph(ties.from, ties.to, ties.weight, nil)
		ours, _ := louvain(g, 1)
		a, b := g.modularity(ours, 1), g.modularity(gonumLouvain(ties), 1)
		t.Logf("seed %d: ours %.4f, gonum %.4f", seed, a, b)
		if a < b-0.005 {
			t.Errorf("seed %d: modularity %.4f, gonum finds %.4f", seed, a, b)
		}
	}
}

func TestTiesAreSymmetricAndExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f"})
		lists := rapid.SliceOfN(rapid.SliceOfN(name, 0, 4), 1, 16).Draw(t, "names")
		var moments []memory.EpisodeRef
		for i, names := range lists {
			moments = append(moments, memory.EpisodeRef{ID: memory.EpisodeID(i + 1), Names: names})
		}
		parts := Divide(moments, nil, MaxGroup)
		for i := range moments {
			for j := range moments {
				want := 0.0
				for k, key := range parts.Names.Keys {
					if slices.Contains(lists[i], key) && slices.Contains(lists[j], key) && i != j {
						want += float64(parts.Weights[k])
					}
				}
				if got := parts.Ties.Between(i, j); got-want > 1e-5 || want-got > 1e-5 {
					t.Fatalf("tie %d-%d is %v, want %v", i, j, got, want)
				}
			}
		}
	})
}
