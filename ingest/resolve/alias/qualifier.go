package alias

import "strings"

// cutQualifier takes off what stands in brackets at the end, or after a comma.
func (f *form) cutQualifier(s string) string {
	if open := strings.IndexByte(s, '('); open > 0 && strings.HasSuffix(s, ")") {
		f.qualifier = f.words(s[open:])
		s = s[:open]
	}
	switch before, after, ok := strings.Cut(s, ","); {
	case !ok || f.kind == work || f.kind == other:
		return s
	case strings.Contains(after, ","):
		f.whole = f.whole || f.kind == person
		return s
	default:
		return f.cutComma(before, after)
	}
}

// cutComma reads "Smith, Jr.", "Bill, the lizard", "Paris, France", "Acme, Inc."
func (f *form) cutComma(before, after string) string {
	words := f.words(after)
	if len(words) == 0 {
		return before
	}
	_, isSuffix := suffixes[words[0]]
	switch {
	case isSuffix || roman(words[0]) || f.kind == organization && legalForms[words[0]] != "":
		return before + " " + after
	case f.kind == person && !IsTitle(words[0]) && !small[words[0]]:
		return after + " " + before // "Holmes, Sherlock"
	}
	f.qualifier = append(words, f.qualifier...)
	return before
}
