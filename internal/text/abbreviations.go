package text

import (
	"strings"
	"unicode"
)

var (
	// titleWords stand before a name, and linkWords in the middle of a sentence:
	// their full stop never ends one.
	titleWords = set(`mr mrs ms messrs mme mlle dr prof rev hon gen col maj capt lieut lt sgt cpl gov sen rep pres supt adm cmdr fr insp ` +
		`amb asst sra dra srta hrn e.g i.e al vs cf viz ca approx`)
	// countWords stand before a number.
	countWords = set(`no nos fig figs sec secs vol vols pp p ch chap art eq eqs ref refs tab app par pt bk op c`)
	// shortWords end a sentence only before a word of sentenceStarts.
	shortWords = set(`st inc ltd co corp jr sr bros esq dept univ assn est mt ft ave blvd rd jan feb mar apr jun jul aug sep sept oct ` +
		`nov dec mon tue wed thu fri sat sun ed eds`)
	// sentenceStarts seldom begin anything but a sentence when capitalised.
	sentenceStarts = set(`the a an he she it they we i you this that these those there his her its their our my
in on at by for from with as after before when while if although though since because but and or so then thus however
what who which why how where yes no not one some many most both each all another such here now once finally`)
)

// explained reports whether the full stop at i belongs to an abbreviation, an
// initial or a number. The sentence begins at start, and what follows at next.
func (r *sentenceReader) explained(start, i, next, limit int) bool {
	from := i
	for from > start && i-from < 24 && (r.text[from-1] == '.' || wordStart(r.text[from-1]) && !unspaced(r.text[from-1])) {
		from--
	}
	if from == i {
		return false
	}
	token := string(r.text[from:i])
	lower := strings.ToLower(token)
	numbered := unicode.IsDigit(r.text[next]) || roman(r.wordAt(next, limit))
	switch {
	case number(token):
		return from == start && i-from <= 3
	case in(titleWords, lower):
		return true
	case i-from == 1 && from > start && r.text[from-1] == '°':
		return false // a unit
	case i-from == 1 && r.initial(next, limit):
		return true
	case token == "I" && from >= 2 && unicode.IsLower(r.text[from-2]):
		return false // "so did I."
	case in(countWords, lower) && (numbered || !initials(token)):
		return numbered
	case initials(token), strings.Contains(token, "."), in(shortWords, lower):
		return !r.starts(next, limit)
	}
	return false
}

// initials reports whether a word before a full stop stands for a given name: one
// capital, or a capital and up to two letters without a vowel, as in "Th." and "Chr.".
func initials(word string) bool {
	letters := []rune(word)
	if !unicode.IsUpper(letters[0]) || len(letters) > 3 {
		return false
	}
	for _, c := range letters[1:] {
		if !unicode.IsLower(c) || strings.ContainsRune("aeiouy", c) {
			return false
		}
	}
	return len(letters) == 1 || !strings.ContainsRune("AEIOUY", letters[0])
}

// initial reports whether an initial stands at i: one letter and a full stop.
func (r *sentenceReader) initial(i, limit int) bool {
	w := []rune(r.wordAt(i, limit))
	return len(w) == 1 && unicode.IsUpper(w[0]) && i+1 < limit && r.text[i+1] == '.'
}

// starts reports whether the word at i begins a sentence, as far as a word can tell.
func (r *sentenceReader) starts(i, limit int) bool {
	return !r.initial(i, limit) && in(sentenceStarts, strings.ToLower(r.wordAt(i, limit)))
}

// wordAt returns the run of letters and digits at i, at most 16.
func (r *sentenceReader) wordAt(i, limit int) string {
	end := i
	for end < limit && end-i < 16 && wordStart(r.text[end]) {
		end++
	}
	return string(r.text[i:end])
}

func in(words map[string]struct{}, w string) bool {
	_, ok := words[w]
	return ok
}

// number reports whether s is all digits.
func number(s string) bool { return strings.Trim(s, "0123456789") == "" }

// roman reports whether s is written in the letters of Roman numerals.
func roman(s string) bool { return s != "" && strings.Trim(s, "IVXLCDM") == "" }
