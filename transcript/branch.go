package transcript

import (
	"errors"
	"slices"
)

var errRing = errors.New("its messages follow each other in a ring")

// branch gives the ids from the root to leaf, in the order said. parentOf gives
// the id above one, and false where there is none in the file.
func branch(leaf string, most int, parentOf func(id string) (string, bool)) ([]string, error) {
	path := []string{leaf}
	for id, ok := parentOf(leaf); ok; id, ok = parentOf(id) {
		if len(path) >= most {
			return nil, errRing
		}
		path = append(path, id)
	}
	slices.Reverse(path)
	return path, nil
}
