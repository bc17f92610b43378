package offline

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grove/internal/text"
)

// zhPage is a Chinese text as read. Offsets count characters of the body.
type zhPage struct {
	title     string
	body      []rune
	text      string
	byteAt    []int // where each character, and the end, stands in text
	sentences []*zhSentence
	// types give the type of a name, by the first cue that told it.
	types map[string]string
	// names are the names with a type, in the order of finding.
	names []string
	// titles are what a person is called: "总理".
	titles map[string]string
	// nameCounts count what begins with a surname.
	nameCounts map[string]int
	// grams are runs of characters that the text repeats.
	grams map[string]int
}

// zhSentence is a sentence with its marks, by offsets in the body.
type zhSentence struct {
	text.Span
	marks []zhMark
	// subject is the person or thing the sentence speaks of, or "".
	subject string
}

// zhMark is a phrase of a sentence.
type zhMark struct {
	text.Span
	kind Kind
	text string
}

// readChinese reads a Chinese text.
func readChinese(title, body string) *page { return markChinese(title, body).page(body) }

// page is the text as English ones are read: a letter is a lexeme, and so is a run of Latin letters and digits.
func (z *zhPage) page(body string) *page {
	p := &page{body: body, chinese: true, grams: z.grams, names: z.names, described: z.titles,
		full: map[string]string{}, types: map[string]typed{}}
	p.topic.title = z.title
	for name, typ := range z.types {
		p.types[name] = typed{slices.Index(typeOrder[:], typ), sureLead}
		// A name with the first letter of the next word is the frequent one without it.
		_, last := utf8.DecodeLastRuneInString(name)
		if short := name[:len(name)-last]; typ == "Person" && z.types[short] == "Person" && z.nameCounts[short] >= 2*z.nameCounts[name] {
			p.full[name] = short
		}
	}
	edge := make([]bool, len(z.body)+1) // where a mark or a sentence begins or ends
	for _, of := range z.sentences {
		n := of.End - of.Start
		s := &sentence{start: z.byteAt[of.Start], end: z.byteAt[of.End], subject: of.subject, lex: make([]lexeme, 0, n), at: make([]int, 0, n)}
		at := make([]int, n+1) // lexeme of each letter
		edge[of.End] = true
		for _, m := range of.marks {
			edge[m.Start], edge[m.End] = true, true
		}
		for i := of.Start; i < of.End; {
			j := z.lexEnd(i, edge)
			for k := i; k < j; k++ {
				at[k-of.Start] = len(s.lex)
			}
			if r := z.body[i]; !unicode.IsSpace(r) {
				l := lexeme{text: z.slice(i, j), start: z.byteAt[i], end: z.byteAt[j], class: signLex}
				if l.lower = l.text; !isHan(r) {
					l.lower = strings.ToLower(l.text)
				}
				switch {
				case unicode.IsLetter(r):
					l.class, l.capital = wordLex, l.lower != l.text
				case unicode.IsDigit(r):
					l.class = numberLex
				}
				s.lex, s.at = append(s.lex, l), append(s.at, -1)
			}
			i = j
		}
		at[n] = len(s.lex)
		for _, m := range of.marks {
			first, last := at[m.Start-of.Start], at[m.End-of.Start]
			for i := first; i < last; i++ {
				s.at[i] = len(s.marks)
			}
			s.marks = append(s.marks, mark{m.kind, first, last, m.text, false})
		}
		if first := z.body[of.Start]; s.subject != "" && (first == '他' || first == '她') && z.at(of.Start+1) != '们' {
			s.to = 1
		}
		p.sentences = append(p.sentences, s)
	}
	return p
}

// lexEnd is the end of the lexeme at letter i, at the next edge at the latest.
func (z *zhPage) lexEnd(i int, edge []bool) int {
	part := func(i int) bool {
		r := z.at(i)
		return !isHan(r) && (unicode.IsLetter(r) || unicode.IsDigit(r))
	}
	j := i + 1
	for part(i) && !edge[j] && (part(j) || z.body[j] == '.' && unicode.IsDigit(z.at(j+1)) && !edge[j+1]) {
		j++
	}
	return j
}

// at is the letter at i, 0 outside the body.
func (z *zhPage) at(i int) rune {
	if i < 0 || i >= len(z.body) {
		return 0
	}
	return z.body[i]
}

// markChinese marks a Chinese text.
func markChinese(title, body string) *zhPage {
	z := &zhPage{body: []rune(body), text: body, nameCounts: map[string]int{}, types: map[string]string{}, titles: map[string]string{}, grams: map[string]int{}}
	z.title, _ = splitTitle(title)
	z.byteAt = make([]int, 0, len(z.body)+1)
	for i := range body {
		z.byteAt = append(z.byteAt, i)
	}
	z.byteAt = append(z.byteAt, len(body))
	for _, span := range text.Sentences(body) {
		z.sentences = append(z.sentences, &zhSentence{Span: span})
	}
	z.countNames()
	marked := make([]bool, len(z.body))
	for _, s := range z.sentences {
		m := zhMarker{z, s, marked}
		m.signs()
		m.numbers()
		m.known()
		m.suffixes()
		m.persons()
	}
	z.spread(marked)
	z.countGrams(marked)
	for _, s := range z.sentences {
		m := zhMarker{z, s, marked}
		m.words()
		m.sort()
	}
	z.findSubjects()
	return z
}

// slice is the text of a span.
func (z *zhPage) slice(start, end int) string { return z.text[z.byteAt[start]:z.byteAt[end]] }

// countNames counts what may be the names of persons, so that a name that is
// repeated can be told from characters that met by chance.
func (z *zhPage) countNames() {
	for i, r := range z.body {
		short := 2
		if i+2 <= len(z.body) && zhCompound[z.slice(i, i+2)] {
			short = 3
		} else if !zhSurnames[r] {
			continue
		}
		for n := short; n <= short+1 && i+n <= len(z.body); n++ {
			z.nameCounts[z.slice(i, i+n)]++
		}
	}
}

// rather tells whether the name from start to end is better read without its
// last character, which belongs to the next word: the shorter one is much more
// frequent.
func (z *zhPage) rather(start, end int) bool {
	end = min(end, len(z.body))
	short := z.nameCounts[z.slice(start, end-1)]
	return short >= 3 && short > 2*z.nameCounts[z.slice(start, end)]
}

// name puts a name's type on record.
func (z *zhPage) name(name, typ string) {
	if z.types[name] == "" && typ != "" {
		z.types[name] = typ
		z.names = append(z.names, name)
	}
}

// spread marks the persons and organisations found by their surroundings
// wherever else they stand.
func (z *zhPage) spread(marked []bool) {
	byFirst := map[rune][]string{}
	for _, n := range z.names {
		if t := z.types[n]; t == "Person" || t == "Organization" {
			r, _ := utf8.DecodeRuneInString(n)
			byFirst[r] = append(byFirst[r], n)
		}
	}
	for _, s := range z.sentences {
		m := zhMarker{z, s, marked}
		for i := s.Start; i < s.End; i++ {
			for _, n := range byFirst[z.body[i]] {
				if m.has(i, n) && m.add(i, i+utf8.RuneCountInString(n), Name, z.types[n]) {
					break
				}
			}
		}
	}
}

// gramSizes are the lengths of the repeated runs looked for, in characters.
const (
	minGram = 2
	maxGram = 4
)

// countGrams counts the runs of 2 to 4 characters that cross no function
// character and no mark. A run that only stands inside a longer one as frequent
// as itself is left out.
func (z *zhPage) countGrams(marked []bool) {
	counts := map[string]int{}
	for _, s := range z.sentences {
		z.eachRun(s, marked, func(start, end int) {
			run := z.slice(start, end)
			offsets := make([]int, 0, end-start+1)
			for i := range run {
				offsets = append(offsets, i)
			}
			offsets = append(offsets, len(run))
			for i := 0; i < end-start; i++ {
				for n := minGram; n <= maxGram && i+n <= end-start; n++ {
					counts[run[offsets[i]:offsets[i+n]]]++
				}
			}
		})
	}
	for g, n := range counts {
		if n >= 2 {
			z.grams[g] = n
		}
	}
	var covered []string
	for g, n := range z.grams {
		size := utf8.RuneCountInString(g)
		if size <= minGram {
			continue
		}
		_, first := utf8.DecodeRuneInString(g)
		_, last := utf8.DecodeLastRuneInString(g)
		for _, part := range []string{g[first:], g[:len(g)-last]} {
			if z.grams[part] == n {
				covered = append(covered, part)
			}
		}
	}
	for _, g := range covered {
		delete(z.grams, g)
	}
}

// eachRun yields the runs of unmarked Han characters without function characters.
func (z *zhPage) eachRun(s *zhSentence, marked []bool, yield func(start, end int)) {
	start := s.Start
	for i := s.Start; i <= s.End; i++ {
		if i < s.End && !marked[i] && isHan(z.body[i]) && !zhFunction[z.body[i]] {
			continue
		}
		if i-start >= minGram {
			yield(start, i)
		}
		start = i + 1
	}
}

// findSubjects takes the first person, organisation or work that a sentence
// names before a verb as its subject; 他 and 她 keep the person before.
func (z *zhPage) findSubjects() {
	last := ""
	for _, s := range z.sentences {
		switch first := z.body[s.Start]; {
		case first == '他' || first == '她' || first == '其':
			s.subject = last
		default:
			for _, m := range s.marks {
				if m.kind == Name && m.Start-s.Start <= 6 {
					s.subject = m.text
					break
				}
			}
		}
		if s.subject == "" && z.title != "" && strings.IndexFunc(z.title, unicode.IsSpace) < 0 && s == z.sentences[0] {
			s.subject = z.titleInText()
		}
		if s.subject != "" && z.types[s.subject] == "Person" {
			last = s.subject
		} else if s.subject != "" {
			last = ""
		}
	}
}

// titleInText is the title if it is a short name.
func (z *zhPage) titleInText() string {
	if n := utf8.RuneCountInString(z.title); n >= 2 && n <= 12 && hasHan(z.title) {
		return z.title
	}
	return ""
}
