package offline

import "strings"

// cue reads the relations that a lower-case word at lexeme i leads to.
func (r *reader) cue(i int, word string) {
	if meetings[word] || speaks[word] {
		r.met(i)
	}
	switch word {
	case "born":
		r.born(i)
	case "died":
		r.died(i)
	case "starring", "stars", "starred", "featuring", "features", "appeared", "acted", "appears", "cast", "co-stars", "co-starring":
		r.stars(i, word)
	case "married":
		r.married(i)
	case "marriage":
		if r.sentence.is(i+1, "to") {
			if m, ok := r.nextName(i + 2); ok {
				r.related(r.owner(i), "SPOUSE_OF", r.page.canonical(m.text))
			}
		}
	case "based":
		r.based(i)
	case "located", "situated", "lies", "headquartered", "set":
		r.located(i)
	case "capital":
		r.ofName(i, "CAPITAL_OF", "Location")
	case "part":
		r.ofName(i, "PART_OF")
	case "member", "members", "frontman", "drummer", "guitarist", "bassist", "vocalist", "singer":
		r.ofName(i, "AFFILIATED_WITH", "Organization")
	case "captain", "leader", "president", "chairman", "king", "queen", "emperor", "governor", "mayor", "head", "ceo", "minister",
		"commander", "ruler", "chief", "secretary", "chancellor", "bishop", "duke", "director":
		r.leader(i)
	case "studied", "educated", "graduated", "attended", "graduate", "alumnus", "degree", "doctorate", "enrolled":
		r.educated(i)
	case "worked", "works", "working", "employed", "professor", "spokesman", "spokeswoman", "employee", "lecturer", "correspondent":
		r.works(i)
	case "plays", "played", "playing", "joined", "signed":
		r.joined(i)
	case "lived", "lives", "resides", "resided", "moved", "settled", "emigrated", "living", "resident":
		r.lived(i)
	case "native":
		r.lived(i)
		r.native(i)
	case "won", "received", "awarded":
		r.won(i)
		r.tookPart(i)
	case "participated", "competed", "fought", "finished", "represented", "served", "qualified", "debuted":
		r.tookPart(i)
	case "held", "place":
		r.held(i)
	case "remake", "adaptation", "retelling", "sequel", "spin-off":
		r.remade(i)
	case "known", "called", "nicknamed":
		r.otherName(i)
	case "population":
		r.population(i)
	}
}

// ofName reads "<cue> of X".
func (r *reader) ofName(i int, relation string, types ...string) {
	if !r.sentence.is(i+1, "of") {
		return
	}
	if relation == "AFFILIATED_WITH" || relation == "PART_OF" {
		if m, ok := r.nextName(i + 2); !ok || r.page.typeOf(m.text) == "" && relation == "PART_OF" {
			return
		}
	}
	head := r.apposed(i)
	m, ok := r.nextName(i + 2)
	if !ok || head == "" {
		return
	}
	name := r.page.canonical(m.text)
	if len(types) > 0 && !r.page.typedAs(name, types...) {
		return
	}
	r.out.triple(head, relation, name)
}

// apposed is who the noun at lexeme i is said of: the subject of the
// definition it stands in, the name before ", the <noun>", or the doer.
func (r *reader) apposed(i int) string {
	s := r.sentence
	j := i - 1
	for j >= 0 && j > i-6 && s.at[j] >= 0 && s.marks[s.at[j]].kind != Name || j >= 0 && s.lex[j].class == wordLex && (determiners[s.lex[j].lower] || functionWords[s.lex[j].lower] && !auxiliaries[s.lex[j].lower]) {
		j--
	}
	if j > 0 && s.is(j, ",") {
		if m, ok := s.nameAt(j - 1); ok {
			return r.page.canonical(m.text)
		}
	}
	if r.defined && r.def.from <= i {
		return r.def.subject
	}
	return r.doer(i)
}

// leader reads "captain of the Pequod".
func (r *reader) leader(i int) {
	s := r.sentence
	if !s.is(i+1, "of") {
		return
	}
	m, ok := r.nextName(i + 2)
	if !ok || m.quoted {
		return
	}
	name := r.page.canonical(m.text)
	head := r.apposed(i)
	switch t := r.page.typeOf(name); {
	case t == "Work" || t == "Person" || t == "Concept" || !r.page.typedAs(head, "Person"):
	case s.is(i, "director") && t != "Organization":
	default:
		r.out.triple(head, "LEADER_OF", name)
	}
}

// born reads "born [on DATE] [in PLACE]" and "born to X and Y".
func (r *reader) born(i int) {
	s := r.sentence
	who := r.doer(i)
	if !r.page.typedAs(who, "Person") {
		return
	}
	for j := i + 1; j < len(s.lex) && j <= i+14; j++ {
		l := s.lex[j]
		if s.at[j] >= 0 && s.marks[s.at[j]].kind == Time {
			if j <= i+4 {
				r.out.attribute(who, "date of birth", s.marks[s.at[j]].text)
			}
			j = s.marks[s.at[j]].last - 1
			continue
		}
		switch l.lower {
		case "in", "at", "near":
			if m, ok := r.nextPlace(j + 1); ok {
				r.out.triple(who, "BORN_IN", r.page.canonical(m.text))
				return
			}
		case "to", "of":
			for _, n := range r.nextNames(j + 1) {
				r.related(who, "CHILD_OF", n)
			}
			return
		case ")", ";", ".", "–", "died", "and":
			return
		}
	}
}

// died reads "died [on DATE] [of CAUSE] [in PLACE]".
func (r *reader) died(i int) {
	s := r.sentence
	who := r.doer(i)
	if !r.page.typedAs(who, "Person") {
		return
	}
	for j := i + 1; j < len(s.lex) && j <= i+16; j++ {
		l := s.lex[j]
		if s.at[j] >= 0 && s.marks[s.at[j]].kind == Time && !weekdays[l.text] {
			r.out.attribute(who, "date of death", s.marks[s.at[j]].text)
			j = s.marks[s.at[j]].last - 1
			continue
		}
		switch l.lower {
		case "in", "at", "near":
			if m, ok := r.nextPlace(j + 1); ok {
				r.out.triple(who, "DIED_IN", r.page.canonical(m.text))
				return
			}
		case "of", "from":
			for k := j + 1; k < len(s.lex) && k <= j+2; k++ {
				if s.at[k] >= 0 && s.marks[s.at[k]].kind == Noun {
					r.out.attribute(who, "cause of death", s.marks[s.at[k]].text)
					break
				}
			}
		case ")", ";", ".", "and", "while", "when":
			return
		}
	}
}

// nextPlace is the name at lexeme i, behind "the city of" and the like, if it may be a place.
func (r *reader) nextPlace(i int) (mark, bool) {
	m, ok := r.nextName(i)
	if !ok || m.quoted || !r.page.place(m.text) && !(r.page.typeOf(m.text) == "Person" && r.sentence.is(m.last, ",")) {
		return mark{}, false
	}
	return m, true
}

// stars reads "starring A, B and C", "X stars A" and "A starred in X".
func (r *reader) stars(i int, word string) {
	s := r.sentence
	head := r.doer(i)
	if word == "starring" || word == "co-starring" || word == "co-stars" || word == "featuring" || word == "cast" {
		head = s.subject
		if r.defined {
			head = r.def.subject
		}
		if m, ok := s.nameAt(i - 1); ok && i > 0 && r.page.typeOf(m.text) == "Work" {
			head = r.page.canonical(m.text)
		}
	}
	if s.is(i+1, "in") || s.is(i+1, "as") {
		if word == "cast" || word == "features" || word == "featuring" {
			return
		}
		for _, n := range r.nextNames(i + 2) {
			if r.page.typeOf(n) == "Work" && r.page.typedAs(head, "Person") && head != "" {
				r.out.triple(n, "STARS", head)
			}
		}
		return
	}
	if r.page.typeOf(head) != "Work" {
		return
	}
	j := i + 1
	for s.is(j, "includes") || s.is(j, "included") || s.is(j, "including") || s.is(j, "of") {
		j++
	}
	if word == "cast" && j == i+1 || word == "appeared" || word == "appears" || word == "acted" {
		return
	}
	for _, n := range r.nextNames(j) {
		if r.page.typedAs(n, "Person") {
			r.out.triple(head, "STARS", n)
		}
	}
}

// married reads "X married Y" and "X is married to Y".
func (r *reader) married(i int) {
	s := r.sentence
	j := i + 1
	if s.is(j, "to") {
		j++
	}
	if m, ok := r.nextName(j); ok {
		r.related(r.doer(i), "SPOUSE_OF", r.page.canonical(m.text))
	}
}

// met reads "X met Y", "X spoke to Y" and "said X to Y" of persons.
func (r *reader) met(i int) {
	s := r.sentence
	who, j := r.doer(i), i+1
	if m, ok := s.nameAt(j); ok && s.is(m.last, "to") {
		who, j = r.page.canonical(m.text), m.last
	} else if !meetings[s.lex[i].lower] && !s.is(j, "to") {
		return
	}
	if s.is(j, "to") || s.is(j, "with") {
		j++
	}
	if m, ok := s.nameAt(j); ok && r.page.typeOf(who) == "Person" && r.page.typeOf(m.text) == "Person" {
		r.related(who, "KNOWS", r.page.canonical(m.text))
	}
}

// based reads "based on the novel X" and "a company based in Y".
func (r *reader) based(i int) {
	s := r.sentence
	if s.is(i+1, "in") || s.is(i+1, "at") {
		r.located(i)
		return
	}
	head := r.doer(i)
	if r.defined {
		head = r.def.subject
	}
	for j := i + 1; j < len(s.lex) && j <= i+3; j++ {
		if !s.is(j, "on") && !s.is(j, "upon") {
			continue
		}
		if m, ok := r.nextName(j + 1); ok && r.page.typedAs(head, "Work") && head != "" && (m.quoted || r.page.typedAs(m.text, "Work")) {
			r.out.triple(head, "BASED_ON", r.page.canonical(m.text))
		}
		return
	}
}

// located reads "located in Y".
func (r *reader) located(i int) {
	s := r.sentence
	head := r.apposed(i)
	if r.page.typeOf(head) == "Person" || s.is(i, "set") && r.page.typeOf(head) != "Work" {
		return
	}
	for j := i + 1; j < len(s.lex) && j <= i+5; j++ {
		if !s.is(j, "in") && !s.is(j, "at") && !s.is(j, "on") {
			continue
		}
		if m, ok := r.nextPlace(j + 1); ok && head != "" {
			r.placed(head, "LOCATED_IN", m)
		}
		return
	}
}

// educated reads "studied law at Y" for an institution Y.
func (r *reader) educated(i int) {
	s := r.sentence
	who := r.doer(i)
	if !r.page.typedAs(who, "Person") {
		return
	}
	for j := i + 1; j < len(s.lex) && j <= i+14; j++ {
		if m, ok := s.nameAt(j); ok && schoolLike(m.text) {
			r.out.triple(who, "EDUCATED_AT", r.page.canonical(m.text))
		}
		if s.is(j, "taught") || s.is(j, ";") {
			return
		}
	}
}

// works reads "worked for Y", "professor at Y".
func (r *reader) works(i int) {
	s := r.sentence
	for j := i + 1; j < len(s.lex) && j <= i+5; j++ {
		if s.is(j, "for") || s.is(j, "at") || s.is(j, "by") && s.is(i, "employed") || s.is(j, "of") && j > i+1 {
			head := r.apposed(i)
			m, ok := r.nextName(j + 1)
			if ok && head != "" && !m.quoted && r.page.typedAs(head, "Person") && r.page.typeOf(m.text) == "Organization" {
				r.out.triple(head, "WORKS_FOR", r.page.canonical(m.text))
			}
			return
		}
	}
}

// joined reads "plays for Y" and "joined Y".
func (r *reader) joined(i int) {
	s := r.sentence
	j := i + 1
	if !s.is(i, "joined") {
		for j < len(s.lex) && j <= i+4 && !s.is(j, "for") && !s.is(j, "with") {
			j++
		}
		if !s.is(j, "for") && !s.is(j, "with") {
			return
		}
		j++
	}
	who := r.doer(i)
	if m, ok := r.nextName(j); !ok || m.quoted || !r.page.typedAs(who, "Person") {
		return
	}
	for _, n := range r.nextNames(j) {
		if r.page.typedAs(n, "Organization", "Location") {
			r.out.triple(who, "AFFILIATED_WITH", n)
		}
	}
}

// lived reads "lived in Y", "moved to Y", "a native of Y".
func (r *reader) lived(i int) {
	s := r.sentence
	if !s.is(i+1, "in") && !s.is(i+1, "to") && !s.is(i+1, "of") && !s.is(i+1, "at") {
		return
	}
	who := r.doer(i)
	if !r.page.typedAs(who, "Person") || who == "" {
		return
	}
	if m, ok := r.nextPlace(i + 2); ok && r.page.typedAs(m.text, "Location") {
		r.placed(who, "LIVED_IN", m)
	}
}

// won reads "won the Y Award".
func (r *reader) won(i int) {
	s := r.sentence
	who := r.doer(i)
	for j := i + 1; j < len(s.lex) && j <= i+14; j++ {
		if m, ok := s.nameAt(j); ok {
			if awardLike(m.text) {
				r.out.triple(who, "WON", r.page.canonical(m.text))
			}
			j = m.last - 1
		}
		if s.is(j, ";") || s.is(j, "nomination") || s.is(j, "nominations") {
			return
		}
	}
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
	if prior := r.doer(i); prior != s.subject && prior != "" {
		who = prior
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
