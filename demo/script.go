package demo

import (
	"bufio"
	"bytes"
	_ "embed" // the script
	"encoding/json"
	"fmt"
	"time"
)

//go:embed script.jsonl
var script []byte

// Beat is one turn of the play: what the person says, and what they are
// answered.
type Beat struct {
	// At is in the person's zone.
	At    time.Time
	Say   string
	Reply string
}

// layout is how the script writes times.
const layout = "2006-01-02 15:04"

// Script reads the play, with its times in loc.
func Script(loc *time.Location) ([]Beat, error) {
	var beats []Beat
	lines := bufio.NewScanner(bytes.NewReader(script))
	for n := 1; lines.Scan(); n++ {
		var l struct{ At, Say, Reply string }
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("read line %d of the demo: %w", n, err)
		}
		at, err := time.ParseInLocation(layout, l.At, loc)
		if err != nil {
			return nil, fmt.Errorf("read line %d of the demo: %w", n, err)
		}
		beats = append(beats, Beat{At: at, Say: l.Say, Reply: l.Reply})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read the demo: %w", err)
	}
	return beats, nil
}
