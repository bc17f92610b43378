package text

import (
	"slices"
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
	{"en", set(`the of and to in a is was that it he for with as his on at by be this had not are but from or have an they which she her ` +
		`you were all their been has would there what will when who him no if out so said my we about into than them can could our its ` +
		`how your did do i me up now only`)},
	{"de", set(`der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie ` +
		`nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde ` +
		`ich wir ihr du wenn`)},
	{"fr", set(`de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont avec son cette mais on ou ` +
		`comme aux ses nous vous ils elle leur être été deux je sans tout fait même ces d l qu n s`)},
	{"es", set(`de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si sin sobre este ya ` +
		`entre cuando todo esta ser son dos también fue había era muy hasta desde está mi porque qué`)},
	{"it", set(`di e il la che in un a per è una del non con le da si i sono della al lo come più alla dei nel ma anche gli ha o delle ` +
		`se dal mi ci questo nella su era suo fu tra degli essere ai stato ho l`)},
	{"pt", set(`de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou ser ` +
		`quando muito há nos já está eu também só pelo pela até isso ela entre era depois sem mesmo aos`)},
	{"nl", set(`de en van het een in is dat op te zijn met voor niet die aan er om ook als dan maar bij of uit nog worden door naar ` +
		`heeft hebben ze wordt over hij was werd meer tot wel geen ik je we kan deze had zich`)},
	{"sv", set(`och i att det som en på är av för med den till inte har de ett om han men var jag från vi så kan hade när ska eller sig ` +
		`under även sin efter hon där vid`)},
	{"pl", set(`w i z na do nie się to że jest o jak za po co od ale przez dla był są tym ich jego tak już czy tylko może przy jako ` +
		`który która lub oraz`)},
}

// Language returns the language of s as a BCP 47 code, or Undetermined ("und"). The
// script decides first (a CJK letter counts as three others); among languages in Latin letters the one with the largest share of
// function words, the first listed on a tie. Of a long text three parts are read.
func Language(s string) string {
	parts := samples(s)
	code := scriptLanguage(parts)
	if code == "latin" {
		return latinLanguage(parts)
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

type script struct {
	code    string
	letters []*unicode.RangeTable
	weight  int
	rarer   string
	alone   func(rune) bool
	share   int
}

// scripts are told apart by their letters, of which each counts weight times. A text is in the language rarer
// instead of code if more than one in share of its letters is one of that language alone.
var scripts = []script{
	{code: "latin", letters: []*unicode.RangeTable{unicode.Latin}, weight: 1},
	{code: "zh", letters: []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana}, weight: 3, rarer: "ja",
		alone: func(r rune) bool { return !unicode.Is(unicode.Han, r) }, share: 21},
	{code: "ko", letters: []*unicode.RangeTable{unicode.Hangul}, weight: 3},
	{code: "ru", letters: []*unicode.RangeTable{unicode.Cyrillic}, weight: 1, rarer: "uk", alone: oneOf("іїєґІЇЄҐ"), share: 20},
	{code: "el", letters: []*unicode.RangeTable{unicode.Greek}, weight: 1},
	{code: "ar", letters: []*unicode.RangeTable{unicode.Arabic}, weight: 1, rarer: "fa", alone: oneOf("پچژگکی"), share: 20},
	{code: "he", letters: []*unicode.RangeTable{unicode.Hebrew}, weight: 1},
	{code: "hi", letters: []*unicode.RangeTable{unicode.Devanagari}, weight: 1},
	{code: "th", letters: []*unicode.RangeTable{unicode.Thai}, weight: 1},
}

func oneOf(letters string) func(rune) bool {
	return func(r rune) bool { return strings.ContainsRune(letters, r) }
}

// scriptLanguage returns the code of the script with the most letters, "latin" for Latin.
func scriptLanguage(parts []string) string {
	all, alone := make([]int, len(scripts)), make([]int, len(scripts))
	for _, r := range strings.Join(parts, "") {
		if r < utf8.RuneSelf {
			if asciiLetter(byte(r)) {
				all[0]++
			}
			continue
		}
		if !unicode.IsLetter(r) {
			continue
		}
		i := slices.IndexFunc(scripts, func(s script) bool { return unicode.In(r, s.letters...) })
		if i < 0 {
			continue
		}
		if all[i]++; scripts[i].alone != nil && scripts[i].alone(r) {
			alone[i]++
		}
	}
	best, most := Undetermined, 0
	for i, s := range scripts {
		if all[i]*s.weight <= most {
			continue
		}
		if best, most = s.code, all[i]*s.weight; alone[i]*s.share > all[i] {
			best = s.rarer
		}
	}
	return best
}

// latinLanguage identifies a language in Latin letters by its function words.
func latinLanguage(parts []string) string {
	total, hits := 0, make([]int, len(latinStops))
	for _, part := range parts {
		for _, w := range strings.FieldsFunc(part, func(r rune) bool { return !wordRune(r) }) {
			w = strings.ToLower(w)
			total++
			for i := range latinStops {
				if in(latinStops[i].words, w) {
					hits[i]++
				}
			}
		}
	}
	best := slices.Index(hits, slices.Max(hits))
	if float64(hits[best]) < minStopShare*float64(total) || hits[best] == 0 {
		return Undetermined
	}
	return latinStops[best].code
}
