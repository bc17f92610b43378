package offline

import "strings"

// definition reads what a definition says of its subject: nationality,
// occupations, genre, date, and the place it lies in.
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
		case demonym(l.text) && !(s.at[i] >= 0 && s.marks[s.at[i]].kind == Name) && (kind == "Person" || kind == "Work"):
			r.out.attribute(who, "nationality", l.text)
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
	r.definitionPlace(kind)
}

// relativeNoun tells a noun for a person that is no occupation.
func relativeNoun(w string) bool {
	return kin[w] != "" || w == "man" || w == "woman" || w == "boy" || w == "girl" || w == "native" || w == "member" || w == "character" || w == "child"
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

// definitionPlace reads "is a village in Y" and "is a singer from Y".
func (r *reader) definitionPlace(kind string) {
	d, s := r.def, r.sentence
	for i := d.from; i < len(s.lex) && i < d.to+3; i++ {
		preposition := s.lex[i].lower
		if preposition != "in" && preposition != "from" && preposition != "of" {
			continue
		}
		m, ok := r.nextPlace(i + 1)
		if !ok || i != d.head+1 && preposition != "from" {
			continue
		}
		place := r.page.canonical(m.text)
		switch {
		case preposition == "from" && kind == "Person" && isPlaceName(m.text):
			r.out.triple(d.subject, "CITIZEN_OF", place)
		case preposition == "from" && kind == "Person":
			r.out.triple(d.subject, "LIVED_IN", place)
		case preposition == "in" && (kind == "Location" || kind == "Organization" || kind == "Event"):
			r.placed(d.subject, "LOCATED_IN", m)
		case preposition == "of" && kind == "Location" && !s.is(d.head, "capital"):
			r.out.triple(d.subject, "PART_OF", place)
		}
		return
	}
}

// dated reads the time of "released in 1999" and "founded in 1851".
func (r *reader) dated(i int, relation string) {
	s := r.sentence
	key := ""
	switch relation {
	case "PUBLISHED_BY":
		key = "release date"
	case "FOUNDED_BY":
		key = "founding date"
	default:
		return
	}
	head := r.doer(i)
	if t := r.page.typeOf(head); t == "Person" || t == "Location" && key == "release date" || head == "" {
		return
	}
	for j := i + 1; j < len(s.lex) && j <= i+8; j++ {
		if s.at[j] < 0 {
			if s.lex[j].class == signLex && s.lex[j].text != "," {
				return
			}
			continue
		}
		if m := s.marks[s.at[j]]; m.kind == Time {
			r.out.attribute(head, key, m.text)
			return
		}
	}
}

// name reads what stands right behind a name: the brackets with a person's
// dates, and the larger place behind a comma.
func (r *reader) name(m mark) {
	s := r.sentence
	j := m.last
	if j < len(s.lex) && (s.lex[j].text == `"` || s.lex[j].text == "”") {
		j++
	}
	if j < len(s.lex) && s.lex[j].text == "(" {
		r.lifespan(r.page.canonical(m.text), j, s.closing(j))
	}
	r.belongs(m, j)
	r.address(m, j)
	r.seat(m, j)
	r.employer(m, j)
	r.people(m)
}

// belongs reads "University X in Y" and "NAME of Y", the preposition at lexeme j.
func (r *reader) belongs(m mark, j int) {
	s := r.sentence
	if s.is(j, "is") || s.is(j, "lies") || s.is(j, "stands") {
		j++ // "Harrow College is in Leeds"
	}
	if m.quoted || !s.is(j, "in") && (!s.is(j, "of") || j > m.last) {
		return
	}
	k := j + 1
	if s.is(k, "the") {
		k++
	}
	next, ok := s.nameAt(k)
	if !ok || next.first != k || next.quoted {
		return
	}
	head, tail := r.page.canonical(m.text), r.page.canonical(next.text)
	kind, whole := r.page.typeOf(head), r.page.typeOf(tail)
	switch {
	case s.is(j, "in") && (kind == "Organization" || kind == "Location" || kind == "Event") && whole == "Location":
		r.placed(head, "LOCATED_IN", next)
	case s.is(j, "of") && kind == "Organization" && whole == "Location":
		r.out.triple(head, "LOCATED_IN", tail)
	case s.is(j, "of") && kind == "Person" && whole == "Organization":
		r.out.triple(head, "AFFILIATED_WITH", tail)
	case s.is(j, "of") && kind == "Person" && whole == "Location":
		r.out.triple(head, "LIVED_IN", tail)
	}
}

// closes tells whether a comma or the end stands at lexeme i: a place set off
// by commas belongs to the one before it, others may be a list.
func (r *reader) closes(i int) bool {
	s := r.sentence
	return i >= len(s.lex) || s.is(i, ".") || s.is(i, ")")
}

// lifespan reads a person's dates in brackets: "(5 September 1875 – 12 February 1953)".
func (r *reader) lifespan(who string, open, end int) {
	s := r.sentence
	if r.page.typeOf(who) != "Person" {
		return
	}
	var dates []mark
	var places []lifePlace
	dash := false
	for i := open + 1; i < end; i++ {
		l := s.lex[i]
		switch {
		case s.at[i] >= 0 && s.marks[s.at[i]].kind == Time:
			m := s.marks[s.at[i]]
			if i == m.first {
				dates = append(dates, m)
			}
		case s.at[i] >= 0 && s.marks[s.at[i]].kind == Name && s.marks[s.at[i]].first == i:
			if m := s.marks[s.at[i]]; s.besideDate(m) && r.page.typedAs(m.text, "Location") {
				places = append(places, lifePlace{m, dash})
			}
		case l.text == "–" || l.text == "—" || l.text == "-" || l.lower == "died" || l.lower == "d.":
			dash = dash || len(dates) > 0 || l.lower == "died" || l.lower == "d."
		case l.lower == "born" || l.lower == "c." || l.lower == "b." || l.lower == "circa" || l.lower == "ca":
		case l.lower == "reigned" || l.lower == "active" || l.lower == "r." || l.lower == "film" || l.lower == "season":
			return
		}
	}
	if len(dates) < 2 || !dash {
		return
	}
	birth, death := dates[0], dates[len(dates)-1]
	if strings.ContainsAny(birth.text, "0123456789") && strings.ContainsAny(death.text, "0123456789") {
		r.out.attribute(who, "date of birth", birth.text)
		r.out.attribute(who, "date of death", death.text)
	}
	seen := map[bool]bool{}
	for _, p := range places {
		if !seen[p.death] {
			seen[p.death] = true
			r.out.triple(who, map[bool]string{false: "BORN_IN", true: "DIED_IN"}[p.death], r.page.canonical(p.text))
		}
	}
}

// lifePlace is the place of a birth or of a death.
type lifePlace struct {
	mark
	death bool
}

// besideDate tells whether a name in a person's brackets stands where a place
// does: behind a date and a comma or "in", or before a comma and a date.
func (s *sentence) besideDate(m mark) bool {
	date := func(i int) bool {
		return i >= 0 && i < len(s.lex) && s.at[i] >= 0 && s.marks[s.at[i]].kind == Time
	}
	return (s.is(m.first-1, ",") || s.is(m.first-1, "in")) && (date(m.first-2) || s.is(m.first-2, ",") && date(m.first-3)) ||
		s.is(m.last, ",") && date(m.last+1)
}
