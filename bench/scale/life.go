package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"muisto/memory"
	"muisto/memory/recall/vectors"
)

// life makes up episodes: English words drawn by how often they are said
// (Zipf's law over the words of the built-in vectors), some names, and dates
// over four years. The same seed gives the same life.
type life struct {
	random *rand.Rand
	words  []string
	names  []memory.Name
	start  time.Time
	step   time.Duration
}

// span is how long a life goes on, and perConversation how many episodes a
// conversation has.
const (
	span            = 4 * 365 * 24 * time.Hour
	perConversation = 100
)

func newLife(n int) (*life, error) {
	table, err := vectors.Builtin()
	if err != nil {
		return nil, err
	}
	l := &life{random: rand.New(rand.NewPCG(7, uint64(n))), start: time.Date(2022, 1, 1, 8, 0, 0, 0, time.UTC), step: span / time.Duration(n)}
	for row := range table.Len() {
		l.words = append(l.words, table.Word(row))
	}
	for range 2000 {
		l.names = append(l.names, memory.Name{Text: l.name(), Type: memory.Person})
	}
	return l, nil
}

// name makes up a name of two to four syllables.
func (l *life) name() string {
	const consonants, vowels = "bdfghjklmnprstvz", "aeiouy"
	var b strings.Builder
	for range 2 + l.random.IntN(3) {
		b.WriteByte(consonants[l.random.IntN(len(consonants))])
		b.WriteByte(vowels[l.random.IntN(len(vowels))])
	}
	s := b.String()
	return strings.ToUpper(s[:1]) + s[1:]
}

// word draws a word: the logarithm of its rank is even, as Zipf's law has it.
func (l *life) word() string {
	return l.words[int(math.Exp(l.random.Float64()*math.Log(float64(len(l.words)))))-1]
}

// someone draws a name, a few of them far oftener than the rest.
func (l *life) someone() memory.Name {
	r := l.random.Float64()
	return l.names[int(r*r*r*float64(len(l.names)))]
}

// acts are drawn evenly: half of what happens is routine.
var acts = []struct {
	act   memory.Act
	floor float64
}{
	{memory.Routine, 0.05}, {memory.Routine, 0.05}, {memory.Routine, 0.05}, {memory.Routine, 0.05},
	{memory.Observation, 0.25}, {memory.Observation, 0.25}, {memory.Commitment, 0.60}, {memory.Decision, 0.70},
}

// episode gives the ith of the life, in order of time.
func (l *life) episode(i int) memory.Episode {
	at := l.start.Add(time.Duration(i) * l.step).Truncate(time.Second)
	who := l.someone()
	words := []string{"The", "user", "and", who.Text}
	for range 7 + l.random.IntN(8) {
		words = append(words, l.word())
	}
	a := acts[l.random.IntN(len(acts))]
	return memory.Episode{
		What: strings.Join(words, " ") + ".", About: l.word() + ": " + l.word(), Who: []string{"the user"}, Act: a.act, Actor: memory.RoleUser,
		Names: []memory.Name{who}, Floor: a.floor, Salience: a.floor, Lifespan: memory.Lifespan(a.floor),
		FirstAt: at, LastAt: at, FormedAt: at, Day: memory.DayOf(at, 4), Conversation: fmt.Sprintf("c%d", i/perConversation),
	}
}

// question asks for an episode by some of its words.
func (l *life) question(e memory.Episode) string {
	words := strings.Fields(strings.TrimSuffix(e.What, "."))[3:]
	l.random.Shuffle(len(words)-1, func(i, j int) { words[i+1], words[j+1] = words[j+1], words[i+1] })
	return "when did " + strings.Join(words[:min(len(words), 3+l.random.IntN(5))], " ") + "?"
}
