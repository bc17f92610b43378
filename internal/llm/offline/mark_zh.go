package offline

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"grove/internal/lists"
	"grove/internal/segment"
)

// zhWord is a word of a Chinese sentence: lexemes first to last, half-open, and the tag of the dictionary.
type zhWord struct {
	first, last int
	text, tag   string
}

// zhMarker marks the phrases of one Chinese sentence, each of whose letters is a lexeme.
type zhMarker struct {
	*page
	*sentence
}

// markChinese marks the phrases of a Chinese text: first signs, dates and names, then the words between them.
func (p *page) markChinese() {
	var all []zhMarker
	for _, s := range p.sentences {
		s.words = p.wordsOf(s)
		all = append(all, zhMarker{p, s})
		for _, w := range s.words {
			p.counts[w.text]++
		}
	}
	for _, m := range all {
		m.markTags(m.sentence)
		m.forms()
		m.bodies()
		m.persons()
	}
	names := lists.Filter(p.names, func(n string) bool { return p.typeOf(n) != "Location" && utf8.RuneCountInString(n) > 1 })
	slices.SortStableFunc(names, func(a, b string) int { return len(b) - len(a) })
	for _, m := range all {
		for _, n := range names {
			m.eachPlace(m.sentence, n, func(first, last int) { m.mark(first, last, nameSpanKind, "") })
		}
		m.plainWords()
		sortMarks(m.sentence)
	}
	p.findChineseSubjects()
}

func (p *page) wordsOf(s *sentence) (out []zhWord) {
	at, i := s.start, 0
	for _, w := range segment.Words(p.body[s.start:s.end]) {
		at += len(w)
		first := i
		for i < len(s.lex) && s.lex[i].start < at {
			i++
		}
		if i == first {
			continue
		}
		// 由罗 of 由罗英杰负责: an unknown word does not begin with a function word before a surname.
		r, n := utf8.DecodeRuneInString(w)
		if next, _ := utf8.DecodeRuneInString(w[n:]); vocab.ZhFunction[r] && !vocab.ZhSurnames[r] && vocab.ZhSurnames[next] && segment.Tag(w) == "" {
			out = append(out, zhWord{first, first + 1, w[:n], segment.Tag(w[:n])})
			first, w = first+1, w[n:]
		}
		out = append(out, zhWord{first, i, w, segment.Tag(w)})
	}
	return out
}

// mark marks lexemes start to end, if none of them is marked yet; typ is the type of a name, "" for none.
func (m zhMarker) mark(start, end int, kind spanKind, typ string) {
	if start >= end || !m.add(m.sentence, kind, start, end, false) {
		return
	}
	name := m.slice(start, end)
	if _, known := m.types[name]; !known && typ != "" {
		m.types[name] = typed{slices.Index(typeOrder[:], typ), sureLead}
		m.names = append(m.names, name)
	}
}

// slice is the text of lexemes start to end, "" outside the sentence.
func (m zhMarker) slice(start, end int) string {
	if start < 0 || start >= end || end > len(m.lex) {
		return ""
	}
	return m.body[m.lex[start].start:m.lex[end-1].end]
}

// letter is the first letter of lexeme i, utf8.RuneError outside the sentence.
func (m zhMarker) letter(i int) rune {
	r, _ := utf8.DecodeRuneInString(m.slice(i, i+1))
	return r
}

// free tells whether lexeme i is an unmarked Chinese letter.
func (m zhMarker) free(i int) bool { return m.sentence.free(i) && isHan(m.letter(i)) }

// The longest name of an organisation, and the most that stands before the name of which a sentence speaks, in letters.
const maxOrg, maxLead = 14, 6

// longestWord is the greatest length n for which of(n) is a word, 0 for none; parts has the words and what they begin or end with, never
// "", which of gives outside of the sentence.
func longestWord(parts map[string]bool, of func(n int) string) (longest int) {
	for n := 1; ; n++ {
		whole, part := parts[of(n)]
		if !part {
			return longest
		}
		if whole {
			longest = n
		}
	}
}

// begins and ends are the lengths of the longest of the words that begins or ends at i, 0 for none.
func (m zhMarker) begins(i int, words zhWords) int {
	return longestWord(words.beginnings, func(n int) string { return m.slice(i, i+n) })
}

func (m zhMarker) ends(i int, words zhWords) int {
	return longestWord(words.ends, func(n int) string { return m.slice(i-n, i) })
}

// zhPatterns match, in their group, what form shows: 《titles》, quoted words, runs of Latin words, dates, and numbers with their units.
var zhPatterns = []struct {
	*regexp.Regexp
	// needs are signs of which every match has at least one, "" if there are none such: a sentence without them is not searched.
	needs string
	kind  spanKind
	typ   string // of a name, "" for none
}{
	{zhExpression(`《([^》]{1,28})》`), "《", nameSpanKind, "Work"},
	{zhExpression(`[“「『]([\p{L}\p{N}·-]{2,11})[”」』]`), "“「『", nounSpan, ""},
	{zhExpression(`((?:\p{Nd}{1,2}\p{Lu}|OTHER)(?:(?:OTHER|[\p{Nd}.'’&-])*(?:OTHER|\p{Nd}))(?: \p{Lu}(?:OTHER|[\p{Nd}'’-])*)*|\p{Nd}{1,2}\p{Lu})`), "", nameSpanKind, ""},
	{zhExpression(`((?:DIGIT{2,4}年)?DIGIT{1,3}月(?:DIGIT{1,3}[日号])?|(?:DIGIT{2,4}-)?DIGIT{2,4}(?:年代|世纪|年))`), "年月纪", dateSpan, ""},
	{zhExpression(`([$£€¥]?\p{Nd}(?:(?:[\p{Nd}.,:%]|-\p{Nd})*[\p{Nd}%])?[千万亿]*UNIT?|DIGIT{2,}UNIT)`), "", numberSpan, ""},
}

// zhExpression is a regular expression with DIGIT for a digit or numeral, UNIT for a unit and OTHER for a letter of another script.
func zhExpression(s string) *regexp.Regexp {
	units := "(?:" + strings.Join(vocab.ZhUnits, "|") + ")"
	return regexp.MustCompile(strings.NewReplacer("DIGIT", `[\p{Nd}`+zhNumerals+"]", "UNIT", units,
		"OTHER", `[\p{Latin}\p{Cyrillic}\p{Greek}\p{Katakana}ー]`).Replace(s))
}

// forms marks what the patterns match.
func (m zhMarker) forms() {
	body := m.body[m.start:m.end]
	for _, p := range zhPatterns {
		if p.needs != "" && !strings.ContainsAny(body, p.needs) {
			continue
		}
		for _, at := range p.FindAllStringSubmatchIndex(body, -1) {
			if first, last, ok := m.between(m.start+at[2], m.start+at[3]); ok {
				m.mark(first, last, p.kind, p.typ)
			}
		}
	}
}

// bodies marks organisations and places.
func (m zhMarker) bodies() {
	for i, w := range slices.Backward(m.words) {
		if from, ok := m.organization(i); ok {
			m.mark(m.words[from].first, w.last, nameSpanKind, "Organization")
		} else if from, ok := m.place(i); ok {
			m.mark(m.words[from].first, w.last, nameSpanKind, "Location")
		} else if n := m.begins(w.first, vocab.ZhPlaces); w.last-w.first > n+1 { // 中华 of 中华民族
			m.mark(w.first, w.first+n, nameSpanKind, "Location")
		}
	}
}

// organization returns the first word of the organisation that ends with word i.
func (m zhMarker) organization(i int) (from int, ok bool) {
	w := m.words[i]
	n, whole := m.ends(w.last, vocab.ZhOrgSuffixes), vocab.ZhOrgs[w.text]
	if !whole && n == 0 && (w.tag != "nt" || common(w.text)) {
		return 0, false
	}
	named := whole || w.tag == "nt"
	for from = i; from > 0 && w.last-m.words[from-1].first <= maxOrg; from-- {
		before := m.words[from-1]
		name := before.tag == "" || len(before.tag) > 1 && before.tag[0] == 'n' || zhPlace(before.text)
		part := name || !whole && w.tag != "nt" && (strings.Contains("njbsfm", before.tag[:1]) || before.tag == "vn" && !zhPlace(m.words[from].text))
		if !m.free(before.first) || !part {
			break
		}
		named = named || name
	}
	size := w.last - m.words[from].first
	if vocab.ZhGeneric[m.letter(m.words[from].first)] && size <= n+2 || vocab.ZhCommonNouns.has(m.slice(m.words[from].first, w.last)) {
		return from, whole
	}
	return from, whole || named && size-n >= 2 && (n > 1 || w.tag == "nt")
}

// common tells whether a word ends in a word that is no name: 重大意义.
func common(word string) bool {
	r := []rune(word)
	t := segment.Tag(string(r[max(0, len(r)-2):]))
	return len(r) > 3 && t != "" && (len(t) == 1 || t[0] != 'n')
}

// zhPlace tells the name of a place: one of the list, or a longer one of the dictionary.
func zhPlace(word string) bool {
	r := []rune(word)
	return vocab.ZhPlaces.has(word) || len(r) > 2 && segment.Tag(word) == "ns" && (vocab.ZhPlaceSuffixes[r[len(r)-1]] || !common(word))
}

// place returns the first word of the place that ends with word i: that word, or the one before a suffix.
func (m zhMarker) place(i int) (from int, ok bool) {
	w := m.words[i]
	n, suffix := w.last-w.first, vocab.ZhPlaceSuffixes[m.letter(w.last-1)]
	switch {
	case vocab.ZhPlaces.has(w.text):
		return i, true
	case n-m.ends(w.last, vocab.ZhCommonNouns) < min(n, 3):
	case n > 2:
		return i, zhPlace(w.text) || w.tag == "" && suffix
	case n == 1 && suffix && i > 0 && m.free(m.words[i-1].first):
		before := m.words[i-1]
		return i - 1, before.last-before.first > 1 && (before.tag == "" || before.tag == "ns" || strings.HasPrefix(before.tag, "nr"))
	}
	return 0, false
}

// persons marks Chinese and foreign persons, and notes the titles beside them.
func (m zhMarker) persons() {
	for i, w := range m.words {
		if !m.free(w.first) {
			continue
		}
		if end := cmp.Or(m.foreign(w.first), m.person(i)); end > 0 {
			name, before, behind := m.slice(w.first, end), m.ends(w.first, vocab.ZhTitles), m.begins(end, vocab.ZhTitles)
			m.described[name] = cmp.Or(m.described[name], m.slice(w.first-before, w.first), m.slice(end, end+behind))
			m.mark(w.first, end, nameSpanKind, "Person")
		}
	}
}

// foreign is the end of the foreign name that begins at i, with a dot in it (比尔·盖茨) or beside a title, or 0.
func (m zhMarker) foreign(i int) int {
	end, foreign, dot := i, 0, 0
	for ; m.sentence.free(end) && (end == i || !m.rightTitle(end)); end++ {
		r := m.letter(end)
		if strings.ContainsRune("·・•", r) {
			dot = end
		} else if !vocab.ZhTranslit[r] {
			break
		} else if vocab.ZhForeign[r] {
			foreign++
		}
	}
	n := end - i
	if dot > 0 && dot < end-1 || dot == 0 && n > 1 && 2*foreign >= n && (m.ends(i, vocab.ZhTitles) > 0 && m.nameEnds(end) || m.rightTitle(end)) {
		return end
	}
	return 0
}

// rightTitle tells whether a title or a verb of persons begins at i.
func (m zhMarker) rightTitle(i int) bool {
	return m.begins(i, vocab.ZhTitles)+m.begins(i, vocab.ZhBehindName) > 0
}

// surname is the length of the surname that a name begins with, by its first letter and its first two; 0 for none.
func surname(first rune, two string) int {
	switch {
	case vocab.ZhCompound[two]:
		return 2
	case vocab.ZhSurnames[first]:
		return 1
	}
	return 0
}

// person is the end of the Chinese name of a person that begins with word i, or 0: the word, or a surname and what is behind it.
func (m zhMarker) person(i int) int {
	w := m.words[i]
	n := surname(m.letter(w.first), m.slice(w.first, w.first+2))
	if n == 0 || w.last-w.first > n && w.tag != "" && !strings.HasPrefix(w.tag, "nr") {
		return 0
	}
	end := w.last
	for j := i + 1; w.last-w.first == n && j < len(m.words) && m.words[j].last-w.first-n <= 2; j++ {
		end = m.words[j].last
	}
	for end > w.first+n+1 && (end-w.first-n > 2 || m.begins(end-1, vocab.ZhBehindName) > 0 ||
		m.counts[m.slice(w.first, end-1)] > m.counts[m.slice(w.first, end)]) {
		end-- // the last letter belongs to the next word
	}
	if m.begins(w.first+n, vocab.ZhTitles) > 0 || !zhPersonName([]rune(m.slice(w.first, end))) {
		return 0
	}
	left, three := m.nameEnds(w.first-1), end-w.first > 2
	part := three && (left || w.tag == "nr") && !vocab.ZhPlaceSuffixes[m.letter(end-1)]
	if m.ends(w.first, vocab.ZhTitles) > 0 || m.rightTitle(end) || !vocab.ZhDoubtful[m.letter(w.first)] && (part || left && m.nameEnds(end)) {
		return end
	}
	return 0
}

// nameEnds tells whether a name may end before lexeme i, or begin behind it.
func (m zhMarker) nameEnds(i int) bool { return !m.free(i) || vocab.ZhFunction[m.letter(i)] }

// plainWords marks the nouns and verbs.
func (m zhMarker) plainWords() {
	for _, w := range m.words {
		switch {
		case w.last-w.first < 2 || !m.free(w.first):
		case vocab.ZhVerbs[w.text]:
			m.mark(w.first, w.last, verbSpan, "")
		case w.tag == "" || strings.Contains("nvijlb", w.tag[:1]):
			m.mark(w.first, w.last, nounSpan, "")
		}
	}
}

// findChineseSubjects takes the first name near the beginning of a sentence as its subject, of the first sentence
// else the title; 他, 她 and 其 keep the person before.
func (p *page) findChineseSubjects() {
	last := ""
	for i, s := range p.sentences {
		m, names, title := zhMarker{p, s}, s.nameMarks(), p.topic.title
		switch first := m.letter(0); {
		case strings.ContainsRune("他她其", first):
			s.subject = last
			if last != "" && first != '其' && m.letter(1) != '们' {
				s.to = 1
			}
		case len(names) > 0 && names[0].first <= maxLead:
			s.subject = names[0].text
		case i == 0 && utf8.RuneCountInString(title) <= 12 && hasHan(title) && !strings.Contains(title, " "):
			s.subject = title
		}
		if last = ""; p.typeOf(s.subject) == "Person" {
			last = s.subject
		}
	}
}
