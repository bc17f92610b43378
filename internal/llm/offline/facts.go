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
	var last string
	for _, s := range p.sentences {
		cuts := s.clauses()
		for k := range len(cuts) - 1 {
			if f, ok := p.clauseFact(s, cuts[k], cuts[k+1], last); ok {
				c.fact(f)
			}
			last = s.subject
		}
		if p.several(s) {
			last = ""
		}
	}
}

// clauses are the lexemes at which clauses that can stand alone begin, then the
// end: behind a semicolon, and at ", and" or ", but" before a subject with a verb.
func (s *sentence) clauses() []int {
	cuts := []int{0}
	quoted := 0
	for i, l := range s.lex {
		if strings.Contains(`"“”`, l.text) {
			quoted++
		}
		if quoted%2 == 1 || i-cuts[len(cuts)-1] < 4 || len(s.lex)-i < 6 {
			continue
		}
		next := i + 1
		if l.text != ";" {
			if l.text != "," || !s.is(next, "and", "but") {
				continue
			}
			next++
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

// clauseFact makes a fact of the lexemes from first to last. subject is what the clause before speaks of.
func (p *page) clauseFact(s *sentence, first, last int, subject string) (Fact, bool) {
	from, to := s.lex[first].start, s.end
	if first == 0 {
		from = s.start
	}
	if last < len(s.lex) {
		end := last - 1
		for end > first+1 && (s.lex[end].class == signLex && strings.Contains(",;", s.lex[end].text) || s.is(end, "and", "but")) {
			end--
		}
		to = s.lex[end].end
	}
	f := Fact{Text: p.body[from:to], Sentence: p.body[s.start:s.end]}
	r := p.replaceable(s, first, last, subject)
	if r.name != "" {
		owner := ""
		if s.is(r.first, "his", "its", "her") {
			owner = "'s"
		}
		f.Text = p.body[from:s.lex[r.first].start] + r.name + owner + p.body[s.lex[r.last-1].end:to]
	}
	f.Elements = p.elements(s, first, last, r)
	for _, m := range s.marks {
		if raw := p.body[s.lex[m.first].start:s.lex[m.last-1].end]; raw != m.text {
			f.Text = strings.ReplaceAll(f.Text, raw, m.text)
		}
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
func (p *page) replaceable(s *sentence, first, last int, subject string) replacement {
	r := replacement{s.subject, s.from, s.to}
	if first > 0 {
		r.first = first
		r.name, r.last = p.actor(s, first, p.antecedent(subject, true), p.antecedent(subject, false))
	}
	switch m, named := s.nameAt(r.first); {
	case r.name == "" || r.first < first || r.last > last || r.last <= r.first,
		named && (m.text == r.name || r.name != p.topic.title),
		s.is(r.first, "it") && s.emptyIt(r.first):
		return replacement{}
	}
	return r
}

// emptyIt tells an "it" that stands for nothing: "it is said that".
func (s *sentence) emptyIt(i int) bool {
	for j := i + 1; j <= i+5; j++ {
		if s.is(j, "that", "to", "when", "who", "not") {
			return true
		}
	}
	return false
}

// element is a candidate for a key element.
type element struct {
	text string
	// order is the place in the text, score how much it tells.
	order, score int
}

// elements chooses the key elements among the marks of lexemes first to last, and the name put in place of some of them.
func (p *page) elements(s *sentence, first, last int, r replacement) []string {
	var all []element
	named, verbs := 0, 0
	if r.name != "" {
		all = append(all, element{r.name, -1, 10})
		named++
	}
	for i, m := range s.marks {
		if m.first < first || m.last > last || r.name != "" && m.first < r.last && r.first < m.last {
			continue
		}
		e := element{m.text, 2 * i, 0}
		switch m.kind {
		case nameSpanKind, dateSpan:
			e.score = 10
			named++
			if bare := bareName(m.text); bare != m.text {
				all = append(all, element{bare, 2*i + 1, 9})
				named++
			}
		case numberSpan:
			if numberWords[strings.ToLower(m.text)] {
				continue // "two" alone tells nothing
			}
			e.score = 6 + min(len(m.text), 2)
		case nounSpan:
			e.score = 4 + 2*min(m.last-m.first, 2)
			if p.chinese {
				e.score = 3 + min(p.counts[m.text], 4)
			}
			if len(m.text) < 4 {
				e.score -= 3
			}
		case verbSpan:
			verbs++
			e.score = max(7-2*verbs, 1)
		case peopleSpan:
			e.score = 5
		}
		all = append(all, e)
	}
	return choose(all, min(max(maxElements, named), maxNamed))
}

// bareName is a person's name without the honour before it.
func bareName(name string) string {
	first, rest, ok := strings.Cut(name, " ")
	if ok && honours[first] && plainName(rest) && len(rest) > 2 {
		return strings.TrimSpace(rest)
	}
	return name
}

// choose gives the n best elements in the order of the text, each once.
func choose(all []element, n int) []string {
	slices.SortStableFunc(all, func(a, b element) int { return b.score - a.score })
	seen := map[string]bool{}
	kept := all[:0]
	for _, e := range all {
		key := strings.ToLower(e.text)
		if len(kept) < n && !seen[key] {
			seen[key] = true
			kept = append(kept, e)
		}
	}
	slices.SortStableFunc(kept, func(a, b element) int { return a.order - b.order })
	return lists.Map(kept, func(e element) string { return e.text })
}
