package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"muisto/memory"
	"muisto/memory/hippocampus"
	"muisto/memory/mind"
)

const (
	// askFrom is from how many calls on a person is asked first.
	askFrom = 10
	// messageTokens is what a message takes in a prompt beside its text, and
	// longest how many characters of a text go into it.
	messageTokens = 16
	longest       = 4000
	// answerShare is how long an answer is, as a share of what was asked about.
	answerShare = 0.5
	// answerWithin is how long an answer is waited for where no person may be
	// there to give it.
	answerWithin = 10 * time.Second
)

// estimate says what making moments of messages takes of a model, as far as can
// be told before.
type estimate struct {
	budget, turn int
	frame        int64 // what a prompt holds beside the messages, in tokens
	open         map[string]*openBatch

	calls, messages, said int64 // said are tokens of messages in prompts
}

// openBatch is what has gone into the last batch of a conversation.
type openBatch struct {
	day      memory.Day
	messages int
	tokens   int64
}

func (p *parts) newEstimate() *estimate {
	return newEstimate(p.config.Model.ContextTokens, p.config.Memory.DayTurn)
}

func newEstimate(context, turn int) *estimate {
	system, user := hippocampus.Prompt(hippocampus.Batch{}, nil)
	return &estimate{
		budget: batchTokens(context), turn: turn, open: map[string]*openBatch{},
		frame: int64(memory.Tokens(system) + memory.Tokens(user) + memory.Tokens(string(hippocampus.Schema()))),
	}
}

// add takes a message that is to be captured, in the order of its conversation.
func (e *estimate) add(m memory.Message) {
	tokens := int64(memory.Tokens(m.Text))
	if n := utf8.RuneCountInString(m.Text); n > longest {
		tokens = tokens * longest / int64(n)
	}
	tokens += messageTokens
	b, day := e.open[m.Conversation], memory.DayOf(m.At, e.turn)
	if b == nil || b.messages >= hippocampus.MaxBatch || b.tokens+tokens > int64(e.budget) || b.day != day {
		b = &openBatch{day: day}
		e.open[m.Conversation] = b
		e.calls++
	}
	b.messages++
	b.tokens += tokens
	e.messages++
	e.said += tokens
}

// share is the estimate where only some of so many messages are new.
func (e *estimate) share(fresh, all int) {
	if all > 0 {
		e.calls = (e.calls*int64(fresh) + int64(all) - 1) / int64(all)
		e.said = e.said * int64(fresh) / int64(all)
		e.messages = e.messages * int64(fresh) / int64(all)
	}
}

// in and out are tokens: of what is sent, with the messages before each batch,
// and of what comes back.
func (e *estimate) in() int64 {
	context := int64(0)
	if e.messages > 0 {
		context = e.calls * hippocampus.ContextMessages * e.said / e.messages
	}
	return e.calls*e.frame + e.said + context
}

func (e *estimate) out() int64 { return int64(float64(e.said) * answerShare) }

// sentence says it in words.
func (e *estimate) sentence(model string) string {
	return fmt.Sprintf("making moments of it takes about %s of %s: some %s tokens in and %s out", count(int(e.calls), "call"), model, rounded(e.in()), rounded(e.out()))
}

// rounded writes a number in two digits that count.
func rounded(n int64) string {
	unit := int64(1)
	for n/unit >= 100 {
		unit *= 10
	}
	n = (n + unit/2) / unit * unit
	switch {
	case n >= 10_000_000:
		return fmt.Sprintf("%d million", n/1_000_000)
	case n >= 1_000_000:
		return fmt.Sprintf("%.1f million", float64(n)/1_000_000)
	case n >= 1000:
		return fmt.Sprintf("%d,%03d", n/1000, n%1000)
	}
	return fmt.Sprint(n)
}

// waiting estimates what is waiting for capture.
func (p *parts) waiting(cmd *cobra.Command) (*estimate, error) {
	e := p.newEstimate()
	err := p.mind.PreviewCapture(cmd.Context(), mind.CaptureScope{}, func(b hippocampus.Batch) error {
		for _, m := range b.Messages {
			e.add(m)
		}
		return nil
	})
	return e, err
}

// agreed says what making moments takes, where that is much, and asks whether to
// go on.
func (p *parts) agreed(cmd *cobra.Command, e *estimate, before string) (bool, error) {
	if p.model.within || e.calls < askFrom {
		return true, nil
	}
	return agree(cmd, fmt.Sprintf("%s; %s. Continue? y or n (--yes skips this question):", before, e.sentence(p.model.name)))
}

// agree asks a person, and reads the answer. Where standard input ends without
// one, or none comes to what is no terminal, nobody was there to ask, and it
// goes on.
func agree(cmd *cobra.Command, question string) (bool, error) {
	if err := printLines(cmd.ErrOrStderr(), question); err != nil {
		return false, err
	}
	type reading struct {
		line string
		err  error
	}
	answer := make(chan reading, 1)
	// It ends with the input, or with the program.
	go func() {
		line, err := bufio.NewReader(io.LimitReader(cmd.InOrStdin(), 64)).ReadString('\n')
		answer <- reading{line, err}
	}()
	var late <-chan time.Time
	if f, ok := cmd.InOrStdin().(*os.File); !ok || !term.IsTerminal(f.Fd()) {
		timer := time.NewTimer(answerWithin)
		defer timer.Stop()
		late = timer.C
	}
	select {
	case <-cmd.Context().Done():
		return false, cmd.Context().Err()
	case <-late:
		return true, printLines(cmd.ErrOrStderr(), "no answer; continuing")
	case got := <-answer:
		if got.err != nil && !errors.Is(got.err, io.EOF) {
			return false, fmt.Errorf("read the answer: %w", got.err)
		}
		switch strings.ToLower(strings.TrimSpace(got.line)) {
		case "y", "yes":
			return true, nil
		case "":
			if late != nil && errors.Is(got.err, io.EOF) {
				return true, printLines(cmd.ErrOrStderr(), "no one is there to answer; continuing")
			}
		}
		return false, printLines(cmd.ErrOrStderr(), "nothing was done")
	}
}
