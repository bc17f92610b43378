package retrieve

// personAsked are words of questions about what people have.
const personAsked = `born birth birthday died death die age mother father parent child son daughter sibling brother sister wife husband spouse
married grandfather grandmother uncle aunt nephew stepmother stepfather education studied graduated buried award nationality occupation
educated worked religion`

// personWithin is how many words are read to tell whether a text is about a person.
const personWithin = 60

// personTold are words by which a text speaks of a person.
var personTold = set(`born he she his her him née`)

// aboutPerson tells whether a text begins like one about a person: it says he,
// she or born, or has a year in its first brackets.
func (x *Index) aboutPerson(body []token) bool {
	bracket := 0
	for _, t := range body[:min(personWithin, len(body))] {
		switch t.gap {
		case openGap:
			bracket++
		case closeGap:
			bracket += 10
		}
		folded := x.lexicon.folded[t.lower]
		if personTold[folded] || bracket == 1 && len(folded) == 4 && t.is(digit) {
			return true
		}
	}
	return false
}
