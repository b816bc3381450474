package recall

import (
	"testing"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/finnish"
)

func TestEveryLanguageFindsItsOwnWords(t *testing.T) {
	for _, c := range []struct{ language, said, asked string }{
		{"English", "The user adopted two puppies from the shelter.", "which puppy was adopted?"},
		{"Finnish", "Viikkopalaveri pidetään torstaisin.", "Missä viikkopalaveri pidetään?"},
		{"Finnish, a longer case", "Lento Lissaboniin lähtee aamulla.", "milloin olen Lissabonissa?"},
		{"Finnish, a shorter one", "Käyttäjä oli Lissabonissa viikon.", "Lissabon"},
		{"Finnish, a changed stem", "Veli asuu Helsingissä.", "kuka asuu lähellä Helsinki?"},
		{"Swedish", "Hunden springer i skogen varje morgon.", "var springer hundarna?"},
		{"Norwegian", "Møtet ble flyttet til torsdag.", "når er møtene?"},
		{"Danish", "Cyklen står i kælderen.", "hvor er cyklerne?"},
		{"German", "Die Besprechungen finden mittwochs statt.", "wann ist die Besprechung?"},
		{"Dutch", "De vergaderingen zijn op woensdag.", "wanneer is de vergadering?"},
		{"French", "Le médecin a changé les rendez-vous de juin.", "quand voit-on les médecins?"},
		{"Spanish", "Ayer llevé a la perra Lola al veterinario de Gijón.", "veterinarios en Gijon"},
		{"Italian", "Le riunioni sono il giovedì mattina.", "quando è la riunione?"},
		{"Portuguese", "As reuniões são à quinta-feira.", "quando é a reunião?"},
		{"Romanian", "Ședințele sunt în fiecare joi.", "când este ședința?"},
		{"Hungarian", "A megbeszélések csütörtökön vannak.", "mikor van a megbeszélés?"},
		{"Turkish", "Toplantılar perşembe günü yapılıyor.", "toplantı ne zaman?"},
		{"Irish", "Tá na cruinnithe ar an Déardaoin.", "cathain atá an cruinniú?"},
		{"Russian", "Встречи проходят по четвергам.", "когда встреча?"},
		{"Arabic", "الاجتماعات يوم الخميس.", "متى الاجتماع؟"},
		{"Tamil", "கூட்டங்கள் வியாழக்கிழமை நடக்கும்.", "கூட்டம் எப்போது?"},
		{"Greek", "Η συνάντηση μεταφέρθηκε την Πέμπτη.", "πότε είναι η συνάντηση;"},
		{"Korean", "회의는 목요일에 있습니다.", "회의 언제?"},
		{"Japanese", "明日は花ちゃんの誕生日🎂", "花ちゃんの誕生日はいつ?"},
		{"Chinese", "会议改到星期四了。", "会议什么时候?"},
		{"Chinese, one character", "猫病了。", "猫"},
		{"Thai", "ประชุมย้ายไปวันพฤหัสบดี", "ประชุมเมื่อไหร่"},
	} {
		t.Run(c.language, func(t *testing.T) {
			x := remember(t, moments(
				"The user watered the tomatoes.", c.said, "Sataa räntää koko päivän.", "El coche está en el taller.",
				"Der Zug nach Bremen hatte Verspätung.", "今日は雨だった。", "The barber was closed.",
			))
			got := texts(t, x, Cue{Text: c.asked, Limit: 1})
			if len(got) != 1 || got[0] != c.said {
				t.Errorf("%q brings %q, want %q", c.asked, got, c.said)
			}
		})
	}
}

// The order in which languages come must not matter: a word met before any
// text told its language is stemmed in all that come later.
func TestALanguageMayComeAfterItsWords(t *testing.T) {
	x := remember(t, moments("Lampaat!", "Sataa räntää, ja tuulee, mutta ei haittaa, kun olen sisällä."))
	stem := func(w string) string {
		env := snowballstem.NewEnv(w)
		finnish.Stem(env)
		return fold(env.Current())
	}
	found := x.words.stems[stemKey{1, stem("lampaat")}]
	if len(found) != 1 || x.words.entries[found[0]].key != "lampaat" {
		t.Errorf("the Finnish stem %q has the words %v", stem("lampaat"), found)
	}
}

func TestTonguesAreToldByTheirCommonWords(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
	}{
		{"the dog is in the garden", "english"},
		{"koira on puutarhassa ja kissa ei ole", "finnish"},
		{"der Hund ist nicht im Garten", "german"},
		{"el perro está en la casa", "spanish"},
		{"собака в саду", "russian"},
	} {
		var words []token
		tokens(c.text, func(w token) { words = append(words, w) })
		set := newTongues().of(words)
		for i, l := range languages {
			if l.name == c.want && !set.has(i) {
				t.Errorf("%q is not taken for %s", c.text, c.want)
			}
			if c.want != "english" && l.name == "english" && set.has(i) {
				t.Errorf("%q is taken for English", c.text)
			}
		}
	}
	if set := newTongues().of(nil); set != 0 {
		t.Errorf("nothing is taken for %b", set)
	}
}
