package offline

import (
	"regexp"
	"slices"
	"strings"

	"grove/internal/text"
)

// What somebody does for a living, where a text says so beside the name.

var (
	callingIs    = regexp.MustCompile(`^,? (?:is|was|became|worked as|works as|served as|trained as) (?:an? )((?:[a-z][a-z-]*[ -])*[a-z]+)`)
	callingAfter = regexp.MustCompile(`^, (?:an? )((?:[a-z][a-z-]* )*[a-z]+)(?:[,.;]| (?:of|from|in|at|who)\b)`)
	callingVerb  = regexp.MustCompile(`^,? (([a-z]+) (an? |the )?((?:[a-z]+ )?[a-z]+))(?:[,.;]| (?:in|at|for|and)\b)`)
	callingAhead = regexp.MustCompile(`\b(?:the|an?) ((?:[a-z]+ )?[a-z]+(?:er|or|ist|ian|man|woman|smith|wright|nurse|cook|priest|judge|poet|clerk|guide|pilot|surgeon|monk|nun|artist|chemist)) $`)
	callingEnd   = regexp.MustCompile(` (?:of|from|in|at|on|to|and|but|who|which|that|when|while|with|for|by|as)\b.*$`)
	// noCalling are kinds of people by what they are to others, by age or by rank in a row.
	noCalling = regexp.MustCompile(`\b(?:father|mother|brother|sister|son|daughter|wife|husband|uncle|aunt|cousin|friend|member|native|widow|widower|child|boy|girl|man|woman|person|former|other|first|one|` +
		`critic|rival|enemy|foe|ally|supporter|opponent|adversary|admirer|lover|hater|follower|believer|fan|neighbou?r|colleague|companion|partner|mentor|visitor|stranger|outsider|newcomer|winner|loser|victim|survivor|sufferer|prisoner|` +
		`bearer|heir|heiress|orphan|twin|baby|teenager|pensioner|elder|younger|older|latter|citizen|inhabitant|resident|descendant|suspect|witness)$`)
	// criticOf are the critics who are so by profession.
	criticOf   = regexp.MustCompile(`\b(?:film|art|music|literary|theatre|theater|drama|dance|food|book|television|architecture|restaurant) critic$`)
	genitiveIs = regexp.MustCompile(`^['’](?:s\b| [\p{L}])`)
)

// callings are what sentences that name somebody say that he or she does: "X is a cook",
// "X, a teacher", "the painter X", "X taught music".
func (f *finder) callings(name string) []finding {
	var out []finding
	for p, e := range f.evidence {
		for i := range e.sentences {
			s := e.sentence(i)
			at := strings.Index(s, name)
			if at < 0 || denied(s, at) {
				continue
			}
			if v := callingBeside(s[:at], s[at+len(name):]); v != "" {
				out = append(out, finding{v, p, i})
			}
		}
	}
	return out
}

func callingBeside(before, after string) string {
	if genitiveIs.MatchString(after) { // "the painter X's brother" says nothing of X
		return ""
	}
	for _, re := range []*regexp.Regexp{callingIs, callingAfter} {
		if m := re.FindStringSubmatch(after); m != nil {
			if v := callingEnd.ReplaceAllString(m[1], ""); v != "" && mayCall(v) {
				return v
			}
		}
	}
	if m := callingAhead.FindStringSubmatch(before); m != nil && mayCall(m[1]) {
		return m[1]
	}
	if m := callingVerb.FindStringSubmatch(after); m != nil && livesBy(m[2], m[3], m[4]) && !(deals.MatchString(m[2]) && inYear.MatchString(after[len(m[0]):])) {
		return m[1]
	}
	return ""
}

// mayCall tells whether a kind of person is one by calling.
func mayCall(kind string) bool { return !noCalling.MatchString(kind) || criticOf.MatchString(kind) }

var (
	teaches = regexp.MustCompile(`^(?:taught|teaches)$`)
	keeps   = regexp.MustCompile(`^(?:ran|runs|kept|keeps)$`)
	deals   = regexp.MustCompile(`^(?:sold|sells|built|builds|repaired|repairs|mended|mends|painted|paints)$`)
	inYear  = regexp.MustCompile(`^ (?:\d|` + months + ` )`) // once
	drives  = regexp.MustCompile(`^(?:drove|drives)$`)

	establishment = regexp.MustCompile(`\b(?:shop|store|school|inn|farm|tavern|pub|bar|hotel|hostel|mill|bakery|brewery|forge|smithy|foundry|factory|workshop|studio|gallery|restaurant|caf[eé]|kitchen|garage|nursery|orchard|vineyard|dairy|pharmacy|library|lighthouse|ferry|stall|stable|stables|laundry|press|newspaper|bookshop|business|company|firm|agency|clinic|practice|boarding house|guest house|museum|zoo|theatre|orphanage|post office)$`)
	livestock     = regexp.MustCompile(`\b(?:bees|sheep|goats|pigs|cattle|cows|hens|chickens|geese|horses|livestock)$`)
	goods         = regexp.MustCompile(`\b(?:fish|bread|milk|fruit|meat|furniture|cloth|clothing|wine|beer|coal|wood|timber|wool|rope|ice|tea|coffee|grain|salt|silk|lace|leather|jewell?ery|pottery|porcelain|insurance|machinery|glass|paint|soap|tobacco|software|real estate)$`)
	vehicle       = regexp.MustCompile(`\b(?:bus(?:es)?|coach(?:es)?|lorr(?:y|ies)|(?:taxi|cab|truck|tram|train|van|cart|carriage|ambulance|locomotive|tractor)s?)$`)
	anyWords      = regexp.MustCompile(`\b(?:all|any|both|many|most|more|some|several|few|other|these|those|two|three|four|five|six|seven|eight|nine|ten|twelve|hundreds|thousands|his|her|its|their|him|them|me|us|it|nobody|nothing|everybody|everyone|everything|something|somebody|someone|there|here|then|well|again|once|only|out|off|up|down|over|away|back)\b`)
)

// livesBy tells whether a verb and its object say what somebody lives by: what he deals in,
// many of a kind or by weight, or what he keeps, of what people keep for a living. One
// thing sold, or a secret kept, is no calling.
func livesBy(verb, article, object string) bool {
	if anyWords.MatchString(object) || slices.ContainsFunc(strings.Fields(object), text.IsStop) {
		return false
	}
	words := strings.Fields(object)
	last := words[len(words)-1]
	switch {
	case teaches.MatchString(verb):
		return article == ""
	case keeps.MatchString(verb):
		return article != "" && establishment.MatchString(object) || article == "" && livestock.MatchString(object)
	case deals.MatchString(verb):
		return article == "" && (pluralWord(last) || goods.MatchString(object))
	case drives.MatchString(verb):
		return article != "the " && vehicle.MatchString(object)
	}
	return false
}
