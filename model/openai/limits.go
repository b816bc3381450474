package openai

import "time"

// Bounds on what comes from an endpoint, and on waiting for it.
const (
	// defaultContext is small: a window thought larger than it is loses the
	// beginning of every prompt without a word.
	defaultContext = 4096
	// defaultTimeout leaves a small machine the time for a long answer.
	defaultTimeout = 5 * time.Minute
	// defaultSilence leaves a server the time to load its model from disk.
	defaultSilence = 2 * time.Minute
	// connectTimeout is for the connection and for its TLS handshake, each.
	connectTimeout = 10 * time.Second
	// maxIdle connections are kept for the next request, for idleTime each.
	maxIdle  = 4
	idleTime = 90 * time.Second

	// maxHeader bounds the header of an answer in bytes.
	maxHeader = 64 << 10
	// maxReply bounds a reply in bytes: far more than anybody reads.
	maxReply = 1 << 20
	// maxAnswer bounds a structured answer, and any answer given at once.
	maxAnswer = 4 << 20
	// maxVectors bounds an answer of embeddings: maxTexts of them with 4,096
	// numbers of 22 characters would be under 12 MB.
	maxVectors = 16 << 20
	// maxStream bounds a stream with its envelopes, reasoning and keep-alive
	// lines: some 100,000 tokens, each in its envelope.
	maxStream = 32 << 20
	// maxEvent bounds one line of a stream.
	maxEvent = 1 << 20
	// maxErrorBody bounds what is read of an error.
	maxErrorBody = 64 << 10
	// maxErrors bounds how many of a list are looked at for an error.
	maxErrors = 8
	// maxErrorText bounds, in runes, what is shown of an error.
	maxErrorText = 300

	// maxTries is how often a request is sent when the endpoint is busy.
	maxTries = 4
	// firstWait, doubled each time up to maxWait, is waited between tries.
	firstWait = 500 * time.Millisecond
	maxWait   = 8 * time.Second
	// maxRetryAfter is the longest wait that is obeyed; a person would rather
	// be told of a longer one.
	maxRetryAfter = 30 * time.Second
	// maxAdapts is how many faults with the form of a request are mended; each
	// mends one thing, and there are no more of them.
	maxAdapts = 8

	// heldBytes and heldTime bound what is held back of the first reply of a
	// model, while it is not known whether it begins with reasoning: not long
	// enough to be noticed.
	heldBytes = 1024
	heldTime  = 400 * time.Millisecond

	// maxStructured bounds a structured answer in tokens, minStructured is asked
	// for however full the window seems.
	maxStructured = 8192
	minStructured = 256
	// structuredTemperature keeps an answer close to the messages; at 0 small
	// models repeat themselves without end.
	structuredTemperature = 0.2

	// envelopeTokens is what the borders of a message take.
	envelopeTokens = 16
	// toolTokens is what the tool takes once a server has put it into its own
	// words: some of them say at length how tools are called.
	toolTokens = 300

	// minToolContext is the smallest window in tokens in which a tool is offered:
	// in a smaller one it would crowd out the conversation.
	minToolContext = 3072
	// maxRounds is how often a model may ask for more of the memory in one
	// reply: a step to the moments, one to the messages, and one to spare.
	maxRounds = 3
	// maxCalls is how many calls of tools one answer may hold, maxArguments
	// bounds those of one in bytes: a few ids and a sentence. Together they take
	// no more than a quarter of a small window.
	maxCalls     = 4
	maxArguments = 1024
	// maxCallID and maxCallName bound, in bytes, what is sent back of a call.
	maxCallID   = 128
	maxCallName = 64

	// maxTexts is how many texts one request embeds.
	maxTexts = 64
	// maxTextRunes is how much of one text is embedded: within the window of
	// the common models.
	maxTextRunes = 2000

	// probeTimeout bounds the probe for a server on this machine, which is not
	// there if it does not answer within a blink; maxProbe bounds the answer.
	probeTimeout = 300 * time.Millisecond
	maxProbe     = 1 << 20
	// maxModels is how many models of it are offered, maxModelName bounds the
	// name of one in bytes: nobody chooses from more.
	maxModels    = 100
	maxModelName = 200
)
