package openai

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestEmbeddingsComeInTheOrderOfTheTexts(t *testing.T) {
	c := client(t, answer(200, "application/json", recorded(t, "openai/embeddings.json")))
	got, err := c.Embed(t.Context(), []string{"a", "b"})
	if err != nil || fmt.Sprint(got) != "[[-1 0.002] [0.5 0.25]]" {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestManyTextsGoInPortions(t *testing.T) {
	var sizes []int
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		var sent struct {
			Model string
			Input []string
		}
		if err := json.NewDecoder(r.Body).Decode(&sent); err != nil || sent.Model != "test-embed" {
			t.Errorf("sent %+v, %v", sent, err)
		}
		sizes = append(sizes, len(sent.Input))
		var data []string
		for i, text := range sent.Input {
			if text == "" || utf8.RuneCountInString(text) > maxTextRunes {
				t.Errorf("a text of %d bytes", len(text))
			}
			data = append(data, fmt.Sprintf(`{"index":%d,"embedding":[%d,1]}`, i, len(sizes)))
		}
		answer(200, "application/json", `{"data":[`+strings.Join(data, ",")+`]}`)(w, r)
	})
	texts := make([]string, 2*maxTexts+3)
	texts[1] = strings.Repeat("ä", 3*maxTextRunes)
	got, err := c.Embed(t.Context(), texts)
	if err != nil || len(got) != len(texts) || fmt.Sprint(sizes) != "[64 64 3]" || got[130][0] != 3 {
		t.Errorf("%d vectors in portions %v, %v", len(got), sizes, err)
	}
	if none, err := c.Embed(t.Context(), nil); err != nil || len(none) != 0 {
		t.Errorf("%v, %v", none, err)
	}
}

func TestVectorsThatAreNotThoseAskedForAreRefused(t *testing.T) {
	for _, data := range []string{
		`[]`, `[{"index":0,"embedding":[1]}]`, `[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]`,
		`[{"index":0,"embedding":[1]},{"index":2,"embedding":[1]}]`, `[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]`,
		`[{"index":0,"embedding":[]},{"index":1,"embedding":[]}]`, `[{"index":0,"embedding":[1]},{"index":-1,"embedding":[1]}]`,
	} {
		_, err := client(t, answer(200, "application/json", `{"data":`+data+`}`)).Embed(t.Context(), []string{"a", "b"})
		fit(t, err)
		if !errors.Is(err, errBadVectors) {
			t.Errorf("%s: %v", data, err)
		}
	}
}

func TestWithoutAnEmbeddingModelNothingIsSent(t *testing.T) {
	c := client(t, func(http.ResponseWriter, *http.Request) { t.Error("sent") }, func(o *Options) { o.Embeddings = "" })
	if _, err := c.Embed(t.Context(), []string{"a"}); !errors.Is(err, errNoVectors) {
		t.Errorf("got %v", err)
	}
}
