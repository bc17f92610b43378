package alias

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds on the letters of an acronym.
const (
	minAcronym = 2
	maxAcronym = 7
)

// acronymIn returns the name in lower case if it is written as an acronym (one word of
// capitals, or letters with full stops), else "".
//
// Of a company's name, tokens lack the legal form: "IBM Corp."
func acronymIn(name string, tokens []string) string {
	if head, _, ok := strings.Cut(strings.TrimSpace(name), " "); ok && len(tokens) == 1 {
		name = strings.TrimRight(head, ",")
	}
	letters := 0
	for _, r := range name {
		switch {
		case unicode.IsUpper(r):
			letters++
		case r != '.':
			return ""
		}
	}
	joined := strings.Join(tokens, "")
	if letters < minAcronym || letters > maxAcronym || utf8.RuneCountInString(joined) != letters {
		return ""
	}
	return joined
}

// initials returns the first letters of a name's words without the small ones, or
// "" for fewer than two words.
func initials(tokens []string) string {
	var out strings.Builder
	n := 0
	for _, t := range tokens {
		if small[t] {
			continue
		}
		r, _ := utf8.DecodeRuneInString(t)
		out.WriteRune(r)
		n++
	}
	if n < minAcronym || n > maxAcronym {
		return ""
	}
	return out.String()
}

// maxPersonAcronym is the most letters of a name in capitals that is rather an
// acronym than somebody's name in headline letters.
const maxPersonAcronym = 4

// personAcronym reports whether a name with the type of a person is written as an acronym.
func personAcronym(name string, tokens []string) bool {
	short := acronymIn(name, tokens)
	return short != "" && len(tokens) == 1 && len(short) <= maxPersonAcronym && givens[short].formal == ""
}
