package offline

import (
	_ "embed"
	"strings"
)

// The lists of words.txt, which says what each is.
var (
	joiners            = wordsOf("joiners")
	officeAreas        = wordsOf("officeAreas")
	notNames           = wordsOf("notNames")
	weekdays           = wordsOf("weekdays")
	kin                = wordsOf("kin")
	functionWords      = wordsOf("functionWords")
	openers            = wordsOf("openers")
	verbForms          = wordsOf("verbForms")
	emptyVerbs         = wordsOf("emptyVerbs")
	notVerbs           = wordsOf("notVerbs")
	regions            = wordsOf("regions")
	kinds              = kindTable("kinds")
	lastWords          = kindTable("lastWords")
	firstWords         = kindTable("firstWords")
	ofHeads            = wordsOf("ofHeads")
	honours            = wordsOf("honours")
	offices            = wordsOf("offices")
	givenNames         = wordsOf("givenNames")
	cities             = wordsOf("cities")
	monthNames         = wordsOf("monthNames")
	units              = wordsOf("units")
	zhFunction         = runesOf("zhFunction")
	zhBounds           = runesOf("zhBounds")
	zhNever            = runesOf("zhNever")
	zhSurnames         = runesOf("zhSurnames")
	zhDoubtful         = runesOf("zhDoubtful")
	zhCommonNouns      = wordsOf("zhCommonNouns")
	zhCompound         = wordsOf("zhCompound")
	zhNoPlace          = runesOf("zhNoPlace")
	zhOrgs             = wordsOf("zhOrgs")
	zhVerbs            = wordsOf("zhVerbs")
	zhDeedVerbs        = wordsOf("zhDeedVerbs")
	zhTitles           = listOf("zhTitles")
	zhBehindName       = listOf("zhBehindName")
	zhOrgSuffixes      = listOf("zhOrgSuffixes")
	zhBranches         = listOf("zhBranches")
	zhUnits            = listOf("zhUnits")
	zhNotNames         = wordsOf("zhNotNames")
	zhPlaces           = wordsOf("zhPlaces")
	zhStops            = wordsOf("zhStops")
	votings            = wordsOf("votings")
	ballots            = wordsOf("ballots")
	eventOrdinals      = wordsOf("eventOrdinals")
	causes             = wordsOf("causes")
	bodyHeads          = wordsOf("bodyHeads")
	zhDigits           = runesOf("zhDigits")
	zhGeneric          = runesOf("zhGeneric")
	zhLeading          = runesOf("zhLeading")
	zhTranslit         = runesOf("zhTranslit")
	zhForeign          = runesOf("zhForeign")
	zhBeforePlace      = listOf("zhBeforePlace")
	zhBehindPlace      = listOf("zhBehindPlace")
	partisans          = wordsOf("partisans")
	determiners        = wordsOf("determiners")
	auxiliaries        = wordsOf("auxiliaries")
	speaks             = wordsOf("speaks")
	titlesBefore       = wordsOf("titlesBefore")
	couples            = wordsOf("couples")
	stateAbbreviations = wordsOf("stateAbbreviations")
	joints             = wordsOf("joints")
	copulas            = wordsOf("copulas")
	clauseWords        = wordsOf("clauseWords")
	derivations        = listOf("derivations")
	dateNouns          = wordsOf("dateNouns")
	yearNouns          = wordsOf("yearNouns")
	numberNouns        = wordsOf("numberNouns")
	peopleNouns        = wordsOf("peopleNouns")
	hollowNouns        = wordsOf("hollowNouns")
	pluralNouns        = wordsOf("pluralNouns")
	placeNouns         = wordsOf("placeNouns")
	amountWords        = wordsOf("amountWords")
	pronouns           = wordsOf("pronouns")
	denials            = wordsOf("denials")
	earlierWords       = wordsOf("earlierWords")
	laterWords         = wordsOf("laterWords")
	bornWords          = wordsOf("bornWords")
	sameWords          = wordsOf("sameWords")
	inWords            = wordsOf("inWords")
	standIns           = wordsOf("standIns")
	dotted             = wordsOf("dotted")
	valueTypes         = wordsOf("valueTypes")
	opensYesNo         = wordsOf("opensYesNo")
	questionTerms      = wordsOf("questionTerms")
	zhDenials          = listOf("zhDenials")
)

// demonym tells a word for the people of a country, or of a larger region.
func demonym(word string) bool {
	if c, ok := countryNames[word]; ok {
		return !c.place
	}
	return regions[word]
}

//go:embed words.txt
var wordTable string

// wordLists are the lists of the table by their names.
var wordLists = readLists(wordTable)

func readLists(table string) map[string]string {
	m := map[string]string{}
	for list := range strings.SplitSeq(table, "\n\n") {
		for strings.HasPrefix(list, "#") {
			_, list, _ = strings.Cut(list, "\n") // a comment
		}
		name, words, _ := strings.Cut(list, ":")
		m[name] = words
	}
	return m
}

// wordsOf is the set of the words of a list.
func wordsOf(name string) map[string]bool { return wordSet(wordLists[name]) }

// listOf has the words of a list in its order.
func listOf(name string) []string { return strings.Fields(wordLists[name]) }

// runesOf is the set of the letters of a list.
func runesOf(name string) map[rune]bool {
	m := map[rune]bool{}
	for _, r := range strings.Join(listOf(name), "") {
		m[r] = true
	}
	return m
}

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

// zhPlaceSuffixes end the name of a place; true for those that hardly end
// anything else.
var zhPlaceSuffixes = map[rune]bool{
	'省': true, '市': true, '县': true, '区': true, '镇': true, '乡': true, '村': true, '州': true,
	'国': false, '山': false, '河': false, '江': false, '湖': false, '海': false, '岛': false, '洲': false, '港': false, '湾': false,
	'关': false, '寨': false, '岭': false, '城': false, '街': false, '路': false,
}
