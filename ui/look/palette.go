package look

import (
	"fmt"
	"image/color"

	"charm.land/lipgloss/v2"
)

// palette is a theme's colours; nil where the theme has none.
type palette struct {
	text, quiet, edge, edgeLive, title color.Color
	you, muisto, accent                color.Color
	warn, good, private                color.Color
	peak, high, medium, low            color.Color
	code, heading, link, rule          string
	chroma                             string
}

func paletteOf(t Theme) palette {
	switch t {
	case Dark:
		return dark()
	case Light:
		return light()
	}
	return palette{}
}

// The colours are few and muted: warm for what the person says and what is
// heavy, cool for the agent, grey for the frame.
func dark() palette {
	c := lipgloss.Color
	return palette{
		text: c("#d4d0c8"), quiet: c("#858078"), edge: c("#4a4743"), edgeLive: c("#8a8378"), title: c("#e8e2d6"),
		you: c("#d9b27c"), muisto: c("#8fb8b0"), accent: c("#a8c8c0"),
		warn: c("#e0936c"), good: c("#9dbb82"), private: c("#b79ac8"),
		peak: c("#e0936c"), high: c("#d9b27c"), medium: c("#9dbb82"), low: c("#8f9aa3"),
		code: "#d9b27c", heading: "#e8e2d6", link: "#8fb8b0", rule: "#5a5650",
		chroma: "nord",
	}
}

func light() palette {
	c := lipgloss.Color
	return palette{
		text: c("#2e2b27"), quiet: c("#77706a"), edge: c("#c9c3b8"), edgeLive: c("#8f887c"), title: c("#1e1c19"),
		you: c("#8a5a14"), muisto: c("#1f6a60"), accent: c("#19594f"),
		warn: c("#a8431a"), good: c("#47702a"), private: c("#6f4288"),
		peak: c("#a8431a"), high: c("#8a5a14"), medium: c("#47702a"), low: c("#5f6a73"),
		code: "#8a5a14", heading: "#1e1c19", link: "#1f6a60", rule: "#b9b3a8",
		chroma: "github",
	}
}

// hex writes a colour as "#rrggbb"; "" for none.
func hex(c color.Color) string {
	if c == nil {
		return ""
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}
