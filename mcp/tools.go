package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"muisto/harmless"
	"muisto/memory"
	"muisto/memory/recall"
	"muisto/memory/store"
)

// Bounds on what another agent asks and gets: an answer is read by a model,
// whose window it takes.
const (
	maxQuery      = 8 << 10 // bytes of a query
	maxMemory     = 32 << 10
	maxRemembered = 1000 // times in one session
	maxOut        = 2000 // runes of one text
	maxDays       = 20
	mostRecalled  = 50
	mostListed    = 200
	mostSources   = 40
)

// outgoing makes a text harmless and short enough to send.
func outgoing(s string) string {
	s = harmless.Text(s)
	n := 0
	for i := range s {
		if n++; n > maxOut {
			return s[:i] + "…"
		}
	}
	return s
}

// within returns a number that was asked for, or the usual one for 0.
func within(asked, usual, most int, what string) (int, error) {
	switch {
	case asked == 0:
		return usual, nil
	case asked < 0 || asked > most:
		return 0, fmt.Errorf("%s is %d; it can be 1 to %d", what, asked, most)
	}
	return asked, nil
}

type recallIn struct {
	Query string `json:"query" jsonschema:"a question, or what the conversation is about"`
	Limit int    `json:"limit,omitempty" jsonschema:"how many at most, 1 to 50; 10 if left out"`
}

type hitOut struct {
	Kind    string   `json:"kind" jsonschema:"fact or episode; an episode is a moment"`
	ID      string   `json:"id"`
	Text    string   `json:"text"`
	Days    []string `json:"days" jsonschema:"when this was said"`
	Score   float64  `json:"score"`
	Left    float64  `json:"left" jsonschema:"what is left of a moment by now, up to 1; a fact does not fade"`
	Because []string `json:"because" jsonschema:"what brought it to mind"`
}

type recallOut struct {
	Memories []hitOut `json:"memories" jsonschema:"the best first; none if nothing belongs here"`
}

func (v *visitor) recall(ctx context.Context, _ *sdk.CallToolRequest, in recallIn) (*sdk.CallToolResult, recallOut, error) {
	out := recallOut{Memories: []hitOut{}}
	limit, err := within(in.Limit, 10, mostRecalled, "limit")
	if err != nil {
		return nil, out, err
	}
	if len(in.Query) > maxQuery {
		return nil, out, fmt.Errorf("the query is longer than %d KiB", maxQuery>>10)
	}
	result, err := v.Mind.Recall(ctx, recall.Cue{Text: in.Query, Now: v.Clock.Now(), Limit: limit})
	if err != nil {
		return nil, out, err
	}
	for _, h := range result.Hits {
		hit := hitOut{Kind: string(h.Kind), ID: h.ID(), Text: outgoing(h.Text()), Days: daysOf(h), Score: h.Score, Left: h.Retrievability, Because: []string{}}
		for _, r := range h.Because {
			hit.Because = append(hit.Because, strings.TrimSpace(string(r.Kind)+" "+outgoing(r.Text)))
		}
		out.Memories = append(out.Memories, hit)
	}
	return nil, out, nil
}

type factsIn struct {
	Retired bool `json:"retired,omitempty" jsonschema:"include facts that are no longer active"`
	Offset  int  `json:"offset,omitempty" jsonschema:"how many to skip"`
	Limit   int  `json:"limit,omitempty" jsonschema:"how many at most, 1 to 200; 50 if left out"`
}

type factsOut struct {
	Facts []factOut `json:"facts"`
	All   int       `json:"all" jsonschema:"how many there are"`
	// SaidOnce is listed with the first facts.
	SaidOnce []momentOut `json:"said_once" jsonschema:"what the user said once about themselves, which no fact rests on yet; listed where offset is 0"`
}

func (v *visitor) facts(ctx context.Context, _ *sdk.CallToolRequest, in factsIn) (*sdk.CallToolResult, factsOut, error) {
	out := factsOut{Facts: []factOut{}, SaidOnce: []momentOut{}}
	limit, err := within(in.Limit, 50, mostListed, "limit")
	if err != nil {
		return nil, out, err
	}
	if in.Offset < 0 {
		return nil, out, errors.New("offset is below 0")
	}
	facts, err := v.Mind.Facts(ctx, store.FactQuery{Retired: in.Retired})
	if err != nil {
		return nil, out, err
	}
	out.All = len(facts)
	facts = facts[min(in.Offset, len(facts)):]
	for _, f := range facts[:min(limit, len(facts))] {
		out.Facts = append(out.Facts, factGoesOut(f))
	}
	if in.Offset > 0 {
		return nil, out, nil
	}
	said, err := v.Mind.SaidOnce(ctx)
	for _, e := range said {
		out.SaidOnce = append(out.SaidOnce, momentGoesOut(e))
	}
	return nil, out, err
}

type whyIn struct {
	ID string `json:"id" jsonschema:"of a fact (f3) or a moment (e12)"`
}

type whyOut struct {
	Fact     *factOut     `json:"fact,omitempty"`
	Moments  []momentOut  `json:"moments" jsonschema:"those that a fact rests on, or the one asked for"`
	Messages []messageOut `json:"messages" jsonschema:"those that a moment came from"`
	More     int          `json:"more" jsonschema:"how many more there are that are not listed"`
}

func (v *visitor) why(ctx context.Context, _ *sdk.CallToolRequest, in whyIn) (*sdk.CallToolResult, whyOut, error) {
	out, err := v.rests(ctx, in.ID)
	return nil, out, err
}

// unknownError says that there is nothing with an id; it is memory.ErrNotFound.
type unknownError struct{ says string }

func (e *unknownError) Error() string { return e.says }
func (e *unknownError) Unwrap() error { return memory.ErrNotFound }

// rests returns what a fact or a moment rests on. It fails with an unknownError.
func (v *visitor) rests(ctx context.Context, id string) (whyOut, error) {
	out := whyOut{Moments: []momentOut{}, Messages: []messageOut{}}
	if fact, ok := memory.ParseFactID(id); ok {
		err := v.underFact(ctx, fact, &out)
		return out, err
	}
	if moment, ok := memory.ParseEpisodeID(id); ok {
		err := v.underMoment(ctx, moment, &out)
		return out, err
	}
	return out, &unknownError{fmt.Sprintf("unknown id %.40q; a fact's is like f3, a moment's like e12", outgoing(id))}
}

func (v *visitor) underFact(ctx context.Context, id memory.FactID, out *whyOut) error {
	facts, err := v.Mind.FactsByID(ctx, []memory.FactID{id})
	if err != nil {
		return err
	}
	if len(facts) == 0 {
		return &unknownError{fmt.Sprintf("there is no fact %s", id)}
	}
	f := factGoesOut(facts[0])
	out.Fact = &f
	sources := facts[0].Sources
	out.More = max(0, len(sources)-mostSources)
	moments, err := v.Store.StandingEpisodes(ctx, sources[out.More:])
	for _, e := range moments {
		out.Moments = append(out.Moments, momentGoesOut(e))
	}
	return err
}

func (v *visitor) underMoment(ctx context.Context, id memory.EpisodeID, out *whyOut) error {
	moments, err := v.Store.StandingEpisodes(ctx, []memory.EpisodeID{id})
	if err != nil {
		return err
	}
	if len(moments) == 0 {
		return &unknownError{fmt.Sprintf("there is no moment %s", id)}
	}
	out.Moments = append(out.Moments, momentGoesOut(moments[0]))
	var keys []int64
	for _, s := range moments[0].Sources {
		keys = append(keys, s.Key)
	}
	out.More = max(0, len(keys)-mostSources)
	messages, err := v.Store.MessagesByKey(ctx, keys[out.More:])
	for _, m := range messages {
		out.Messages = append(out.Messages, messageOut{outgoing(m.Speaker), string(m.Role), rfc3339(m.At), outgoing(m.Text)})
	}
	return err
}

type rememberIn struct {
	Text string `json:"text" jsonschema:"what to remember, in a sentence or a few"`
}

type rememberOut struct {
	Message string `json:"message" jsonschema:"the id of the message that was stored"`
	As      string `json:"as" jsonschema:"who it was stored as said by"`
}

// remember stores a message of the agent's, in a conversation of its own that is
// kept out of the list.
func (v *visitor) remember(ctx context.Context, req *sdk.CallToolRequest, in rememberIn) (*sdk.CallToolResult, rememberOut, error) {
	text := strings.TrimSpace(in.Text)
	switch {
	case text == "":
		return nil, rememberOut{}, errors.New("there is nothing to remember")
	case len(text) > maxMemory:
		return nil, rememberOut{}, fmt.Errorf("the text is longer than %d KiB; say what matters of it", maxMemory>>10)
	}
	name := ""
	if info := req.ClientInfo(); info != nil {
		name = info.Name
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.remembered >= maxRemembered {
		return nil, rememberOut{}, fmt.Errorf("limit of %d memories per session reached", maxRemembered)
	}
	speaker, now := v.speakerOf(name), v.Clock.Now()
	conversation := v.conversation
	if conversation == "" {
		conversation = "mcp-" + now.UTC().Format("20060102T150405.000000000Z")
	}
	stored, err := v.Store.AppendMessage(ctx, memory.Message{
		Conversation: conversation, Role: memory.RoleAssistant, Speaker: speaker, At: now, Text: text, Finished: true,
	})
	if err != nil {
		return nil, rememberOut{}, err
	}
	v.remembered++
	if v.conversation == "" {
		v.conversation = conversation
		if err := v.Store.Hide(ctx, conversation); err != nil {
			return nil, rememberOut{}, err
		}
	}
	return nil, rememberOut{Message: stored.ID, As: outgoing(speaker)}, nil
}

// maxSpeaker bounds a visitor's name, in runes.
const maxSpeaker = 60

// speakerOf is what a visitor is called: by its own name, unless that is the
// person's or a side's.
func (v *visitor) speakerOf(name string) string {
	name = strings.Join(strings.Fields(harmless.Line(name)), " ")
	if runes := []rune(name); len(runes) > maxSpeaker {
		name = string(runes[:maxSpeaker])
	}
	switch memory.FoldName(name) {
	case "", string(memory.RoleUser), "the user", string(memory.RoleAssistant), memory.FoldName(v.UserName):
		return "another agent"
	}
	return name
}
