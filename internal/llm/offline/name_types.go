package offline

import "strings"

// typeOrder is the order of the types in votes: the earlier wins a tie.
var typeOrder = [...]string{"Person", "Organization", "Location", "Work", "Event", "Product", "Species", "Concept"}

// votes count what speaks for each type of a name.
type votes [len(typeOrder)]int

// minVotes is the least that a type needs.
const minVotes = 2

// cast adds n votes for a name's type.
func (p *page) cast(name, typ string, n int) {
	name = p.canonical(name)
	v := p.votes[name]
	if v == nil {
		v = &votes{}
		p.votes[name] = v
	}
	for i, t := range typeOrder {
		if t == typ {
			v[i] += n
		}
	}
}

// typeOf is the type that most speaks for, or "".
func (p *page) typeOf(name string) string {
	v := p.votes[p.canonical(name)]
	if v == nil {
		return ""
	}
	best := 0
	for i, n := range v {
		if n > v[best] {
			best = i
		}
	}
	if v[best] < minVotes {
		return ""
	}
	return typeOrder[best]
}

// vote weighs the looks of the names and what stands around them.
func (p *page) vote() {
	if p.topic.name != "" && p.topic.noun != "" {
		p.cast(p.topic.name, kindOf(p.topic.noun), 8)
	}
	for _, n := range p.names {
		p.voteByLooks(n)
	}
	for _, s := range p.sentences {
		p.voteByDefinition(s)
		for _, m := range s.marks {
			if m.kind == Name {
				p.voteBefore(s, m)
				p.voteBehind(s, m)
			}
		}
	}
}

// voteByLooks weighs the name itself.
func (p *page) voteByLooks(name string) {
	words := strings.Fields(name)
	first, last := words[0], words[len(words)-1]
	switch {
	case strings.HasPrefix(name, "[PERSON#"):
		p.cast(name, "Person", 9)
	case strings.HasPrefix(name, "[LOCATION#"):
		p.cast(name, "Location", 9)
	case cityOrCountry(fromCapitals(name)), len(name) > 2 && strings.Contains(name, ".") && abbreviatedState(name):
		p.cast(name, "Location", 5)
		return
	case len(words) == 1:
		p.voteByWord(name)
		return
	case votings[strings.ToLower(last)], yearNumber(first) && lastWords[last] == "Event":
		p.cast(name, "Event", 6)
		return
	case honours[first] && plainName(strings.Join(words[1:], " ")):
		p.cast(name, "Person", 6)
		return
	}
	p.cast(name, lastWords[last], 4)
	if lastWords[last] == "" {
		p.cast(name, firstWords[first], 3)
	}
	if first == "The" || strings.ContainsAny(name, ":!?") {
		p.cast(name, "Work", 2)
	}
	if plainName(name) && len(words) <= 4 && (givenNames[first] || !p.descriptive(words)) {
		p.cast(name, "Person", 2)
		if givenNames[first] || len(first) == 2 && first[1] == '.' {
			p.cast(name, "Person", 2)
		}
	}
}

// voteByWord weighs a name of one word.
func (p *page) voteByWord(name string) {
	switch {
	case givenNames[name]:
		p.cast(name, "Person", 2)
	case bodies[name]:
		p.cast(name, "Organization", 3)
	case notNames[name] || romanNumeral(name):
	case len(name) >= 2 && len(name) <= 6 && strings.ToUpper(name) == name && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "":
		p.cast(name, "Organization", 2)
	case strings.HasSuffix(name, "shire") || strings.HasSuffix(name, "ville") || strings.HasSuffix(name, "burg") || strings.HasSuffix(name, "stan"):
		p.cast(name, "Location", 2)
	}
}

// bodies are single words that name an organisation where they wear a capital.
var bodies = wordSet("Congress Senate Parliament Navy Army Pentagon Kremlin Interpol Hezbollah Hamas Taliban Microsoft Google Apple Sony Disney Reuters")

// voteByDefinition weighs "X is a village".
func (p *page) voteByDefinition(s *sentence) {
	d, ok := p.definition(s, s.subject)
	if !ok {
		return
	}
	p.cast(d.subject, kindOf(d.noun(s)), 5)
	if _, known := p.described[d.subject]; !known {
		p.described[d.subject] = p.body[s.lex[d.from].start:s.lex[d.to-1].end]
	}
}

// voteBefore weighs what stands before a name.
func (p *page) voteBefore(s *sentence, m mark) {
	i := m.first - 1
	if m.quoted {
		p.cast(m.text, "Work", 7)
		i--
	}
	if i < 0 {
		return
	}
	prev := s.lex[i]
	if prev.class == wordLex && !prev.capital && kindOf(prev.lower) != "" && !strings.HasSuffix(prev.lower, "s") {
		p.cast(m.text, kindOf(prev.lower), 4)
		return
	}
	if offices[prev.text] {
		p.cast(m.text, "Person", 4)
		return
	}
	personal := plainName(m.text) && strings.IndexByte(m.text, ' ') > 0
	switch prev.lower {
	case "killed", "shot", "met", "told", "asked", "assassinated", "murdered", "accused", "thanked", "loved", "kissed", "married", "named":
		if p.onlyName(m) {
			p.cast(m.text, "Person", 2)
		}
	case "in", "near":
		switch {
		case m.quoted || m.last < len(s.lex) && s.lex[m.last].class == possessiveLex:
		case i > 0 && settles[s.lex[i-1].lower]:
			p.cast(m.text, "Location", 4)
		case !personal:
			p.cast(m.text, "Location", 2)
		case !givenNames[s.lex[m.first].text]:
			p.cast(m.text, "Location", 3)
		}
	case "from", "at", "outside", "across":
		if !personal {
			p.cast(m.text, "Location", 1)
		}
	case "by":
		p.cast(m.text, "Person", 1)
	case "of":
		if i > 0 && (kinds[s.lex[i-1].lower] == "Location" || compass[s.lex[i-1].lower]) {
			p.cast(m.text, "Location", 3)
		}
	case "to":
		if i > 0 && travels[s.lex[i-1].lower] {
			p.cast(m.text, "Location", 3)
		}
	}
}

var (
	compass = wordSet("north south east west city town village capital king queen emperor president coast")
	settles = wordSet("born died located situated lives lived based raised buried village city town district county resides settled headquartered")
	travels = wordSet("moved went travelled traveled returned emigrated came fled sailed relocated move return")
)

// voteBehind weighs what stands behind a name.
func (p *page) voteBehind(s *sentence, m mark) {
	i := m.last
	if i+1 >= len(s.lex) {
		return
	}
	l, after := s.lex[i], s.lex[i+1]
	switch {
	case speaks[l.lower]:
		p.cast(m.text, "Person", 3)
	case l.class == possessiveLex && kin[after.lower] != "":
		p.cast(m.text, "Person", 4)
	case l.text == "(" && (after.lower == "born" || after.lower == "b."):
		p.cast(m.text, "Person", 6)
	case l.text == ",":
		p.voteBehindComma(s, m)
	case p.onlyName(m) && isVerb(l) && !strings.HasSuffix(l.lower, "ing"), p.onlyName(m) && l.class == possessiveLex:
		p.cast(m.text, "Person", 1)
	}
}

// onlyName tells a name that is no common noun and no institution by its word.
func (p *page) onlyName(m mark) bool {
	lower := strings.ToLower(m.text)
	return !m.quoted && lastWords[m.text] == "" && kindOf(lower) == "" && !p.lower[lower]
}

// voteBehindComma weighs "Jessore, Bangladesh" and "Bazzoni, a director".
func (p *page) voteBehindComma(s *sentence, m mark) {
	i := m.last + 1
	if next, ok := s.nameAt(i); ok && (isPlaceName(next.text) || abbreviatedState(next.text)) && !m.quoted && !givenNames[strings.Fields(m.text)[0]] {
		p.cast(m.text, "Location", 3)
		return
	}
	if !s.is(i, "a") && !s.is(i, "an") && !s.is(i, "the") {
		return
	}
	d := definition{from: i + 1, head: -1}
	if d.from < len(s.lex) {
		s.readDescription(&d)
	}
	p.cast(m.text, kindOf(d.noun(s)), 3)
}

var speaks = wordSet("said says told asked replied cried exclaimed answered whispered thought smiled laughed muttered shouted nodded sighed added")
