package offline

import "strings"

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
