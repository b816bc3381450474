package input

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// piece is input that comes some time after what came before it.
type piece struct {
	after time.Duration
	text  string
}

// script is a source that plays pieces, on a clock of its own.
type script struct {
	pieces []piece
	now    time.Duration
}

func (s *script) Read(p []byte) (int, error) {
	if len(s.pieces) == 0 {
		return 0, io.EOF
	}
	next := &s.pieces[0]
	s.now += next.after
	n := copy(p, next.text)
	next.text, next.after = next.text[n:], 0
	if next.text == "" {
		s.pieces = s.pieces[1:]
	}
	return n, nil
}

func (s *script) Wait(d time.Duration) (bool, error) {
	if len(s.pieces) == 0 { // silence
		s.now += d
		return false, nil
	}
	if next := &s.pieces[0]; next.after > d {
		next.after -= d
		s.now += d
		return false, nil
	}
	s.now += s.pieces[0].after
	s.pieces[0].after = 0
	return true, nil
}

// got is one Read, and when it returned.
type got struct {
	text string
	at   time.Duration
}

func (g got) String() string   { return fmt.Sprintf("%q at %v", g.text, g.at) }
func (p piece) String() string { return fmt.Sprintf("%q after %v", p.text, p.after) }

func play(pieces ...piece) []got {
	s := &script{pieces: pieces}
	r := reader{from: s}
	var all []got
	p := make([]byte, 4096)
	for {
		n, err := r.Read(p)
		if n > 0 {
			all = append(all, got{string(p[:n]), s.now})
		}
		if err != nil {
			return all
		}
	}
}

func joined(all []got) string {
	var b strings.Builder
	for _, g := range all {
		b.WriteString(g.text)
	}
	return b.String()
}

var sequences = []string{
	"é", "日", "🦢", "\x1b[A", "\x1b[1;5D", "\x1bOP", "\x1b[15~", "\x1b[3;2~", "\x1b[Z", "\x1b[[A", "\x1b[13;2u", "\x1b[99;5u", "\x1b[97;;229u",
	"\x1b[<65;107;38M", "\x1b[<0;1;1m", "\x1b[M !!", "\x1b[M\x20\xc3\xbf", "\x1b[I", "\x1b[O",
	"\x1b]11;rgb:ffff/ffff/ffff\x07", "\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "\x1bP1+r544e=78\x1b\\", "\x1bP>|tmux 3.5\x1b\\", "\x1b_Gi=1;OK\x1b\\",
	"\x1b[?62;22c", "\x1b[?2026;2$y", "\x1b[?1u", "\x1b[24;80R", "\x1b[8;24;80t",
	"\x1b[200~hello\x1b[201~", "\x1b[200~café 🦢\r\tx\x1b[201~", "\x1b[200~\x1b[201~", "\x1b[200~a\x1b[Ab\x1bc\x1b[201~",
}

var delays = []time.Duration{0, 20 * time.Millisecond, 60 * time.Millisecond, 250 * time.Millisecond, 2 * time.Second}

func TestWhatIsCutAnywhereComesOutWhole(t *testing.T) {
	for _, sequence := range sequences {
		for cut := 1; cut < len(sequence); cut++ {
			for _, delay := range delays {
				want := "a" + sequence + "b"
				if sequence[:cut] == "\x1b" && delay > escWait {
					want = "a" + escKey + sequence + "b" // the Esc key was there for all one could know
				}
				if sequence[:cut] == "\x1b" && sequence[1] == '_' && delay > escWait {
					continue // nothing that is asked for; a hand could type it
				}
				all := play(piece{0, "a" + sequence[:cut]}, piece{delay, sequence[cut:]}, piece{time.Minute, "b"})
				if joined(all) != want {
					t.Errorf("%q cut at %d by %v: %q", sequence, cut, delay, joined(all))
				}
				inOne := func(g got) bool { return strings.Contains(g.text, sequence) }
				if !slices.ContainsFunc(all, inOne) && !strings.HasPrefix(sequence, pasteStart) {
					t.Errorf("%q cut at %d by %v comes in pieces: %v", sequence, cut, delay, all)
				}
			}
		}
	}
}

func TestATerminalThatWritesItsEscKeyOutIsNeverMistaken(t *testing.T) {
	const kitty = "\x1b[?1u"
	for _, sequence := range append([]string{"\x1b\r", "\x1bb", "\x1b\x1b[A", escKey}, sequences...) {
		for cut := 1; cut < len(sequence); cut++ {
			all := play(piece{0, kitty}, piece{time.Second, sequence[:cut]}, piece{2 * time.Second, sequence[cut:]}, piece{time.Minute, "b"})
			if want := kitty + sequence + "b"; joined(all) != want {
				t.Errorf("%q cut at %d: %q", sequence, cut, joined(all))
			}
		}
	}
	all := play(piece{0, kitty + "\x1b[?0u\x1b"}, piece{time.Second, "x"})
	if want := kitty + "\x1b[?0u" + escKey + "x"; joined(all) != want {
		t.Errorf("after it was withdrawn: %q", joined(all))
	}
}

func TestEveryByteByItself(t *testing.T) {
	for _, sequence := range sequences {
		pieces := []piece{{0, "\x1b[?1u"}}
		for _, b := range []byte(sequence) {
			pieces = append(pieces, piece{250 * time.Millisecond, string([]byte{b})})
		}
		if got := joined(play(pieces...)); got != "\x1b[?1u"+sequence {
			t.Errorf("%q: %q", sequence, got)
		}
	}
}

func TestALoneKeyIsPassedOnInTime(t *testing.T) {
	for _, tt := range []struct {
		pieces []piece
		want   string
		by     time.Duration
	}{
		{[]piece{{0, "\x1b"}}, escKey, escWait},
		{[]piece{{0, "x\x1b"}}, "x" + escKey, escWait},
		{[]piece{{0, "\x1b\x1b"}}, altEscKey, escWait},
		{[]piece{{0, "\x1b\x1b\x1b"}}, escKey + altEscKey, escWait},
		{[]piece{{0, "\x1bb"}}, "\x1bb", 0},
		{[]piece{{0, "\x1b\r"}}, "\x1b\r", 0},
		{[]piece{{0, "\x1bé"}}, "\x1bé", 0},
		{[]piece{{0, "\x1b"}, {60 * time.Millisecond, "x"}}, escKey + "x", 60 * time.Millisecond},
		{[]piece{{0, "\x1b"}, {60 * time.Millisecond, "["}}, escKey + "[", 360 * time.Millisecond},
		{[]piece{{0, "\x1b"}, {60 * time.Millisecond, "["}, {10 * time.Millisecond, "A"}}, escKey + "\x1b[A", 70 * time.Millisecond},
		{[]piece{{0, "\x1b"}, {60 * time.Millisecond, "["}, {100 * time.Millisecond, "x"}}, escKey + "[x", 160 * time.Millisecond},
		{[]piece{{0, "\x1b"}, {60 * time.Millisecond, "["}, {250 * time.Millisecond, "<65;1"}, {2 * time.Second, ";1M"}}, escKey + "\x1b[<65;1;1M", 2310 * time.Millisecond},
		{[]piece{{0, "\x1b"}, {60 * time.Millisecond, "O"}, {time.Millisecond, "so"}}, escKey + "Oso", 61 * time.Millisecond},
		{[]piece{{0, "\x1b"}, {60 * time.Millisecond, "[x]"}}, escKey + "[x]", 60 * time.Millisecond},
		{[]piece{{0, "\x1b[2$"}}, "\x1b[2$", escWait},
		{[]piece{{0, "\x1b["}}, "\x1b[91;3u", pieceWait},
		{[]piece{{0, "\x1bO"}}, "\x1b[79;3u", pieceWait},
		{[]piece{{0, "\x1b]"}}, "\x1b[93;3u", pieceWait},
		{[]piece{{0, "\x1b]x"}}, "\x1b[93;3ux", 0},
		{[]piece{{0, "\x1bPx"}}, "\x1b[80;3ux", 0},
		{[]piece{{0, "\x1bX"}}, "\x1b[88;3u", 0},
		{[]piece{{0, "\xe9"}}, "\xe9", pieceWait}, // a terminal that is not UTF-8
		{[]piece{{0, "caf\xc3"}, {time.Millisecond, "x"}}, "caf\xc3x", time.Millisecond},
	} {
		all := play(tt.pieces...)
		if joined(all) != tt.want || all[len(all)-1].at != tt.by {
			t.Errorf("%v: %v, want %q by %v", tt.pieces, all, tt.want, tt.by)
		}
	}
}

func TestHalfASequenceIsNeverTyped(t *testing.T) {
	for _, half := range []string{"\x1b[<65;107", "\x1b[1;", "\x1b]11;rgb:ffff", "\x1bP1+r", "\x1b[M ", "\x1b[[", "\x1b[?2026;2$", "\x1b]52;c;" + strings.Repeat("x", 5000) + "\a"} {
		for _, after := range []string{"", "\x03", "\x1b[A"} {
			all := play(piece{0, "a" + half}, piece{10 * time.Second, after + "b"})
			if want := "a" + after + "b"; joined(all) != want {
				t.Errorf("%.40q, then %q: %q", half, after, joined(all))
			}
		}
		all := play(piece{0, half}, piece{time.Second, "\x03"})
		if !strings.HasSuffix(joined(all), "\x03") || all[len(all)-1].at != time.Second && !strings.HasPrefix(half, "\x1b[M") {
			t.Errorf("Ctrl+C after %.40q: %v", half, all)
		}
	}
}

func TestAPasteThatNeverEndsEndsByItself(t *testing.T) {
	for _, tt := range []struct {
		pieces []piece
		want   string
		by     time.Duration
	}{
		{[]piece{{0, pasteStart + "hello"}}, pasteStart + "hello" + pasteEnd, pieceWait},
		{[]piece{{0, pasteStart + "hello\x1b[20"}}, pasteStart + "hello" + pasteEnd, pieceWait},
		{[]piece{{0, pasteStart + "caf\xc3"}}, pasteStart + "caf" + pasteEnd, pieceWait},
		{[]piece{{0, pasteStart + "one"}, {2 * time.Second, "two"}}, pasteStart + "onetwo" + pasteEnd, 5 * time.Second},
		{[]piece{{0, pasteStart + "x"}, {5 * time.Second, pasteEnd + "y"}}, pasteStart + "x" + pasteEnd + pasteStart + pasteEnd + "y", 5 * time.Second},
		{[]piece{{0, pasteStart + "x"}, {5 * time.Second, "rest\r" + pasteEnd + "y"}}, pasteStart + "x" + pasteEnd + pasteStart + "rest\r" + pasteEnd + "y", 5 * time.Second},
		{[]piece{{0, pasteStart + "x"}, {5 * time.Second, pasteStart + "z" + pasteEnd}}, pasteStart + "x" + pasteEnd + pasteStart + "z" + pasteEnd, 5 * time.Second},
		{[]piece{{0, pasteEnd + "y"}}, "y", 0},
		// Ctrl+C, which nothing follows, is the key; within the text it is text.
		{[]piece{{0, pasteStart + "x"}, {time.Second, "\x03"}}, pasteStart + "x" + pasteEnd + "\x03", time.Second + escWait},
		{[]piece{{0, pasteStart + "x\x1b"}, {time.Second, "\x03"}}, pasteStart + "x\x1b" + pasteEnd + "\x03", time.Second + escWait},
		{[]piece{{0, pasteStart + "x"}, {time.Second, ctrlCKey}}, pasteStart + "x" + pasteEnd + ctrlCKey, time.Second + escWait},
		{[]piece{{0, pasteStart + "x\x03"}, {20 * time.Millisecond, "\rrm\r" + pasteEnd}}, pasteStart + "x\x03\rrm\r" + pasteEnd, 20 * time.Millisecond},
	} {
		all := play(tt.pieces...)
		if joined(all) != tt.want || all[len(all)-1].at != tt.by {
			t.Errorf("%v: %v, want %q by %v", tt.pieces, all, tt.want, tt.by)
		}
	}
}

func TestNothingIsHeldBackWhenReadReturns(t *testing.T) {
	long := strings.Repeat("日本語 ", 40_000)
	s := &script{pieces: []piece{{0, pasteStart + long}, {time.Second, pasteEnd + strings.Repeat("\x1b", 9000)}}}
	r := reader{from: s}
	var out bytes.Buffer
	for p := make([]byte, 4096); ; {
		n, err := r.Read(p)
		out.Write(p[:n])
		if err != nil {
			break
		}
		if len(s.pieces) == 0 && (len(r.ready) > 0 || r.split.wait() > 0) {
			t.Fatal("there is more, and nothing that would wake the reader")
		}
	}
	if !strings.HasPrefix(out.String(), pasteStart+long+pasteEnd+escKey) {
		t.Error("the paste did not come through")
	}
}

// FuzzCuts: however input that comes in time is cut, the same comes out, and text
// without Esc comes out as it is.
func FuzzCuts(f *testing.F) {
	for _, s := range sequences {
		f.Add([]byte("a"+s+"b"), uint16(3), uint16(5))
	}
	f.Fuzz(func(t *testing.T, text []byte, first, second uint16) {
		if len(text) > maxSequence/2 {
			return
		}
		cut := int(first) % (len(text) + 1)
		then := cut + int(second)%(len(text)-cut+1)
		feed := func(chunks ...[]byte) string {
			var s splitter
			for _, c := range chunks {
				s.feed(c)
			}
			s.expire()
			return string(s.take())
		}
		whole, pieces := feed(text), feed(text[:cut], text[cut:then], text[then:])
		if whole != pieces {
			t.Errorf("%q cut at %d and %d: %q, whole %q", text, cut, then, pieces, whole)
		}
		if bytes.IndexByte(text, esc) < 0 && whole != string(text) {
			t.Errorf("%q: %q", text, whole)
		}
	})
}

func TestAFileIsWaitedOn(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	if !canWait(in) {
		t.Skip("not on this system")
	}
	w := waited{in}
	if ready, err := w.Wait(0); ready || err != nil {
		t.Errorf("an empty pipe: %v, %v", ready, err)
	}
	fmt.Fprint(out, "x")
	if ready, err := w.Wait(time.Hour); !ready || err != nil {
		t.Errorf("a pipe with something in it: %v, %v", ready, err)
	}
	if _, ok := Open(in); ok {
		t.Error("a pipe is no terminal")
	}
	_ = out.Close()
}
