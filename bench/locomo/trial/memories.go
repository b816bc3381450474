package trial

import (
	"fmt"

	"muisto/bench/locomo/dataset"
	"muisto/memory"
)

// Unit is what one memory is made of.
type Unit string

// The units.
const (
	Dialog   Unit = "dialog"      // one turn
	Observed Unit = "observation" // one observation of the data
	Captured Unit = "captured"    // what our own capture makes of the turns
)

// dayTurn is the program's default.
const dayTurn = 4

// Of makes the memories of a sample out of turns or observations. A memory is
// an episode as a capture would store it that tells no acts apart: an
// observation, with its floor as salience. A turn's memory is its text after
// the speaker's name, its picture's description included; the conversation is
// the sample, whose sessions recall tells apart by their times. No names are
// set: they would have to be found first.
func Of(s dataset.Sample, unit Unit) (*Memories, error) {
	m := newMemories()
	switch unit {
	case Dialog:
		for _, t := range s.Turns {
			e := observation(t.Speaker+": "+t.Text, t.Speaker, s.ID)
			e.FirstAt, e.LastAt, e.FormedAt, e.Day = t.At, t.At, t.At, memory.DayOf(t.At, dayTurn)
			m.add(e, []string{t.ID})
		}
	case Observed:
		for _, o := range s.Observations {
			e := observation(o.Text, o.Speaker, s.ID)
			e.FirstAt, e.LastAt, e.FormedAt, e.Day = o.At, o.At, o.At, memory.DayOf(o.At, dayTurn)
			m.add(e, o.Sources)
		}
	default:
		return nil, fmt.Errorf("no memories of the unit %q", unit)
	}
	return m, nil
}

func observation(what, speaker, conversation string) memory.Episode {
	return formed(memory.Observation, observationFloor, memory.Episode{What: what, Who: []string{speaker}, Conversation: conversation})
}

// The floors of the acts that are made here.
const (
	observationFloor = 0.25
	routineFloor     = 0.05
)

func formed(act memory.Act, floor float64, e memory.Episode) memory.Episode {
	e.Act, e.Actor, e.Floor, e.Salience, e.Lifespan = act, memory.RoleUser, floor, floor, memory.Lifespan(floor)
	return e
}
