package openai

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestAReplyHoldsNoKeyWhereverItIsCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.SampledFrom([]string{
			"hello ", "sk-", "sk-hush", testKey, testKey[:7] + "\u200b" + testKey[7:], testKey[:5] + "\x1b[31m" + testKey[5:], "é", "\n", "s", testKey[:10],
		})).Draw(t, "parts")
		whole := strings.Join(parts, "")
		var got strings.Builder
		u := newUnkeyed(testKey, func(piece string) { got.WriteString(piece) })
		for rest := whole; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			u.write(rest[:n])
			rest = rest[n:]
		}
		u.end()
		if strings.Contains(got.String(), testKey) {
			t.Fatalf("%q comes out as %q", whole, got.String())
		}
		once := &strings.Builder{}
		v := newUnkeyed(testKey, func(piece string) { once.WriteString(piece) })
		v.write(whole)
		v.end()
		if once.String() != got.String() {
			t.Fatalf("%q: in pieces %q, at once %q", whole, got.String(), once.String())
		}
	})
}

func TestAServerThatRepeatsTheKeyInItsReply(t *testing.T) {
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		key := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		for _, piece := range []string{"Your key is ", key[:5], key[5:], ", or ", key, "."} {
			fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":%q}}]}\n\n", piece)
		}
		fmt.Fprint(w, "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	})
	text, _, err := reply(t.Context(), c)
	if err != nil || text != "Your key is [key], or [key]." {
		t.Errorf("got %q, %v", text, err)
	}
}

func TestAnAnswerHoldsNoKey(t *testing.T) {
	spelled := strings.ReplaceAll(testKey, "s", `\u0073`)
	for _, tt := range []struct{ answer, want string }{
		{`{"what": "the key is ` + testKey + `"}`, `{"what":"the key is [key]"}`},
		{`{"items": [{"what": "` + spelled + `", "n": 10000000000000001}]}`, `{"items":[{"n":10000000000000001,"what":"[key]"}]}`},
		{`{"what": "nothing"}`, `{"what": "nothing"}`},
	} {
		if got := withoutKey(json.RawMessage(tt.answer), testKey); string(got) != tt.want {
			t.Errorf("%s: %s", tt.answer, got)
		}
	}
}

func TestAWordForAKeyIsNotHidden(t *testing.T) {
	for key, secret := range map[string]bool{"": false, "ollama": false, "lm-studio": false, "none": false, testKey: true, "hush-42": true, "correcthorsebattery": true} {
		if isSecret(key) != secret {
			t.Errorf("%q", key)
		}
	}
}
