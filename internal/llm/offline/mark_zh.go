package offline

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grove/internal/text"
)

// zhMarker marks the phrases of one Chinese sentence.
type zhMarker struct {
	page     *zhPage
	sentence *zhSentence
	marked   []bool
}

// add marks characters start to end, if none of them is marked yet.
func (m zhMarker) add(start, end int, kind Kind, typ string) bool {
	if start >= end || end > m.sentence.End {
		return false
	}
	for _, taken := range m.marked[start:end] {
		if taken {
			return false
		}
	}
	for i := start; i < end; i++ {
		m.marked[i] = true
	}
	t := m.page.slice(start, end)
	m.sentence.marks = append(m.sentence.marks, zhMark{text.Span{Start: start, End: end}, kind, t})
	m.page.name(t, typ)
	return true
}

// sort puts the marks in the order of the sentence.
func (m zhMarker) sort() {
	slices.SortFunc(m.sentence.marks, func(a, b zhMark) int { return a.Start - b.Start })
}

// has tells whether word stands at i inside the sentence.
func (m zhMarker) has(i int, word string) bool {
	for _, r := range word {
		if i >= m.sentence.End || m.page.body[i] != r {
			return false
		}
		i++
	}
	return true
}

// before tells whether word ends at i.
func (m zhMarker) before(i int, word string) bool {
	i -= utf8.RuneCountInString(word)
	return i >= m.sentence.Start && m.has(i, word)
}

// at is the character at i, 0 outside the sentence.
func (m zhMarker) at(i int) rune {
	if i < m.sentence.Start || i >= m.sentence.End {
		return 0
	}
	return m.page.body[i]
}

// maxBookTitle and maxZhQuoted bound what stands between marks, in characters.
const (
	maxBookTitle = 30
	maxZhQuoted  = 12
)

// signs marks 《titles》, quoted words, tags and Latin words.
func (m zhMarker) signs() {
	for i := m.sentence.Start; i < m.sentence.End; i++ {
		switch r := m.page.body[i]; {
		case r == '《':
			if end := m.find('》', i+1, maxBookTitle); end > 0 {
				m.add(i+1, end, Name, "Work")
			}
		case r == '“' || r == '「' || r == '『':
			closing := map[rune]rune{'“': '”', '「': '」', '『': '』'}[r]
			if end := m.find(closing, i+1, maxZhQuoted); end > i+2 && m.plain(i+1, end) {
				m.add(i+1, end, Noun, "")
			}
		case r == '[':
			if n := tagBytes(m.page.slice(i, min(i+48, m.sentence.End))); n > 0 {
				m.add(i, i+n, Name, tagType(m.page.slice(i, i+n)))
			}
		case r < utf8.RuneSelf && unicode.IsLetter(r) && !m.marked[i]:
			end := m.latinEnd(i)
			if end-i > 1 {
				m.add(i, end, Name, "")
			}
			i = end - 1
		}
	}
}

func tagType(tag string) string {
	switch {
	case strings.HasPrefix(tag, "[PERSON#"):
		return "Person"
	case strings.HasPrefix(tag, "[LOCATION#"):
		return "Location"
	}
	return ""
}

// find is where r stands from i on, within limit characters, or -1.
func (m zhMarker) find(r rune, i, limit int) int {
	for end := min(i+limit, m.sentence.End); i < end; i++ {
		if m.page.body[i] == r {
			return i
		}
	}
	return -1
}

// plain tells whether characters start to end hold no punctuation.
func (m zhMarker) plain(start, end int) bool {
	for _, r := range m.page.body[start:end] {
		if unicode.IsPunct(r) && r != '·' && r != '-' || unicode.IsSpace(r) {
			return false
		}
	}
	return true
}

// latinEnd is the end of a run of Latin words and digits, joined by spaces where a capital follows.
func (m zhMarker) latinEnd(i int) int {
	end := i
	for end < m.sentence.End {
		r := m.page.body[end]
		next := m.at(end + 1)
		switch {
		case r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) || unicode.Is(unicode.Latin, r):
		case strings.ContainsRune(".-'&_+", r) && next < utf8.RuneSelf && (unicode.IsLetter(next) || unicode.IsDigit(next)):
		case r == ' ' && next < utf8.RuneSelf && unicode.IsUpper(next):
		default:
			return end
		}
		end++
	}
	return end
}

func zhDigit(r rune) bool { return zhDigits[r] }

// numbers marks dates and numbers with their units.
func (m zhMarker) numbers() {
	for i := m.sentence.Start; i < m.sentence.End; i++ {
		if m.marked[i] || !zhDigit(m.page.body[i]) {
			continue
		}
		if end := m.dateEnd(i); end > i {
			m.add(i, end, Time, "")
			i = end - 1
			continue
		}
		end := m.digitsEnd(i)
		han := m.page.body[i] >= 0x3007
		withUnit := m.unitEnd(end)
		// 一个 and 两人 say little: a Chinese numeral counts from two characters on.
		if !han || end-i > 1 && withUnit > end {
			m.add(i, withUnit, Number, "")
		}
		i = max(withUnit, i+1) - 1
	}
}

// digitsEnd is the end of the number at i.
func (m zhMarker) digitsEnd(i int) int {
	for i < m.sentence.End {
		r := m.page.body[i]
		if !zhDigit(r) && !(strings.ContainsRune(".,．，", r) && zhDigit(m.at(i+1)) && m.at(i+1) < 0x3007 && m.at(i-1) < 0x3007) {
			break
		}
		i++
	}
	if m.at(i) == '%' || m.at(i) == '％' {
		i++
	}
	return i
}

// unitEnd is the end of the unit at i, or i.
func (m zhMarker) unitEnd(i int) int {
	if m.at(i) == '多' || m.at(i) == '余' {
		i++
	}
	for _, u := range zhUnits {
		if m.has(i, u) {
			return i + utf8.RuneCountInString(u)
		}
	}
	return i
}

// dateEnd is the end of the date at i: 1998年3月5日, 3月5日, 二十世纪, 90年代; or i.
func (m zhMarker) dateEnd(i int) int {
	end := i
	for range 3 {
		j := m.digitsEnd(end)
		if j == end || j-end > 4 {
			break
		}
		switch m.at(j) {
		case '年':
			if m.at(j+1) == '代' {
				return j + 2
			}
			if j-end < 2 {
				return end
			}
		case '月':
		case '日', '号':
			if end == i {
				return i
			}
		case '世':
			if m.at(j+1) == '纪' {
				return j + 2
			}
			return end
		default:
			return end
		}
		end = j + 1
	}
	return end
}

// maxKnown is the longest word of the lists of places and organisations, in characters.
const maxKnown = 9

// known marks the places and organisations of the lists, the longest first. A
// place grows by its suffix: 浙江省.
func (m zhMarker) known() {
	for i := m.sentence.Start; i < m.sentence.End; i++ {
		if m.marked[i] || !isHan(m.page.body[i]) {
			continue
		}
		for n := min(maxKnown, m.sentence.End-i); n >= 2; n-- {
			w := m.page.slice(i, i+n)
			if zhOrgs[w] && m.orgEnd(i+n) == 0 && !m.branches(i+n) {
				m.add(i, i+n, Name, "Organization")
				break
			}
			if zhPlaces[w] && !m.insideOrg(i+n) {
				end := i + n
				if m.has(end, "特别行政区") {
					end += 5
				} else if r := m.at(end); (r == '省' || r == '市' || r == '县' || r == '区' || r == '州') && m.at(end+1) != '长' {
					end++
				}
				m.add(i, end, Name, "Location")
				i = end - 1
				break
			}
		}
	}
}

// maxOrg is the longest organisation read back from its suffix, in characters.
const maxOrg = 14

// insideOrg tells whether a place that ends at i is the beginning of an
// organisation's name: 北京大学.
func (m zhMarker) insideOrg(i int) bool {
	for j := i; j < i+maxOrg-4 && j < m.sentence.End; j++ {
		if m.marked[j] || !isHan(m.page.body[j]) || zhFunction[m.page.body[j]] && m.page.body[j] != '和' || m.stopAt(j) {
			return false
		}
		if n := m.orgEnd(j); n > 1 {
			return true
		}
	}
	return false
}

// branches tells whether an organisation that ends at i goes on with the name
// of a part or a meeting of it: 中国共产党中央委员会.
func (m zhMarker) branches(i int) bool {
	for j := i; j < i+maxOrg-4 && j < m.sentence.End && !m.marked[j] && isHan(m.page.body[j]) && !zhFunction[m.page.body[j]] && !m.stopAt(j); j++ {
		if m.begins(j, branchesAhead) != "" {
			return true
		}
	}
	return false
}

// orgEnd is the length of the organisation suffix at i, or 0.
func (m zhMarker) orgEnd(i int) int {
	return utf8.RuneCountInString(m.begins(i, bodiesAhead))
}

// stopAt tells whether a word that no name holds begins at i.
func (m zhMarker) stopAt(i int) bool { return i+2 <= m.sentence.End && zhStops[m.page.slice(i, i+2)] }

// suffixes marks organisations and places by how they end.
func (m zhMarker) suffixes() {
	start := m.sentence.Start
	for i := m.sentence.Start; i < m.sentence.End; i++ {
		r := m.page.body[i]
		if m.stopAt(i) {
			start = i + 2
			i++
			continue
		}
		if m.marked[i] || !isHan(r) || zhFunction[r] {
			start = i + 1
			continue
		}
		if n := m.orgEnd(i); n > 0 && i > start {
			end := i + n
			for {
				more := m.orgEnd(end)
				if more < 2 {
					break
				}
				end += more
			}
			from := max(start, end-maxOrg)
			if !m.branches(end) && i-from >= 2 && (n > 1 || m.at(end) == 0 || !isHan(m.at(end)) || zhFunction[m.at(end)]) && (n > 1 || i-from <= 2) && !m.generic(from, i, end) {
				m.add(from, end, Name, "Organization")
				start = end
				i = end - 1
				continue
			}
		}
		sure, place := zhPlaceSuffixes[r]
		if n := i - start; place && n >= 2 && (sure && n <= 4 || n == 2) && m.placeEnds(i) && !m.generic(start, i, i+1) && m.personEnd(start) != i+1 && !m.personInside(start, i+1) {
			m.add(start, i+1, Name, "Location")
			start = i + 1
		}
	}
}

// personInside tells whether a run of three characters ends in a person whose name
// the text repeats: 拿宋江.
func (m zhMarker) personInside(start, end int) bool {
	return end-start == 3 && zhSurnames[m.page.body[start+1]] && m.repeated(start+1, end)
}

// placeEnds tells whether a place may end at i: what follows is no word that
// the suffix belongs to.
func (m zhMarker) placeEnds(i int) bool {
	next := m.at(i + 1)
	_, place := zhPlaceSuffixes[next]
	return place || m.nameEnds(i+1) || next == '人'
}

func (m zhMarker) generic(start, suffix, end int) bool {
	return zhGeneric[m.page.body[start]] && suffix-start <= 2 || zhNoPlace[m.page.body[start]] && end-suffix == 1 || zhCommonNouns[m.page.slice(start, end)] ||
		m.before(end, "地区") || m.before(end, "下乡") || m.before(end, "农村") || m.before(end, "辖区") || m.before(end, "山区") || m.before(end, "城市") || m.before(end, "国家") || m.before(end, "知县")
}

// persons marks Chinese and foreign persons.
func (m zhMarker) persons() {
	for i := m.sentence.Start; i < m.sentence.End; i++ {
		if m.marked[i] || !isHan(m.page.body[i]) {
			continue
		}
		if end := m.foreignEnd(i); end > 0 {
			m.add(i, end, Name, "Person")
			i = end - 1
			continue
		}
		if end, typ := m.transliterated(i); end > 0 {
			m.add(i, end, Name, typ)
			i = end - 1
			continue
		}
		if end := m.personEnd(i); end > 0 && m.add(i, end, Name, "Person") {
			m.titled(i, end)
			i = end - 1
		}
	}
}

// foreignEnd is the end of a name with a dot in it (比尔·盖茨) that begins at i, or 0.
func (m zhMarker) foreignEnd(i int) int {
	if !zhTranslit[m.page.body[i]] || m.rightTitle(i) || zhTranslit[m.at(i-1)] && !m.marked[i-1] && !m.leftTitle(i) {
		return 0
	}
	dot, end := false, i
	for end < m.sentence.End && end-i < 16 {
		r := m.page.body[end]
		if r == '·' || r == '・' || r == '•' {
			dot = true
		} else if !isHan(r) || !zhTranslit[r] && !dot || m.marked[end] || dot && m.rightTitle(end) {
			break
		} else if dot && zhFunction[r] && r != '地' && r != '里' && r != '可' {
			break
		}
		end++
	}
	if !dot || end-i < 4 || !isHan(m.page.body[end-1]) {
		return 0
	}
	return end
}

// leftOpen tells whether the character before i may be part of the same name.
func (m zhMarker) leftOpen(i int) bool {
	prev := m.at(i - 1)
	return isHan(prev) && !zhFunction[prev] && !zhBounds[prev] && !m.marked[i-1] && !m.leftTitle(i)
}

// leftTitle tells whether a title ends at i.
func (m zhMarker) leftTitle(i int) bool {
	return m.ends(i, titlesBehind) != ""
}

// titleAt tells whether a title begins at i.
func (m zhMarker) titleAt(i int) bool {
	return m.begins(i, titlesAhead) != ""
}

// rightTitle tells whether a title or a verb of persons begins at i.
func (m zhMarker) rightTitle(i int) bool {
	return m.titleAt(i) || m.begins(i, actsAhead) != ""
}

// personEnd is the end of a Chinese person's name that begins at i, or 0. The
// surname must stand at a boundary, and a boundary must follow the name; a
// title on either side is worth more.
func (m zhMarker) personEnd(i int) int {
	given := i + 1
	compound := i+2 <= m.sentence.End && zhCompound[m.page.slice(i, i+2)]
	if compound {
		given = i + 2
	} else if !zhSurnames[m.page.body[i]] {
		return 0
	}
	if i+2 > m.sentence.End || !compound && zhNotNames[m.page.slice(i, i+2)] || i > m.sentence.Start && m.repeated(i-1, i+1) {
		return 0 // or the second letter of a name that is repeated
	}
	left := i == m.sentence.Start || !m.leftOpen(i)
	titled := m.leftTitle(i)
	doubtful := !compound && zhDoubtful[m.page.body[i]]
	for _, n := range []int{2, 1} {
		end := given + n
		if n == 2 && (m.page.rather(i, end) || m.verbAt(end-1)) {
			continue
		}
		if end > m.sentence.End || !m.givenName(given, end, titled || m.rightTitle(end)) {
			continue
		}
		right := m.rightTitle(end)
		closed := m.nameEnds(end)
		switch {
		case titled && (closed || right || n == 2 || m.verbAt(end)), left && right, right && n == 2 && !doubtful:
			return end
		case left && closed && !doubtful && (n == 2 || compound || m.listed(i, end) || m.repeated(i, end)):
			return end
		}
	}
	return 0
}

// verbAt tells whether a known verb of two characters begins at i: in 林远设计了
// the name ends before 设.
func (m zhMarker) verbAt(i int) bool {
	if i+2 > m.sentence.End {
		return false
	}
	w := m.page.slice(i, i+2)
	return zhVerbs[w] || zhDeedVerbs[w] || slices.Contains(zhBehindName, w)
}

// givenName tells whether characters start to end may be a given name. Beside
// a title more characters may.
func (m zhMarker) givenName(start, end int, titled bool) bool {
	if m.titleAt(start) || end <= m.sentence.End && m.has(end-1, "先后") {
		return false
	}
	for i := start; i < end; i++ {
		r := m.page.body[i]
		switch {
		case m.marked[i] || !isHan(r) || zhNever[r]:
			return false
		case zhDigit(r) && r != '一' && r != '千' && r != '万':
			return false
		case (zhFunction[r] || zhBounds[r]) && !titled && r != '之' && r != '正' && r != '可':
			return false
		}
	}
	return true
}

// nameEnds tells whether a name may end at i.
func (m zhMarker) nameEnds(i int) bool {
	r := m.at(i)
	return r == 0 || !isHan(r) || zhFunction[r] || zhBounds[r] || m.marked[i] || m.stopAt(i)
}

// listed tells whether the name from start to end stands in a list.
func (m zhMarker) listed(start, end int) bool { return m.at(start-1) == '、' || m.at(end) == '、' }

// repeated tells whether the characters stand at least three times in the text:
// a name of two characters needs that.
func (m zhMarker) repeated(start, end int) bool {
	return m.page.nameCounts[m.page.slice(start, end)] >= 3
}

// titled notes the title beside a person.
func (m zhMarker) titled(start, end int) {
	name := m.page.slice(start, end)
	for _, t := range zhTitles {
		if m.before(start, t) || m.has(end, t) {
			if m.page.titles[name] == "" {
				m.page.titles[name] = t
			}
			return
		}
	}
}

// words marks verbs, repeated runs, and what stands alone between function characters.
func (m zhMarker) words() {
	m.page.eachRun(m.sentence, m.marked, func(start, end int) {
		for i := start; i+minGram <= end; {
			n := m.wordAt(i, end)
			if n == 0 {
				i++
				continue
			}
			kind := Noun
			if zhVerbs[m.page.slice(i, i+n)] {
				kind = Verb
			}
			m.add(i, i+n, kind, "")
			i += n
		}
		if end-start <= maxGram && !m.anyMarked(start, end) {
			m.add(start, end, Noun, "")
		}
	})
}

func (m zhMarker) anyMarked(start, end int) bool {
	return slices.Contains(m.marked[start:end], true)
}

// wordAt is the length of the word at i before end: a verb of the list, or the
// longest repeated run; 0 if there is none.
func (m zhMarker) wordAt(i, end int) int {
	for n := min(maxGram, end-i); n >= minGram; n-- {
		w := m.page.slice(i, i+n)
		if zhVerbs[w] || m.page.grams[w] > 0 && !text.StopZh(w) && !zhLeading[m.page.body[i]] {
			return n
		}
	}
	return 0
}
