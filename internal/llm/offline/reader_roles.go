package offline

import "strings"

// makers give the relation that "the <noun> of X" says of X and the person.
var makers = map[string]string{
	"author": "WRITTEN_BY", "writer": "WRITTEN_BY", "screenwriter": "WRITTEN_BY", "composer": "COMPOSED_BY",
	"founder": "FOUNDED_BY", "co-founder": "FOUNDED_BY", "creator": "CREATED_BY", "inventor": "CREATED_BY", "designer": "CREATED_BY", "architect": "CREATED_BY",
	"owner": "OWNED_BY", "co-owner": "OWNED_BY", "producer": "PRODUCED_BY",
}

// maxRoleWords is how many words a role has between a body and a person:
// "Harrow Council deputy housing officer Ann Lee".
const maxRoleWords = 4

// employer reads "Reuters correspondent Ann Lee" and "Harrow's mayor Tom Reed",
// the role beginning at lexeme j behind the name m.
func (r *reader) employer(m mark, j int) {
	s := r.sentence
	if j < len(s.lex) && s.lex[j].class == possessiveLex {
		j++
	}
	k := j
	for k < len(s.lex) && k-j < maxRoleWords && (nounWord(s.lex[k]) || offices[s.lex[k].text] || s.is(k, "vice") || s.is(k, "former") || s.is(k, "first")) && s.at[k] != s.at[m.first] {
		k++
	}
	person, ok := s.nameAt(k)
	if !ok || k == j || person.first != k || m.quoted || !personNoun(s.lex[k-1]) {
		return
	}
	who, body := r.page.canonical(person.text), r.page.canonical(m.text)
	if !r.page.typedAs(who, "Person") {
		return
	}
	switch t := r.page.typeOf(body); {
	case t == "Organization" || t == "" && acronym(m.text):
		r.out.triple(who, "WORKS_FOR", body)
	case t == "Location" && leaders[s.lex[k-1].lower]:
		r.out.triple(who, "LEADER_OF", body)
	case t == "Location":
		r.out.triple(who, "LIVED_IN", body)
	}
}

// leaders are the nouns for those who lead what they are "of".
var leaders = wordSet("captain leader president chairman chairwoman king queen emperor governor mayor head ceo minister commander ruler chief secretary chancellor premier director president-elect")

// personNoun tells a noun for what a person does, kin apart.
func personNoun(l lexeme) bool {
	return kin[l.lower] == "" && (kinds[l.lower] == "Person" || workers[l.lower] || offices[l.text])
}

// workers are further nouns for those who work for somebody.
var workers = wordsOf("workers")

// role reads the noun at lexeme i for what a person does: "an ecologist at
// Harrow University", "the author of Far Shore", "a deputy from Harrow".
func (r *reader) role(i int) {
	s := r.sentence
	if !personNoun(s.lex[i]) || i+2 >= len(s.lex) {
		return
	}
	preposition := s.lex[i+1].lower
	switch preposition {
	case "of", "at", "for", "with", "from", "in":
	default:
		return
	}
	m, ok := r.nextName(i + 2)
	who := r.apposed(i)
	if !ok || who == "" || m.quoted && makers[s.lex[i].lower] == "" || !r.page.typedAs(who, "Person") || r.page.typeOf(who) == "" && !plainName(who) {
		return
	}
	what := r.page.canonical(m.text)
	if relation := makers[s.lex[i].lower]; relation != "" && preposition == "of" {
		if r.page.typedAs(what, "Work", "Organization", "Product", "Concept") {
			r.made(what, relation, who)
		}
		return
	}
	switch t := r.page.typeOf(what); {
	case t == "Organization" && preposition != "from" && preposition != "in":
		if !leaders[s.lex[i].lower] || preposition != "of" {
			r.out.triple(who, "WORKS_FOR", what)
		}
	case t == "Location" && (preposition == "from" || preposition == "in"):
		r.out.triple(who, "LIVED_IN", what)
	}
}

// people reads the word for a people, and the occupation, before a person's
// name: "French physician Luc Blanc".
func (r *reader) people(m mark) {
	s := r.sentence
	if r.page.typeOf(m.text) != "Person" || m.quoted {
		return
	}
	first := m.first
	for first > 0 && m.first-first < maxRoleWords && nounWord(s.lex[first-1]) {
		first--
	}
	if first == 0 || !demonym(s.lex[first-1].text) || first < m.first && !personNoun(s.lex[m.first-1]) {
		return
	}
	if _, named := s.nameAt(first - 1); !named && countryOf(s.lex[first-1].text) != "" {
		r.out.attribute(r.page.canonical(m.text), "nationality", s.lex[first-1].text)
	}
}

// maxEventReach is how far an event may stand behind the verb of who took part, in lexemes.
const maxEventReach = 14

// tookPart reads "competed in the 400 metres at the 1988 Games".
func (r *reader) tookPart(i int) {
	s := r.sentence
	who := r.doer(i)
	if who == "" || !r.page.typedAs(who, "Person", "Organization") {
		return
	}
	for j := i + 1; j < len(s.lex) && j <= i+maxEventReach && !s.is(j, ";"); j++ {
		m, ok := s.nameAt(j)
		if !ok || r.page.typeOf(m.text) != "Event" {
			continue
		}
		before := m.first - 1
		if s.is(before, "the") {
			before--
		}
		if s.is(before, "in") || s.is(before, "at") || s.is(before, "during") || s.is(before, "and") || s.is(before, ",") {
			r.out.triple(who, "PARTICIPATED_IN", r.page.canonical(m.text))
		}
		j = m.last - 1
	}
}

// native reads "a Harrow native".
func (r *reader) native(i int) {
	m, ok := r.sentence.nameAt(i - 1)
	if !ok || r.page.typeOf(m.text) != "Location" {
		return
	}
	j := m.first - 1
	if r.sentence.is(j, "a") || r.sentence.is(j, "the") {
		j--
	}
	who := r.sentence.subject
	if before, ok := r.sentence.nameAt(j - 1); ok && r.sentence.is(j, ",") {
		who = r.page.canonical(before.text)
	}
	if who != "" && r.page.typedAs(who, "Person") {
		r.out.triple(who, "LIVED_IN", r.page.canonical(m.text))
	}
}

// remade reads "a remake of the film Far Shore".
func (r *reader) remade(i int) {
	s := r.sentence
	head := s.subject
	if r.defined {
		head = r.def.subject
	}
	if !s.is(i+1, "of") && !s.is(i+1, "to") || head == "" || !r.page.typedAs(head, "Work") {
		return
	}
	if m, ok := r.nextName(i + 2); ok && r.page.typedAs(m.text, "Work") {
		r.out.triple(head, "BASED_ON", r.page.canonical(m.text))
	}
}

// held reads "was held in September 1966" and "took place on 3 May 1920" of an event.
func (r *reader) held(i int) {
	s := r.sentence
	head := r.doer(i)
	if r.page.typeOf(head) != "Event" {
		return
	}
	for j := i + 1; j < len(s.lex) && j <= i+maxEventReach; j++ {
		if s.at[j] < 0 {
			continue
		}
		m := s.marks[s.at[j]]
		switch before := s.lex[m.first-1].lower; {
		case m.kind == Time && strings.ContainsAny(m.text, "0123456789"):
			r.out.triple(head, "HAPPENED_ON", m.text)
		case m.kind == Name && (before == "in" || before == "at") && r.page.typeOf(m.text) == "Location":
			r.out.triple(head, "LOCATED_IN", r.page.canonical(m.text))
		}
		j = m.last - 1
	}
}
