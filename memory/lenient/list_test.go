package lenient

import (
	"reflect"
	"strings"
	"testing"
)

var tasks = Shape{List: "tasks", Mark: "text", MaxBytes: 1000, MaxItems: 3}

func TestNearlyWhatWasAskedForIsRead(t *testing.T) {
	for name, in := range map[string]string{
		"as asked":                  `{"tasks":[{"text":"sweep"}]}`,
		"a bare list":               `[{"text":"sweep"}]`,
		"one for a list":            `{"tasks":{"text":"sweep"}}`,
		"one without the list":      `{"text":"sweep"}`,
		"a text for an item":        `{"tasks":["sweep"]}`,
		"a text for the list":       `{"tasks":"sweep"}`,
		"something around it":       `{"result":{"tasks":[{"text":"sweep"}]}}`,
		"keys in another case":      `{"Tasks":[{"TEXT":"sweep"}]}`,
		"commas after the last":     `{"tasks":[{"text":"sweep",},],}`,
		"two commas":                `{"tasks":[{"text":"sweep"},,],"n":1}`,
		"a list for a text":         `{"tasks":[{"text":["sweep"]}]}`,
		"an object for a text":      `{"tasks":[{"text":{"value":"sweep"}}]}`,
		"keys that nobody asked of": `{"thoughts":["so"],"tasks":[{"text":"sweep","mood":{"a":[1]}}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			items, err := tasks.Items([]byte(in))
			if err != nil || len(items) != 1 || items[0].Text("text") != "sweep" {
				t.Errorf("%s gives %v, %v", in, items, err)
			}
		})
	}
}

func TestWhatHasNoObviousReadingIsRefused(t *testing.T) {
	for name, in := range map[string]string{
		"nothing":       ``,
		"null":          `null`,
		"another thing": `{"error":"overloaded"}`,
		"an empty one":  `{}`,
		"a null list":   `{"tasks":null}`,
		"a number":      `{"tasks":3}`,
		"cut":           `{"tasks":[{"text":"sweep"}`,
		"two":           `{"tasks":[]} {"tasks":[]}`,
		"too many":      `[{},{},{},{}]`,
		"too long":      `{"tasks":["` + strings.Repeat("x", 1000) + `"]}`,
	} {
		t.Run(name, func(t *testing.T) {
			if items, err := tasks.Items([]byte(in)); err == nil {
				t.Errorf("%s gives %v", in, items)
			} else if strings.Contains(err.Error(), "Go ") {
				t.Errorf("%v speaks of Go", err)
			}
		})
	}
}

func TestFieldsAreReadLeniently(t *testing.T) {
	items, err := tasks.Items([]byte(`{"tasks":[{"text":"a","ids":[1,"m2",{"label":"m3"}],"one":"m4","num":5,"kind":" Decision. ",
		"yes":"True","no":0,"names":["Ada",{"text":"Bo","type":"person"}],"name":{"text":"Cy"},"none":null}]}`))
	if err != nil || len(items) != 1 {
		t.Fatalf("%v, %v", items, err)
	}
	i := items[0]
	for _, c := range []struct{ got, want any }{
		{i.Texts("ids"), []string{"1", "m2", "m3"}},
		{i.Texts("one"), []string{"m4"}},
		{i.Texts("num"), []string{"5"}},
		{i.Texts("none"), []string(nil)},
		{i.Texts("missing"), []string(nil)},
		{i.Text("num"), "5"},
		{i.Word("kind"), "decision"},
		{i.Yes("yes"), true},
		{i.Yes("no"), false},
		{i.Yes("missing"), false},
		{len(i.Items("names", "text")), 2},
		{i.Items("names", "text")[0].Text("text"), "Ada"},
		{i.Items("names", "text")[1].Word("type"), "person"},
		{i.Items("name", "text")[0].Text("text"), "Cy"},
		{len(i.Items("none", "text")), 0},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("got %#v, want %#v", c.got, c.want)
		}
	}
}

func TestLabelsAreReadInAnySpelling(t *testing.T) {
	for in, want := range map[string]int{
		"m1": 1, "M12": 12, "3": 3, "[m4]": 4, " m5. ": 5, "m 6": 6, "m#7": 7, `"m8"`: 8,
		"": 0, "m": 0, "e1": 0, "m1x": 0, "context": 0, "-1": 0, "m99999999999999999999": 0, "m0": 0,
	} {
		if got := Label(in, "m"); got != want {
			t.Errorf("%q is %d, want %d", in, got, want)
		}
	}
}

func FuzzItems(f *testing.F) {
	f.Add([]byte(`{"tasks":[{"text":"a","x":[1,{"y":[]}]},],}`))
	f.Add([]byte("[\"a\\\n\x00\",,{}]"))
	f.Add([]byte(`{"a":{"b":{"c":{}}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		items, err := tasks.Items(data)
		if err == nil && len(items) > tasks.MaxItems {
			t.Fatal("more items than asked for")
		}
		for _, i := range items {
			i.Text("text")
			i.Texts("x")
			i.Items("x", "text")
		}
	})
}
