package when

import (
	"strings"
	"testing"
	"time"

	"muisto/memory"

	"pgregory.net/rapid"
)

// wednesday is when the phrases of these tests are said: 6 May 2026.
var wednesday = time.Date(2026, 5, 6, 12, 0, 0, 0, time.UTC)

// phrases are, a language, what may be said on that Wednesday and the day meant,
// or the first and the last.
var phrases = map[string][]string{
	"english": {
		"Thursday next week = 05-14", "Thursday of next week = 05-14", "next week Thursday = 05-14", "next week on Thursday = 05-14",
		"next week, on Thursday = 05-14", "a week from Thursday = 05-14", "Thursday week = 05-14", "a week on Thursday = 05-14",
		"two weeks from Friday = 05-22", "the 14th next month = 06-14", "the 14th of next month = 06-14", "next month on the 14th = 06-14",
		"on the 2nd of next month = 06-02", "on Monday of this week = 05-04", "Friday last week = 05-01", "Tuesday of last week = 04-28",
		"the week after next = 05-18 05-24", "the weekend after next = 05-23 05-24", "this coming Friday = 05-08", "coming Saturday = 05-09",
		"the first Monday of June = 06-01", "the last Friday of this month = 05-29", "the third Thursday in July = 07-16", "three days after Friday = 05-11",
		"a fortnight from tomorrow = 05-21", "Midsummer Eve = 06-19", "midsummer = 06-20", "on 3/6 = 06-03", "by 6/14 = 06-14",
		"Friday 12/6 = 06-12", "next Thursday = 05-14", "Thursday = 05-07", "this week on Friday = 05-08", "Friday this week = 05-08", "in June = 06-01 06-30", "the month before last = 03-01 03-31",
	},
	"finnish": {
		"ensi viikon torstaina = 05-14", "torstaina ensi viikolla = 05-14", "ensi viikolla torstaina = 05-14", "kesäkuun 3. päivä = 06-03",
		"kesäkuun 3. = 06-03", "3. kesäkuuta = 06-03", "3. kesäkuuta 2027 = 2027-06-03", "3.6. = 06-03", "nähdään 3.6. Turussa = 06-03",
		"viikonloppuna = 05-09 05-10", "ensi viikonloppuna = 05-16 05-17", "viime viikonloppuna = 05-02 05-03", "juhannuksena = 06-20",
		"juhannusaattona = 06-19", "vappuna = 05-01", "jouluna = 12-25", "pääsiäisenä = 04-05", "tänään = 05-06", "eilen = 05-05",
		"toissapäivänä = 05-04", "huomenna = 05-07", "ylihuomenna = 05-08", "huomenna aamulla = 05-07", "kahden viikon päästä = 05-20",
		"viikon päästä = 05-13", "kolmen päivän kuluttua = 05-09", "3 päivää sitten = 05-03", "kaksi viikkoa sitten = 04-22", "viikko sitten = 04-29",
		"viikon päästä torstaina = 05-14", "ensi kuun 14. päivä = 06-14", "ensi kuussa = 06-01 06-30", "viime kuussa = 04-01 04-30", "ensi vuonna = 2027-01-01 2027-12-31",
		"kesäkuussa = 06-01 06-30", "kuun lopussa = 05-31", "ensi kuun alussa = 06-01", "kesäkuun lopussa = 06-30", "perjantaina = 05-08",
		"ensi perjantaina = 05-15", "viime perjantaina = 05-01", "tapasin hänet perjantaina = 05-01", "vuonna 2024 = 2024-01-01 2024-12-31",
		"ensi kesänä = 06-01 08-31", "se oli kesällä = 2025-06-01 2025-08-31", "perjantaihin mennessä = 05-08", "14. päivään asti = 05-14",
		"tiistaina 12.5. = 05-12", "viime yönä = 05-05",
	},
	"german": {
		"heute = 05-06", "gestern = 05-05", "vorgestern = 05-04", "morgen = 05-07", "übermorgen = 05-08", "Morgen um neun = 05-07",
		"heute Abend = 05-06", "morgen früh = 05-07", "am Freitag = 05-08", "nächsten Freitag = 05-15", "letzten Freitag = 05-01", "kommenden Freitag = 05-08",
		"nächste Woche = 05-11 05-17", "letzte Woche = 04-27 05-03", "nächsten Monat = 06-01 06-30", "letzten Monat = 04-01 04-30", "nächstes Jahr = 2027-01-01 2027-12-31",
		"in zwei Wochen = 05-20", "in 3 Tagen = 05-09", "vor drei Tagen = 05-03", "vor einer Woche = 04-29", "Donnerstag nächster Woche = 05-14",
		"nächste Woche Donnerstag = 05-14", "nächste Woche am Donnerstag = 05-14", "Donnerstag in einer Woche = 05-14", "3. Juni = 06-03", "am 3. Juni 2027 = 2027-06-03",
		"am 3.6. fahren wir = 06-03", "im Juni = 06-01 06-30", "am 14. nächsten Monats = 06-14", "am Wochenende = 05-09 05-10", "nächstes Wochenende = 05-16 05-17",
		"Ende des Monats = 05-31", "Ende Juni = 06-30", "bis Freitag = 05-08", "ich war am Freitag in Bonn = 05-01", "im Sommer = 06-01 08-31",
		"zu Weihnachten = 12-25", "am Karfreitag = 04-03", "Mittwoch, den 13. Mai = 05-13", "übernächste Woche = 05-18 05-24",
	},
	"swedish": {
		"idag = 05-06", "i dag = 05-06", "igår = 05-05", "i förrgår = 05-04", "imorgon = 05-07", "i morgon kväll = 05-07", "i övermorgon = 05-08",
		"på fredag = 05-08", "i fredags = 05-01", "nästa fredag = 05-15", "förra fredagen = 05-01", "nästa vecka = 05-11 05-17", "förra veckan = 04-27 05-03",
		"nästa månad = 06-01 06-30", "nästa år = 2027-01-01 2027-12-31", "om två veckor = 05-20", "om 3 dagar = 05-09", "för tre dagar sedan = 05-03",
		"torsdag nästa vecka = 05-14", "nästa vecka på torsdag = 05-14", "torsdag om en vecka = 05-14", "den 3 juni = 06-03", "3 juni 2027 = 2027-06-03",
		"den 14:e nästa månad = 06-14", "i juni = 06-01 06-30", "i helgen = 05-09 05-10", "nästa helg = 05-16 05-17", "i slutet av juni = 06-30",
		"midsommarafton = 06-19", "julafton = 12-24", "i maj = 05-01 05-31", "vi träffas den 3/6 = 06-03",
	},
	"dutch": {
		"vandaag = 05-06", "gisteren = 05-05", "eergisteren = 05-04", "morgen = 05-07", "morgenavond = 05-07", "overmorgen = 05-08", "vanavond = 05-06",
		"vrijdag = 05-08", "volgende vrijdag = 05-15", "afgelopen vrijdag = 05-01", "vorige vrijdag = 05-01", "komende vrijdag = 05-08", "volgende week = 05-11 05-17",
		"vorige week = 04-27 05-03", "volgende maand = 06-01 06-30", "volgend jaar = 2027-01-01 2027-12-31", "over twee weken = 05-20", "over 3 dagen = 05-09",
		"drie dagen geleden = 05-03", "een week geleden = 04-29", "donderdag volgende week = 05-14", "volgende week donderdag = 05-14", "donderdag over een week = 05-14",
		"3 juni = 06-03", "op 3 juni 2027 = 2027-06-03", "in juni = 06-01 06-30", "de 14e van volgende maand = 06-14", "in het weekend = 05-09 05-10",
		"eind juni = 06-30", "Koningsdag = 04-27", "tot vrijdag = 05-08", "wij gaan in mei = 05-01 05-31",
	},
	"french": {
		"aujourd'hui = 05-06", "hier = 05-05", "avant-hier = 05-04", "demain = 05-07", "demain matin = 05-07", "après-demain = 05-08", "ce soir = 05-06",
		"vendredi = 05-08", "vendredi prochain = 05-15", "vendredi dernier = 05-01", "la semaine prochaine = 05-11 05-17", "la semaine dernière = 04-27 05-03",
		"le mois prochain = 06-01 06-30", "le mois dernier = 04-01 04-30", "l'année prochaine = 2027-01-01 2027-12-31", "dans deux semaines = 05-20", "dans 3 jours = 05-09",
		"il y a trois jours = 05-03", "il y a une semaine = 04-29", "jeudi de la semaine prochaine = 05-14", "la semaine prochaine jeudi = 05-14", "la semaine prochaine, jeudi = 05-14",
		"le 3 juin = 06-03", "le 1er juin 2027 = 2027-06-01", "en juin = 06-01 06-30", "le 14 du mois prochain = 06-14", "ce week-end = 05-09 05-10",
		"le week-end prochain = 05-16 05-17", "fin juin = 06-30", "à la fin du mois = 05-31", "jusqu'à vendredi = 05-08", "je suis arrivé hier = 05-05",
		"nous partons en mai = 05-01 05-31", "nous partons le 3 mars = 2027-03-03", "l'été dernier = 2025-06-01 2025-08-31", "à Pâques = 04-05",
	},
	"spanish": {
		"hoy = 05-06", "ayer = 05-05", "anteayer = 05-04", "mañana = 05-07", "mañana por la mañana = 05-07", "pasado mañana = 05-08", "esta noche = 05-06",
		"el viernes = 05-08", "el próximo viernes = 05-15", "el viernes que viene = 05-15", "el viernes pasado = 05-01", "la próxima semana = 05-11 05-17", "la semana que viene = 05-11 05-17",
		"la semana pasada = 04-27 05-03", "el mes que viene = 06-01 06-30", "el mes pasado = 04-01 04-30", "el año que viene = 2027-01-01 2027-12-31", "dentro de dos semanas = 05-20",
		"en tres días = 05-09", "hace tres días = 05-03", "hace una semana = 04-29", "el jueves de la semana que viene = 05-14", "la semana que viene, el jueves = 05-14",
		"el 3 de junio = 06-03", "3 de junio de 2027 = 2027-06-03", "en junio = 06-01 06-30", "el 14 del mes que viene = 06-14", "el fin de semana = 05-09 05-10",
		"a finales de junio = 06-30", "fin de mes = 05-31", "hasta el viernes = 05-08", "nos vemos el domingo = 05-10", "el verano pasado = 2025-06-01 2025-08-31", "en Navidad = 12-25",
	},
	"italian": {
		"oggi = 05-06", "ieri = 05-05", "l'altro ieri = 05-04", "domani = 05-07", "domani sera = 05-07", "dopodomani = 05-08", "stasera = 05-06",
		"venerdì = 05-08", "venerdì prossimo = 05-15", "venerdì scorso = 05-01", "la prossima settimana = 05-11 05-17", "la settimana prossima = 05-11 05-17",
		"la settimana scorsa = 04-27 05-03", "il mese prossimo = 06-01 06-30", "il mese scorso = 04-01 04-30", "l'anno prossimo = 2027-01-01 2027-12-31", "tra due settimane = 05-20",
		"fra 3 giorni = 05-09", "tre giorni fa = 05-03", "una settimana fa = 04-29", "giovedì della prossima settimana = 05-14", "la prossima settimana, giovedì = 05-14",
		"il 3 giugno = 06-03", "3 giugno 2027 = 2027-06-03", "a giugno = 06-01 06-30", "il 14 del mese prossimo = 06-14", "nel fine settimana = 05-09 05-10",
		"alla fine del mese = 05-31", "fine giugno = 06-30", "entro venerdì = 05-08", "ci vediamo sabato = 05-09", "a Ferragosto = 08-15", "a Pasqua = 04-05",
	},
	"portuguese": {
		"hoje = 05-06", "ontem = 05-05", "anteontem = 05-04", "amanhã = 05-07", "amanhã de manhã = 05-07", "depois de amanhã = 05-08", "hoje à noite = 05-06",
		"sexta-feira = 05-08", "na sexta = 05-08", "próxima sexta-feira = 05-15", "sexta que vem = 05-15", "sexta passada = 05-01", "semana que vem = 05-11 05-17", "na próxima semana = 05-11 05-17",
		"semana passada = 04-27 05-03", "mês que vem = 06-01 06-30", "mês passado = 04-01 04-30", "ano que vem = 2027-01-01 2027-12-31", "daqui a duas semanas = 05-20",
		"em 3 dias = 05-09", "há três dias = 05-03", "uma semana atrás = 04-29", "quinta-feira da próxima semana = 05-14", "quinta da semana que vem = 05-14",
		"na próxima semana, na quinta = 05-14", "3 de junho = 06-03", "dia 3 de junho de 2027 = 2027-06-03", "em junho = 06-01 06-30", "dia 14 do próximo mês = 06-14",
		"no fim de semana = 05-09 05-10", "no fim do mês = 05-31", "até sexta-feira = 05-08", "na Páscoa = 04-05",
	},
}

func TestPhrasesOfEveryLanguageResolve(t *testing.T) {
	for language, list := range phrases {
		for _, line := range list {
			text, want, _ := strings.Cut(line, " = ")
			t.Run(language+"/"+text, func(t *testing.T) {
				s, ok := Meant(text, wednesday, 4)
				if !ok {
					t.Fatal("no day is found")
				}
				from, to, two := strings.Cut(want, " ")
				if !two {
					to = from
				}
				if got := s.From.String() + " " + s.To.String(); got != inYear(from)+" "+inYear(to) {
					t.Errorf("from and to are %s (%q), want %s", got, s.Text, want)
				}
			})
		}
	}
}

func inYear(day string) string {
	if len(day) == len("05-06") {
		return "2026-" + day
	}
	return day
}

func TestWordsOfOtherLanguagesAreNoTimes(t *testing.T) {
	for _, text := range []string{
		"I ate 3 Mars bars", "Mars is red", "Mai is my sister", "I met Domingo and Julio", "put mayo on it", "Domenica sings", "the sun is out", "I may go",
		"Ich bin hier", "Guten Morgen!", "Hier ist es schön", "Jeden Morgen trinke ich Tee", "trabajo por la mañana", "de la mañana a la noche",
		"God morgon!", "Goedemorgen", "a segunda vez", "na quinta rua", "over 3 people came", "the war of 1812 was in vain", "version 3.6", "rate 3.6 now",
		"he is natal", "Hoy there", "in die wolken", "it was a sole trader", "fin whales", "Ensi ilta", "the loan rate is 3.4, not 3.9",
		"hace frío", "om mig", "vor allem", "tra noi", "dans la maison", "fa caldo", "page 3 of 7", "1/2 litre", "Natal is a city", "Frau Sommer ist da",
	} {
		for _, s := range Find(text, wednesday, 4) {
			if s.HasDay() {
				t.Errorf("%q: found the day %q", text, s.Text)
			}
		}
	}
}

func TestWhatRecursIsSeenInEveryLanguage(t *testing.T) {
	for text, day := range map[string]time.Weekday{
		"käyn uimassa torstaisin": time.Thursday, "joka torstai": time.Thursday, "jeden Donnerstag": time.Thursday, "donnerstags": time.Thursday, "varje torsdag": time.Thursday,
		"elke donderdag": time.Thursday, "chaque jeudi": time.Thursday, "tous les jeudis": time.Thursday, "todos los jueves": time.Thursday, "los jueves": time.Thursday,
		"ogni giovedì": time.Thursday, "toda quinta-feira": time.Thursday, "às quintas": time.Thursday,
	} {
		spans := Find(text, wednesday, 4)
		if len(spans) != 1 || !spans[0].Recurs || spans[0].HasDay() || spans[0].Weekday != day {
			t.Errorf("%q: %+v", text, spans)
		}
	}
}

func TestEndsAreSeenInEveryLanguage(t *testing.T) {
	for _, text := range []string{
		"by Friday", "perjantaihin mennessä", "perjantaihin asti", "bis Freitag", "till fredag", "tot vrijdag", "jusqu'à vendredi", "hasta el viernes", "entro venerdì", "até sexta-feira",
	} {
		s, ok := Meant(text, wednesday, 4)
		if !ok || !s.Until || s.To.String() != "2026-05-08" || s.Text != text {
			t.Errorf("%q: %+v", text, s)
		}
	}
}

// However the weekday and its week are put, they mean the same day, whatever day
// it is said on.
func TestAWeekdayOfNextWeekIsTheSameInAnyOrder(t *testing.T) {
	ways := map[time.Weekday][]string{
		time.Thursday: {"Thursday next week", "next week on Thursday", "ensi viikon torstaina", "Donnerstag nächster Woche", "nästa vecka på torsdag", "volgende week donderdag", "jeudi de la semaine prochaine", "el jueves de la semana que viene", "giovedì della prossima settimana", "quinta-feira da próxima semana"},
		time.Monday:   {"Monday next week", "next week on Monday", "ensi viikon maanantaina", "Montag nächster Woche", "nästa vecka på måndag", "volgende week maandag", "lundi de la semaine prochaine", "el lunes de la semana que viene", "lunedì della prossima settimana", "segunda-feira da próxima semana"},
	}
	rapid.Check(t, func(t *rapid.T) {
		said := time.Unix(rapid.Int64Range(864_000, 4_000_000_000).Draw(t, "unix"), 0).UTC()
		wd := rapid.SampledFrom([]time.Weekday{time.Thursday, time.Monday}).Draw(t, "weekday")
		text := rapid.SampledFrom(ways[wd]).Draw(t, "text")
		today := memory.DayOf(said, 4)
		want := monday(today) + 7 + memory.Day((int(wd)+6)%7)
		if d, ok := Resolve(text, said, 4); !ok || d != want {
			t.Fatalf("%q on %s is %s, want %s", text, today, d, want)
		}
	})
}

func TestLabelSaysNoMoreThanWasMeant(t *testing.T) {
	for text, want := range map[string]string{
		"in June": "2026-06", "tomorrow": "2026-05-07 Thu", "next year": "2027", "next week": "2026-05-11 to 2026-05-17", "kesäkuussa": "2026-06", "on Fridays": "",
	} {
		s, _ := Meant(text, wednesday, 4)
		if got := s.Label(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Time spent grows with the length alone, whatever the text repeats.
func FuzzEveryLanguage(f *testing.F) {
	for _, list := range phrases {
		f.Add(strings.Join(list, " "), int64(1_770_000_000))
	}
	f.Add(strings.Repeat("a week from ", 50), int64(5))
	f.Add(strings.Repeat("12. kesäkuun 3 de la semana que viene ", 20), int64(5))
	f.Fuzz(spansStayInBounds)
}

func BenchmarkFindAPaste(b *testing.B) {
	text := strings.Repeat("a week from 3 de junio kesäkuun 14 in zwei Wochen til the 3rd next month ", MaxText/74)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Find(text, wednesday, 4)
	}
}
