package offline

import (
	_ "embed"
	"strings"
)

// functionWords are English words that carry no content of their own. They are
// more than the search stop list: a key element is never one of them.
var functionWords = wordsOf("functionWords")

// openers are words that often begin a sentence and then wear a capital, but
// are no names. Together with functionWords and wordForms they keep single
// words at a sentence's beginning out of the names.
var openers = wordsOf("openers")

// verbForms are common verb forms that do not end in -ed, as they stand in
// narrative: they end a noun phrase, and may be a fact's main verb.
var verbForms = wordsOf("verbForms")

// emptyVerbs are verb forms that say too little to be a key element.
var emptyVerbs = wordsOf("emptyVerbs")

// notVerbs are words that end as verbs do but are nouns or adjectives.
var notVerbs = wordsOf("notVerbs")

// demonym tells a word for the people of a country, or of a larger region.
func demonym(word string) bool {
	if c, ok := countryNames[word]; ok {
		return !c.place
	}
	return regions[word]
}

var regions = wordsOf("regions")

// kinds gives the type that a noun makes of what it is said of: "is a village".
var kinds = kindTable("kinds")

//go:embed words.txt
var wordTable string

// wordLists are the lists of the table by their names.
var wordLists = readLists(wordTable)

func readLists(table string) map[string]string {
	m := map[string]string{}
	for list := range strings.SplitSeq(table, "\n\n") {
		name, words, _ := strings.Cut(list, ":")
		m[name] = words
	}
	return m
}

// wordsOf is the set of the words of a list.
func wordsOf(name string) map[string]bool { return wordSet(wordLists[name]) }

// kindTable gives the type of each word of the lists "NAME TYPE".
func kindTable(name string) map[string]string {
	m := map[string]string{}
	// A word under two types means the earlier one of this order.
	for _, t := range []string{"Work", "Person", "Location", "Organization", "Event", "Product", "Species", "Concept"} {
		for _, w := range strings.Fields(wordLists[name+" "+t]) {
			if _, taken := m[w]; !taken {
				m[w] = t
			}
		}
	}
	return m
}

// kindOf is the type that a noun makes of what it is said of, or "".
func kindOf(noun string) string {
	if t, ok := kinds[noun]; ok {
		return t
	}
	if t, ok := kinds[strings.TrimSuffix(noun, "s")]; ok {
		return t
	}
	for _, end := range []string{"ologist", "grapher", "player", "writer", "maker", "worker", "woman", "man"} {
		if len(noun) > len(end)+1 && strings.HasSuffix(noun, end) {
			return "Person"
		}
	}
	return ""
}

// lastWords gives the type of a name by its last word: "Amazon River".
var lastWords = kindTable("lastWords")

// firstWords gives the type of a name by its first word: "Battle of Hastings".
var firstWords = kindTable("firstWords")

// ofHeads are the words behind which "of" goes on with a name.
var ofHeads = wordsOf("ofHeads")

// joiners join the parts of a name where capitals stand on both sides.
var joiners = wordSet(`de del della di da do dos das du des von van der den ter ten zu af av la le las los el al y e bin ibn bint und of the & d' l' im am à`)

// honours are titles before a person's name that stay part of it.
var honours = wordsOf("honours")

// offices are titles before a person's name that are no part of it.
var offices = wordsOf("offices")

// officeAreas are words before an office: "Foreign Minister".
var officeAreas = wordSet("Foreign Defense Defence Interior Finance Attorney Health Justice Education Trade")

// notNames are short words in capitals that name nothing by themselves.
var notNames = wordSet("GMT EST PST UTC BST GDP DVD TV DJ CD EP LP MP CEO FM AM PM PC MC VHS UK-based")

// givenNames are common first names: weak evidence of a person.
var givenNames = wordsOf("givenNames")

// cities are large places that need no other cue. Countries and their regions
// are known from countries.
var cities = wordsOf("cities")

// monthNames are the months; May and March need a number beside them.
var monthNames = wordsOf("monthNames")

var weekdays = wordSet(`Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mon Tue Wed Thu Fri Sat Sun`)

// units are nouns that belong to the number before them.
var units = wordsOf("units")

// kin are nouns for a relative.
var kin = wordSet("father mother parents son daughter sons daughters child children wife husband widow spouse consort brother sister brothers sisters sibling friend")
