package offline

import (
	"regexp"
	"strings"
)

// follower finds the value of one relation in a text about its subject.
type follower struct {
	// cues end where the value begins, the surest first. A cue with a group gives
	// the group as the value.
	cues []*regexp.Regexp
	// scan reads the value after a cue.
	scan func(s string, from int) (start, end int, ok bool)
	// inverse are cues in a text about the value that lead to the subject's name.
	inverse *regexp.Regexp
	// own cues speak of the text's subject, so that a clause about a relative
	// ("his father died") must be passed over.
	own bool
	// date is true where the value is a date.
	date bool
	// several is true where "and" may join more values.
	several bool
}

func res(patterns ...string) []*regexp.Regexp {
	var out []*regexp.Regexp
	for _, p := range patterns {
		out = append(out, regexp.MustCompile(p))
	}
	return out
}

// followers are the relations that the kit can follow.
var followers = map[string]follower{
	"director": {several: true, scan: personAfter,
		cues:    res(`\b[Dd]irected(?: and [\w-]+)* (?:entirely )?by\b`, `\b[Dd]irected\b[^.;]{0,60}?\bby\b`, `\b(?:film|movie|feature|documentary|comedy|drama)s? (?:written and directed )?(?:by|from)(?: the)?(?: director)?\b`, `\bdirector(?: is| was|,)?\b`, `\bfilm of\b`),
		inverse: regexp.MustCompile(`\b(?:directed|directs|directing|director of|director|directorial|helmed|films?|movies?)\b`)},
	"performer": {several: true, scan: personAfter,
		cues:    res(`\b(?:[Rr]ecorded|[Pp]erformed|[Ss]ung|[Rr]eleased)(?: and [\w-]+)*(?: in [A-Z]\w+)? by\b`, `\b(?:song|single|track|ballad|album|hit|entry|EP|record)\b[^.;()]{0,40}?\b(?:by|from|of)\b`, `\bby (?:the )?\b`, `\bsinger\b`),
		inverse: regexp.MustCompile(`\b(?:sang|recorded|performed|released|single|song|hit|album)\b`)},
	"composer": {several: true, scan: personAfter,
		cues:    res(`\b(?:[Cc]omposed|[Ss]cored)(?: and [\w-]+)*(?: for it)? by\b`, `\b[Mm]usic(?:al)?(?: score)?(?: for [^.;]{0,30}?)?(?: was| is| were)?(?: [a-z]+)? by\b`, `\b(?:score|soundtrack|songs?|tunes?)\b[^.;]{0,40}?\bby\b`, `\b[Mm]usic (?:director|composer)(?: is| was|,)?`, `\bcomposer\b`, `\b[Ww]ritten(?: and [\w-]+)* by\b`, `\bby\b`),
		inverse: regexp.MustCompile(`\b(?:composed|scored|wrote|composer|music|song|score)\b`)},
	"producer": {several: true, scan: personAfter, cues: res(`\b[Pp]roduced(?: and [\w-]+)* by\b`, `\b[Pp]roducer\b`), inverse: regexp.MustCompile(`\bproduced\b`)},
	"author": {several: true, scan: personAfter,
		cues:    res(`\b(?:[Ww]ritten|[Aa]uthored|[Cc]o-written|[Pp]enned)(?: and [\w-]+)* by\b`, `\b(?:[Ss]creenplay|[Ss]cript|[Ll]yrics|[Ss]tory)\b[^.;]{0,30}?\bby\b`, `\b(?:novel|book|play|poem|story|memoir|work|essay|series)\b[^.;]{0,40}?\b(?:by|of)\b`, `\bby\b`),
		inverse: regexp.MustCompile(`\b(?:wrote|author of|written|writer of|novel|book|play)\b`)},
	"founder": {several: true, scan: personAfter,
		cues:    res(`\b(?:[Ff]ounded|[Ee]stablished|[Cc]reated|[Ss]tarted|[Ff]ormed|[Ss]et up|[Ll]aunched)(?: and [\w-]+)*(?: in \d{4})?(?: [^.;]{0,30}?)?\bby\b`, `\b[Ff]ounders?(?: is| was| were|,)?\b`),
		inverse: regexp.MustCompile(`\b(?:founded|co-founded|established|founder of|co-founder of|started)\b`)},
	"creator":   {several: true, scan: personAfter, cues: res(`\b(?:[Cc]reated|[Ii]nvented|[Dd]esigned|[Dd]eveloped)(?: and [\w-]+)* by\b`, `\b(?:[Cc]reator|[Ii]nventor)\b`), inverse: regexp.MustCompile(`\b(?:created|invented|designed|creator of|inventor of)\b`)},
	"publisher": {scan: personAfter, cues: res(`\b[Pp]ublished\b[^.;]{0,30}?\bby\b`, `\b[Pp]ublisher\b`), inverse: regexp.MustCompile(`\bpublish`)},
	"designer":  {scan: personAfter, cues: res(`\b[Dd]esigned(?: and [\w-]+)* by\b`, `\b(?:[Dd]esigner|[Aa]rchitect)(?: is| was|,)?\b`), inverse: regexp.MustCompile(`\b(?:designed|designer of|architect of)\b`)},
	"leader":    {scan: personAfter, cues: res(`\b(?:[Ll]ed|[Cc]ommanded|[Hh]eaded) by\b`, `\b(?:[Ll]eader|[Cc]ommander)(?: is| was|,)?\b`), inverse: regexp.MustCompile(`\b(?:led|commanded|headed|leader of|commander of)\b`)},
	"editor":    {scan: personAfter, cues: res(`\b[Ee]dited by\b`, `\b[Ee]ditor(?:-in-chief)?(?: is| was|,)?\b`), inverse: regexp.MustCompile(`\bedit`)},
	"presenter": {scan: personAfter, cues: res(`\b(?:[Pp]resented|[Hh]osted) by\b`, `\b(?:[Pp]resenter|[Hh]ost)\b`), inverse: regexp.MustCompile(`\b(?:presented|presenter|hosted)\b`)},
	"star":      {several: true, scan: personAfter, cues: res(`\b(?:[Ss]tarring|[Ss]tars|[Ss]tarred|featuring)\b`), inverse: regexp.MustCompile(`\b(?:starred|appeared|played)\b`)},

	"father": {scan: personAfter, cues: res(`\b(?:[Ss]on|[Dd]aughter|[Cc]hild|[Hh]eir|issue)s? (?:and [a-z]+ )?(?:of|to)\b`, `\b[Bb]orn (?:in [^.;]{0,40}?)?to\b`, `\b(?:[Hh]is|[Hh]er|[Tt]heir) (?:own |late )?father(?: was| is|,)?(?: named| called)?\b`, `\bfather(?: was| is|,)\b`, `\bfathered by\b`),
		inverse: regexp.MustCompile(`\b(?:father|parent|[Hh]is (?:\w+ )?(?:sons?|daughters?)|children)\b`)},
	"mother": {scan: personAfter, cues: res(`\b(?:[Hh]is|[Hh]er|[Tt]heir) (?:own |late )?mother(?: was| is|,)?(?: named| called)?\b`, `\bmother(?: was| is|,)\b`),
		inverse: regexp.MustCompile(`\b(?:mother|parent|[Hh]er (?:\w+ )?(?:sons?|daughters?)|gave birth)\b`)},
	"parent": {several: true, scan: personAfter, cues: res(`\b(?:[Ss]on|[Dd]aughter|[Cc]hild)s? (?:of|to)\b`, `\b[Bb]orn (?:in [^.;]{0,40}?)?to\b`, `\b(?:[Hh]is|[Hh]er) (?:father|mother|parents)(?: was| is| were|,)?\b`)},
	"spouse": {scan: personAfter, cues: res(`\b(?:[Mm]arried|[Ww]ed)(?: to| with)?\b`, `\b(?:[Ww]ife|[Hh]usband|[Ww]idow|[Ww]idower|[Cc]onsort|[Ss]pouse|[Pp]artner|[Ee]mpress|[Cc]oncubine)(?: [a-z]+)? (?:of|to)\b`, `\b(?:[Hh]is|[Hh]er) (?:\w+ )?(?:wife|husband|spouse|consort)(?: was| is|,)?\b`, `\bmarriage (?:to|with)\b`),
		inverse: regexp.MustCompile(`\b(?:married|wife|husband|consort|widow|spouse|marriage)\b`)},
	"child": {several: true, scan: personAfter, cues: res(`\b(?:[Ff]ather|[Mm]other|[Pp]arent) (?:of|to)\b`, `\b(?:[Hh]is|[Hh]er|[Tt]heir) (?:\w+ )?(?:sons?|daughters?|child|children)(?: is| was| are| were| include| included|,)?\b`, `\b(?:sons?|daughters?|children)(?: named| called|,|:)`, `\b(?:sons?|daughters?)\b`),
		inverse: regexp.MustCompile(`\b(?:son|daughter|child|born to|[Hh]is father|[Hh]er father|[Hh]is mother|[Hh]er mother)\b`)},
	"sibling": {several: true, scan: personAfter, cues: res(`\b(?:[Bb]rother|[Ss]ister|[Ss]ibling|[Tt]win)s? (?:of|to)\b`, `\b(?:[Hh]is|[Hh]er|[Tt]heir|[Ww]hose) (?:\w+ )?(?:brother|sister|sibling|twin)s?(?: is| was|,)?\b`, `\b(?:brother|sister|sibling)s?\b`),
		inverse: regexp.MustCompile(`\b(?:brother|sister|sibling|twin)s?\b`)},

	"date of birth":    {own: true, date: true, cues: res(`\b[Bb]orn\b`, `\bdate of birth\b`, `\bbirthday\b`)},
	"date of death":    {own: true, date: true, cues: res(`\b(?:[Dd]ied|[Dd]eath|passed away|was (?:killed|assassinated|executed|murdered|found dead|beheaded|hanged)|drowned|committed suicide)\b`)},
	"date of release":  {date: true, cues: res(`\b(?:[Rr]eleased|[Pp]ublished|[Pp]remiered)(?: [a-z]+){0,3} (?:on|in)\b`, `\b(?:is|was) an? `)},
	"date of founding": {date: true, cues: res(`\b(?:[Ff]ounded|[Ee]stablished|[Ff]ormed|[Cc]reated|[Bb]uilt|[Oo]pened|[Ii]ncorporated|[Ss]tarted|[Ll]aunched|[Ii]naugurated)\b`)},

	"place of birth":  {own: true, scan: placeAfter, cues: res(`\b[Bb]orn\b`, `\bbirthplace\b`)},
	"place of death":  {own: true, scan: placeAfter, cues: res(`\b(?:[Dd]ied|passed away|was (?:killed|assassinated|executed|murdered|found dead|beheaded|hanged)|death|drowned|committed suicide)\b`)},
	"place of burial": {scan: placeAfter, cues: res(`\b(?:[Bb]uried|[Ii]nterred|entombed|laid to rest)\b`)},
	"cause of death":  {scan: phraseAfter, cues: res(`\b(?:[Dd]ied|death|passed away)\b[^.;]{0,60}?\b(?:of|from|due to|after|following|caused by)(?: an?| the)?(?: (?:apparent|sudden|massive|fatal))?\b`, `\bcause of death was\b(?: an?)?`, `\b(?:killed|drowned|assassinated|executed|murdered)\b(?: in| by)?(?: an?)?`, `\b(?:suffered|had) (?:an?|his \w+|her \w+)(?: fatal)?\b`)},
	"education":       {scan: schoolAfter, cues: res(`\b(?:[Gg]raduated?|[Ss]tudied|[Ee]ducated|[Aa]ttended|[Aa]lumn\w+|degree|diploma|[Ss]tudies|enrolled|schooling|studying)\b`)},
	"employer":        {scan: personAfter, cues: res(`\b(?:[Ww]ork(?:ed|s|ing)|[Ee]mployed|[Pp]rofessor|[Tt]eaches|[Tt]aught|[Rr]esearcher|[Pp]lays)(?: [a-z]+){0,4} (?:at|for|with|by)\b`)},
	"award":           {scan: awardAfter, cues: res(`\b(?:[Ww]on|[Rr]eceived|[Aa]warded|[Rr]ecipient of|[Hh]onou?red with|[Ii]nducted into|[Ww]inner of|[Ee]arned)\b`)},
	"location":        {scan: placeAfter, cues: res(`\b(?:[Ll]ocated|[Ss]ituated|[Bb]ased|[Hh]eadquartered|lies|stands)\b`, `\b(?:is|was) an? `)},
	"origin":          {own: true, scan: originAfter, cues: res(`\b(?:[Nn]ative|[Ii]nhabitant|[Cc]itizen) of\b`, `\b(?:came|comes|come|hails|hailed|coming) (?:originally )?from\b`, `(?:\b(?:is|was)|,) an? [a-z -]{1,40} from\b`)},
	"occupation":      {scan: occupationAfter, cues: res(`\b(?:is|was) an? `)},
}

// relative tells a clause that speaks of somebody else than the subject.
var relative = regexp.MustCompile(`(?i)\b(?:father|mother|wife|husband|son|daughter|brother|sister|parents|widow)\b[^.;,]{0,30}$`)

var (
	inPlace    = regexp.MustCompile(`\b(?:in|at|near|from|on the island of)\s+(?:the\s+)?(?:(?:city|town|village|suburb|district) of\s+|what is now\s+|present-day\s+|nearby\s+|northern\s+|southern\s+|eastern\s+|western\s+|central\s+|his home in\s+|her home in\s+)?`)
	afterDate  = regexp.MustCompile(`^\s*,?\s*(?:in|at|,)?\s*(?:the\s+)?`)
	schoolName = regexp.MustCompile(`\b(?:University|College|School|Academy|Institute|Conservatory|Conservatoire|Seminary|Polytechnic|Universit\w+|Lyceum|Gymnasium)\b`)
	awardName  = regexp.MustCompile(`\b(?:Award|Prize|Medal|Oscar|Grammy|Emmy|Hall of Fame|Order|Cup|Lion|Palme|Golden|Bear|César|Honou?rs?|Fellowship|Trophy|Star|Padma|Ratna|Cross)`)
	clauseEnd  = regexp.MustCompile(`\s+(?:in|at|on|while|when|after|during|aged|and|who|which|where|near|caused|brought|that|shortly|by)\b|[,.;:()"]`)
)

// placeAfter finds the first place after a cue, within its clause.
func placeAfter(s string, from int) (int, int, bool) {
	clause := clauseAfter(s, from)
	if dates := findDates(clause, true); len(dates) > 0 {
		d := dates[0]
		gap := strings.TrimSpace(clause[:d[0]])
		if len(gap) < 25 && !inPlace.MatchString(gap+" X") {
			if m := afterDate.FindString(clause[d[1]:]); strings.TrimSpace(m) != "" {
				if start, end, ok := placeAt(s, from+d[1]+len(m)); ok {
					return start, end, true
				}
			}
		}
	}
	for _, m := range inPlace.FindAllStringIndex(clause, -1) {
		if start, end, ok := placeAt(s, from+m[1]); ok {
			return start, end, true
		}
	}
	return 0, 0, false
}

// placeAt reads a name that is no month, up to the first comma.
func placeAt(s string, at int) (int, int, bool) {
	t := tokensOf(s, at)
	if len(t) == 0 || monthWord.MatchString(t[0].text) {
		return 0, 0, false
	}
	start, end, _, ok := nameFrom(s, t, 0)
	if !ok || start-at > 1 {
		return 0, 0, false
	}
	return start, end, true
}

// originAfter reads the place right after "native of" or "from".
func originAfter(s string, from int) (int, int, bool) {
	for _, the := range []string{" the ", " "} {
		if strings.HasPrefix(s[from:], the) {
			return placeAt(s, from+len(the))
		}
	}
	return 0, 0, false
}

// clauseAfter is what follows in the same clause, at most 200 bytes.
func clauseAfter(s string, from int) string {
	end := min(len(s), from+200)
	rest := s[from:end]
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case ';', ')':
			return rest[:i]
		}
	}
	for _, stop := range []string{" and died", " died", " where he died"} {
		if i := strings.Index(rest, stop); i > 0 {
			rest = rest[:i]
		}
	}
	return rest
}

// phraseAfter reads a noun phrase after a cue, such as a cause.
func phraseAfter(s string, from int) (int, int, bool) {
	rest := s[from:]
	trimmed := strings.TrimLeft(rest, " ")
	start := from + len(rest) - len(trimmed)
	end := len(s)
	if m := clauseEnd.FindStringIndex(trimmed); m != nil {
		end = start + m[0]
	}
	if n := len(strings.Fields(s[start:end])); n == 0 || n > 5 || end-start < 3 {
		return 0, 0, false
	}
	for _, a := range []string{"complications of ", "complications from ", "his ", "her ", "an ", "a ", "the "} {
		if strings.HasPrefix(s[start:end], a) {
			start += len(a)
		}
	}
	return start, end, end > start
}

// named gives a scanner for the first name whose words match.
func named(s string, from int, kind *regexp.Regexp) (int, int, bool) {
	t := tokensOf(s, from)
	for i := 0; i < len(t); {
		start, end, next, ok := nameFrom(s, t, i)
		if ok && kind.MatchString(s[start:end]) {
			return start, end, true
		}
		i = max(next, i+1)
	}
	return 0, 0, false
}

func schoolAfter(s string, from int) (int, int, bool) { return named(s, from, schoolName) }
func awardAfter(s string, from int) (int, int, bool)  { return named(s, from, awardName) }

// occupationAfter reads what somebody is: "an American film director".
func occupationAfter(s string, from int) (int, int, bool) {
	found := findCountries(s[from:])
	start := from
	if len(found) > 0 && found[0].Start < 20 {
		start = from + found[0].End
	}
	start, end, ok := phraseAfter(s, start)
	if !ok {
		return 0, 0, false
	}
	kind := callingEnd.ReplaceAllString(s[start:end], "")
	return start, end, mayCall(kind) || strings.HasSuffix(kind, "member") // of a parliament, say
}
