package offline

import (
	"regexp"
	"slices"
	"strings"

	"grove/internal/text"
)

var (
	letters    = regexp.MustCompile(`[\p{L}'’-]+`)
	byAfter    = regexp.MustCompile(`^[^.;:]{0,60}?\bby\s+(?:the\s+|an?\s+)?`)
	anaphor    = regexp.MustCompile(`(?i)\b(?:it|its|she|they|him|her|them|this|these|his|their|one)\b`)
	toWhom     = regexp.MustCompile(`\bto\s+`)
	firstNoun  = regexp.MustCompile(`^\s+(?:(?:to|in|at|on|for|of|from|with|into|by)\s+)?`)
	anotherOne = regexp.MustCompile(`^\s+(?:another|some other|a different)\b`) // it is done to something else
	lowerWords = regexp.MustCompile(`^[^A-Z.;:]{0,60}$`)
)

// clauseAnswer answers a clause from the sentences that state its deed, and
// from nothing else.
func (f *finder) clauseAnswer(c *clause) Answer {
	for p, e := range f.evidence {
		for i := range e.sentences {
			if v, ok := f.inClause(p, i, c); ok {
				f.useSentence(p, i)
				return Answer{Text: v, Score: 0.8, Sure: true}
			}
		}
	}
	for _, n := range f.q.Names {
		f.want(n)
	}
	return Answer{Missing: f.unanswered()}
}

// deeds are the verbs behind relations to the one who did something.
var deeds = map[string][]string{"author": {"write"}, "composer": {"compose"}, "founder": {"found"}, "designer": {"design"},
	"leader": {"lead"}, "creator": {"creat", "invent"}, "editor": {"edit"}}

// whoDid are those who did a deed to what a name names, each sentence's one.
func (f *finder) whoDid(name, verb string) []finding {
	c := &clause{asks: theDoer, verb: verbKey(verb), object: name}
	var out []finding
	for p, e := range f.evidence {
		for i := range e.sentences {
			if v, ok := f.inClause(p, i, c); ok {
				out = append(out, finding{v, p, i})
			}
		}
	}
	return out
}

// inClause reads the missing part from one sentence.
func (f *finder) inClause(p, i int, c *clause) (string, bool) {
	e := f.evidence[p]
	s := e.sentence(i)
	if !e.says(objectTerms(c.about)) {
		return "", false
	}
	for _, w := range letters.FindAllStringIndex(s, -1) {
		if verbKey(s[w[0]:w[1]]) != c.verb || denied(s, w[0]) {
			continue
		}
		var v string
		var ok bool
		support := f.support
		switch c.asks {
		case theDoer:
			v, ok = f.doer(p, i, w, c)
		case theDone, theReceiver:
			v, ok = f.done(p, i, w, c)
		}
		if ok && !f.inQuestion(v) && f.isKind(v, c.noun) {
			return v, true
		}
		f.support = support
	}
	return "", false
}

// doer reads who does the deed at w: "by X" after it, or the subject before it.
func (f *finder) doer(p, i int, w []int, c *clause) (string, bool) {
	s := f.evidence[p].sentence(i)
	if m := byAfter.FindStringIndex(s[w[1]:]); m != nil && mayBeDone.MatchString(s[:w[0]]) {
		start, end, ok := personAfter(s, w[1]+m[1])
		if ok && lowerWords.MatchString(s[w[1]+m[1]:start]) && f.covers(p, i, s[:w[1]+m[0]], c.object) {
			return f.fullName(p, s[start:end]), actorLike(s[start:end])
		}
	}
	if c.object != "" && (anotherOne.MatchString(s[w[1]:]) || !f.covers(p, i, s[w[1]:], c.object)) {
		return "", false
	}
	if m := oneOfThem.FindStringIndex(strings.TrimRight(s[:w[0]], " ")); m != nil && strings.HasPrefix(s[w[1]:], ":") {
		if names := properNames(s[w[1]:]); len(names) > 0 {
			return names[0].Text, true
		}
	}
	if isDone.MatchString(s[:w[0]]) && c.noun == "" {
		return "", false // it is done to the subject
	}
	v, ok := f.subjectBefore(p, i, w[0])
	return f.fullName(p, v), ok && actorLike(v)
}

var (
	isDone = regexp.MustCompile(`\b(?:is|was|are|were|been|being|be)\s+(?:[a-z]+ly\s+|first\s+)?$`)
	// mayBeDone also finds "a tower built by X" and "X, built by Y".
	mayBeDone = regexp.MustCompile(`(?:\b[a-z]+|[,(])\s*$`)
)

// done reads what follows the deed at w where the clause's subject does it.
func (f *finder) done(p, i int, w []int, c *clause) (string, bool) {
	e := f.evidence[p]
	s := e.sentence(i)
	if subject, ok := f.subjectBefore(p, i, w[0]); !ok || !sameOne(subject, c.subject) {
		return "", false
	}
	if c.object != "" && !f.covers(p, i, s[w[1]:], c.object) {
		return "", false
	}
	from := w[1]
	if c.asks == theReceiver {
		m := toWhom.FindStringIndex(s[from:])
		if m == nil {
			return "", false
		}
		from += m[1]
	}
	if start, end, ok := thingAfter(s, from); ok && c.noun != "" && f.q.Type != Who {
		if counted := severalOf.FindString(s[start:]); counted != "" && strings.HasSuffix(s[start:end], " "+c.noun) && start+len(counted) >= end {
			start, end, _, ok := nameFrom(s, tokensOf(s, start+len(counted)), 0) // "two books, A and B"
			return s[start:end], ok
		}
		if part := article.ReplaceAllString(ownerWord.ReplaceAllString(s[start:end], ""), ""); strings.HasSuffix(part, " "+c.noun) && strings.ToLower(part) == part {
			return part, true // "which arm": "his left arm"
		}
	}
	if c.noun != "" || f.q.Type == Who {
		start, end, ok := personAfter(s, from)
		return s[start:end], ok && lowerWords.MatchString(s[from:start]) && actorLike(s[start:end])
	}
	start, end, ok := thingAfter(s, from)
	return s[start:end], ok
}

var (
	// severalOf opens a list with how many of what kind it has.
	severalOf = regexp.MustCompile(`^(?:two|three|four|five|six|seven|eight|nine|ten|several|many|\d+) [a-z ]+(?:[,:] |$|\.)`)
	// ownerWord opens a phrase with its owner.
	ownerWord = regexp.MustCompile(`(?i)^(?:his|her|its|their)\s+`)
	// shortTitle ends in a title or an initial, whose stop ends nothing.
	shortTitle = regexp.MustCompile(`\b(?:Mr|Mrs|Ms|Dr|Prof|St|Capt|Col|Gen|Lt|Rev|Sr|Jr|No|[A-Z])$`)
	// fromWhom follows a thing with whom it came from.
	fromWhom = regexp.MustCompile(`\s+from\s+(?:Mr|Mrs|Ms|Dr|Prof|Capt|[A-Z])`)
)

// phraseEnd is where a phrase ends, -1 where nothing ends it: at the words of
// clauseEnd, but not at the stop of "Mr.", and before whom a thing came from.
func phraseEnd(s string) int {
	end := -1
	if m := fromWhom.FindStringIndex(s); m != nil {
		end = m[0]
	}
	for _, m := range clauseEnd.FindAllStringIndex(s, -1) {
		if s[m[0]] == '.' && shortTitle.MatchString(s[:m[0]]) {
			continue
		}
		if end < 0 || m[0] < end {
			end = m[0]
		}
		break
	}
	return end
}

// thingAfter reads the noun phrase or name right after a verb, with its article.
func thingAfter(s string, from int) (int, int, bool) {
	m := firstNoun.FindString(s[from:])
	if m == "" {
		return 0, 0, false
	}
	start := from + len(m)
	end := len(strings.TrimRight(s, ".!? "))
	if stop := phraseEnd(s[start:]); stop >= 0 {
		end = start + stop
	}
	words := strings.Fields(s[start:max(start, end)])
	if len(words) == 0 || len(words) > 8 || anaphor.MatchString(words[0]) && len(words) == 1 {
		return 0, 0, false
	}
	if !determined.MatchString(s[start:end]) && !capital(words[0]) && len(words) > 3 {
		return 0, 0, false
	}
	return start, end, true
}

// sameOne tells that two names may be one's: the same words, or the last word
// or all of one in the other.
func sameOne(a, b string) bool {
	a, b = unranked(article.ReplaceAllString(a, "")), unranked(article.ReplaceAllString(b, ""))
	if nameMatch(a, b) >= 0.5 || nameMatch(b, a) >= 0.5 {
		return true
	}
	wa, wb := strings.Fields(foldName(a)), strings.Fields(foldName(b))
	return len(wa) > 0 && len(wb) > 0 && (len(wa) == 1 || len(wb) == 1) && wa[len(wa)-1] == wb[len(wb)-1]
}

// stranded is what follows a verb where its object is left out: "against.".
var stranded = regexp.MustCompile(`^\s+(against|for|in favou?r)\s*[.!]?\s*$`)

// paragraphBack is how many sentences before one may say what it leaves out; beyond
// two they must stand in its paragraph.
const paragraphBack = 6

// covers tells whether a stretch of a sentence has all words of an object, or
// points back, by a pronoun or by some of the words, to the title or to the
// two sentences before, which have the others.
func (f *finder) covers(p, i int, stretch, object string) bool {
	e := f.evidence[p]
	missing := without(objectTerms(object), text.Terms(stretch))
	if len(missing) == 0 {
		return true
	}
	back := 2
	if m := stranded.FindStringSubmatch(stretch); m != nil && strings.HasPrefix(object, m[1]+" ") { // "X voted against.": what against, the paragraph says
		back = paragraphBack
	} else if len(missing) == len(objectTerms(object)) && !anaphor.MatchString(stretch) {
		return false
	}
	missing = without(missing, text.Terms(e.title))
	for j := i - 1; j >= max(0, i-back) && len(missing) > 0; j-- {
		if j < i-2 && strings.Contains(e.text[e.sentences[j].End:e.sentences[j+1].Start], "\n\n") {
			break
		}
		if rest := without(missing, text.Terms(e.sentence(j))); len(rest) < len(missing) {
			missing = rest
			f.useSentence(p, j)
		}
	}
	return len(missing) == 0
}

// objectTerms are the search terms of a phrase without ranks.
func objectTerms(s string) []string {
	var out []string
	for _, t := range text.Terms(s) {
		if !honorific(t) {
			out = append(out, t)
		}
	}
	return out
}

func without(terms, others []string) []string {
	return slices.DeleteFunc(slices.Clone(terms), func(t string) bool { return slices.Contains(others, t) })
}

// personNouns are kinds that any person may be of.
var personNouns = regexp.MustCompile(`^(?:person|man|woman|member|people|one|character|boy|girl|sailor|someone|participant)s?$`)

// isKind tells whether the evidence says of a name that it is a thing of a
// kind: by a word of the name, "the town of X", or "X is a town".
func (f *finder) isKind(name, noun string) bool {
	if noun == "" {
		return true
	}
	if personNouns.MatchString(noun) {
		return personLike(name)
	}
	kind := regexp.QuoteMeta(strings.TrimSuffix(noun, "s"))
	if regexp.MustCompile(`(?i)\b` + kind + `s?\b`).MatchString(name) {
		return true
	}
	n := regexp.QuoteMeta(name)
	says := regexp.MustCompile(`(?i)\b` + kind + `s?(?: of| called| named|,)? (?:the )?` + n + `\b|\b` + n + `(?: (?:is|was)|,) (?:an?|the) (?:[\w-]+ ){0,4}` + kind + `\b`)
	for _, e := range f.evidence {
		if says.MatchString(e.text) {
			return true
		}
	}
	return false
}
