package offline

import (
	"strings"
	"unicode"
)

// ends are the types that the ends of a relation have where nothing else tells.
var ends = map[string][2]string{
	"BORN_IN": {"Person", "Location"}, "DIED_IN": {"Person", "Location"}, "LIVED_IN": {"Person", "Location"}, "CITIZEN_OF": {"Person", "Location"},
	"CHILD_OF": {"Person", "Person"}, "PARENT_OF": {"Person", "Person"}, "SPOUSE_OF": {"Person", "Person"}, "SIBLING_OF": {"Person", "Person"}, "KNOWS": {"Person", "Person"},
	"EDUCATED_AT": {"Person", "Organization"}, "WORKS_FOR": {"Person", "Organization"}, "AFFILIATED_WITH": {"Person", "Organization"}, "LEADER_OF": {"Person", "Organization"},
	"DIRECTED_BY": {"Work", "Person"}, "WRITTEN_BY": {"Work", "Person"}, "STARS": {"Work", "Person"}, "COMPOSED_BY": {"Work", "Person"}, "PERFORMED_BY": {"Work", "Person"},
	"PUBLISHED_BY": {"Work", "Organization"}, "BASED_ON": {"Work", "Work"}, "LOCATED_IN": {"Location", "Location"}, "CAPITAL_OF": {"Location", "Location"},
	"PARTICIPATED_IN": {"", "Event"}, "WON": {"", "Concept"},
}

// typeByTriples lets the relations found tell the types of names that nothing
// else told.
func (p *page) typeByTriples(found []Triple) {
	for _, t := range found {
		types := ends[t.Relation]
		for i, name := range [2]string{t.Head, t.Tail} {
			if types[i] != "" && p.typeOf(name) == "" {
				p.cast(name, types[i], minVotes)
			}
		}
	}
}

// guess is the likeliest type of a name that too little speaks for: the type
// with a vote, else what its shape tells. It serves the list of entities alone,
// never a relation.
func (p *page) guess(name string) string {
	if v := p.votes[p.canonical(name)]; v != nil {
		best := 0
		for i, n := range v {
			if n > v[best] {
				best = i
			}
		}
		if v[best] > 0 {
			return typeOrder[best]
		}
	}
	words := strings.Fields(name)
	switch {
	case len(words) == 0 || p.lower[strings.ToLower(name)]:
		return ""
	case len(words) == 1 && commonWord(name) && !p.inner[name], len(words) == 1 && (lastWords[name] != "" || kindOf(strings.ToLower(name)) != ""):
		return ""
	case strings.IndexFunc(name, unicode.IsDigit) > 0 || mixedCase(words[0]):
		return "Product"
	case len(words) > 1:
		return "Organization"
	case strings.HasSuffix(name, "ism") || strings.HasSuffix(name, "ology"):
		return "Concept"
	}
	return "Person"
}

// mixedCase tells a capital inside a word, behind a small letter: "WaveRunner".
// McDonald and O'Neill are names of persons.
func mixedCase(w string) bool {
	last := rune(0)
	for i, r := range w {
		if i > 2 && unicode.IsUpper(r) && unicode.IsLower(last) {
			return true
		}
		last = r
	}
	return false
}

// commonWord tells a word that a sentence may begin with.
func commonWord(w string) bool {
	l := lexeme{text: strings.ToLower(w), lower: strings.ToLower(w), class: wordLex}
	return isVerb(l) || openers[l.lower] || strings.HasSuffix(l.lower, "ly") || units[l.lower]
}

// descriptive tells a name of several words with a word that no person is
// called by: "National Democracy", "Early Home".
func (p *page) descriptive(words []string) bool {
	for i, w := range words {
		lower := strings.ToLower(w)
		if givenNames[w] || joiners[w] {
			continue
		}
		if i == 0 && honours[w] {
			return false
		}
		if p.lower[lower] || kinds[lower] != "" && !honours[w] || functionWords[lower] || lastWords[w] != "" || hasAnySuffix(lower, "tion", "ment", "ness", "ship", "ism", "ional", "ical", "cracy", "ocratic", "ality", "ology") {
			return true
		}
	}
	return false
}
