package look

// Colour is a colour on dark and on light ground, as "#rrggbb" or as the number
// of one of the terminal's colours; empty for the terminal's own.
type Colour struct{ Dark, Light string }

// Colours are by role; a role that is not named keeps the theme's.
type Colours map[string]Colour

// Role is what a colour is for.
type Role struct {
	Name, Does string
	// Colour is the theme's own.
	Colour
}

// Roles lists every role.
func Roles() []Role {
	dark, light := paletteOf(Dark), paletteOf(Light)
	of := light.roles()
	var all []Role
	for i, r := range dark.roles() {
		all = append(all, Role{r.name, r.does, Colour{*r.colour, *of[i].colour}})
	}
	return all
}

// palette is a theme's colours; empty where the theme has none.
type palette struct {
	text, quiet, edge, edgeLive, title string
	you, muisto, accent                string
	warn, good, private                string
	peak, high, medium, low            string
	code, heading, link, rule          string
	chroma                             string
}

// role is a role's place in a palette.
type role struct {
	name, does string
	colour     *string
}

// roles names each colour once.
func (p *palette) roles() []role {
	return []role{
		{"text", "what is read", &p.text},
		{"quiet", "times, hints, secondary text", &p.quiet},
		{"edge", "frames and rules", &p.edge},
		{"edge_live", "the border of the area that has the keyboard", &p.edgeLive},
		{"title", "titles", &p.title},
		{"you", "your name over a message", &p.you},
		{"muisto", "the agent's name", &p.muisto},
		{"accent", "what is picked, and keys", &p.accent},
		{"warn", "trouble", &p.warn},
		{"good", "what went well", &p.good},
		{"private", "off the record", &p.private},
		{"peak", "the heaviest moments", &p.peak},
		{"high", "heavy moments", &p.high},
		{"medium", "middling moments", &p.medium},
		{"low", "light moments", &p.low},
		{"code", "code within a sentence", &p.code},
		{"heading", "headings in a reply", &p.heading},
		{"link", "links in a reply", &p.link},
		{"rule", "rules in a reply", &p.rule},
	}
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

// over gives the palette of a theme with a person's own colours in it; none in
// a theme that has none.
func (own Colours) over(t Theme) palette {
	p := paletteOf(t)
	if t == Plain {
		return p
	}
	for _, r := range p.roles() {
		switch c, ok := own[r.name]; {
		case ok && t == Light:
			*r.colour = c.Light
		case ok:
			*r.colour = c.Dark
		}
	}
	return p
}

// The colours are few and muted: warm for what the person says and what is
// heavy, cool for the agent, grey for the frame.
func dark() palette {
	return palette{
		text: "#d4d0c8", quiet: "#858078", edge: "#4a4743", edgeLive: "#8a8378", title: "#e8e2d6",
		you: "#d9b27c", muisto: "#8fb8b0", accent: "#a8c8c0",
		warn: "#e0936c", good: "#9dbb82", private: "#b79ac8",
		peak: "#e0936c", high: "#d9b27c", medium: "#9dbb82", low: "#8f9aa3",
		code: "#d9b27c", heading: "#e8e2d6", link: "#8fb8b0", rule: "#5a5650",
		chroma: "nord",
	}
}

func light() palette {
	return palette{
		text: "#2e2b27", quiet: "#77706a", edge: "#c9c3b8", edgeLive: "#8f887c", title: "#1e1c19",
		you: "#8a5a14", muisto: "#1f6a60", accent: "#19594f",
		warn: "#a8431a", good: "#47702a", private: "#6f4288",
		peak: "#a8431a", high: "#8a5a14", medium: "#47702a", low: "#5f6a73",
		code: "#8a5a14", heading: "#1e1c19", link: "#1f6a60", rule: "#b9b3a8",
		chroma: "github",
	}
}
