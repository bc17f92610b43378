package offline

import (
	"regexp"
	"strings"
)

// form is a shape of English question about one thing: the first group is the
// chain of names and relations, path what is asked about its end.
type form struct {
	shape *regexp.Regexp
	path  []string
}

func shape(re string) *regexp.Regexp { return regexp.MustCompile(`(?i)^` + re + `$`) }

// nameOf is "the name of" in a question, which asks for no more than what is named.
var nameOf = regexp.MustCompile(`(?i)^((?:what|who) (?:is|was|are|were) )the names? of `)

var forms = []form{
	{shape(`(?:when|what (?:date|year|day)|on what (?:date|day)|in (?:what|which) year) (?:was|were|is|are) (.+?)(?: was)? born`), []string{"date of birth"}},
	{shape(`when(?: is|'s| was) (.+?) ?['’]s birthday`), []string{"date of birth"}},
	{shape(`(?:where|(?:in )?(?:what|which) (?:city|country|place|town)) (?:was|were|is) (.+?) born(?: in)?`), []string{"place of birth"}},
	{shape(`(?:when|in (?:what|which) year|what (?:date|year)|on what (?:date|day)) did (.+?) (?:die|pass away)`), []string{"date of death"}},
	{shape(`where did (.+?) (?:die|pass away)`), []string{"place of death"}},
	{shape(`(?:why|how|of what|what) did (.+?) die(?: of| from)?`), []string{"cause of death"}},
	{shape(`where (?:was|is|were) (.+?) (?:buried|interred)`), []string{"place of burial"}},
	{shape(`(?:where|(?:at )?(?:what|which) (?:school|university|college)) (?:did|was|were) (.+?) (?:study|studied|graduate|graduated|educated|go to school|attend)(?: from| at| in)?`), []string{"education"}},
	{shape(`(?:where|who|for whom|what company) (?:does|did|is|was) (.+?) (?:work|works|employed)(?: at| for| by| in)?`), []string{"employer"}},
	{shape(`what (?:did|does|do) (.+?) do(?: for a living| for work| by profession)?`), []string{"occupation"}},
	{shape(`(?:what|which) nationality (?:is|was|are|were) (.+)`), []string{"nationality"}},
	{shape(`(?:what|which) country (?:is|was|are|were|does|did) (.+?) (?:from|come from)`), []string{"nationality"}},
	{shape(`(?:from )?(?:what|which) country (.+?) (?:is|was|are|comes|came)(?: from)?`), []string{"nationality"}},
	{shape(`(?:what|which) country (?:is|was) (.+?) (?:in|located in|situated in)`), []string{"country"}},
	{shape(`where (?:is|was|are|were) (.+?)(?: originally)? from`), []string{"origin"}},
	{shape(`where (?:did|does|do) (.+?)(?: originally)? (?:come|hail) from`), []string{"origin"}},
	{shape(`(?:what|how) (?:is|was) (.+?) (?:called|named)`), nil},
	{shape(`(?:what|which) (?:awards?|prizes?) (?:did |has |have )?(.+?) (?:receive|received|win|won|get|got|earn|earned|gain|gained)`), []string{"award"}},
	{shape(`who (?:is|was) (.+?) married to`), []string{"spouse"}},
	{shape(`(?:who|whom) did (.+?) marry`), []string{"spouse"}},
	{shape(`who (?:is|was) married to (.+)`), []string{"spouse"}},
	{shape(`(?:when|in (?:what|which) year) (?:was|were|did) (.+?) (?:released|published|premiered?|come out|came out|first shown|first published)`), []string{"date of release"}},
	{shape(`(?:when|in (?:what|which) year) (?:was|were) (.+?) (?:founded|established|formed|created|built|opened|incorporated|started)`), []string{"date of founding"}},
	{shape(`who (?:was the )?(?:directed|is the director of) (.+)`), []string{"director"}},
	{shape(`who (?:wrote|authored) (.+)`), []string{"author"}},
	{shape(`who (?:composed) (.+)`), []string{"composer"}},
	{shape(`who (?:produced) (.+)`), []string{"producer"}},
	{shape(`who (?:sang|sings|performed|performs|recorded) (.+)`), []string{"performer"}},
	{shape(`who (?:founded|established|started|set up) (.+)`), []string{"founder"}},
	{shape(`who (?:created|invented) (.+)`), []string{"creator"}},
	{shape(`who (?:published) (.+)`), []string{"publisher"}},
	{shape(`who (?:designed) (.+)`), []string{"designer"}},
	{shape(`who (?:led|commanded|headed) (.+)`), []string{"leader"}},
	{shape(`where (?:is|was|are|were) (.+?)(?: located| situated)`), []string{"location"}},
	{shape(`whose (?P<relation>[a-z -]+?) (?:is|was|are|were) (?P<name>.+)`), nil},
	{shape(`(?:who|what|when|where|which|whose|name)(?: is| was| are| were|'s) (.+)`), nil},
}

// choices are the criteria of comparisons, tried in order on the head of the question.
var choices = []struct {
	cue    *regexp.Regexp
	choice Choice
	rel    string
}{
	{regexp.MustCompile(`(?i)\blived longer\b|\blonger li(?:fe|ved)\b|\blongest\b`), Longest, ""},
	{regexp.MustCompile(`(?i)\b(?:died|death) (?:first|earlier)\b|\bdied? (?:first|earlier)\b`), Earliest, "date of death"},
	{regexp.MustCompile(`(?i)\b(?:died?|death) (?:later|last|more recently)\b`), Latest, "date of death"},
	{regexp.MustCompile(`(?i)\bolder\b|\bborn (?:first|earlier)\b`), Earliest, "date of birth"},
	{regexp.MustCompile(`(?i)\byounger\b|\bborn (?:later|last|more recently)\b`), Latest, "date of birth"},
	{regexp.MustCompile(`(?i)\b(?:founded|established|formed|started|created|built|opened) (?:first|earlier)\b`), Earliest, "date of founding"},
	{regexp.MustCompile(`(?i)\b(?:founded|established|formed|started|created|built|opened) (?:later|last|more recently)\b`), Latest, "date of founding"},
	{regexp.MustCompile(`(?i)\b(?:first|earlier)\b`), Earliest, "date of release"},
	{regexp.MustCompile(`(?i)\b(?:later|last|recently|latest|newer)\b`), Latest, "date of release"},
}

var (
	sameTail    = regexp.MustCompile(`(?i)[, ]+(?:(?:both|all)[, ]+)?(?:(?:are|were|is|was|born|located|situated|based|in|from|of|have|has|share|shared|sharing|that|who|which|with|come|comes|came|originate|originated|originates|the directors?|the composers?|the performers?|belong to|hail|the)[, ]+)*\bsame (countr\w+|nationalit\w+|state|city|place|continent)\b(.*)$`)
	sameWith    = regexp.MustCompile(`(?i)^[ ,]*(?:as|with) (.+)$`)
	bornIn      = regexp.MustCompile(`(?i)\bborn\b[^?]*$`)
	outOf       = regexp.MustCompile(`(?i)\s+(?:out of|between|among)\s+(.+?) and (.+)$`)
	yesNoOpener = regexp.MustCompile(`(?i)^(?:are|were|is|was|do|does|did|have|has)\s+`)
	roleWord    = regexp.MustCompile(`(?i)\b(director|composer|performer|producer|author|writer|screenwriter|founder|singer|creator|mother|father)s?\b`)
	groupNoun   = regexp.MustCompile(`(?i)^(?:the )?(?:both )?(?:of )?(?:the )?(?:two )?(?:films?|movies|songs?|villages|towns|cities|rivers|lakes|mountains|universities|colleges|schools|high schools|bands|musicians|people|places|albums|airports|companies|magazines|books|novels|buildings|settlements|directors|stadiums|islands|municipalities)\s*[,:]?\s+`)
	bothWord    = regexp.MustCompile(`(?i)^(?:both|the two)\s*(?:of )?[, ]\s*`)
	ofRole      = regexp.MustCompile(`(?i)^(?:the )?(?:both )?(?:the )?(director|composer|performer|producer|author|writer|screenwriter|founder|singer|creator)s? (?:of|for) (?:both )?(?:the )?(?:(?:films?|movies?|songs?|albums?|books?|novels?) )?`)
	bornTail    = regexp.MustCompile(`(?i)[, ]+(?:was )?(?:(?:born|died|released|published|founded|established|formed) (?:first|earlier|later|last)|older|younger|come out first|came out first)$`)
)

// read finds the form of an English question.
func (q *Question) read() {
	s := strings.TrimRight(q.Text, " ?!.\n\t")
	s = nameOf.ReplaceAllString(strings.Join(strings.Fields(s), " "), "$1")
	if q.Type != YesNo {
		q.clause = readClause(s)
	}
	if q.readSame(s) || q.readChoice(s) {
		return
	}
	for _, f := range forms {
		m := f.shape.FindStringSubmatch(s)
		if m == nil {
			continue
		}
		l := chain(m[1])
		if i := f.shape.SubexpIndex("relation"); i > 0 {
			l = chain(m[f.shape.SubexpIndex("name")])
			l.Path = append(l.Path, whose+strings.ToLower(m[i]))
		}
		l.Path = append(l.Path, f.path...)
		switch {
		case len(l.Path) > 0 && l.Name != "":
			q.Lookups = []Lookup{l}
		case q.Type == Who && q.clause == nil && namelike(l.Name): // "Who is Ahab?" asks what he is
			q.Type, q.Names = What, []string{l.Name}
		}
		return
	}
}

// readSame reads "Are A and B from the same country".
func (q *Question) readSame(s string) bool {
	if !yesNoOpener.MatchString(s) {
		return false
	}
	tail := sameTail.FindStringSubmatchIndex(s)
	if tail == nil {
		return false
	}
	rel := "country"
	if bornIn.MatchString(s[:tail[2]]) {
		rel = "place of birth"
	}
	body := yesNoOpener.ReplaceAllString(s[:tail[0]], "")
	role := roleOf(s[tail[0]:])
	if m := sameWith.FindStringSubmatch(s[tail[4]:tail[5]]); m != nil {
		body += " and " + m[1]
	}
	body = bothWord.ReplaceAllString(body, "")
	if m := ofRole.FindStringSubmatch(body); m != nil {
		role = relationOf(m[1])
	}
	for _, pair := range splitPairs(body, " and ") {
		var lookups []Lookup
		for _, part := range pair {
			part = strings.Trim(part, ", ")
			path := []string{rel}
			if m := ofRole.FindStringSubmatch(part); m != nil {
				path = []string{relationOf(m[1]), rel}
				part = part[len(m[0]):]
			} else if role != "" {
				path = []string{role, rel}
			}
			l := chain(groupNoun.ReplaceAllString(bothWord.ReplaceAllString(part, ""), ""))
			l.Path = append(l.Path, path...)
			lookups = append(lookups, l)
		}
		q.splits = append(q.splits, lookups)
	}
	return q.choose(Same)
}

// readChoice reads "Which film was released first, A or B" and "Was A or B born first".
func (q *Question) readChoice(s string) bool {
	s = outOf.ReplaceAllString(s, ", $1 or $2")
	if !strings.Contains(s, " or ") {
		return false
	}
	head, options, ok := strings.Cut(s, ", ")
	if yesNoOpener.MatchString(s) {
		tail := bornTail.FindStringIndex(s)
		if tail == nil {
			return false
		}
		head, options, ok = s[tail[0]:], yesNoOpener.ReplaceAllString(s[:tail[0]], ""), true
	}
	if !ok || !strings.Contains(options, " or ") {
		return false
	}
	for _, c := range choices {
		if !c.cue.MatchString(head) {
			continue
		}
		var path []string
		if role := roleOf(head); role != "" {
			path = append(path, role)
		}
		if c.rel != "" {
			path = append(path, c.rel)
		}
		for _, pair := range splitPairs(options, " or ") {
			var lookups []Lookup
			for _, part := range pair {
				lookups = append(lookups, Lookup{Name: kindless(strings.Trim(part, ", ")), Path: path})
			}
			q.splits = append(q.splits, lookups)
		}
		return q.choose(c.choice)
	}
	return false
}

// choose takes the most even reading of the pair.
func (q *Question) choose(c Choice) bool {
	best, least := -1, 0
	for i, pair := range q.splits {
		d := len(pair[0].Name) - len(pair[1].Name)
		if d < 0 {
			d = -d
		}
		if best < 0 || d < least {
			best, least = i, d
		}
	}
	if best < 0 {
		return false
	}
	q.Choice, q.Lookups = c, q.splits[best]
	return true
}

// splitPairs are all readings of a pair joined by the word.
func splitPairs(s, word string) [][2]string {
	var pairs [][2]string
	lower := strings.ToLower(s)
	if len(lower) != len(s) { // a case whose length differs
		lower = s
	}
	for from := 0; ; {
		i := strings.Index(lower[from:], word)
		if i < 0 {
			return pairs
		}
		a, b := s[:from+i], s[from+i+len(word):]
		if strings.Trim(a, ", ") != "" && strings.Trim(b, ", ") != "" {
			pairs = append(pairs, [2]string{a, b})
		}
		from += i + 1
	}
}

func roleOf(s string) string {
	if m := roleWord.FindStringSubmatch(s); m != nil {
		return relationOf(m[1])
	}
	return ""
}

var (
	article    = regexp.MustCompile(`(?i)^(?:the|a|an)\s+`)
	kindWord   = regexp.MustCompile(`(?i)^(?:the )?(?:film|movie|song|album|novel|book|play|band|single|series|opera|musical|company|city|village|town|river|magazine|university)\s+`)
	genitive   = regexp.MustCompile(`^(.+?)(?: ?['’]s|s['’]) ([\p{L}\- ]+)$`)
	ofWord     = regexp.MustCompile(`(?i)\s(?:of|for)\s+`)
	whoDid     = regexp.MustCompile(`(?i)^(?:[\p{L}-]+ ){1,3}?(?:who|that|which) (\w+) (?:the (?:film|song|novel|book) )?(.+)$`)
	properWord = regexp.MustCompile(`^[\p{Lu}\d"“'‘«]`)
)

// chain reads "the director of film X" and "X's father" into a lookup. What
// is no known relation counts as one where it is one to three lower-case words.
func chain(s string) Lookup {
	s = strings.TrimSpace(s)
	bare := article.ReplaceAllString(s, "")
	if l, ok := oneThat(bare); ok {
		return l
	}
	rel, rest := ofRelation(bare)
	if relationOf(rel) != "" {
		l := chain(rest)
		l.Path = append(l.Path, expand(relationOf(rel))...)
		return l
	}
	if m := genitive.FindStringSubmatch(bare); m != nil && relationOf(m[2]) != "" {
		l := chain(m[1])
		l.Path = append(l.Path, expand(relationOf(m[2]))...)
		return l
	}
	if rel != "" {
		l := chain(rest)
		l.Path = append(l.Path, rel)
		return l
	}
	if m := genitive.FindStringSubmatch(bare); m != nil && looseRelation(m[2]) && (namelike(m[1]) || looseRelation(m[1])) {
		l := chain(m[1])
		l.Path = append(l.Path, strings.ToLower(m[2]))
		return l
	}
	return Lookup{Name: kindless(s)}
}

// whereDid are clauses after a noun that ask for one of the kit's relations.
var whereDid = []form{
	{shape(`(?:city|town|village|place|country|island) (?:where|in which|that) (.+) (?:was|were) born(?: in)?`), []string{"place of birth"}},
	{shape(`(?:city|town|village|place|country|island) (?:where|in which|that) (.+) died(?: in)?`), []string{"place of death"}},
	{shape(`(?:year|date|day) (?:when|in which|on which|that) (.+) (?:was|were) born`), []string{"date of birth"}},
	{shape(`(?:year|date|day) (?:when|in which|on which|that) (.+) died`), []string{"date of death"}},
}

// oneThat reads "the engineer who designed X" and "the town where X was born".
func oneThat(s string) (Lookup, bool) {
	for _, w := range whereDid {
		if m := w.shape.FindStringSubmatch(s); m != nil {
			l := chain(m[1])
			l.Path = append(l.Path, w.path...)
			return l, true
		}
	}
	m := whoDid.FindStringSubmatch(s)
	if m == nil || ofWord.MatchString(s[:strings.Index(s, m[1])]) {
		return Lookup{}, false
	}
	verb := strings.ToLower(m[1])
	relation := doers[verb]
	if relation == "" {
		if !pastForm(verb) || lightVerb(verb) {
			return Lookup{}, false
		}
		relation = DoerOf + verb
	}
	l := chain(m[2])
	l.Path = append(l.Path, relation)
	return l, true
}

// DoerOf opens the name of a relation, in a Lookup, that is a deed: "who built".
const DoerOf = "who "

// ofRelation splits "REL of REST": the longest known relation, so that "date of
// birth of X" is not the date of something, else a loose one.
func ofRelation(s string) (relation, rest string) {
	loose := ""
	for _, m := range ofWord.FindAllStringIndex(s, 4) {
		head, tail := s[:m[0]], article.ReplaceAllString(s[m[1]:], "")
		if relationOf(head) != "" && tail != "" {
			relation, rest = strings.ToLower(head), tail
		} else if loose == "" && relation == "" && looseRelation(head) && (namelike(tail) || whoDid.MatchString(tail)) {
			loose, rest = strings.ToLower(head), tail
		}
	}
	if relation == "" {
		return loose, rest
	}
	return relation, rest
}

// namelike tells that words may be a name, with what kind of thing it names
// before it: not two words without capitals in a row, and not only such.
func namelike(s string) bool {
	lower, names := 0, 0
	for _, w := range strings.Fields(kindless(s)) {
		switch {
		case properWord.MatchString(w):
			names++
			lower = 0
		case !nameJoin(w):
			lower++
		}
		if lower > 1 {
			return false
		}
	}
	return names > 0
}

// doers are the relations behind "the one who did X".
var doers = map[string]string{"directed": "director", "wrote": "author", "composed": "composer", "produced": "producer",
	"founded": "founder", "established": "founder", "designed": "designer", "led": "leader", "commanded": "leader",
	"performed": "performer", "sang": "performer", "recorded": "performer", "created": "creator", "invented": "creator",
	"published": "publisher"}

// looseRelation tells one to three words without capitals.
func looseRelation(s string) bool {
	words := strings.Fields(s)
	if len(words) == 0 || len(words) > 3 {
		return false
	}
	return strings.ToLower(s) == s
}

// kindless drops the word that says what kind of thing a name names: "film X" -> "X".
func kindless(s string) string {
	if m := kindWord.FindString(s); m != "" && properWord.MatchString(s[len(m):]) && strings.ToLower(m) == m {
		s = s[len(m):]
	}
	return strings.Trim(s, ` "“”«»`)
}
