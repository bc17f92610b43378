package offline

import (
	"cmp"
	_ "embed"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"grove/internal/lists"
	"grove/internal/text"
)

// vocabulary is words.txt, which says what each list is, by the names of the lists.
type vocabulary struct {
	Joiners, NotNames, Weekdays, Kin, FunctionWords, Openers, VerbForms, EmptyVerbs, NotVerbs, Regions, OfHeads, Honours, Offices,
	GivenNames, Cities, MonthNames, Units, ZhCompound, ZhOrgs, ZhVerbs, ZhNotNames, Votings, Ballots, EventOrdinals, Causes,
	Determiners, Auxiliaries, Speaks, TitlesBefore, Couples, StateAbbreviations, Joints, Copulas, ClauseWords,
	HollowNouns, PluralNouns, AmountWords, MeasureVerbs, Pronouns, Denials, PlainDenials, EarlierWords, LaterWords, SameWords,
	StandIns, Dotted, ValueTypes, OpensYesNo, Tasks, Polite, EmptyBefore, Negations, NumberWords, QuestionTerms, Calls, ListWords,
	ItemBreaks set
	ZhFunction, ZhNever, ZhSurnames, ZhDoubtful, ZhPlaceSuffixes, ZhGeneric, ZhTranslit, ZhForeign          runeSet
	ZhCommonNouns, ZhTitles, ZhBehindName, ZhOrgSuffixes, ZhPlaces                                          zhWords
	Kinds, LastWords, FirstWords, NounAsks, Leads, Cues, ZhAsks, UnitMeasures, WordMeasures, DegreeMeasures kindTable
	ZhTasks, ZhDenials, ZhAffirms, ZhNegations, ZhRefusals, ZhUnits                                         []string
	ZhKin                                                                                                   map[string][]string
}

// A kindTable gives the kind of each word of the lists "NAME KIND", of a word of several the first.
type (
	set       map[string]bool
	runeSet   map[rune]bool
	kindTable map[string]string
)

// zhWords are Chinese words by their beginnings and by their ends, for finding the longest at a place; true is a whole word.
type zhWords struct{ beginnings, ends set }

//go:embed words.txt
var wordTable string

var vocab, zhAsks = readVocabulary(wordTable)

// readVocabulary also returns the question words of Chinese, the longer ones first.
func readVocabulary(table string) (v vocabulary, zhAsks []string) {
	var name, kind string
	for _, line := range lines(table) {
		if list, begins := strings.CutSuffix(line, ":"); begins {
			name, kind, _ = strings.Cut(list, " ")
			continue
		}
		words := strings.Fields(line)
		v.add(name, kind, words)
		if name == "zhAsks" {
			zhAsks = append(zhAsks, words...)
		}
	}
	return v, zhAsks
}

// add adds words to a list.
func (v *vocabulary) add(name, kind string, words []string) {
	field := reflect.ValueOf(v).Elem().FieldByName(strings.ToUpper(name[:1]) + name[1:])
	if field.Kind() == reflect.Map && field.IsNil() {
		field.Set(reflect.MakeMap(field.Type()))
	}
	switch list := field.Addr().Interface().(type) {
	case *[]string:
		*list = append(*list, words...)
	case *map[string][]string:
		(*list)[kind] = append((*list)[kind], words...)
	case *set:
		maps.Copy(*list, lists.Set(words))
	case *runeSet:
		maps.Copy(*list, lists.Set([]rune(strings.Join(words, ""))))
	case *kindTable:
		for _, w := range words {
			(*list)[w] = cmp.Or((*list)[w], kind)
		}
	case *zhWords:
		list.add(words)
	default:
		panic("words.txt: " + name)
	}
}

func (z *zhWords) add(words []string) {
	if z.ends == nil {
		z.beginnings, z.ends = set{}, set{}
	}
	for _, w := range words {
		for i, r := range w {
			head, tail := w[:i+utf8.RuneLen(r)], w[i:]
			z.beginnings[head], z.ends[tail] = z.beginnings[head] || head == w, z.ends[tail] || tail == w
		}
	}
}

// has tells a whole word.
func (z zhWords) has(w string) bool { return z.ends[w] }

// demonym tells a word for the people of a country, or of a larger region.
func demonym(word string) bool {
	c, country := countryNames[word]
	return country && !c.place || !country && vocab.Regions[word]
}

// lines are the lines of a table that are neither empty nor comments.
func lines(table string) []string {
	all := lists.Map(strings.Split(table, "\n"), strings.TrimSpace)
	return lists.Filter(all, func(line string) bool { return line != "" && line[0] != '#' })
}

// kindOf is the type that a noun makes of what it is said of, or "".
func kindOf(noun string) string {
	kind := cmp.Or(vocab.Kinds[noun], vocab.Kinds[strings.TrimSuffix(noun, "s")])
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

func cityOrCountry(name string) bool { return vocab.Cities[name] || countryNames[name].place }

// abbreviatedState tells "Calif.", "N.Y." and the like.
func abbreviatedState(name string) bool {
	return vocab.StateAbbreviations[strings.ReplaceAll(name, ".", "")]
}

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
