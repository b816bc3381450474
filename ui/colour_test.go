package ui

import (
	"fmt"
	"strings"
	"testing"

	"muisto/ui/look"
)

// TestEveryColourReachesTheScreen gives each role a colour that nothing else
// has, and looks for it on all screens.
func TestEveryColourReachesTheScreen(t *testing.T) {
	own := look.Colours{}
	sign := map[string][2]string{} // by role: on dark and on light ground
	for i, r := range look.Roles() {
		own[r.Name] = look.Colour{Dark: fmt.Sprint(100 + i), Light: fmt.Sprintf("#%02x0102", i)}
		sign[r.Name] = [2]string{fmt.Sprintf("38;5;%d", 100+i), fmt.Sprintf("38;2;%d;1;2", i)}
	}
	themes := []Options{{Theme: Dark}, {Theme: Light}, {NoColor: true}}
	for at, o := range themes {
		o.Colours = own
		var all strings.Builder
		drive(t, replied, o, 120, 40, func(d *driver) { all.WriteString(d.frame()) })
		for _, s := range screens {
			drive(t, s.f, o, 120, 40, func(d *driver) {
				s.show(d)
				all.WriteString(d.frame())
			})
		}
		for role, signs := range sign {
			if at == 2 {
				if strings.Contains(all.String(), signs[0]) || strings.Contains(all.String(), signs[1]) {
					t.Errorf("%s has a colour where there is to be none", role)
				}
				continue
			}
			if !strings.Contains(all.String(), signs[at]) {
				t.Errorf("%s is on no screen in its own colour %s", role, signs[at])
			}
		}
	}
}

func replied() *fake {
	f := newFake()
	f.add("user", "How do I say that?", monday)
	f.add("assistant", "# Like this\n\nWrite `x = 1`, and see [the page](https://example.org).\n\n---\n", monday)
	return f
}
