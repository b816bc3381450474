// Package pick is a list of things of several lines each, one of which is
// picked: it draws no more of them than are in sight.
//
// It knows nothing of what the things are.
package pick

// List is which thing is picked and which is the first in sight. The zero value
// is at the beginning.
type List struct {
	Sel   int
	First int
	// Line is the line at which the picked thing was last drawn.
	Line int
	// at is for each line that was last drawn the thing on it, -1 for none.
	at []int
}

// Lines draws n things into at most height lines, the picked one in sight, with
// gap empty lines between them.
func (k *List) Lines(n, height, gap int, entry func(i int) []string) []string {
	k.Sel = max(min(k.Sel, n-1), 0)
	k.First = min(k.First, k.Sel)
	k.at = k.at[:0]
	if n == 0 {
		return nil
	}
	// What is picked is in sight whole, if it can be.
	for used, i := 0, k.Sel; i >= k.First; i-- {
		used += len(entry(i)) + gap
		if used-gap > height && i < k.Sel {
			k.First = i + 1
			break
		}
	}
	var out []string
	for i := k.First; i < n && len(out) < height; i++ {
		if i == k.Sel {
			k.Line = len(out)
		}
		for _, line := range entry(i) {
			out, k.at = append(out, line), append(k.at, i)
		}
		for range gap {
			out, k.at = append(out, ""), append(k.at, -1)
		}
	}
	return out[:min(len(out), height)]
}

// On is the thing on a line as it was last drawn; false if there is none.
func (k *List) On(line int) (int, bool) {
	if line < 0 || line >= len(k.at) || k.at[line] < 0 {
		return 0, false
	}
	return k.at[line], true
}

// Move moves the cursor by n among so many things.
func (k *List) Move(n, of int) { k.Sel = max(min(k.Sel+n, of-1), 0) }

// Reset goes to the beginning.
func (k *List) Reset() { k.Sel, k.First = 0, 0 }
