package retrieve

import (
	"strings"

	"grove/internal/lists"
	"grove/internal/text"
)

// joiners are the function words between the capitalised words of a name.
var joiners = set(`
of the de von van der den del della di da du la le les el al bin ibn y e et and for in on at to a an des dos das zu af av`)

// spanJoiners are the joiners within unknown names; the others, such as "and" or "in",
// usually separate two names.
var spanJoiners = set(`of the de von van der den del della di da du la le bin ibn des dos das zu af av`)

// articles precede a name without being part of it.
var articles = set(`the a an`)

// copulas follow the name that a definition begins with.
var copulas = set(`is was are were`)

// hollowWords alone are not the name of an entity: months, weekdays, nationalities,
// languages, titles, generic nouns.
var hollowWords = set(`
january february march april may june july august september october november december
monday tuesday wednesday thursday friday saturday sunday
american british english french german italian spanish chinese japanese korean indian russian canadian australian irish scottish welsh
dutch belgian swiss austrian swedish norwegian danish finnish polish czech hungarian romanian bulgarian greek turkish israeli iranian
persian arab arabic egyptian african mexican brazilian argentine portuguese pakistani bangladeshi thai vietnamese indonesian filipino
european asian western eastern northern southern roman jewish christian catholic protestant islamic muslim latin tamil telugu hindi
malayalam bengali marathi kannada cantonese mandarin hong-kong ukrainian serbian croatian
soviet colombian chilean peruvian cuban nigerian kenyan
mr mrs ms dr sir lady lord king queen prince princess duke duchess earl count emperor empress president saint st
who whom whose which what when where why how are is was were do does did can could will would if both between although while
he she it they we his her its their this that these those there here
during after before since however also among other many most some several one two three first second third
film films movie song album band series novel book club team company school university college district county city town village`)

// meaningOf returns the traits joiner and hollow of a folded word.
func meaningOf(folded string) (t trait) {
	if joiners[folded] {
		t |= joiner | hollow
	}
	if hollowWords[folded] || text.IsStop(folded) {
		t |= hollow
	}
	return t
}

func set(words string) map[string]bool { return lists.Set(strings.Fields(words)) }

// personAsked are words of questions about persons.
const personAsked = `
born birth birthday died death die age mother father parent child son daughter sibling brother sister wife husband spouse
married grandfather grandmother uncle aunt nephew stepmother stepfather education studied graduated buried award nationality occupation
educated worked religion`

// personWithin is the number of words that aboutPerson reads.
const personWithin = 60

// personInText are words of texts about a person.
var personInText = set(`born he she his her him née`)

// aboutPerson reports whether a text seems to be about a person: it begins with he, she or
// born, or has a year in its first brackets.
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
		if personInText[folded] || bracket == 1 && len(folded) == 4 && t.is(digit) {
			return true
		}
	}
	return false
}
