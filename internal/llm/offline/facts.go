package offline

import (
	"slices"
	"strings"

	"grove/internal/lists"
)

// maxElements is how many key elements a fact has, names and times apart; maxNamed bounds those of a list of names.
const maxElements, maxNamed = 8, 16

// facts gives each sentence's clauses as facts.
func (p *page) facts(c *collector) {
	for _, s := range p.sentences {
		cuts := s.clauses()
		for k := range len(cuts) - 1 {
			if f, ok := p.clauseFact(s, cuts[k], cuts[k+1]); ok && !c.found[f.Text] {
				c.found[f.Text] = true
				c.out.Facts = append(c.out.Facts, f)
			}
		}
	}
}

// clauses are the lexemes at which clauses begin, then the end: behind ";", and at ", and" or ", but", before a subject with a verb.
func (s *sentence) clauses() []int {
	cuts, quoted := []int{0}, 0
	for i, l := range s.lex {
		if strings.Contains(`"“”`, l.text) {
			quoted++
		}
		if quoted%2 == 1 || i-cuts[len(cuts)-1] < 4 || len(s.lex)-i < 6 {
			continue
		}
		next := i + 1
		if l.text == "," && s.is(next, "and", "but") {
			next++
		} else if l.text != ";" {
			continue
		}
		if s.standsAlone(next) {
			cuts = append(cuts, next)
		}
	}
	return append(cuts, len(s.lex))
}

// standsAlone tells whether a subject and its verb begin at lexeme i.
func (s *sentence) standsAlone(i int) bool {
	switch m, named := s.nameAt(i); {
	case s.is(i, "he", "she", "it", "they", "we", "i", "you"):
		return s.actsAt(i + 1)
	case s.is(i, "the"):
		return s.actsAt(i + 2)
	default:
		return named && s.actsAt(m.last)
	}
}

// clauseFact makes a fact of the lexemes from first to last.
func (p *page) clauseFact(s *sentence, first, last int) (Fact, bool) {
	from, to := s.lex[first].start, s.end
	if last < len(s.lex) {
		end := last - 1
		for end > first+1 && s.is(end, ",", ";", "and", "but") {
			end--
		}
		to = s.lex[end].end
	}
	f := Fact{Text: p.body[from:to], Sentence: p.body[s.start:s.end]}
	r := p.replaceable(s, first, last)
	if name := r.name; name != "" {
		if s.is(r.first, "his", "its", "her") {
			name += "'s"
		}
		f.Text = p.body[from:s.lex[r.first].start] + name + p.body[s.lex[r.last-1].end:to]
	}
	f.Elements = p.elements(s, first, last, r)
	for _, m := range s.marks {
		f.Text = strings.ReplaceAll(f.Text, p.body[s.lex[m.first].start:s.lex[m.last-1].end], m.text)
	}
	return f, len(f.Elements) > 0 && (last-first > 2 || len(f.Elements) > 1)
}

// replacement is a name put in place of the lexemes first to last.
type replacement struct {
	name        string
	first, last int
}

// replaceable finds the lexemes of a clause's subject that give way to the full name: a pronoun, "the film", or another form of
// the topic's name. The name is "" where there is nothing to replace or the name is in doubt.
func (p *page) replaceable(s *sentence, first, last int) replacement {
	r := replacement{s.subject, s.from, s.to}
	if first > 0 {
		r.first = first
		r.name, r.last = p.actor(s, first, s.subject)
	}
	switch m, named := s.nameAt(r.first); {
	case r.last > last || r.last <= r.first,
		named && (m.text == r.name || r.name != p.topic.title),
		s.is(r.first, "it") && s.emptyIt(r.first):
		return replacement{}
	}
	return r
}

// emptyIt tells an "it" that stands for nothing: "it is said that".
func (s *sentence) emptyIt(i int) bool {
	behind := s.lex[i+1 : min(i+6, len(s.lex))]
	return slices.ContainsFunc(behind, func(l lexeme) bool { return slices.Contains([]string{"that", "to", "when", "who", "not"}, l.lower) })
}

// element is a candidate for a key element: its place in the text, and how much it tells.
type element struct {
	text         string
	order, score int
}

// elements chooses the key elements among the marks of lexemes first to last, and the name put in place of some of them: those that
// tell most, each once, in the order of the text.
func (p *page) elements(s *sentence, first, last int, r replacement) []string {
	var all []element
	add := func(text string, score int) { all = append(all, element{text, len(all), score}) }
	verbs := 0
	if r.name != "" {
		add(r.name, 10)
	}
	for _, m := range s.marks {
		if m.first < first || m.last > last || r.name != "" && m.first < r.last && r.first < m.last {
			continue
		}
		switch m.kind {
		case nameSpanKind, dateSpan:
			add(m.text, 10)
			if bare := bareName(m.text); bare != m.text {
				add(bare, 9)
			}
		case numberSpan:
			if !vocab.NumberWords[strings.ToLower(m.text)] { // "two" alone tells nothing
				add(m.text, 6+min(len(m.text), 2))
			}
		case nounSpan:
			score := 4 + 2*min(m.last-m.first, 2)
			if p.chinese {
				score = 3 + min(p.counts[m.text], 4)
			}
			if len(m.text) < 4 {
				score -= 3
			}
			add(m.text, score)
		case verbSpan:
			verbs++
			add(m.text, max(7-2*verbs, 1))
		case peopleSpan:
			add(m.text, 5)
		}
	}
	named := lists.Count(all, func(e element) bool { return e.score >= 9 })
	slices.SortStableFunc(all, func(a, b element) int { return b.score - a.score })
	all = lists.OnceBy(all, func(e element) string { return strings.ToLower(e.text) })
	all = all[:min(len(all), max(maxElements, named), maxNamed)]
	slices.SortFunc(all, func(a, b element) int { return a.order - b.order })
	return lists.Map(all, func(e element) string { return e.text })
}

// bareName is a person's name without the honour before it.
func bareName(name string) string {
	first, rest, _ := strings.Cut(name, " ")
	if vocab.Honours[first] && plainName(rest) && len(rest) > 2 {
		return strings.TrimSpace(rest)
	}
	return name
}
