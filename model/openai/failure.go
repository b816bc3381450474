package openai

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"syscall"
	"time"

	"muisto/model"
)

// What can be wrong, other than a refusal or the network.
var (
	errNoKey      = errors.New("no key")
	errForeign    = errors.New("not an OpenAI-compatible answer")
	errTooLarge   = errors.New("larger than its bound")
	errTooLong    = errors.New("longer than the time-out")
	errSilent     = errors.New("silent for longer than the time-out")
	errBrokenOff  = errors.New("broken off")
	errEmpty      = errors.New("empty answer")
	errOnlyTool   = errors.New("a tool call instead of an answer")
	errOnlyThink  = errors.New("reasoning without an answer")
	errFiltered   = errors.New("held back by a content filter")
	errDeclined   = errors.New("declined by the model")
	errNotJSON    = errors.New("no JSON in the answer")
	errCutShort   = errors.New("an answer cut before its end")
	errNoVectors  = errors.New("no model for embeddings is set")
	errBadVectors = errors.New("not the vectors asked for")
)

// Failure is a sentence for the person, and what it is about.
type Failure struct {
	sentence string
	cause    error
}

// Error is the sentence.
func (f *Failure) Error() string { return f.sentence }

// Unwrap gives what failed. It may name addresses; it is not fit to be shown.
func (f *Failure) Unwrap() error { return f.cause }

// explain gives the error for the person. A caller that has gone is told just
// that.
func (c *Client) explain(caller context.Context, err error) error {
	if err == nil {
		return nil
	}
	if caller.Err() != nil {
		return caller.Err()
	}
	return &Failure{sentence: c.sentence(err), cause: err}
}

func (c *Client) sentence(err error) string {
	var refused *refusal
	if errors.As(err, &refused) {
		return c.refused(refused)
	}
	if s := c.plain(err); s != "" {
		return s
	}
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	if errors.As(err, &syntax) || errors.As(err, &kind) {
		return c.plain(errForeign)
	}
	if s := c.unreachable(err); s != "" {
		return s
	}
	return fmt.Sprintf("Asking %s failed: %s. Try again; if it stays so, check the base URL.",
		c.host, strings.TrimRight(shown(err.Error(), c.key.now()), "."))
}

// plain is the sentence for the faults that have one each.
func (c *Client) plain(err error) string {
	name := c.Name()
	for _, s := range []struct {
		fault error
		text  string
	}{
		{errNoKey, fmt.Sprintf("There is no API key for %s. Set OPENAI_API_KEY, or model.api_key in the settings file, or choose another model with --model.", c.host)},
		{errForeign, fmt.Sprintf("Something other than a language model answers at %s. Check the base URL; it usually ends in /v1.", c.host)},
		{errTooLarge, fmt.Sprintf("%s sent more than can be taken in, and was cut off. Try again, or choose another model.", c.host)},
		{errTooLong, fmt.Sprintf("%s did not finish within %s. Try again, or raise model.timeout in the settings.", c.host, brief(c.options.Timeout))},
		{context.DeadlineExceeded, fmt.Sprintf("%s did not finish within %s. Try again, or raise model.timeout in the settings.", c.host, brief(c.options.Timeout))},
		{errSilent, fmt.Sprintf("Nothing came from %s for %s. Try again, or raise model.silence in the settings.", c.host, brief(c.options.Silence))},
		{errBrokenOff, fmt.Sprintf("The reply from %s broke off. What came of it is kept; try again.", c.host)},
		{errEmpty, fmt.Sprintf("%s answered nothing. Try again, or choose another model.", name)},
		{errOnlyTool, fmt.Sprintf("%s asked for a tool instead of answering. Try again, or choose another model.", name)},
		{errOnlyThink, fmt.Sprintf("%s spent its whole reply on reasoning. Raise model.context_tokens in the settings if it can take more, or choose another model.", name)},
		{errFiltered, fmt.Sprintf("The content filter of %s stopped the reply. Say it another way, or choose another model.", c.host)},
		{errDeclined, fmt.Sprintf("%s declined to answer. Say it another way, or choose another model.", name)},
		{errNotJSON, fmt.Sprintf("%s did not answer in the form that was asked for.", name)},
		{errCutShort, fmt.Sprintf("The answer of %s did not fit into its window. Raise model.context_tokens in the settings if it can take more.", name)},
		{errNoMemory, "What is remembered could not be read for the reply. Try again; muisto doctor tells what is wrong with the memory."},
		{errNoVectors, "No embedding model is set. Set model.embeddings in the settings."},
		{errBadVectors, fmt.Sprintf("%s did not send the vectors that were asked for. Check model.embeddings in the settings.", c.host)},
		{model.ErrCut, "The reply was cut at its longest. Ask to go on for the rest."},
	} {
		if errors.Is(err, s.fault) {
			return s.text
		}
	}
	return ""
}

// unreachable is the sentence for what goes wrong before a server answers.
func (c *Client) unreachable(err error) string {
	var (
		dns      *net.DNSError
		record   tls.RecordHeaderError
		cert     *tls.CertificateVerificationError
		unknown  x509.UnknownAuthorityError
		hostname x509.HostnameError
		op       *net.OpError
		netErr   net.Error
	)
	switch {
	case errors.As(err, &dns):
		return fmt.Sprintf("The name %s cannot be found. Check the base URL and the network.", c.host)
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Sprintf("Nothing is listening at %s. Start the server, or check the base URL.", c.host)
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return fmt.Sprintf("%s cannot be reached from here. Check the network and the base URL.", c.host)
	case errors.As(err, &record), strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		return fmt.Sprintf("%s does not speak TLS. Check the base URL: http:// instead of https:// may be right.", c.host)
	case errors.As(err, &cert), errors.As(err, &unknown), errors.As(err, &hostname):
		return fmt.Sprintf("The connection to %s is not safe, since its certificate does not hold. Check the base URL and the clock of this machine.", c.host)
	case errors.As(err, &op) && op.Op == "remote error": // a TLS alert
		return fmt.Sprintf("%s and this program find no way to a safe connection (%s). Check the base URL, or update the server.", c.host, shown(op.Err.Error(), ""))
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return fmt.Sprintf("%s closed the connection. Try again; if it stays so, look at the server.", c.host)
	case errors.As(err, &netErr) && netErr.Timeout():
		return fmt.Sprintf("%s does not answer. Check the network and the base URL.", c.host)
	}
	if isEOF(err) {
		return fmt.Sprintf("%s closed the connection. Try again; if it stays so, look at the server.", c.host)
	}
	return ""
}

// refused is the sentence for an endpoint's refusal.
func (c *Client) refused(e *refusal) string {
	model := c.Name()
	switch {
	case e.location != "" && e.status/100 == 3:
		return fmt.Sprintf("%s sends on to %s, which is not followed. If that is right, make it the base URL.", c.host, e.location)
	case e.page && e.status < 500 || e.status/100 == 3:
		return c.plain(errForeign)
	case (e.status == 401 || e.isBadKey()) && c.key.now() == "":
		return fmt.Sprintf("%s wants an API key. Set OPENAI_API_KEY, or model.api_key in the settings file.", c.host)
	case e.status == 401 || e.isBadKey():
		// Such messages repeat parts of the key.
		return fmt.Sprintf("%s does not accept the API key. Check OPENAI_API_KEY, or model.api_key in the settings file.", c.host)
	case e.isFiltered():
		return c.plain(errFiltered)
	case e.isOutOfCredit():
		return fmt.Sprintf("The account at %s has no credit left. Look at its billing page, or choose another model.", c.host)
	case e.isTooLong():
		return fmt.Sprintf("This is more than %s can read at once. Set model.context_tokens to what its window really is%s.", model, saying(e))
	case e.isUnknownModel():
		return fmt.Sprintf("%s has no model named %s. Choose another with --model%s.", c.host, model, saying(e))
	case e.status == 403:
		return fmt.Sprintf("%s does not let this key use %s. Check the key's rights, or choose another model%s.", c.host, model, saying(e))
	case e.status == 404 || e.status == 405 || strings.Contains(e.message, "Unexpected endpoint"):
		return fmt.Sprintf("There is no chat at %s. Check the base URL; it usually ends in /v1%s.", c.host, saying(e))
	case e.status == 429 && e.asksToWait:
		return fmt.Sprintf("%s asks to wait %s. Try again then.", c.host, brief(e.retryAfter))
	case e.status == 429:
		return fmt.Sprintf("%s has had too many requests. Try again in a minute%s.", c.host, saying(e))
	case e.status >= 500:
		return fmt.Sprintf("%s is in trouble (status %d). Try again in a while%s.", c.host, e.status, saying(e))
	case e.status == 0:
		return fmt.Sprintf("%s stopped with an error. Try again%s.", c.host, saying(e))
	}
	return fmt.Sprintf("%s refused the request (status %d). Check the model and the base URL%s.", c.host, e.status, saying(e))
}

// saying quotes the endpoint at the end of a sentence.
func saying(e *refusal) string {
	if e.message == "" {
		return ""
	}
	return fmt.Sprintf(" (it says: %s)", strings.TrimRight(e.message, "."))
}

// brief writes 2m where Duration.String writes 2m0s, rounded up to seconds.
func brief(d time.Duration) string {
	d = (d + time.Second - 1).Truncate(time.Second)
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
