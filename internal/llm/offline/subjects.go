package offline

import (
	"slices"
	"strings"

	"grove/internal/lists"
	"grove/internal/text"
)

// findSubjects decides for each sentence whom or what it speaks of, so that a pronoun can give way to the name where there is no doubt.
func (p *page) findSubjects() {
	var last string
	for _, s := range p.sentences {
		s.subject, s.from, s.to = p.subjectOf(s, last)
		if last = s.subject; p.several(s) {
			last = ""
		}
	}
}

// several tells whether a sentence names several persons besides the topic, so that "he" in the next one is in doubt.
func (p *page) several(s *sentence) bool {
	if p.topic.name != "" && kindOf(p.topic.noun) == "Person" {
		return false
	}
	persons := lists.Filter(s.nameMarks(), func(m mark) bool { return p.personLike(m.text) })
	return slices.ContainsFunc(persons, func(m mark) bool { return p.canonical(m.text) != p.canonical(persons[0].text) })
}

// antecedent is what a pronoun for a person or thing stands for, given the subject of the sentence before, or "" where in doubt.
func (p *page) antecedent(last string, person bool) string {
	topic := ""
	if p.topic.noun != "" && (kindOf(p.topic.noun) == "Person") == person {
		topic = p.topic.name
	}
	switch {
	case topic != "" && (last == "" || last == topic || p.personLike(last) != person):
		return topic
	case topic == "" && (p.personLike(last) || last == p.topic.name && p.topic.noun == "") == person:
		return last
	}
	return ""
}

// personLike tells whether a name looks like a person's. The votes come later and decide the type; this serves the pronouns.
func (p *page) personLike(name string) bool {
	if name == p.topic.name && p.topic.noun != "" {
		return kindOf(p.topic.noun) == "Person"
	}
	return strings.HasPrefix(name, "[PERSON#") || plainName(name) && !cityOrCountry(name) &&
		(len(strings.Fields(name)) > 1 || vocab.GivenNames[name] || p.full[name] != "")
}

// subjectOf is the first name or pronoun that a sentence begins with, or that is followed by a verb: whom it stands for, given the
// subject before, and the lexemes it takes.
func (p *page) subjectOf(s *sentence, last string) (name string, from, to int) {
	lead := s.lead()
	for i := lead; i < len(s.lex); i++ {
		name, next := p.actor(s, i, last)
		if next > i && (i == lead || s.actsAt(next)) {
			return name, i, next
		}
		i = max(i, next-1)
	}
	return "", 0, 0
}

// actor is the name that a name, a pronoun or "the film" at lexeme i stands for, given the subject before, and the lexeme after it;
// the latter is i where there is none of them.
func (p *page) actor(s *sentence, i int, last string) (string, int) {
	if m, ok := s.nameAt(i); ok && m.first == i {
		return p.canonical(m.text), m.last
	}
	switch s.lex[i].lower {
	case "he", "she", "his", "her":
		return p.antecedent(last, true), i + 1
	case "it", "its":
		return p.antecedent(last, false), i + 1
	case "they", "their", "i", "we", "you":
		return "", i + 1
	case "the", "this":
		if p.topic.name != "" && p.topic.noun != "" && s.is(i+1, p.topic.noun) {
			return p.topic.name, i + 2
		}
	}
	return "", i
}

// actsAt tells whether a verb stands at lexeme i, behind brackets or adverbs.
func (s *sentence) actsAt(i int) bool {
	for ; i < len(s.lex); i++ {
		l := s.lex[i]
		switch {
		case l.text == "(":
			i = s.closing(i)
		case strings.HasSuffix(l.lower, "ly") || l.lower == "also" || l.lower == "then" || l.lower == "never":
		default:
			return vocab.Auxiliaries[l.lower] || isVerb(l)
		}
	}
	return false
}

// LeadIn is the sentence before the one at a span that names what that speaks of only by a pronoun: the nearest with the name,
// else the one just before. ok is false for a sentence that needs none, or whose passage has a title that says it.
func (k *Kit) LeadIn(p Passage, at text.Span) (lead text.Span, ok bool) {
	r := k.reading(p)
	offsets := text.NewOffsets(r.text)
	i := slices.IndexFunc(r.lines, func(l line) bool { return offsets.Rune(l.start) == at.Start })
	if i < 1 {
		return text.Span{}, false
	}
	of := r.lines[i]
	if of.subject == "" && !vocab.StandIns[of.tokens[0].lower] || r.title != "" && (of.subject == "" || nameMatch(r.title, of.subject) >= 0.5) {
		return text.Span{}, false
	}
	found, subject := r.lines[i-1], foldName(of.subject)
	for _, l := range r.lines[:i] {
		if subject != "" && holds(l.folded, subject) {
			found = l
		}
	}
	return text.Span{Start: offsets.Rune(found.start), End: offsets.Rune(found.end)}, true
}
