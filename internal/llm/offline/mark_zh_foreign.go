package offline

// Bounds of a transliterated name, in characters.
const (
	minTranslit = 2
	maxTranslit = 7
)

// transliterated is the end and type of the foreign name without a dot that
// begins at i: a person beside a title, a place beside a word for places. The
// end is 0 where there is none.
func (m zhMarker) transliterated(i int) (int, string) {
	if !zhTranslit[m.page.body[i]] || zhFunction[m.page.body[i]] || zhTranslit[m.at(i-1)] && !m.marked[i-1] && !m.leftTitle(i) {
		return 0, ""
	}
	end, foreign := i, 0
	for end < m.sentence.End && end-i < maxTranslit && zhTranslit[m.page.body[end]] && !m.marked[end] && (end == i || !m.rightTitle(end)) && !m.placeWord(end) && !m.stopAt(end) {
		if zhForeign[m.page.body[end]] {
			foreign++
		}
		end++
	}
	if n := end - i; n < minTranslit || 2*foreign < n {
		return 0, ""
	}
	switch {
	case m.ends(i, placesBehind) != "" && m.nameEnds(end), m.placeWord(end):
		return end, "Location"
	case m.leftTitle(i) && m.nameEnds(end), m.rightTitle(end):
		return end, "Person"
	}
	return 0, ""
}

// placeWord tells whether a word that stands behind the name of a place begins at i.
func (m zhMarker) placeWord(i int) bool {
	return m.begins(i, placesAhead) != ""
}
