// Package scenarios holds what a person expects of the memory, as data, and a
// test that drives the built program through it by its command line alone. It
// knows no package of the program but cli, whose Main it runs.
//
// A file of testdata/dev or testdata/model is one scenario on a fresh memory. Its
// steps say messages, capture, sleep, take a turn of the chat, correct a fact, or
// expect something. Those of testdata/model carry the answers of a language model,
// which an endpoint of the test gives. A line of testdata/utterances.jsonl is a
// message and the acts that it may be captured as.
package scenarios
