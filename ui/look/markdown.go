package look

import (
	"charm.land/glamour/v2/ansi"
)

// Markdown is the theme's style for replies: no margins, since the page has
// its own.
func (l *Look) Markdown() ansi.StyleConfig {
	p := l.own.over(l.Theme)
	text := func(c string) ansi.StylePrimitive {
		if c == "" {
			return ansi.StylePrimitive{}
		}
		return ansi.StylePrimitive{Color: &c}
	}
	yes := true
	bold := func(s ansi.StylePrimitive) ansi.StylePrimitive { s.Bold = &yes; return s }
	block := func(s ansi.StylePrimitive) ansi.StyleBlock { return ansi.StyleBlock{StylePrimitive: s} }
	prefix := func(s ansi.StylePrimitive, with string) ansi.StylePrimitive { s.Prefix = with; return s }
	opens := func(s ansi.StylePrimitive, with string) ansi.StylePrimitive { s.BlockPrefix = with; return s }

	heading := bold(text(p.heading))
	italic := ansi.StylePrimitive{Italic: &yes}
	underline := text(p.link)
	underline.Underline = &yes
	crossed := ansi.StylePrimitive{CrossedOut: &yes}
	code := text(p.code)
	if p.code == "" {
		code.Prefix, code.Suffix = "`", "`"
	}
	rule := text(p.rule)
	rule.Format = "\n────────\n"
	image := text(p.link)
	image.Format = "image: {{.text}} →"

	one, two := uint(1), uint(2)
	bar, center, column, row := "│ ", "┼", "│", "─"
	return ansi.StyleConfig{
		Document:      block(text(p.text)),
		BlockQuote:    ansi.StyleBlock{Indent: &one, IndentToken: &bar, StylePrimitive: italic},
		List:          ansi.StyleList{LevelIndent: 2},
		Heading:       block(heading),
		H1:            block(heading),
		H2:            block(heading),
		H3:            block(prefix(heading, "› ")),
		H4:            block(prefix(heading, "› ")),
		H5:            block(prefix(heading, "› ")),
		H6:            block(prefix(heading, "› ")),
		Strong:        ansi.StylePrimitive{Bold: &yes},
		Emph:          italic,
		Strikethrough: crossed,

		HorizontalRule:        rule,
		Item:                  opens(ansi.StylePrimitive{}, "• "),
		Enumeration:           opens(ansi.StylePrimitive{}, ". "),
		Task:                  ansi.StyleTask{Ticked: "[x] ", Unticked: "[ ] "},
		Link:                  underline,
		LinkText:              bold(text(p.link)),
		Image:                 underline,
		ImageText:             image,
		Code:                  block(code),
		CodeBlock:             ansi.StyleCodeBlock{StyleBlock: ansi.StyleBlock{Margin: &two}, Theme: p.chroma},
		Table:                 ansi.StyleTable{CenterSeparator: &center, ColumnSeparator: &column, RowSeparator: &row},
		DefinitionDescription: opens(ansi.StylePrimitive{}, "\n→ "),
	}
}
