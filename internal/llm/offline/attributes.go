package offline

import "strings"

// reader reads the attributes of one English sentence that no pair of names tells.
type reader struct {
	page     *page
	sentence *sentence
	out      *collector
	// def is the sentence's definition.
	def definition
}

// read scans the sentence.
func (r *reader) read() {
	s := r.sentence
	if s.denies() {
		return
	}
	if d, ok := r.page.definition(s, s.subject); ok {
		r.def = d
		r.definition()
	}
	for i, l := range s.lex {
		switch {
		case s.at[i] >= 0 && s.marks[s.at[i]].kind == Name:
		case l.lower == "known" || l.lower == "called" || l.lower == "nicknamed":
			r.otherName(i)
		case l.lower == "population":
			r.population(i)
		}
	}
}

// denies tells whether a sentence says what is not so.
func (s *sentence) denies() bool {
	for _, l := range s.lex {
		switch l.lower {
		case "not", "never", "neither", "nor", "cannot":
			return true
		}
		if strings.HasSuffix(l.lower, "n't") || strings.HasSuffix(l.lower, "n’t") {
			return true
		}
	}
	return false
}

// definition reads what a definition says of its subject: other name, occupations, genre and date.
func (r *reader) definition() {
	d, s := r.def, r.sentence
	noun := d.noun(s)
	kind := kindOf(noun)
	who := d.subject
	if full := s.lead(); full < len(s.lex) {
		if m, ok := s.nameAt(full); ok && m.first == full && m.text != who && who == r.page.topic.name && len(strings.Fields(m.text)) > 1 {
			r.out.attribute(who, "other name", m.text)
		}
	}
	genre := -1
	for i := d.from; i < d.to; i++ {
		l := s.lex[i]
		if l.lower == "of" || l.lower == "in" || l.lower == "for" || l.lower == "by" || l.lower == "who" || l.lower == "from" || l.lower == "at" {
			break
		}
		switch {
		case demonym(l.text):
			genre = i + 1
		case s.at[i] >= 0 && s.marks[s.at[i]].kind == Time && kind == "Work":
			r.out.attribute(who, "release date", s.marks[s.at[i]].text)
			genre = max(genre, s.marks[s.at[i]].last)
		case kind == "Person" && l.class == wordLex && !l.capital && kindOf(l.lower) == "Person" && !relativeNoun(l.lower):
			r.occupation(who, i)
		}
	}
	if kind == "Work" && genre > 0 && genre < d.head {
		r.genre(who, genre, d.head)
	}
}

// relativeNoun tells a noun for a person that is no occupation.
func relativeNoun(w string) bool {
	return kin[w] || w == "man" || w == "woman" || w == "boy" || w == "girl" || w == "native" || w == "member" || w == "character" || w == "child"
}

// occupation puts down the noun at lexeme i with the nouns before it.
func (r *reader) occupation(who string, i int) {
	s := r.sentence
	first := i
	for first > r.def.from && i-first < 2 && nounWord(s.lex[first-1]) && kindOf(s.lex[first-1].lower) != "Person" && s.lex[first-1].end+1 == s.lex[first].start {
		first--
	}
	if i+1 < len(s.lex) && nounWord(s.lex[i+1]) && kindOf(s.lex[i+1].lower) == "Person" {
		return
	}
	r.out.attribute(who, "occupation", r.page.body[s.lex[first].start:s.lex[i].end])
}

// genre puts down the words between year or people and the noun: "crime".
func (r *reader) genre(who string, first, head int) {
	s := r.sentence
	for i := first; i < head; i++ {
		if l := s.lex[i]; l.class != wordLex && l.text != "-" || functionWords[l.lower] {
			return
		}
	}
	r.out.attribute(who, "genre", r.page.body[s.lex[first].start:s.lex[head-1].end])
}

// otherName reads "known as Y", "also called Y".
func (r *reader) otherName(i int) {
	s := r.sentence
	j := i + 1
	for s.is(j, "professionally") || s.is(j, "simply") || s.is(j, "commonly") || s.is(j, "internationally") {
		j++
	}
	if s.is(j, "as") || s.is(j, "by") {
		j++
	} else if s.is(i, "known") {
		return
	}
	if s.is(j, "the") || s.is(j, `"`) || s.is(j, "“") {
		j++
	}
	m, ok := s.nameAt(j)
	who := s.subject
	if r.page.topic.name != "" && i < 25 && s == r.page.sentences[0] {
		who = r.page.topic.name
	}
	if !ok || m.first != j || who == "" || s.is(m.last, "of") {
		return
	}
	r.out.attribute(who, "other name", m.text)
}

// population reads "a population of 5,000".
func (r *reader) population(i int) {
	s := r.sentence
	for j := i + 1; j < len(s.lex) && j <= i+6; j++ {
		if s.at[j] >= 0 && s.marks[s.at[j]].kind == Number && strings.ContainsAny(s.marks[s.at[j]].text, "0123456789") {
			r.out.attribute(s.subject, "population", s.marks[s.at[j]].text)
			return
		}
	}
}
