package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Undetermined is the language of a text with too little evidence.
const Undetermined = "und"

// languageSample is the length in bytes of each of the three parts of a long
// text (start, middle, end) that Language looks at.
const languageSample = 8 << 10

// minStopShare is the least share of a text's words that must be function words
// of a language written in Latin letters.
const minStopShare = 0.08

// latinStops are the most frequent function words of languages written in Latin
// letters. A word that several of them share counts for each.
var latinStops = []struct {
	code  string
	words map[string]struct{}
}{
	{"en", set(`the of and to in a is was that it he for with as his on at by be this had not are but from or have an they which she her you were all their been has would there what will when who him no if out so said my we about into than them can could our its how your did do i me up now only`)},
	{"de", set(`der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde ich wir ihr du wenn`)},
	{"fr", set(`de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont avec son cette mais on ou comme aux ses nous vous ils elle leur être été deux je sans tout fait même ces d l qu n s`)},
	{"es", set(`de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si sin sobre este ya entre cuando todo esta ser son dos también fue había era muy hasta desde está mi porque qué`)},
	{"it", set(`di e il la che in un a per è una del non con le da si i sono della al lo come più alla dei nel ma anche gli ha o delle se dal mi ci questo nella su era suo fu tra degli essere ai stato ho l`)},
	{"pt", set(`de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou ser quando muito há nos já está eu também só pelo pela até isso ela entre era depois sem mesmo aos`)},
	{"nl", set(`de en van het een in is dat op te zijn met voor niet die aan er om ook als dan maar bij of uit nog worden door naar heeft hebben ze wordt over hij was werd meer tot wel geen ik je we kan deze had zich`)},
	{"sv", set(`och i att det som en på är av för med den till inte har de ett om han men var jag från vi så kan hade när ska eller sig under även sin efter hon där vid`)},
	{"pl", set(`w i z na do nie się to że jest o jak za po co od ale przez dla był są tym ich jego tak już czy tylko może przy jako który która lub oraz`)},
}

// Language returns the language of s as a BCP 47 code, or Undetermined ("und"). The
// script decides first (a CJK letter counts as three others); among languages in Latin letters the one with the largest share of
// function words, the first listed on a tie. Of a long text three parts are read.
func Language(s string) string {
	var scripts scriptCounts
	for _, part := range samples(s) {
		scripts.add(part)
	}
	code := scripts.language()
	if code == "latin" {
		return latinLanguage(samples(s))
	}
	return code
}

// samples returns the parts of s that are examined, cut between runes.
func samples(s string) []string {
	if len(s) <= 3*languageSample {
		return []string{s}
	}
	middle, end := runeStart(s, len(s)/2), runeStart(s, len(s)-languageSample)
	return []string{s[:runeStart(s, languageSample)], s[middle:runeStart(s, middle+languageSample)], s[end:]}
}

// scriptCounts counts letters by script.
type scriptCounts struct {
	latin, han, kana, hangul, cyrillic, ukrainian, greek, arabic, persian, hebrew, devanagari, thai int
}

func (c *scriptCounts) add(s string) {
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf:
			if asciiLetter(byte(r)) {
				c.latin++
			}
		case !unicode.IsLetter(r):
		case unicode.Is(unicode.Latin, r):
			c.latin++
		case unicode.Is(unicode.Han, r):
			c.han++
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			c.kana++
		case unicode.Is(unicode.Hangul, r):
			c.hangul++
		case unicode.Is(unicode.Cyrillic, r):
			c.cyrillic++
			if strings.ContainsRune("іїєґІЇЄҐ", r) {
				c.ukrainian++
			}
		case unicode.Is(unicode.Greek, r):
			c.greek++
		case unicode.Is(unicode.Arabic, r):
			c.arabic++
			if strings.ContainsRune("پچژگکی", r) {
				c.persian++
			}
		case unicode.Is(unicode.Hebrew, r):
			c.hebrew++
		case unicode.Is(unicode.Devanagari, r):
			c.devanagari++
		case unicode.Is(unicode.Thai, r):
			c.thai++
		}
	}
}

// language returns the code of the script with the most letters, "latin" for Latin.
func (c *scriptCounts) language() string {
	const cjkWeight, traceShare = 3, 20 // one in 20 letters shows the rarer script's language
	best, most := Undetermined, 0
	for _, x := range []struct {
		code string
		n    int
	}{
		{"latin", c.latin},
		{pick(c.kana*traceShare > c.han, "ja", "zh"), (c.han + c.kana) * cjkWeight},
		{"ko", c.hangul * cjkWeight},
		{pick(c.ukrainian*traceShare > c.cyrillic, "uk", "ru"), c.cyrillic},
		{"el", c.greek},
		{pick(c.persian*traceShare > c.arabic, "fa", "ar"), c.arabic},
		{"he", c.hebrew},
		{"hi", c.devanagari},
		{"th", c.thai},
	} {
		if x.n > most {
			best, most = x.code, x.n
		}
	}
	return best
}

func pick(cond bool, yes, no string) string {
	if cond {
		return yes
	}
	return no
}

// latinLanguage identifies a language in Latin letters by its function words.
func latinLanguage(parts []string) string {
	total, hits := 0, make([]int, len(latinStops))
	for _, part := range parts {
		for _, w := range strings.FieldsFunc(part, func(r rune) bool { return !wordRune(r) }) {
			w = strings.ToLower(w)
			total++
			for i := range latinStops {
				if _, ok := latinStops[i].words[w]; ok {
					hits[i]++
				}
			}
		}
	}
	best := 0
	for i := range hits {
		if hits[i] > hits[best] {
			best = i
		}
	}
	if float64(hits[best]) < minStopShare*float64(total) || hits[best] == 0 {
		return Undetermined
	}
	return latinStops[best].code
}
