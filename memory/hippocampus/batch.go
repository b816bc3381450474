package hippocampus

import (
	"muisto/memory"
)

// ContextMessages is how many earlier messages a batch carries along.
const ContextMessages = 4

// MaxBatch bounds the messages of one batch, whatever their size: a model that
// is asked about more of them at once begins to leave some out.
const MaxBatch = 200

// messageOverhead is what the label, the time and the speaker of one message
// take in the prompt, in tokens.
const messageOverhead = 16

// Cut takes the longest beginning of messages (one conversation, oldest first)
// that takes at most tokens, holds at most MaxBatch messages and lies in one
// local day, where days turn at the hour turn. It takes at least one.
func Cut(messages []memory.Message, tokens, turn int) []memory.Message {
	if len(messages) == 0 {
		return nil
	}
	day, used := memory.DayOf(messages[0].At, turn), 0
	for i, m := range messages {
		used += min(memory.Tokens(m.Text), memory.Tokens(clip(m.Text))) + messageOverhead
		if i > 0 && (i >= MaxBatch || used > tokens || memory.DayOf(m.At, turn) != day) {
			return messages[:i]
		}
	}
	return messages
}
