package offline

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"grove/internal/lists"
	"grove/internal/text"
)

// page is a text as read: its sentences with what is marked in them, and what is known of the names.
type page struct {
	body      string
	chinese   bool
	topic     topic
	sentences []*sentence
	// lower are words in lower case, inner those with a capital inside a sentence: they tell whether a capital at its start makes a name.
	lower, inner map[string]bool
	types        map[string]typed
	// full gives the full name for a short one ("Bazzoni", "Camillo Bazzoni").
	full map[string]string
	// names are the distinct names, in the order of the text.
	names []string
	// heads are the heads of tables, by bytes.
	heads []text.Span
	// described are the descriptions found of names.
	described map[string]string
	// counts are those of the words of a Chinese text.
	counts map[string]int
}

// topic is what the page is about.
type topic struct {
	// name is the title without its qualifier, or the subject of the first definition; "" if neither is clear.
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
	// words are those of a Chinese sentence.
	words []zhWord
	// subject is the full name of what the sentence speaks of, or "".
	subject string
	// from and to are the lexemes of the word that names the subject.
	from, to int
}

// mark is a phrase of a sentence: lexemes first to last, half-open.
type mark struct {
	kind        spanKind
	first, last int
	text        string
	quoted      bool
}

// read reads a text. lang is "zh" for Chinese; every other language is read as English is.
func read(title, body, lang string) *page {
	p := &page{body: body, chinese: lang == "zh", lower: map[string]bool{}, inner: map[string]bool{}, types: map[string]typed{},
		full: map[string]string{}, described: map[string]string{}, counts: map[string]int{}}
	p.topic.title, p.topic.noun = splitTitle(title)
	p.split()
	for _, m := range tableHead.FindAllStringSubmatchIndex(body, strings.Count(body, "|")) { // without a bar it costs nothing
		p.heads = append(p.heads, text.Span{Start: max(m[2], m[4]), End: max(m[3], m[5])})
	}
	if p.chinese {
		p.markChinese()
		return p
	}
	marks := []func(*sentence){p.markTags, p.markTitle, p.markQuoted, p.markWork, p.markEvents, p.markDates, p.markNames,
		p.markNumbers, p.markWords, sortMarks}
	for _, s := range p.sentences {
		for _, mark := range marks {
			mark(s)
		}
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
	for _, span := range text.Sentences(p.body) {
		s := &sentence{start: offsets.Byte(span.Start), end: offsets.Byte(span.End)}
		s.lex = lexemes(p.body, s.start, s.end)
		s.at = slices.Repeat([]int{-1}, len(s.lex))
		words := lists.Filter(s.lex, func(l lexeme) bool { return l.class == wordLex && !p.chinese })
		for i, l := range words {
			if !l.capital {
				p.lower[l.text] = true
			} else if i > 0 {
				p.inner[l.text] = true
			}
		}
		p.sentences = append(p.sentences, s)
	}
}

// splitTitle takes the qualifier from a title: "The Prairie (1947 film)" names a film. A file name or a long line names nothing.
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
	dot := strings.LastIndexByte(name, '.')
	file := strings.ContainsAny(name, "_/\\\n") || dot > 0 && len(name)-dot <= 5 && !strings.Contains(name, " ")
	if file || len(strings.Fields(name)) > 12 || !strings.ContainsFunc(name, unicode.IsLetter) {
		return "", ""
	}
	return name, noun
}

// add marks the lexemes first to last, if none of them is marked and they are not in the head of a table.
func (p *page) add(s *sentence, kind spanKind, first, last int, quoted bool) bool {
	start := s.lex[first].start
	head, _ := slices.BinarySearchFunc(p.heads, start+1, func(h text.Span, at int) int { return h.End - at })
	inHead := head < len(p.heads) && start >= p.heads[head].Start
	if inHead || slices.ContainsFunc(s.at[first:last], func(at int) bool { return at >= 0 }) {
		return false
	}
	for i := first; i < last; i++ {
		s.at[i] = len(s.marks)
	}
	written := p.body[start:s.lex[last-1].end]
	if strings.ContainsAny(written, "\r\n") {
		written = text.OneLine(written)
	}
	s.marks = append(s.marks, mark{kind, first, last, written, quoted})
	return true
}

func (s *sentence) nameMarks() []mark {
	return lists.Filter(s.marks, func(m mark) bool { return m.kind == nameSpanKind })
}

// marked returns the names that are marked anywhere in the text, each once.
func (p *page) marked() []string {
	names := lists.Flat(p.sentences, (*sentence).nameMarks)
	return lists.Once(lists.Map(names, func(m mark) string { return m.text }))
}

// nameAt is the mark that covers lexeme i, if it is of a name.
func (s *sentence) nameAt(i int) (mark, bool) {
	if !s.isMark(i, nameSpanKind) {
		return mark{}, false
	}
	return s.marks[s.at[i]], true
}

// isMark tells whether lexeme i is marked as a phrase of a kind.
func (s *sentence) isMark(i int, k spanKind) bool {
	return i >= 0 && i < len(s.lex) && s.at[i] >= 0 && s.marks[s.at[i]].kind == k
}

// inMark tells whether lexeme i joins the parts of a mark, "and" of a name or the comma of a date: it is neither its first nor its last.
func (s *sentence) inMark(i int) bool {
	at := s.at[i]
	return at >= 0 && s.marks[at].first < i && i < s.marks[at].last-1
}

// free tells whether lexeme i is there and unmarked.
func (s *sentence) free(i int) bool { return i >= 0 && i < len(s.lex) && s.at[i] < 0 }

// lexeme is the lexeme i, an empty one outside of the sentence.
func (s *sentence) lexeme(i int) lexeme {
	if i < 0 || i >= len(s.lex) {
		return lexeme{}
	}
	return s.lex[i]
}

// is tells whether lexeme i is one of some signs and lower-case words.
func (s *sentence) is(i int, words ...string) bool { return slices.Contains(words, s.lexeme(i).lower) }

// lead is the first lexeme that is a word, a number or a tag.
func (s *sentence) lead() int {
	for i, l := range s.lex {
		if l.class != signLex && l.class != possessiveLex {
			return i
		}
	}
	return len(s.lex)
}

// tail is the lexeme behind the last one that is no sign.
func (s *sentence) tail() int {
	end := len(s.lex)
	for end > 0 && s.lex[end-1].class == signLex {
		end--
	}
	return end
}

// tableHead is the first line of a table of two columns, with the row below it, which opens a text or a paragraph; or the line above
// one of hyphens, as in Markdown. "Property | Value" says what the columns hold, and names nothing.
var tableHead = regexp.MustCompile(`(?:\A|\n[ \t\r]*\n)([^|\n]+ \| [^|\n]+)\n[^|\n]+ \| [^|\n]+(?m:$)|(?m:^)([^\n]*\|[^\n]*)\n[ \t]*\|?[ :]*-[-|: \t\r]*\n`)
