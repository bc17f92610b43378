package offline

import (
	"regexp"
	"slices"
	"strings"

	"grove/internal/text"
)

// Numbers: what "how many", "how much", "how long" and their like ask for. A number
// answers only with what it counts or measures beside it: a year is no price.

var (
	anyNumber = regexp.MustCompile(`(?i)(?:[$£€¥]\s?)?\b\d+(?:,\d{3})*(?:\.\d+)?(?:\s?%|\s(?:million|billion|thousand|hundred|percent|per cent)\b)?|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine|hundred|thousand|million))*\b`)

	countAsked = regexp.MustCompile(`(?i)\bhow many ([\p{L}' -]+)`)
	// askEnd ends the words for what is counted: what the question says of it follows.
	askEnd = regexp.MustCompile(`(?i)\s(?:did|does|do|was|were|is|are|has|have|had|can|could|will|would|of|in|on|at|to|for|from|with|by|live|lived|work|worked|belong|belonged|there|that|who)\b.*$`)

	askedMoney  = regexp.MustCompile(`(?i)\bhow much (?:money|(?:did|does|do|is|was|were|are|has|had|would|will)\b.*\b(?:pa(?:y|id)|cost|spen[dt]|sell|sold|earn(?:ed)?|worth|charged?|owed?|invest(?:ed)?|donated?|raised?|buy|bought|lend|lent|borrow(?:ed)?)\b)`)
	askedWeight = regexp.MustCompile(`(?i)\bhow (?:heavy\b|much (?:does|did|do) .+ weigh\s*\?*$)`)
	askedHeight = regexp.MustCompile(`(?i)\bhow (?:deep|tall|high|wide|far)\b`)
	askedLength = regexp.MustCompile(`(?i)\bhow long (?:is|was|are|were)\b`)
	askedSpan   = regexp.MustCompile(`(?i)\bhow long\b`)
	askedAge    = regexp.MustCompile(`(?i)\bhow old\b`)
	askedShare  = regexp.MustCompile(`(?i)\b(?:what|which) percentage\b|\bhow many per ?cent\b`)
	askedMuch   = regexp.MustCompile(`(?i)\bhow (?:much|big|large)\b`)

	lengthUnit = unit(`m|cm|mm|km|metres?|meters?|(?:kilo|centi|milli)met(?:re|er)s?|feet|foot|ft|inch(?:es)?|yards?|fathoms?|leagues?|miles?|storeys?|stories`)
	weightUnit = unit(`kg|kilogram(?:me)?s?|grams?|g|t|tons?|tonnes?|lbs?|pounds?|ounces?|oz|stone`)
	timeUnit   = unit(`seconds?|minutes?|min|hours?|days?|nights?|weeks?|fortnights?|months?|years?|decades?|centur(?:y|ies)`)
	moneyUnit  = unit(`euros?|pounds?|dollars?|cents?|pence|shillings?|guineas?|crowns?|francs?|marks?|rupees?|yen|yuan|rou?bles?|pesos?|lire|florins?|ducats?|kron(?:or|er|a)`)
	otherUnit  = unit(`acres?|hectares?|ha|litres?|liters?|gallons?|barrels?|bushels?|square [a-z]+|cubic [a-z]+|degrees?|watts?|kilowatts?|horsepower|knots?|tokens?|bytes|GB|MB|kB|kW|MW|hp|mph|km/h|°C|°F`)

	// population are words for people; popBefore leads to their number.
	population = regexp.MustCompile(`(?i)^(?:people|persons|inhabitants|residents)$`)
	popBefore  = regexp.MustCompile(`(?i)\b(?:population|inhabitants|residents)\b(?:[^.;\d]{0,30}?\b(?:of|was|is|were|are)|:)?\s*(?:about |nearly |over |some )?$`)
	agedBefore = regexp.MustCompile(`(?i)\b(?:aged?(?: of)?|at the age of|turned)\s+$`)
	wasBefore  = regexp.MustCompile(`(?i)\b(?:he|she|they|[\p{L}]+) (?:is|was|were|are)\s+(?:only |about |just )?$`)
	ageAfter   = regexp.MustCompile(`(?i)^(?:[ -]years?[ -](?:old|of age)|[ -]years?[ -]old|\s*(?:[.,;]|$|when\b|at\b|and\b))`)
	smallWord  = regexp.MustCompile(`^[\s-]+(?:[\p{L}-]+\s+){0,3}?([\p{L}-]+)`)
)

// unit tells a unit that follows a number.
func unit(words string) *regexp.Regexp {
	return regexp.MustCompile(`^[ -]?(?:` + words + `)\b(?:[ -]and a half)?`)
}

// unitNames are the short forms of units by the stem of their names.
var unitNames = map[string]*regexp.Regexp{"metr": unit("m"), "meter": unit("m"), "kilometr": unit("km"), "kilomet": unit("km"), "kilogram": unit("kg"), "gram": unit("g"), "ton": unit("t"), "tonn": unit("t"),
	"feet": unit("ft|foot"), "pound": unit("lbs?"), "hectar": unit("ha")}

// numbers are the numbers of a sentence that are of the kind asked for, each with its unit.
func (f *finder) numbers(sentence string) []candidate {
	var out []candidate
	for _, m := range anyNumber.FindAllStringIndex(sentence, -1) {
		if end, bonus, ok := f.numberFits(sentence, m[0], m[1]); ok {
			out = append(out, candidate{sentence[m[0]:end], m[0], end, bonus})
		}
	}
	return out
}

// numberFits tells whether the number at start..end is of the kind asked for, where
// it ends with its unit, and what that is worth.
func (f *finder) numberFits(s string, start, end int) (to int, bonus float64, ok bool) {
	number, q := s[start:end], f.q.Text
	if strings.HasPrefix(s[end:], "-") && !timeUnit.MatchString(s[end:]) && !lengthUnit.MatchString(s[end:]) || start > 0 && s[start-1] == '-' && !isSpaceBefore(s, start) {
		return 0, 0, false // a part of a name or of a range: B-200
	}
	money := strings.ContainsAny(number[:min(3, len(number))], "$£€¥")
	share := strings.HasSuffix(number, "%") || strings.HasSuffix(number, "percent") || strings.HasSuffix(number, "per cent")
	if d := dimension.FindStringSubmatch(s[end:]); d != nil && askedOther(q, d[1]) {
		return 0, 0, false
	}
	units := func(list ...*regexp.Regexp) (int, float64, bool) {
		for _, u := range list {
			if m := u.FindString(s[end:]); m != "" && !money {
				return end + len(strings.TrimRight(m, " -")), 0.15, true
			}
		}
		return 0, 0, false
	}
	switch {
	case countAsked.MatchString(q):
		if f.counts(s, start, end) {
			return end, 0.15, true
		}
		return end, -0.1, !bareYear.MatchString(number) && alsoCounts.MatchString(s[:start]) && f.countedBefore(s, start)
	case askedShare.MatchString(q):
		return end, 0.15, share
	case askedMoney.MatchString(q):
		if money {
			return end, 0.15, true
		}
		return units(moneyUnit)
	case askedWeight.MatchString(q):
		if to, bonus, ok = units(weightUnit); ok && !weighed(s, start, to) {
			return 0, 0, false
		}
		return to, bonus, ok
	case askedHeight.MatchString(q):
		return units(lengthUnit)
	case askedLength.MatchString(q):
		return units(lengthUnit, timeUnit)
	case askedSpan.MatchString(q):
		return units(timeUnit)
	case askedAge.MatchString(q):
		return f.ageAt(s, start, end)
	case askedMuch.MatchString(q):
		if money || share {
			return end, 0.1, true
		}
		return units(moneyUnit, weightUnit, lengthUnit, timeUnit, otherUnit)
	}
	if unit := smallWord.FindStringSubmatch(s[end:]); unit != nil && f.asked(unit[1]) {
		return end, 0.15, true
	}
	return end, -0.1, !bareYear.MatchString(number) && number != "one"
}

var (
	weighWord  = regexp.MustCompile(`(?i)\b(?:weigh(?:s|ed|ing|t|ts)?|heavy|heavier|mass)\b`)
	weighLead  = regexp.MustCompile(`(?i)(?:\b(?:is|was|are|were|be|at)|[(:|–—])\s*(?:(?:only|just|about|nearly|over|almost|some|around|roughly|exactly|approximately)\s+)?$`)
	bearsWord  = regexp.MustCompile(`(?i)\b(?:carr(?:y|ies|ied|ying)|h[oe]ld(?:s|ing)?|lift(?:s|ed|ing)?|load(?:s|ed|ing)?|bears?|bore|bearing|haul(?:s|ed|ing)?|transport(?:s|ed|ing)?|uses?|used|burn(?:s|ed|t)?)\b`)
	ofSomeWare = regexp.MustCompile(`(?i)^ of [a-z]`)
)

// weighed tells whether a sentence says at start..end what something weighs, and not what
// it carries or how much of a ware there is.
func weighed(s string, start, end int) bool {
	if ofSomeWare.MatchString(s[end:]) {
		return false
	}
	lead := s[:start]
	if m := bearsWord.FindAllStringIndex(lead, -1); m != nil && !weighWord.MatchString(lead[m[len(m)-1][1]:]) {
		return false
	}
	return weighWord.MatchString(s) || weighLead.MatchString(lead)
}

// dimension is what a length is called that stands behind it: "310 metres long".
var dimension = regexp.MustCompile(`^[ -]?[a-z]+ (long|wide|broad|tall|high|deep|thick)\b`)

// askedOther tells whether the question asks for another dimension than the one said.
func askedOther(question, said string) bool {
	for _, same := range []string{"long", "wide broad", "tall high", "deep", "thick"} {
		if strings.Contains(same, said) {
			asked := howAsked.FindStringSubmatch(question)
			return asked != nil && !strings.Contains(same, strings.ToLower(asked[1]))
		}
	}
	return false
}

var howAsked = regexp.MustCompile(`(?i)\bhow (long|far|wide|broad|tall|high|deep|thick)\b`)

func isSpaceBefore(s string, at int) bool { return at < 2 || s[at-2] == ' ' } // "-20 degrees"

// bareYear is a number that is a year rather than a count.
var bareYear = regexp.MustCompile(`^(?:1\d{3}|20\d{2})$`)

// counted is what "how many" asks the number of: the first plural of its words, else
// the last one.
func (q Question) counted() string {
	m := countAsked.FindStringSubmatch(q.Text)
	if m == nil {
		return ""
	}
	words := strings.Fields(askEnd.ReplaceAllString(m[1]+" ", ""))
	for _, w := range words {
		if pluralWord(w) {
			return strings.ToLower(w)
		}
	}
	if len(words) == 0 {
		return ""
	}
	return strings.ToLower(words[len(words)-1])
}

func pluralWord(w string) bool {
	switch strings.ToLower(w) {
	case "people", "men", "women", "children", "feet", "mice", "geese", "sheep", "wives", "lives":
		return true
	}
	return len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss")
}

// counts tells whether the number at start..end counts what the question asks for: the
// noun stands behind it, at most three words on, or "population of" before it.
func (f *finder) counts(s string, start, end int) bool {
	noun := f.q.counted()
	if noun == "" {
		return false
	}
	if short := unitNames[firstTerm(noun)]; short != nil && short.MatchString(s[end:]) {
		return true
	}
	if population.MatchString(noun) && popBefore.MatchString(s[:start]) {
		return true
	}
	after := s[end:]
	if stop := strings.IndexAny(after, ",;:.()"); stop >= 0 {
		after = after[:stop]
	}
	words := letters.FindAllString(after, 4)
	for i, w := range words {
		if sameNoun(w, noun) {
			return !f.otherClause(s, start, end, w)
		}
		if i == 3 || text.IsStop(strings.ToLower(w)) || pastForm(strings.ToLower(w)) && i == 0 {
			return false
		}
	}
	return false
}

var (
	nextClause = regexp.MustCompile(`(?:[,;]|\b(?:and|but|while|whereas))\s+(?:(?:in|on|by|after|later|then)\b[^,;.]{0,20}\s)?$`)
	doneToIt   = regexp.MustCompile(`^\s+(?:is|was|are|were|(?:has|have|had) been)\s+(?:[a-z]+ly\s+)?([a-z]+)`)
)

// otherClause tells whether what is counted at start..end is what a clause behind that of
// the question's deed is about: "X lost two anchors and five ships were built".
func (f *finder) otherClause(s string, start, end int, noun string) bool {
	c := f.q.clause
	if c == nil || c.verb == "" || !nextClause.MatchString(s[:start]) {
		return false
	}
	after := s[end:]
	m := doneToIt.FindStringSubmatch(after[strings.Index(after, noun)+len(noun):])
	return m != nil && verbKey(m[1]) != c.verb &&
		slices.ContainsFunc(letters.FindAllString(s[:start], -1), func(w string) bool { return verbKey(w) == c.verb })
}

// alsoCounts leads to a second number of the same things: "412 barges, against 388".
var alsoCounts = regexp.MustCompile(`\b(?:against|compared (?:with|to)|and|but|or)\s+(?:only |some |about )?$`)

// countedBefore tells whether a number before byte at counts what the question asks for.
func (f *finder) countedBefore(s string, at int) bool {
	return slices.ContainsFunc(anyNumber.FindAllStringIndex(s[:at], -1), func(m []int) bool { return f.counts(s, m[0], m[1]) })
}

// sameNoun tells two forms of one noun, or two words for people.
func sameNoun(a, b string) bool {
	return strings.EqualFold(a, b) || firstTerm(a) != "" && firstTerm(a) == firstTerm(b) || population.MatchString(a) && population.MatchString(b) ||
		singularOf[strings.ToLower(b)] == strings.ToLower(a)
}

// singularOf are the plurals that no stemmer unites with their singulars.
var singularOf = map[string]string{"people": "person", "men": "man", "women": "woman", "children": "child", "feet": "foot", "wives": "wife"}

func firstTerm(word string) string {
	if terms := text.Terms(word); len(terms) > 0 {
		return terms[0]
	}
	return ""
}

// ageAt tells whether the number at start..end is an age.
func (f *finder) ageAt(s string, start, end int) (to int, bonus float64, ok bool) {
	number := s[start:end]
	if len(number) > 3 && number[0] <= '9' || slices.Contains([]string{"thousand", "million", "dozen"}, strings.ToLower(number)) {
		return 0, 0, false
	}
	after := ageAfter.FindString(s[end:])
	if f.ofOtherEvent(s[end:]) {
		return 0, 0, false
	}
	switch {
	case agedBefore.MatchString(s[:start]):
		return end, 0.15, true
	case strings.Contains(after, "year"):
		return end, 0.15, true
	case strings.HasPrefix(strings.TrimSpace(after), "when") && indexWord(f.q.Text, "when") < 0:
		return 0, 0, false
	case after != "" && wasBefore.MatchString(s[:start]):
		return end, 0.15, true
	}
	return 0, 0, false
}

var (
	whenOwn   = regexp.MustCompile(`(?i)\bwhen (?:he|she|they|it)\b`)
	whenOther = regexp.MustCompile(`^[^.;]*?\bwhen (?:(?:his|her|its|their|the|an?)\b|(\p{Lu}[\p{L}'’-]*))`)
)

// ofOtherEvent tells whether what stands behind an age dates it by what others did,
// "when her brother died", where the question asks for its own subject's deed.
func (f *finder) ofOtherEvent(after string) bool {
	m := whenOther.FindStringSubmatch(after)
	return m != nil && whenOwn.MatchString(f.q.Text) && (m[1] == "" || !strings.Contains(f.q.Text, m[1]))
}
