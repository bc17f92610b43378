package offline

import "unicode/utf8"

// byRune are words by their first or their last character, in the order of
// their list, so that few are compared at a place.
type byRune map[rune][]string

func byFirst(words ...string) byRune {
	m := byRune{}
	for _, w := range words {
		r, _ := utf8.DecodeRuneInString(w)
		m[r] = append(m[r], w)
	}
	return m
}

func byLast(words ...string) byRune {
	m := byRune{}
	for _, w := range words {
		r, _ := utf8.DecodeLastRuneInString(w)
		m[r] = append(m[r], w)
	}
	return m
}

var (
	titlesAhead   = byFirst(zhTitles...)
	titlesBehind  = byLast(zhTitles...)
	actsAhead     = byFirst(zhBehindName...)
	bodiesAhead   = byFirst(zhOrgSuffixes...)
	branchesAhead = byFirst(zhBranches...)
	placesAhead   = byFirst(zhBehindPlace...)
	placesBehind  = byLast(zhBeforePlace...)
)

// begins is the first word of the list that begins at i, or "".
func (m zhMarker) begins(i int, words byRune) string {
	for _, w := range words[m.at(i)] {
		if m.has(i, w) {
			return w
		}
	}
	return ""
}

// ends is the first word of the list that ends at i, or "".
func (m zhMarker) ends(i int, words byRune) string {
	for _, w := range words[m.at(i-1)] {
		if m.before(i, w) {
			return w
		}
	}
	return ""
}
