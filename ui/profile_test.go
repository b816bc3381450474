package ui

import (
	"strings"
	"testing"
)

func TestTheProfileStandsInTheTitle(t *testing.T) {
	drive(t, talked, Options{Profile: "work"}, 80, 24, func(d *driver) {
		d.wants(" muisto · work ")
		if title := d.m.View().WindowTitle; !strings.HasPrefix(title, "muisto · work") {
			t.Errorf("the window is called %q", title)
		}
		d.press("f1")
		d.wants(" muisto · work · help ")
	})
	drive(t, talked, Options{Profile: "a-name-as-long-as-one-is-let-be_"}, 40, 12, func(d *driver) { checkFrame(t, d, 40, 12) })
}
