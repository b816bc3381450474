package trial

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"muisto/bench/locomo/dataset"
	"muisto/memory"
)

// Routine makes n routine memories from another life: what someone looks up or
// asks for on ordinary days, dated evenly over the sample's months, each its
// own little conversation. The same n and sample give the same memories.
func Routine(n int, s dataset.Sample) []memory.Episode {
	if n == 0 || len(s.Turns) == 0 {
		return nil
	}
	random := rand.New(rand.NewPCG(uint64(n), uint64(len(s.Turns))))
	first, last := s.Turns[0].At, s.Turns[len(s.Turns)-1].At
	step := last.Sub(first) / time.Duration(n)
	out := make([]memory.Episode, n)
	for i := range out {
		at := first.Add(time.Duration(i) * step)
		out[i] = formed(memory.Routine, routineFloor, memory.Episode{
			What: fill(random, errands[random.IntN(len(errands))]), Who: []string{"Tuulikki"},
			FirstAt: at, LastAt: at, FormedAt: at, Day: memory.DayOf(at, dayTurn), Conversation: fmt.Sprintf("routine %d", i),
		})
	}
	return out
}

// Among sets other memories among these, by their times.
func (m *Memories) Among(others []memory.Episode) *Memories {
	type both struct {
		episode memory.Episode
		turns   []string
	}
	var all []both
	for _, e := range m.list {
		all = append(all, both{e, m.turns[e.ID]})
	}
	for _, e := range others {
		all = append(all, both{e, nil})
	}
	slices.SortStableFunc(all, func(a, b both) int { return a.episode.LastAt.Compare(b.episode.LastAt) })
	out := newMemories()
	out.shared, out.said = m.shared, m.said
	for _, b := range all {
		out.add(b.episode, b.turns)
	}
	return out
}

// fill puts a random word in the place of each {list}.
func fill(random *rand.Rand, pattern string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(pattern, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		words := lists[name]
		b.WriteString(words[random.IntN(len(words))])
		pattern = after
	}
}

var errands = []string{
	"Tuulikki asked what the weather in {town} would be {day}.",
	"Tuulikki asked when the {shop} in {town} closes {day}.",
	"Tuulikki wanted to know how many grams {number} cups of {food} are.",
	"Tuulikki asked for a recipe with {food} and {food}.",
	"Tuulikki looked up the train from {town} to {town} {day}.",
	"Tuulikki asked how to spell the word {thing} in {language}.",
	"Tuulikki asked for a reminder to buy {food} and a {thing}.",
	"Tuulikki had a timer set for {number} minutes for the {food}.",
	"Tuulikki asked what {number} euros are in {currency}.",
	"Tuulikki asked for the phone number of the {shop} in {town}.",
	"Tuulikki asked how long the walk from the {shop} to the {shop} takes.",
	"Tuulikki asked which bus goes to the {shop} {day}.",
	"Tuulikki wanted an email to {person} about the {thing} shortened.",
	"Tuulikki asked for three words that rhyme with {thing}.",
	"Tuulikki asked whether the {shop} sells a {thing}.",
	"Tuulikki had a list made of what to pack for {town}.",
	"Tuulikki asked how to get a {food} stain out of a {thing}.",
	"Tuulikki asked what time it is in {town} when it is noon in {town}.",
	"Tuulikki asked for the opening hours of the {shop} {day}.",
	"Tuulikki asked how to clean a {thing}.",
	"Tuulikki wanted a birthday wish for {person} made friendlier.",
	"Tuulikki asked how far it is from {town} to {town} by car.",
	"Tuulikki asked for the score of last night's game in {town}.",
	"Tuulikki asked what is on in the cinema in {town} {day}.",
	"Tuulikki asked how warm the sea at {town} is {day}.",
	"Tuulikki had the message from {person} translated into {language}.",
	"Tuulikki asked for a good song for cooking {food}.",
	"Tuulikki asked how many days are left until the holiday in {town}.",
	"Tuulikki asked what a new {thing} costs.",
	"Tuulikki asked for a short story about a {thing} and a dog.",
}

var lists = map[string][]string{
	"town":     {"Oulu", "Turku", "Vaasa", "Kuopio", "Tallinn", "Riga", "Lund", "Bergen", "Aarhus", "Lahti", "Pori", "Kemi", "Tartu", "Malmö", "Kiruna", "Rauma"},
	"day":      {"today", "tomorrow", "on Monday", "on Tuesday", "on Saturday", "this evening", "next week", "at the weekend", "on Friday morning"},
	"shop":     {"pharmacy", "library", "bakery", "post office", "swimming pool", "hardware store", "museum", "market hall", "dentist", "gym", "bookshop", "garage", "florist"},
	"food":     {"flour", "rice", "lentils", "salmon", "beetroot", "oats", "potatoes", "cream", "chocolate", "tomato", "coffee", "mushrooms", "cabbage", "cheese", "apples"},
	"thing":    {"kettle", "carpet", "lamp", "bicycle pump", "raincoat", "keyboard", "painting", "frying pan", "suitcase", "printer", "sofa", "drill", "tent", "violin", "scarf"},
	"number":   {"two", "three", "four", "ten", "twelve", "15", "25", "40", "90"},
	"language": {"Swedish", "Estonian", "German", "French", "Italian", "Latin"},
	"currency": {"kronor", "zloty", "pounds", "dollars", "yen"},
	"person":   {"Aino", "Veikko", "Sirkka", "Eero", "Marketta", "Pentti", "Ritva", "the landlord", "the school", "a colleague"},
}
