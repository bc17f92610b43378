package offline

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grove/internal/text"
)

// zhMarker marks the phrases of one Chinese sentence, each of whose letters is a lexeme.
type zhMarker struct {
	*page
	*sentence
}

// markChinese marks the phrases of a Chinese text: first names, dates and numbers, then the words between them.
func (p *page) markChinese() {
	p.countNames()
	for _, s := range p.sentences {
		m := zhMarker{p, s}
		m.markTags(s)
		m.signs()
		m.numbers()
		m.known()
		m.suffixes()
		m.persons()
	}
	p.spread()
	p.countGrams()
	for _, s := range p.sentences {
		zhMarker{p, s}.words()
		sortMarks(s)
	}
	p.findChineseSubjects()
	for _, name := range p.names {
		// A name with the first letter of the next word is the frequent one without it.
		_, last := utf8.DecodeLastRuneInString(name)
		short := name[:len(name)-last]
		if p.typeOf(name) == "Person" && p.typeOf(short) == "Person" && p.nameCounts[short] >= 2*p.nameCounts[name] {
			p.full[name] = short
		}
	}
}

// mark marks lexemes start to end, if none of them is marked yet; typ is the type of a name, "" for none.
func (m zhMarker) mark(start, end int, kind spanKind, typ string) bool {
	if start >= end || !m.add(m.sentence, kind, start, end, false) {
		return false
	}
	name := m.slice(start, end)
	if _, known := m.types[name]; !known && typ != "" {
		m.types[name] = typed{slices.Index(typeOrder[:], typ), sureLead}
		m.names = append(m.names, name)
	}
	return true
}

// slice is the text of lexemes start to end, "" outside the sentence.
func (m zhMarker) slice(start, end int) string {
	if start < 0 || start >= end || end > len(m.lex) {
		return ""
	}
	return m.body[m.lex[start].start:m.lex[end-1].end]
}

// letter is the first letter of lexeme i, 0 outside the sentence.
func (m zhMarker) letter(i int) rune {
	if i < 0 || i >= len(m.lex) {
		return 0
	}
	r, _ := utf8.DecodeRuneInString(m.lex[i].text)
	return r
}

// free tells whether lexeme i is an unmarked Chinese letter.
func (m zhMarker) free(i int) bool { return isHan(m.letter(i)) && m.at[i] < 0 }

// maxZhWord is the longest word of the lists, in letters.
const maxZhWord = 9

// begins is the length of the longest of the phrases that begins at i, 0 for none.
func (m zhMarker) begins(i int, phrases map[string]bool) (longest int) {
	for n := 1; i+n <= len(m.lex); n++ {
		whole, known := phrases[m.slice(i, i+n)]
		if !known {
			break
		}
		if whole {
			longest = n
		}
	}
	return longest
}

// ends is the length of the longest of the words that ends at i, 0 for none.
func (m zhMarker) ends(i int, words map[string]bool) int {
	for n := min(maxZhWord, i); n > 0; n-- {
		if words[m.slice(i-n, i)] {
			return n
		}
	}
	return 0
}

// maxBookTitle and maxZhQuoted bound what stands between marks, in lexemes.
const (
	maxBookTitle = 30
	maxZhQuoted  = 12
)

// signs marks 《titles》, quoted words, and runs of Latin words.
func (m zhMarker) signs() {
	closing := map[string]string{"《": "》", "“": "”", "「": "」", "『": "』"}
	for i := 0; i < len(m.lex); i++ {
		l := m.lex[i]
		switch end := i + 1; {
		case closing[l.text] != "":
			for end < min(len(m.lex), i+maxBookTitle) && m.lex[end].text != closing[l.text] {
				end++
			}
			switch inner := m.slice(i+1, end); {
			case end == len(m.lex) || m.lex[end].text != closing[l.text]:
			case l.text == "《":
				m.mark(i+1, end, nameSpanKind, "Work")
			case end > i+2 && end <= i+maxZhQuoted && strings.IndexFunc(inner, breaksWord) < 0:
				m.mark(i+1, end, nounSpan, "")
			}
		case l.class == wordLex && !isHan(m.letter(i)) && m.at[i] < 0:
			for end < len(m.lex) && m.at[end] < 0 && !isHan(m.letter(end)) && (m.glued(end) && m.lex[end].class != signLex ||
				m.lex[end].capital) {
				end++
			}
			if len(m.slice(i, end)) > 1 {
				m.mark(i, end, nameSpanKind, "")
			}
			i = end - 1
		}
	}
}

// breaksWord tells a letter that no quoted word holds.
func breaksWord(r rune) bool {
	return unicode.IsPunct(r) && r != '·' && r != '-' || unicode.IsSpace(r)
}

// digit tells whether lexeme i is a number or a Chinese numeral.
func (m zhMarker) digit(i int) bool {
	return i < len(m.lex) && (m.lex[i].class == numberLex || zhDigits[m.letter(i)])
}

// numbers marks dates and numbers with their units.
func (m zhMarker) numbers() {
	for i := 0; i < len(m.lex); i++ {
		if m.at[i] >= 0 || !m.digit(i) {
			continue
		}
		end := m.zhDateEnd(i)
		if end > i {
			m.mark(i, end, dateSpan, "")
			i = end - 1
			continue
		}
		for end = i; m.digit(end); {
			end++
		}
		withUnit := end + m.begins(end, zhUnits)
		// 一个 and 两人 say little: a Chinese numeral counts from two letters on.
		if m.lex[i].class == numberLex || end-i > 1 && withUnit > end {
			m.mark(i, withUnit, numberSpan, "")
		}
		i = withUnit - 1
	}
}

// zhDateEnd is the end of the date at i: 1998年3月5日, 3月5日, 二十世纪, 90年代; or i.
func (m zhMarker) zhDateEnd(i int) int {
	end := i
	for range 3 {
		j := end
		for m.digit(j) {
			j++
		}
		n, unit, two := utf8.RuneCountInString(m.slice(end, j)), m.letter(j), m.slice(j, j+2)
		switch {
		case n == 0 || n > 4:
			return end
		case two == "年代" || two == "世纪":
			return j + 2
		case unit == '年' && n > 1, unit == '月', (unit == '日' || unit == '号') && end > i:
			end = j + 1
		default:
			return end
		}
	}
	return end
}

// known marks the places and organisations of the lists, the longest first. A
// place grows by its suffix: 浙江省.
func (m zhMarker) known() {
	for i := 0; i < len(m.lex); i++ {
		if !m.free(i) {
			continue
		}
		org, place := m.begins(i, zhOrgs), m.begins(i, zhPlaces)
		if end := i + org; org > place && m.orgEnd(end) == 0 && !m.branches(end) {
			m.mark(i, end, nameSpanKind, "Organization")
		} else if end := i + place; place > 0 && !m.insideOrg(end) {
			if zhSurePlaces[m.letter(end)] && m.letter(end+1) != '长' {
				end++
			}
			m.mark(i, end, nameSpanKind, "Location")
			i = end - 1
		}
	}
}

// maxOrg is the longest organisation read back from its suffix, in letters.
const maxOrg = 14

// insideOrg tells whether a place that ends at i is the beginning of an
// organisation's name: 北京大学.
func (m zhMarker) insideOrg(i int) bool { return m.goesOn(i, '和', zhOrgSuffixes, 2) }

// branches tells whether an organisation that ends at i goes on with the name
// of a part or a meeting of it: 中国共产党中央委员会.
func (m zhMarker) branches(i int) bool { return m.goesOn(i, 0, zhBranches, 1) }

// goesOn tells whether a name that ends at i goes on, over no function letter but one, to an ending of at least so many letters.
func (m zhMarker) goesOn(i int, but rune, endings map[string]bool, least int) bool {
	for j := i; j < i+maxOrg-4 && m.free(j) && !m.stopAt(j) && (!zhFunction[m.letter(j)] || m.letter(j) == but); j++ {
		if m.begins(j, endings) >= least {
			return true
		}
	}
	return false
}

// orgEnd is the length of the organisation suffix at i, or 0.
func (m zhMarker) orgEnd(i int) int { return m.begins(i, zhOrgSuffixes) }

// stopAt tells whether a word that no name holds begins at i.
func (m zhMarker) stopAt(i int) bool { return zhStops[m.slice(i, i+2)] }

// suffixes marks organisations and places by how they end.
func (m zhMarker) suffixes() {
	start := 0
	for i := 0; i < len(m.lex); i++ {
		if m.stopAt(i) {
			start = i + 2
			i++
			continue
		}
		if !m.free(i) || zhFunction[m.letter(i)] {
			start = i + 1
			continue
		}
		if n := m.orgEnd(i); n > 0 && i > start {
			end := i + n
			for more := m.orgEnd(end); more > 1; more = m.orgEnd(end) {
				end += more
			}
			from := max(start, end-maxOrg)
			next := m.letter(end)
			if i-from >= 2 && (n > 1 || i-from <= 2 && (!isHan(next) || zhFunction[next])) && !m.branches(end) && !m.generic(from, i, end) {
				m.mark(from, end, nameSpanKind, "Organization")
				start = end
				i = end - 1
				continue
			}
		}
		if n := i - start; zhPlaceSuffixes[m.letter(i)] && (n == 2 || zhSurePlaces[m.letter(i)] && n > 2 && n <= 4) &&
			m.placeEnds(i) && !m.generic(start, i, i+1) && m.personEnd(start) != i+1 && !m.personInside(start, i+1) {
			m.mark(start, i+1, nameSpanKind, "Location")
			start = i + 1
		}
	}
}

// personInside tells whether a run of three letters ends in a person whose name
// the text repeats: 拿宋江.
func (m zhMarker) personInside(start, end int) bool {
	return end-start == 3 && zhSurnames[m.letter(start+1)] && m.repeated(start+1, end)
}

// placeEnds tells whether a place may end at i: what follows is no word that
// the suffix belongs to.
func (m zhMarker) placeEnds(i int) bool {
	return zhPlaceSuffixes[m.letter(i+1)] || m.nameEnds(i+1) || m.letter(i+1) == '人'
}

// generic tells whether a run with a suffix is a common noun: 全市, 城乡, 附近山区.
func (m zhMarker) generic(start, suffix, end int) bool {
	first := m.letter(start)
	return zhGeneric[first] && suffix-start <= 2 || zhNoPlace[first] && end-suffix == 1 || zhCommonNouns[m.slice(start, end)] ||
		m.ends(end, zhCommonEnds) > 0
}

// persons marks Chinese and foreign persons.
func (m zhMarker) persons() {
	for i := 0; i < len(m.lex); i++ {
		if !m.free(i) {
			continue
		}
		end, typ := m.foreign(i)
		if end == 0 {
			end, typ = m.personEnd(i), "Person"
			m.titled(i, end)
		}
		if m.mark(i, end, nameSpanKind, typ) {
			i = end - 1
		}
	}
}

// Bounds of a foreign name, in letters.
const (
	minForeign = 2
	maxForeign = 16
)

// foreign is the end and type of the foreign name that begins at i: with a dot in it (比尔·盖茨) a person, and without
// one a person beside a title, a place beside a word for places. The end is 0 where there is none.
func (m zhMarker) foreign(i int) (int, string) {
	if zhTranslit[m.letter(i-1)] && m.free(i-1) && !m.leftTitle(i) {
		return 0, ""
	}
	end, foreign, dot := i, 0, 0
	for ; end-i < maxForeign && end < len(m.lex) && m.at[end] < 0 && (end == i || !m.rightTitle(end)) && !m.stopAt(end); end++ {
		r := m.letter(end)
		if strings.ContainsRune("·・•", r) {
			dot = end
		} else if !zhTranslit[r] || m.begins(end, zhBehindPlace) > 0 && dot == 0 {
			break
		} else if zhForeign[r] {
			foreign++
		}
	}
	switch n := end - i; {
	case dot > 0 && dot < end-1 && n >= 2*minForeign:
		return end, "Person"
	case n < minForeign || 2*foreign < n || dot > 0:
	case m.ends(i, zhBeforePlace) > 0 && m.nameEnds(end), m.begins(end, zhBehindPlace) > 0:
		return end, "Location"
	case m.leftTitle(i) && m.nameEnds(end), m.rightTitle(end):
		return end, "Person"
	}
	return 0, ""
}

// leftTitle tells whether a title ends at i.
func (m zhMarker) leftTitle(i int) bool { return m.ends(i, zhTitles) > 0 }

// titleAt tells whether a title begins at i.
func (m zhMarker) titleAt(i int) bool { return m.begins(i, zhTitles) > 0 }

// rightTitle tells whether a title or a verb of persons begins at i.
func (m zhMarker) rightTitle(i int) bool { return m.titleAt(i) || m.begins(i, zhBehindName) > 0 }

// surname is the length of the surname at i, 0 for none.
func (m zhMarker) surname(i int) int { return surname(m.letter(i), m.slice(i, i+2)) }

// surname is the length of the surname that a name begins with, by its first letter and its first two; 0 for none.
func surname(first rune, two string) int {
	switch {
	case zhCompound[two]:
		return 2
	case zhSurnames[first]:
		return 1
	}
	return 0
}

// personEnd is the end of a Chinese person's name that begins at i, or 0. The
// surname must stand at a boundary, and a boundary must follow the name; a
// title on either side is worth more.
func (m zhMarker) personEnd(i int) int {
	surname := m.surname(i)
	if surname == 0 || surname == 1 && zhNotNames[m.slice(i, i+2)] || i > 0 && m.repeated(i-1, i+1) {
		return 0 // or the second letter of a name that is repeated
	}
	titled := m.leftTitle(i)
	left := titled || m.nameEnds(i-1)
	doubtful := surname == 1 && zhDoubtful[m.letter(i)]
	for n := 2; n > 0; n-- {
		end := i + surname + n
		if end > len(m.lex) || n == 2 && (m.rather(m.slice(i, end), m.slice(i, end-1)) || m.verbAt(end-1)) {
			continue
		}
		right := m.rightTitle(end)
		if !m.givenName(i+surname, end, titled || right) {
			continue
		}
		closed := m.nameEnds(end)
		switch {
		case titled && (closed || right || n == 2 || m.verbAt(end)), left && right, right && n == 2 && !doubtful:
			return end
		case left && closed && !doubtful && (n+surname > 2 || m.letter(i-1) == '、' || m.letter(end) == '、' || m.repeated(i, end)):
			return end
		}
	}
	return 0
}

// verbAt tells whether a known verb of two letters begins at i: in 林远设计了
// the name ends before 设.
func (m zhMarker) verbAt(i int) bool {
	w := m.slice(i, i+2)
	return zhVerbs[w] || zhDeedVerbs[w] || zhBehindName[w]
}

// givenName tells whether letters start to end may be a given name. Beside
// a title more letters may.
func (m zhMarker) givenName(start, end int, titled bool) bool {
	if m.titleAt(start) || m.slice(end-1, end+1) == "先后" {
		return false
	}
	for i := start; i < end; i++ {
		r := m.letter(i)
		if !m.free(i) || zhNever[r] || zhDigits[r] && !strings.ContainsRune("一千万", r) ||
			(zhFunction[r] || zhBounds[r]) && !titled && !strings.ContainsRune("之正可", r) {
			return false
		}
	}
	return true
}

// nameEnds tells whether a name may end before lexeme i, or begin behind it.
func (m zhMarker) nameEnds(i int) bool {
	r := m.letter(i)
	return !m.free(i) || zhFunction[r] || zhBounds[r] || m.stopAt(i)
}

// repeated tells whether the letters stand at least three times in the text:
// a name of two letters needs that.
func (m zhMarker) repeated(start, end int) bool { return m.nameCounts[m.slice(start, end)] >= 3 }

// titled notes the title beside a person.
func (m zhMarker) titled(start, end int) {
	name := m.slice(start, end)
	title := cmp.Or(m.slice(start-m.ends(start, zhTitles), start), m.slice(end, end+m.begins(end, zhTitles)))
	if name != "" && title != "" && m.described[name] == "" {
		m.described[name] = title
	}
}

// words marks verbs, repeated runs, and what stands alone between function letters.
func (m zhMarker) words() {
	m.eachRun(func(start, end int) {
		for i := start; i+minGram <= end; {
			n := m.wordAt(i, end)
			if n == 0 {
				i++
				continue
			}
			kind := nounSpan
			if zhVerbs[m.slice(i, i+n)] {
				kind = verbSpan
			}
			m.mark(i, i+n, kind, "")
			i += n
		}
		if end-start <= maxGram {
			m.mark(start, end, nounSpan, "")
		}
	})
}

// wordAt is the length of the word at i before end: a verb of the list, or the
// longest repeated run; 0 if there is none.
func (m zhMarker) wordAt(i, end int) int {
	for n := min(maxGram, end-i); n >= minGram; n-- {
		w := m.slice(i, i+n)
		if zhVerbs[w] || m.grams[w] > 0 && !text.StopZh(w) && !zhLeading[m.letter(i)] {
			return n
		}
	}
	return 0
}

// countNames counts what may be the names of persons, so that a name that is
// repeated can be told from letters that met by chance.
func (p *page) countNames() {
	for _, s := range p.sentences {
		m := zhMarker{p, s}
		for i := range s.lex {
			if n := m.surname(i); n > 0 {
				p.nameCounts[m.slice(i, i+n+1)]++
				p.nameCounts[m.slice(i, i+n+2)]++
			}
		}
	}
}

// rather tells whether a name is better read without its last letter, which belongs
// to the next word: the shorter one is much more frequent.
func (p *page) rather(name, short string) bool {
	n := p.nameCounts[short]
	return n >= 3 && n > 2*p.nameCounts[name]
}

// spread marks the persons and organisations found by their surroundings
// wherever else they stand.
func (p *page) spread() {
	names := map[string]bool{}
	for _, n := range p.names {
		if t := p.typeOf(n); t == "Person" || t == "Organization" {
			names[n] = true
		}
	}
	for _, s := range p.sentences {
		m := zhMarker{p, s}
		for i := range s.lex {
			for n := min(maxOrg, len(s.lex)-i); n >= minGram && m.free(i); n-- {
				if names[m.slice(i, i+n)] {
					m.mark(i, i+n, nameSpanKind, "")
				}
			}
		}
	}
}

// gramSizes are the lengths of the repeated runs looked for, in letters.
const (
	minGram = 2
	maxGram = 4
)

// countGrams counts the runs of 2 to 4 letters that cross no function
// letter and no mark. A run that only stands inside a longer one as frequent
// as itself is left out.
func (p *page) countGrams() {
	counts := map[string]int{}
	for _, s := range p.sentences {
		m := zhMarker{p, s}
		m.eachRun(func(start, end int) {
			for i := start; i < end; i++ {
				for n := minGram; n <= maxGram && i+n <= end; n++ {
					counts[m.slice(i, i+n)]++
				}
			}
		})
	}
	covered := map[string]bool{}
	for g, n := range counts {
		if n < 2 || utf8.RuneCountInString(g) <= minGram {
			continue
		}
		_, first := utf8.DecodeRuneInString(g)
		_, last := utf8.DecodeLastRuneInString(g)
		for _, part := range []string{g[first:], g[:len(g)-last]} {
			covered[part] = covered[part] || counts[part] == n
		}
	}
	for g, n := range counts {
		if n >= 2 && !covered[g] {
			p.grams[g] = n
		}
	}
}

// eachRun yields the runs of unmarked Chinese letters without function letters.
func (m zhMarker) eachRun(yield func(start, end int)) {
	start := 0
	for i := 0; i <= len(m.lex); i++ {
		if m.free(i) && !zhFunction[m.letter(i)] {
			continue
		}
		if i-start >= minGram {
			yield(start, i)
		}
		start = i + 1
	}
}

// maxLead is the number of letters before the name of which a Chinese sentence speaks.
const maxLead = 6

// findChineseSubjects takes the first name near the beginning of a sentence as its subject, of the first sentence
// else the title; 他, 她 and 其 keep the person before.
func (p *page) findChineseSubjects() {
	last := ""
	for i, s := range p.sentences {
		m := zhMarker{p, s}
		switch first := m.letter(0); {
		case first == '他' || first == '她' || first == '其':
			s.subject = last
			if last != "" && first != '其' && m.letter(1) != '们' {
				s.to = 1
			}
		default:
			if n := slices.IndexFunc(s.marks, func(m mark) bool { return m.kind == nameSpanKind }); n >= 0 && s.marks[n].first <= maxLead {
				s.subject = s.marks[n].text
			} else if n := utf8.RuneCountInString(p.topic.title); i == 0 && n <= 12 && hasHan(p.topic.title) &&
				!strings.Contains(p.topic.title, " ") {
				s.subject = p.topic.title
			}
		}
		if last = ""; p.typeOf(s.subject) == "Person" {
			last = s.subject
		}
	}
}
