package lenient

import (
	"encoding/json"
	"strings"
)

// Item is one object of an answer, by its keys in lower case. What it lacks, or
// holds in a form that has no obvious reading, reads as empty.
type Item map[string]any

// itemOf is a value as an object; a bare text is an object that has only it,
// under mark.
func itemOf(value any, mark string) Item {
	item := Item{}
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			lower := strings.ToLower(strings.TrimSpace(key))
			if _, exact := v[lower]; !exact || key == lower {
				item[lower] = inner
			}
		}
	case string, json.Number:
		item[mark] = v
	}
	return item
}

// Text is a text; a number is its digits, a list the texts in it.
func (i Item) Text(key string) string { return strings.Join(texts(i[key]), ", ") }

// Word is a text as a member of an enumeration: in lower case, without what
// stands around it.
func (i Item) Word(key string) string {
	return strings.ToLower(strings.Trim(i.Text(key), " \t\n\"'`.*"))
}

// Texts is a list of texts; one text stands for a list of one.
func (i Item) Texts(key string) []string { return texts(i[key]) }

// Yes is a boolean, however it is spelled.
func (i Item) Yes(key string) bool {
	if b, ok := i[key].(bool); ok {
		return b
	}
	switch i.Word(key) {
	case "true", "yes", "1":
		return true
	}
	return false
}

// Items is a list of objects, where a text stands for an object that has only
// it, under mark, and one object for a list of one.
func (i Item) Items(key, mark string) []Item {
	list, isList := i[key].([]any)
	if !isList {
		list = []any{i[key]}
	}
	var items []Item
	for _, v := range list {
		if item := itemOf(v, mark); len(item) > 0 {
			items = append(items, item)
		}
	}
	return items
}

// named are the keys under which an object holds the text that it could have
// been.
var named = [...]string{"text", "name", "label", "id", "value"}

func texts(value any) []string {
	switch v := value.(type) {
	case string:
		if strings.TrimSpace(v) != "" {
			return []string{v}
		}
	case json.Number:
		return []string{v.String()}
	case []any:
		var list []string
		for _, inner := range v {
			if _, nested := inner.([]any); !nested {
				list = append(list, texts(inner)...)
			}
		}
		return list
	case map[string]any:
		for _, key := range named {
			if list := texts(v[key]); len(list) > 0 {
				return list
			}
		}
	}
	return nil
}
