package retrieve

import (
	"strings"

	"grove/internal/text"
)

// joiners stand inside names between capital words.
var joiners = set(`of the de von van der den del della di da du la le les el al bin ibn y e et and for in on at to a an des dos das zu af av`)

// spanJoiners are the joiners that hold a name together even where it is not
// known: "and" or "in" mostly stand between two names.
var spanJoiners = set(`of the de von van der den del della di da du la le bin ibn des dos das zu af av`)

// articles begin a name without belonging to it.
var articles = set(`the a an`)

// copulas follow the name that a definition begins with.
var copulas = set(`is was are were`)

// hollowWords alone name nothing that a question could be about: months,
// weekdays, peoples, languages, titles.
var hollowWords = set(`
january february march april may june july august september october november december
monday tuesday wednesday thursday friday saturday sunday
american british english french german italian spanish chinese japanese korean indian russian canadian australian irish scottish welsh
dutch belgian swiss austrian swedish norwegian danish finnish polish czech hungarian romanian bulgarian greek turkish israeli iranian
persian arab arabic egyptian african mexican brazilian argentine portuguese pakistani bangladeshi thai vietnamese indonesian filipino
european asian western eastern northern southern roman jewish christian catholic protestant islamic muslim latin tamil telugu hindi
malayalam bengali marathi kannada cantonese mandarin hong-kong ukrainian serbian croatian soviet colombian chilean peruvian cuban nigerian kenyan
mr mrs ms dr sir lady lord king queen prince princess duke duchess earl count emperor empress president saint st
who whom whose which what when where why how are is was were do does did can could will would if both between although while
he she it they we his her its their this that these those there here
during after before since however also among other many most some several one two three first second third
film films movie song album band series novel book club team company school university college district county city town village`)

// unionWords are the words of hollow and stop meaning that meaningOf knows.
func meaningOf(folded string) (t trait) {
	if joiners[folded] {
		t |= joiner | hollow
	}
	if hollowWords[folded] || text.IsStop(folded) {
		t |= hollow
	}
	return t
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

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
