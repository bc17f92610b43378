package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"grove/internal/text"
)

// page is a text as read: its sentences with what is marked in them,
// and what is known of the names.
type page struct {
	body      string
	chinese   bool
	topic     topic
	sentences []*sentence
	// lower are the words that stand in lower case, inner those that stand with a
	// capital inside a sentence. They tell whether a capital at a sentence's
	// beginning makes a name.
	lower, inner map[string]bool
	types        map[string]typed
	// full gives the full name for a short one ("Bazzoni", "Camillo Bazzoni").
	full map[string]string
	// names are the distinct names, in the order of the text.
	names []string
	// called gives the last name for the common noun that it ends in, while the
	// subjects are found.
	called map[string]string
	// heads are the heads of tables.
	heads []text.Span
	// described are the descriptions found of names.
	described map[string]string
	// grams are runs of letters that a Chinese text repeats.
	grams map[string]int
}

// read reads a text. lang is "zh" for Chinese; every other language is read as English is.
func read(title, body, lang string) *page {
	if lang == "zh" {
		return readChinese(title, body)
	}
	return readPage(title, body)
}

// topic is what the page is about.
type topic struct {
	// name is the title without its qualifier, or the subject of the first
	// definition; "" if neither is clear.
	name string
	// title is the name that the title gives, whether or not the text is about it.
	title string
	// noun is what the topic is called: "film". May be "".
	noun string
}

// sentence is one sentence, by byte offsets in the body.
type sentence struct {
	start, end int
	lex        []lexeme
	marks      []mark
	// at is the index in marks of the mark that covers a lexeme, or -1.
	at []int
	// subject is the full name of what the sentence speaks of, or "".
	subject string
	// from and to are the lexemes of the word that names the subject.
	from, to int
}

// Kind tells what a phrase is.
type Kind string

// The kinds of phrases.
const (
	Name      Kind = "name"
	Noun      Kind = "noun"
	Number    Kind = "number"
	Time      Kind = "time"
	Verb      Kind = "verb"
	Adjective Kind = "adjective"
)

// mark is a phrase of a sentence: lexemes first to last, half-open.
type mark struct {
	kind        Kind
	first, last int
	text        string
	quoted      bool
}

// readPage reads an English text.
func readPage(title, body string) *page {
	p := &page{body: body, lower: map[string]bool{}, inner: map[string]bool{},
		types: map[string]typed{}, full: map[string]string{}, described: map[string]string{}}
	p.topic.title, p.topic.noun = splitTitle(title)
	p.split()
	p.heads = tableHeads(body)
	for _, s := range p.sentences {
		p.markUp(s)
	}
	p.collectNames()
	p.findTopic()
	p.findSubjects()
	p.typeNames()
	return p
}

// split cuts the body into sentences and lexemes, and notes how words are written.
func (p *page) split() {
	offsets := text.NewOffsets(p.body)
	spans := text.Sentences(p.body)
	for i := 0; i < len(spans); i++ {
		s := &sentence{start: offsets.Byte(spans[i].Start), end: offsets.Byte(spans[i].End)}
		for i+1 < len(spans) && p.titleCrosses(offsets.Byte(spans[i+1].Start)) {
			i++
			s.end = offsets.Byte(spans[i].End)
		}
		s.lex = lexemes(p.body, s.start, s.end)
		s.at = make([]int, len(s.lex))
		for i := range s.at {
			s.at[i] = -1
		}
		first := true
		for _, l := range s.lex {
			switch {
			case l.class != wordLex:
				continue
			case !l.capital:
				p.lower[l.text] = true
			case !first:
				p.inner[l.text] = true
			}
			first = false
		}
		p.sentences = append(p.sentences, s)
	}
}

// titleCrosses tells whether the title's name stands across byte i of the body:
// a name such as "Oh! What a Nurse!" ends no sentence.
func (p *page) titleCrosses(i int) bool {
	name := p.topic.title
	from := max(0, i-len(name))
	at := strings.Index(p.body[from:min(len(p.body), i+len(name))], name)
	return name != "" && at >= 0 && from+at < i && i < from+at+len(name)
}

// splitTitle takes the qualifier in brackets from a title: "The Prairie (1947
// film)" names "The Prairie", which is a film. A title that is a file name or a
// long line names nothing.
func splitTitle(title string) (name, noun string) {
	name = strings.TrimSpace(title)
	if open := strings.LastIndex(name, " ("); open > 0 && strings.HasSuffix(name, ")") {
		qualifier := name[open+2 : len(name)-1]
		name = strings.TrimSpace(name[:open])
		for word := range strings.FieldsFuncSeq(qualifier, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) {
			if kindOf(strings.ToLower(word)) != "" {
				noun = strings.ToLower(word)
			}
		}
	}
	if strings.ContainsAny(name, "_/\\\n") || len(strings.Fields(name)) > 12 || strings.IndexFunc(name, unicode.IsLetter) < 0 {
		return "", ""
	}
	if dot := strings.LastIndexByte(name, '.'); dot > 0 && len(name)-dot <= 5 && strings.IndexByte(name, ' ') < 0 {
		return "", ""
	}
	return name, noun
}

// add marks the lexemes first to last, if none of them is marked.
func (p *page) add(s *sentence, kind Kind, first, last int, quoted bool) bool {
	if p.inHead(s.lex[first].start) {
		return false
	}
	for i := first; i < last; i++ {
		if s.at[i] >= 0 {
			return false
		}
	}
	for i := first; i < last; i++ {
		s.at[i] = len(s.marks)
	}
	s.marks = append(s.marks, mark{kind, first, last, p.written(s, first, last), quoted})
	return true
}

// written is the text of lexemes first to last; of a phrase that goes over the end
// of a line, as it stands on one line elsewhere, if it does.
func (p *page) written(s *sentence, first, last int) string {
	raw := p.body[s.lex[first].start:s.lex[last-1].end]
	if !strings.ContainsAny(raw, "\n\r") {
		return raw
	}
	if line := strings.Join(strings.Fields(raw), " "); strings.Contains(p.body, line) {
		return line
	}
	return raw
}

// markAt is the mark that covers lexeme i, if it is of a name.
func (s *sentence) nameAt(i int) (mark, bool) {
	if i < 0 || i >= len(s.lex) || s.at[i] < 0 {
		return mark{}, false
	}
	m := s.marks[s.at[i]]
	return m, m.kind == Name
}

// is tells whether lexeme i is the sign or lower-case word w.
func (s *sentence) is(i int, w string) bool { return i >= 0 && i < len(s.lex) && s.lex[i].lower == w }

// glued tells whether nothing stands between lexemes i-1 and i.
func (s *sentence) glued(i int) bool { return i > 0 && s.lex[i-1].end == s.lex[i].start }

// lead is the first lexeme that is a word, a number or a tag.
func (s *sentence) lead() int {
	for i, l := range s.lex {
		if l.class != signLex && l.class != possessiveLex {
			return i
		}
	}
	return len(s.lex)
}

// collectNames lists the distinct names and finds which short one stands for
// which full one.
func (p *page) collectNames() {
	seen := map[string]bool{}
	note := func(name string) {
		if name != "" && !seen[name] {
			seen[name] = true
			p.names = append(p.names, name)
		}
	}
	for _, s := range p.sentences {
		for _, m := range s.marks {
			if m.kind == Name {
				note(m.text)
			}
		}
	}
	p.linkHonours()
	owners := map[string][]string{}
	for _, n := range append([]string{p.topic.title}, p.names...) {
		words := strings.Fields(n)
		if len(words) < 2 || len(words) > 4 {
			continue
		}
		for _, w := range []string{words[0], words[len(words)-1]} {
			if list := owners[w]; len(list) == 0 || list[len(list)-1] != n {
				owners[w] = append(list, n)
			}
		}
	}
	for _, n := range p.names {
		word := n
		if i := strings.LastIndexByte(n, ' '); i > 0 && honours[n[:i]] {
			word = n[i+1:]
		}
		if strings.IndexByte(word, ' ') >= 0 || lastWords[word] != "" || firstWords[word] != "" || demonym(word) || cityOrCountry(word) {
			continue
		}
		var owner string
		for _, o := range owners[word] {
			if o == n || len(strings.Fields(o)) == 2 && honours[strings.Fields(o)[0]] || !plainName(o) {
				continue
			}
			if o == p.topic.title {
				owner = o
				break
			}
			if owner != "" && owner != o {
				owner = "" // two may be meant: neither is
				break
			}
			owner = o
		}
		if owner != "" {
			p.full[n] = owner
		}
	}
}

// linkHonours lets "Captain Ahab" stand for "Ahab", where no other title stands
// before the same name. Mr. and Mrs. tell two people apart and stay.
func (p *page) linkHonours() {
	forms := map[string][]string{}
	for _, n := range p.names {
		if bare := bareName(n); bare != n {
			forms[bare] = append(forms[bare], n)
		}
	}
	for bare, list := range forms {
		title, _, _ := strings.Cut(list[0], " ")
		if len(list) == 1 && !couples[title] && bare != p.topic.title {
			p.full[list[0]] = bare
		}
	}
}

// canonical is the full name for a name.
func (p *page) canonical(name string) string {
	for range 2 {
		f, ok := p.full[name]
		if !ok {
			break
		}
		name = f
	}
	return name
}

// plainName tells a name that may be a person's: capitals, initials and
// particles only, no cue of another type.
func plainName(name string) bool {
	words := strings.Fields(name)
	if n := len(words); n == 0 || n > 6 || lastWords[words[n-1]] != "" || n > 1 && firstWords[words[0]] != "" && !honours[words[0]] {
		return false
	}
	for _, w := range words {
		r, _ := utf8.DecodeRuneInString(w)
		if !unicode.IsUpper(r) && !joiners[w] || w == "of" || w == "the" || w == "The" || w == "&" || w == "and" || strings.ContainsAny(w, "0123456789:!?") || strings.HasSuffix(w, "-") || demonym(w) {
			return false
		}
		if len(w) > 3 && strings.ToUpper(w) == w {
			return false
		}
	}
	return true
}

func cityOrCountry(name string) bool { return cities[name] || isPlaceName(name) }
