package offline

import (
	"cmp"
	_ "embed"
	"iter"
	"slices"
	"strings"

	"grove/internal/lists"
	"grove/internal/text"
)

// The lists of words.txt, which says what each is.
var (
	joiners            = wordsOf("joiners")
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
	zhNever            = runesOf("zhNever")
	zhSurnames         = runesOf("zhSurnames")
	zhDoubtful         = runesOf("zhDoubtful")
	zhCommonNouns      = zhWordsOf("zhCommonNouns")
	zhCompound         = wordsOf("zhCompound")
	zhOrgs             = wordsOf("zhOrgs")
	zhVerbs            = wordsOf("zhVerbs")
	zhTitles           = zhWordsOf("zhTitles")
	zhBehindName       = zhWordsOf("zhBehindName")
	zhOrgSuffixes      = zhWordsOf("zhOrgSuffixes")
	zhPlaceSuffixes    = runesOf("zhPlaceSuffixes")
	zhNotNames         = wordsOf("zhNotNames")
	zhPlaces           = zhWordsOf("zhPlaces")
	votings            = wordsOf("votings")
	ballots            = wordsOf("ballots")
	eventOrdinals      = wordsOf("eventOrdinals")
	causes             = wordsOf("causes")
	zhGeneric          = runesOf("zhGeneric")
	zhTranslit         = runesOf("zhTranslit")
	zhForeign          = runesOf("zhForeign")
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
	nounAsks           = kindTable("nounAsks")
	leads              = kindTable("leads")
	hollowNouns        = wordsOf("hollowNouns")
	pluralNouns        = wordsOf("pluralNouns")
	amountWords        = wordsOf("amountWords")
	measureVerbs       = wordsOf("measureVerbs")
	pronouns           = wordsOf("pronouns")
	denials            = wordsOf("denials")
	plainDenials       = wordsOf("plainDenials")
	earlierWords       = wordsOf("earlierWords")
	laterWords         = wordsOf("laterWords")
	sameWords          = wordsOf("sameWords")
	standIns           = wordsOf("standIns")
	dotted             = wordsOf("dotted")
	valueTypes         = wordsOf("valueTypes")
	opensYesNo         = wordsOf("opensYesNo")
	tasks              = wordsOf("tasks")
	polite             = wordsOf("polite")
	emptyBefore        = wordsOf("emptyBefore")
	negations          = wordsOf("negations")
	numberWords        = wordsOf("numberWords")
	questionTerms      = wordsOf("questionTerms")
	calls              = wordsOf("calls")
	listWords          = wordsOf("listWords")
	itemBreaks         = wordsOf("itemBreaks")
	cues               = kindTable("cues")
	zhAsked            = kindTable("zhAsks")
	unitMeasures       = kindTable("measures")
	wordMeasures       = kindTable("asks")
	degreeMeasures     = kindTable("degrees")
)

// demonym tells a word for the people of a country, or of a larger region.
func demonym(word string) bool {
	c, country := countryNames[word]
	return country && !c.place || !country && regions[word]
}

//go:embed words.txt
var wordTable string

// wordLists are the lists of the table by their names, listNames those in order.
var wordLists, listNames = readLists(wordTable)

func readLists(table string) (words map[string][]string, names []string) {
	words = map[string][]string{}
	for _, line := range lines(table) {
		if list, begins := strings.CutSuffix(line, ":"); begins {
			names = append(names, list)
		} else {
			last := names[len(names)-1]
			words[last] = append(words[last], strings.Fields(line)...)
		}
	}
	return words, names
}

// lines are the lines of a table that are neither empty nor comments.
func lines(table string) []string {
	all := lists.Map(strings.Split(table, "\n"), strings.TrimSpace)
	return lists.Filter(all, func(line string) bool { return line != "" && line[0] != '#' })
}

func wordsOf(name string) map[string]bool { return lists.Set(wordLists[name]) }

// zhWords are Chinese words by their beginnings and by their ends, for finding the longest at a place; true is a whole word.
type zhWords struct{ beginnings, ends map[string]bool }

func zhWordsOf(name string) zhWords {
	z := zhWords{map[string]bool{}, map[string]bool{}}
	for _, w := range wordLists[name] {
		for i := range w {
			z.beginnings[w[:i]] = z.beginnings[w[:i]]
			z.ends[w[i:]] = z.ends[w[i:]] || i == 0
		}
		z.beginnings[w] = true
	}
	delete(z.beginnings, "")
	return z
}

func runesOf(name string) map[rune]bool { return lists.Set([]rune(strings.Join(wordLists[name], ""))) }

// kindTable gives the kind of each word of the lists "NAME KIND", of a word of several the first.
func kindTable(name string) map[string]string {
	m := map[string]string{}
	for _, list := range listNames {
		kind, ok := strings.CutPrefix(list, name+" ")
		for _, w := range wordLists[list] {
			if ok && m[w] == "" {
				m[w] = kind
			}
		}
	}
	return m
}

// kindOf is the type that a noun makes of what it is said of, or "".
func kindOf(noun string) string {
	kind := cmp.Or(kinds[noun], kinds[strings.TrimSuffix(noun, "s")])
	ends := func(end string) bool { return len(noun) > len(end)+1 && strings.HasSuffix(noun, end) }
	if kind == "" && slices.ContainsFunc([]string{"ologist", "grapher", "player", "writer", "maker", "worker", "woman", "man"}, ends) {
		return "Person"
	}
	return kind
}

// countries has a line "country: people, ...; region, ..." for each country: the words for its people and the names of its regions.
//
//go:embed countries.txt
var countries string

// countryNames are what the names of countries, regions and peoples stand for.
var countryNames = readCountries()

type countryName struct {
	country string
	place   bool
}

func readCountries() map[string]countryName {
	names := map[string]countryName{}
	for _, line := range lines(countries) {
		country, rest, _ := strings.Cut(line, ": ")
		peoples, regions, _ := strings.Cut(rest, "; ")
		for name := range strings.SplitSeq(peoples, ", ") {
			names[name] = countryName{country, false}
		}
		for name := range strings.SplitSeq(country+", "+regions, ", ") {
			names[name] = countryName{country, true}
		}
	}
	delete(names, "")
	return names
}

func cityOrCountry(name string) bool { return cities[name] || countryNames[name].place }

// abbreviatedState tells "Calif.", "N.Y." and the like.
func abbreviatedState(name string) bool { return stateAbbreviations[strings.ReplaceAll(name, ".", "")] }

//go:embed relations.txt
var relationTable string

// Relations yields the rows of the table of relations: words of questions, and words of texts that state what they ask for.
func Relations() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, row := range lines(relationTable) {
			asks, states, directed := strings.Cut(row, ":")
			if directed && !yield(asks, states) {
				return
			}
		}
	}
}

// relations are the terms of texts by term of a question, relationTerms the terms of questions for relations.
var relations, relationTerms = readRelations()

func readRelations() (of map[string][]string, asked map[string]bool) {
	of, asked = map[string][]string{}, map[string]bool{}
	for _, row := range lines(relationTable) {
		asks, states, directed := strings.Cut(row, ":")
		from, to := distinct(text.Terms(asks)), distinct(text.Terms(states))
		if !directed {
			to = from
		}
		for _, t := range from {
			asked[t] = asked[t] || directed
			others := lists.Filter(to, func(n string) bool { return n != t })
			of[t] = lists.Once(append(of[t], others...))
		}
	}
	return of, asked
}
