package grounding

import (
	"testing"
	"time"
)

var monday = time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)

func judged(sentence string, cited ...string) Verdict {
	e := Evidence{Turn: 4}
	for _, t := range cited {
		e.Cited = append(e.Cited, Text{Text: t, At: monday})
	}
	return Judge(sentence, e, monday)
}

func TestValuesAreSaidOrReckoned(t *testing.T) {
	for _, c := range []struct {
		said, sentence string
		ok             bool
	}{
		{"at 2 pm", "It is at 14:00.", true},
		{"at 2 pm", "It is at 15:00.", false},
		{"half past nine", "It is at 9:30.", true},
		{"um halb zehn", "Es ist um 9:30 Uhr.", true},
		{"puoli kymmenen", "Se on kello 9:30.", true},
		{"a las nueve y media", "Es a las 9:30.", true},
		{"à neuf heures et demie", "C'est à 9:30.", true},
		{"budget 4k", "The budget is 4000.", true},
		{"budget 4000", "The budget is 4,000.", true},
		{"budget 4.000 Euro", "Das Budget beträgt 4000 Euro.", true},
		{"budget 4000", "The budget is 40,000.", false},
		{"4 weeks", "It takes 4,000 days.", false},
		{"trois mille euros", "3000 euros", true},
		{"8 tonnia", "8000 euroa", true},
		{"八万块", "8万", true},
		{"八万块", "9万", false},
		{"for four nights", "4 nights", true},
		{"for four nights", "5 nights", false},
		{"on 12 June", "It is on 12 June.", true},
		{"on 12 June", "It is on 21 June.", false},
		{"on 12 June", "It is on 12 July.", false},
		{"on 12 June", "It is on 2026-06-12.", true},
		{"tomorrow", "It is on 19 May.", true},
		{"tomorrow", "It is on 20 May.", false},
		{"mañana", "Es el 19 de mayo.", true},
		{"明天", "5月19日", true},
		{"on Friday", "It is on Friday, 22 May.", true},
		{"on Friday", "It is on Saturday.", false},
		{"星期五", "星期五", true},
		{"星期五", "星期四", false},
		{"from the 3rd of june, moved by a week", "It is on 10 June.", true},
		{"from the 3rd of june, moved by a week", "It is on 11 June.", false},
		{"bp 150/95", "150/95", true},
		{"bp 150/95", "150/59", false},
		{"train at 7:40", "at 17:40", false},
	} {
		if v := judged(c.sentence, c.said); (len(v.Missing) == 0) != c.ok {
			t.Errorf("%q from %q: missing %q", c.sentence, c.said, v.Missing)
		}
	}
}

func TestTheSameTimeIsThatOfWhatWasSaidBefore(t *testing.T) {
	e := Evidence{
		Cited: []Text{{Text: "it moved to Thursdays, same time", At: monday}},
		Aside: []Text{{Text: "The review is on Wednesdays at 14.", At: monday}}, Turn: 4,
	}
	if v := Judge("The review is on Thursdays at 14.", e, monday); len(v.Missing) > 0 {
		t.Errorf("missing %q", v.Missing)
	}
	if v := Judge("The review is on Wednesdays at 14.", e, monday); len(v.Missing) == 0 {
		t.Error("the old day is taken for the new one")
	}
	e.Cited[0].Text = "it moved to Thursdays"
	if v := Judge("The review is on Thursdays at 14.", e, monday); len(v.Missing) == 0 {
		t.Error("an hour comes from nowhere")
	}
}

func TestFormsOfAWordAreFound(t *testing.T) {
	for _, c := range []struct {
		text, word string
		want       bool
	}{
		{"olen Pekan kanssa", "Pekka", true}, {"tulin Lahdessa se on", "Lahti", true}, {"muutin Turusta ja", "Turku", true},
		{"Matin kanssa se on", "Matti", true}, {"Vaasassa ja siellä", "Turku", false}, {"встретились с Олей", "Оля", true},
		{"in nyc", "New York City", true}, {"on k8s", "Kubernetes", true}, {"doctor haapala", "Dr. Haapala", true}, {"bp", "blood pressure", true},
		{"Pirya", "Priya", true}, {"Tomas", "Ludovico", false}, {"Oskar", "Olga", false}, {"我要搬到柏林", "柏林", true}, {"我要搬到柏林", "巴黎", false},
		{"Zahnarzt", "Zahnarzttermin", true}, {"Füllung", "Füllungen", true}, {"the car", "careful", false},
	} {
		if got := WordsOf(c.text).Holds(c.word); got != c.want {
			t.Errorf("%q in %q: %t", c.word, c.text, got)
		}
	}
}

func TestPolarityIsThatOfTheSource(t *testing.T) {
	for _, c := range []struct {
		said, sentence string
		reversed       bool
	}{
		{"I don't eat meat", "The user eats meat.", true},
		{"I don't eat meat", "The user does not eat meat.", false},
		{"I don't eat meat", "The user avoids meat.", false},
		{"I work on Fridays", "The user does not work on Fridays.", true},
		{"No, the launch is on Friday.", "The launch is on Friday.", false},
		{"the launch is not on Friday", "The launch is on Friday.", true},
		{"not on Friday but on Sunday", "It is on Sunday.", false},
		{"Ich trinke keinen Kaffee", "Der Nutzer trinkt Kaffee.", true},
		{"En juo kahvia", "Käyttäjä juo kahvia.", true},
		{"En juo kahvia", "Käyttäjä ei juo kahvia.", false},
		{"No me gusta el fútbol", "Al usuario le gusta el fútbol.", true},
		{"je ne travaille plus le vendredi", "L'utilisateur travaille le vendredi.", true},
		{"je veux plus de sucre", "L'utilisateur veut plus de sucre.", false},
		{"我不吃辣", "用户吃辣", true},
		{"我不吃辣", "用户不吃辣", false},
		{"お酒は飲みません", "ユーザーはお酒を飲む", true},
	} {
		if v := judged(c.sentence, c.said); v.Reversed != c.reversed {
			t.Errorf("%q from %q: reversed %t", c.sentence, c.said, v.Reversed)
		}
	}
}

func TestWhoASentenceIsAbout(t *testing.T) {
	for sentence, want := range map[string]Side{
		"The user decided.": User, "Der Nutzer hat": User, "Käyttäjä muutti": User, "用户打算": User, "L'utilisateur a": User, "El usuario": User,
		"The agent said": Agent, "AI assistant said": Agent, "The user's sister": Nobody, "用户的妹妹": Nobody, "Priya told the user": Nobody, "": Nobody,
	} {
		if got := SubjectOf(sentence); got != want {
			t.Errorf("%q: %d", sentence, got)
		}
	}
}

func TestRewordingsAreAlike(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"The user prefers oolong tea in the morning.", "In the morning, the user likes oolong tea.", true},
		{"The user prefers oolong tea.", "The user does not like oolong tea.", false},
		{"The user pays 780 for the flat.", "The user pays 870 for the flat.", false},
		{"The user has a cat called Miso.", "The user has a dog called Tahini.", false},
		{"用户对花生过敏。", "用户说自己对花生过敏。", true},
	} {
		if got := Alike(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %t", c.a, c.b, got)
		}
	}
}

func FuzzJudge(f *testing.F) {
	f.Add("The user moved to Bergen on 3 June at 9:30.", "moved to bergen 3/6, 9.30")
	f.Add("用户8万不买", "八万\x00")
	f.Fuzz(func(t *testing.T, sentence, text string) {
		v := judged(sentence, text)
		if v.Found > v.Telling || v.Share() < 0 {
			t.Fatalf("%+v", v)
		}
		if whole := judged(text, text); len(whole.Bare) > 0 && whole.Found == whole.Telling {
			t.Fatalf("%q does not hold itself: %+v", text, whole)
		}
	})
}

func TestWhatIsSaidOfSomebodyElseIsNotOfTheUser(t *testing.T) {
	for _, c := range []struct {
		said, sentence string
		astray         bool
	}{
		{"my brother is a carpenter", "The user is a carpenter.", true},
		{"my brother is a carpenter", "The user's brother is a carpenter.", false},
		{"The user's sister plays the cello.", "The user plays the cello.", true},
		{"My sister and I run a café.", "The user runs a café.", false},
		{"My doctor told me to walk more.", "The user walks more.", false},
		{"I went to Oslo with my brother.", "The user went to Oslo.", false},
		{"Meine Mutter hat Asthma.", "Der Nutzer hat Asthma.", true},
		{"Mi hermano tiene asma.", "El usuario tiene asma.", true},
		{"Hugo, le fils de l'utilisateur, est végétarien.", "L'utilisateur est végétarien.", true},
		{"Siskoni soittaa selloa.", "Käyttäjä soittaa selloa.", true},
		{"我妈妈是护士。", "用户是护士。", true},
		{"我是护士。", "用户是护士。", false},
	} {
		if v := judged(c.sentence, c.said); v.Astray != c.astray {
			t.Errorf("%q of %q: astray %t", c.sentence, c.said, v.Astray)
		}
	}
}

// holds reports whether nothing speaks against a sentence.
func holds(v Verdict) bool {
	const least = 0.6
	return len(v.Missing)+len(v.Bare) == 0 && !v.Reversed && !v.Astray && v.Share() >= least
}

func TestAnotherWordIsNoOtherThing(t *testing.T) {
	for _, c := range []struct {
		said, sentence string
		ok             bool
	}{
		{"The user's daughter Aino rides on Tuesdays.", "The user's daughter Helmi rides on Tuesdays.", false},
		{"The user's daughter Aino rides on Tuesdays.", "Aino, the user's daughter, goes riding on Tuesdays.", true},
		{"Hugo broke his arm.", "Hugo broke his leg.", false},
		{"The user lives in Espoo.", "The user lives in Vantaa.", false},
		{"用户住在杭州。", "用户住在苏州。", false},
		{"我妈下个月来北京。", "用户的母亲下个月来上海。", false},
		{"我妈下个月来北京。", "用户的母亲下个月来北京。", true},
		{"The user quit smoking in March.", "The user smokes.", false},
		{"The user quit smoking in March.", "The user does not smoke.", true},
		{"The user quit smoking in March.", "The user no longer smokes.", true},
		{"Der Nutzer hat aufgehört zu rauchen.", "Der Nutzer raucht.", false},
		{"I decided against the boat.", "The user decided to take the boat.", false},
		{"I decided against the boat.", "The user decided not to take the boat.", true},
		{"Le chantier commence le 22, pas le 20 mai.", "Le chantier commence le 22 mai.", true},
		{"Käyttäjä on allerginen pähkinöille.", "Käyttäjällä on pähkinäallergia.", true},
		{"No soporto el cilantro.", "Al usuario le encanta el cilantro.", false},
		{"No soporto el cilantro.", "Al usuario no le gusta el cilantro.", true},
		{"it lands at ten past nine", "It lands at 21:10.", true},
		{"it lands at ten past nine", "It lands at 21:20.", false},
		{"the budget is £2k", "The budget stays at 2,000 pounds.", true},
		{"réunion à 14 heures", "La réunion a lieu à 14h.", true},
		{"le train de 7 h 12", "Le train est à 7h12.", true},
		{"le train de 7 h 12", "Le train est à 7h13.", false},
		{"the train is at 7:12", "The train is at 7:13.", false},
		{"用户的房租从四千涨到四千五。", "用户的房租是4500元。", true},
		{"用户的房租从四千涨到四千五。", "用户的房租是5500元。", false},
		{"the rent is 900 from July", "The rent is 900 from July on.", true},
		{"the rent is 900 from July", "The rent is 900 from June.", false},
	} {
		if v := judged(c.sentence, c.said); holds(v) != c.ok {
			t.Errorf("%q from %q: %t, %+v", c.sentence, c.said, !c.ok, v)
		}
	}
}

func TestTimesOfDayTellSentencesApart(t *testing.T) {
	if Alike("The user takes the train at 7:12.", "The user takes the train at 7:13.") {
		t.Error("two times are alike")
	}
	if !Alike("The user takes the train at 7:12.", "The user takes the train at 7:12 each day.") {
		t.Error("one time is not alike")
	}
}

func FuzzAnySentenceCanBeJudged(f *testing.F) {
	f.Add("It is at 7:12, or 7 h 12.", "It is at 7:13, 八万五, 2,000 or 14h.")
	f.Add("不要忘 半 点半", "£2k 1.2.3 9:99 k8s")
	f.Fuzz(func(t *testing.T, said, sentence string) {
		const most = 400
		if len(said)+len(sentence) > most {
			t.Skip()
		}
		if v := judged(sentence, said); v.Found > v.Telling+len(v.Bare)+1 {
			t.Errorf("%q from %q: found %d of %d", sentence, said, v.Found, v.Telling)
		}
		Alike(said, sentence)
	})
}
