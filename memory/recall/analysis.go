package recall

import (
	"fmt"
	"hash/fnv"
	"strings"
	"sync"
	"time"

	"muisto/memory"
	"muisto/memory/recall/vectors"
)

// analysis tells how this program takes texts apart, as a hash of the image of a
// few: an image that was made in another way is no good. It is worked out once.
var analysis = sync.OnceValues(func() (uint64, error) {
	words, err := vectors.Builtin()
	if err != nil {
		return 0, err
	}
	x := NewIndex(Slice{}, words, Options{DayTurn: 4})
	episodes, said := specimens()
	x.AddSaid(episodes, said)
	x.ApplyFacts([]memory.Fact{
		{ID: 1, Text: "The user lives in Lisbon.", About: "the user: home", Authority: memory.ByUser, Status: memory.Active, Salience: 0.6, Sources: []memory.EpisodeID{1}},
	})
	h := fnv.New64a()
	if err := x.view().image(imageHead{}, h); err != nil {
		return 0, err
	}
	return h.Sum64(), nil
})

// specimens are memories that go through every part of the analysis: languages
// with and without a stemmer, scripts with and without spaces, names, questions,
// long words, sittings, and messages longer than what is read of them.
func specimens() ([]memory.Episode, map[int64]memory.Message) {
	texts := []string{
		"The user and Kaisa Järvinen met at the Helsinki café on Tuesday's rainy morning.",
		"Did the user's running shoes arrive? What about the tickets for the concert?",
		"Käyttäjä asuu Lissabonissa ja käy töissä Gijónissa, mutta ei pidä siitä.",
		"Der Benutzer hat die Straßenbahn nach München verpasst und ist nicht froh.",
		"L'utilisateur n'a pas trouvé les œuvres qu'il voulait voir à la bibliothèque.",
		"Пользователь живёт в Москве и не любит холодные зимы.", "用户明天去北京出差。ユーザーはカレーが好きです。",
		"ผู้ใช้ชอบแมว", "사용자는 서울에서 살고 있습니다.", strings.Repeat("a1b2c3d4", 20) + " don't they've rock'n'roll",
	}
	var episodes []memory.Episode
	said := map[int64]memory.Message{}
	at := time.Date(2026, 5, 4, 3, 30, 0, 0, time.UTC)
	for i, text := range texts {
		at = at.Add(time.Duration(i) * time.Hour)
		key := int64(10 * (i + 1))
		e := memory.Episode{
			ID: memory.EpisodeID(i + 1), What: text, About: "the topic: of it", Who: []string{"the user", "Kaisa"}, Actor: memory.RoleUser,
			Names: []memory.Name{{Text: "Kaisa Järvinen", Type: memory.Person}}, Salience: 0.1 * float64(i+1), Lifespan: float64(i + 1),
			LastAt: at, Day: memory.DayOf(at, 4), WhenAt: memory.Day(20_000 + i), Conversation: fmt.Sprint("c", i/4), Lasting: i%2 == 0,
			Sources: []memory.Source{{Key: key}},
		}
		if i%3 == 2 {
			e.Actor = memory.RoleAssistant
		}
		episodes = append(episodes, e)
		said[key] = memory.Message{Key: key, Role: memory.RoleUser, Speaker: "Otso", At: at, Text: text + " " + numbered("said", 400)}
		said[key+1] = memory.Message{Key: key + 1, Parent: key, Role: memory.RoleAssistant, At: at, Text: numbered("replied", 120)}
	}
	return episodes, said
}

// numbered is a text of n words that differ.
func numbered(word string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s%d ", word, i)
	}
	return b.String()
}
