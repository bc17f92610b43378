package offline

import (
	"cmp"
	"slices"
	"strings"

	"grove/internal/lists"
)

// definition is what a sentence of the form "X (...) is a N ..." says.
type definition struct {
	// subject is the full name of X, "" of a sentence that is no definition.
	subject string
	// from and to are the lexemes of what X is, behind the article.
	from, to int
	// head is the lexeme of N, the noun that tells the type, and noun that in lower case, "" for none.
	head int
	noun string
}

// maxDescription is the longest description, in bytes.
const maxDescription = 120

// definition reads a sentence as a definition. subject is whom the sentence speaks of where it does not begin with a name.
func (p *page) definition(s *sentence, subject string) (d definition) {
	i := s.lead()
	next := i + 1
	if m, ok := s.nameAt(i); ok {
		subject, next = p.canonical(m.text), m.last
	}
	copula := s.copulaAfter(next)
	if subject == "" || copula < 0 {
		return d
	}
	from := copula + 1
	for s.is(from, "also") || strings.HasSuffix(s.lexeme(from).lower, "ly") {
		from++
	}
	if s.is(from, "a", "an", "the") {
		from++
	} else if !s.isMark(from, dateSpan) { // "is 2011 film"
		return d
	}
	if d = s.description(from); d.to > d.from {
		d.subject = subject
	}
	return d
}

// copulaAfter is the is, was, are or were of a subject that ends at lexeme i, with brackets or commas between; -1 if there is none.
func (s *sentence) copulaAfter(i int) int {
	comma := false
	for ; i < len(s.lex); i++ {
		l := s.lex[i]
		switch {
		case l.text == "(" || l.text == "[":
			i = s.closing(i)
		case l.text == ",":
			comma = true
		case s.is(i, "is", "was", "are", "were"):
			return i
		case !comma && !l.capital && (isVerb(l) || vocab.FunctionWords[l.lower] && !s.is(i, "of", "or", "and", "the")):
			return -1
		}
	}
	return -1
}

// closing is the lexeme that closes the bracket at i, or the last one.
func (s *sentence) closing(i int) int {
	depth := 0
	for ; i < len(s.lex); i++ {
		switch s.lex[i].text {
		case "(", "[":
			depth++
		case ")", "]":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(s.lex) - 1
}

// description reads what something is, from a lexeme on.
func (s *sentence) description(from int) (d definition) {
	d.from, d.to, d.head = from, from, -1
	naming := true
	for i := from; i < len(s.lex); i++ {
		l := s.lex[i]
		if l.end-s.lex[from].start > maxDescription || strings.Contains(".;:()[]", l.text) {
			return d
		}
		switch l.lower {
		case "who", "which", "that", "whose", "where", "when", "while", "because", "but", "he", "she", "it":
			return d
		case "of", "in", "from", "at", "by", "for", "on", "with", "to", "near", "during", "as", "known":
			naming = false
		}
		if i > from && isVerb(l) && (kindOf(s.lexeme(i+1).lower) == "" || !naming) {
			return d
		}
		if naming && kindOf(l.lower) != "" {
			d.head, d.noun = i, l.lower
		}
		if l.class != signLex && !vocab.FunctionWords[l.lower] {
			d.to = i + 1
		}
	}
	return d
}

// findTopic decides what the page is about, from the title and the first sentence.
func (p *page) findTopic() {
	if len(p.sentences) == 0 {
		return
	}
	s := p.sentences[0]
	first, _ := s.nameAt(s.lead())
	holds := func(s *sentence) bool { return shareWord(p.body[s.start:s.end], p.topic.title) }
	if title := p.topic.title; slices.ContainsFunc(p.sentences[:min(2, len(p.sentences))], holds) {
		p.topic.name = title
		if first.text != title && shareWord(first.text, title) {
			p.full[first.text] = title
			delete(p.full, title)
		}
	}
	d := p.definition(s, p.topic.name)
	p.topic.name = cmp.Or(p.topic.name, d.subject)
	if d.subject == p.topic.name {
		p.topic.noun = cmp.Or(p.topic.noun, d.noun)
	}
}

// shareWord tells whether two texts share a content word.
func shareWord(a, b string) bool {
	words := lists.SetOf(lexemes(a, 0, len(a)), func(l lexeme) string { return l.lower })
	return slices.ContainsFunc(lexemes(b, 0, len(b)), func(l lexeme) bool {
		return words[l.lower] && l.class != signLex && l.class != possessiveLex && !vocab.FunctionWords[l.lower]
	})
}
