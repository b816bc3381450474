package openai

import (
	"strings"
	"sync"
)

// mark is what models write around reasoning, in lower case.
type mark struct {
	text string
	does markKind
	// until are the marks that end what it opens.
	until []string
}

type markKind int

const (
	isNone markKind = iota
	// opens: what follows is reasoning. closes: what came before was.
	opens
	closes
	// begins: what follows is the header of a channel, as of gpt-oss.
	begins
	// drops: it means nothing to a person.
	drops
)

const (
	channelMark = "<|channel|>"
	messageMark = "<|message|>"
	// markStarts are the characters that marks begin with.
	markStarts = "<[◁"
	// maxMark is longer than any mark, in bytes.
	maxMark = 32
)

// channelEnds are the marks at which a channel ends.
func channelEnds() []string {
	return []string{"<|end|>", "<|return|>", "<|call|>", "<|start|>", channelMark}
}

// marks lists all of them. Where one is said to be of a model, it is after that
// model's chat template.
var marks = sync.OnceValue(func() []mark {
	var list []mark
	pair := func(open, close string) {
		list = append(list, mark{open, opens, []string{close}}, mark{close, closes, nil})
	}
	for _, name := range []string{"think", "thinking", "thought", "thoughts", "reasoning", "reflection", "scratchpad", "seed:think"} {
		pair("<"+name+">", "</"+name+">")
	}
	pair("[think]", "[/think]")                        // Magistral
	pair("◁think▷", "◁/think▷")                        // Kimi
	pair("<|channel>", "<channel|>")                   // Gemma 4
	pair("<|start_thinking|>", "<|end_thinking|>")     // Command A
	pair("<|begin_of_thought|>", "<|end_of_thought|>") // OpenThinker
	pair("<|inner_prefix|>", "<|inner_suffix|>")       // Apertus
	pair("<|think|>", "<|/think|>")                    // Solar
	pair("<unused94>", "<unused95>")                   // MedGemma
	pair("<|think_start|>", "<|think_end|>")           // Hunyuan
	for _, text := range []string{channelMark, "<|start|>"} {
		list = append(list, mark{text, begins, nil})
	}
	for _, text := range []string{
		messageMark, "<|end|>", "<|return|>", "<|call|>", "<|start_response|>", "<|end_response|>",
		"<|begin_of_solution|>", "<|end_of_solution|>",
	} {
		list = append(list, mark{text, drops, nil})
	}
	return list
})

// findMark finds the mark that a text in lower case begins with.
func findMark(low string) mark {
	for _, m := range marks() {
		if strings.HasPrefix(low, m.text) {
			return m
		}
	}
	return mark{}
}

// lowered puts the letters of ASCII in lower case, so that places stay the same.
func lowered(s string) string {
	low := []byte(s)
	for i, c := range low {
		if 'A' <= c && c <= 'Z' {
			low[i] = c + 'a' - 'A'
		}
	}
	return string(low)
}
