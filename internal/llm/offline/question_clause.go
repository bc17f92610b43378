package offline

import (
	"regexp"
	"strings"
)

// asked is the part of a clause that a question asks for.
type asked int

// The parts: who does it, to what it is done, to whom, and when, where or how
// much, which leaves the doer and the deed known.
const (
	theDoer asked = iota
	theDone
	theReceiver
	theCircumstance
)

// clause is a question read as a statement with one part missing.
type clause struct {
	asks asked
	// verb is the deed, as verbKey gives it.
	verb string
	// subject is the doer, where it is not what is asked for; object is all that
	// follows the verb.
	subject, object string
	// noun is the kind of thing asked for: "town", "member of the crew"; "" for any.
	noun string
	// about is what belongs to the noun: "of the crew".
	about string
}

// clauseShape is a shape of question: the names of its groups are the parts.
type clauseShape struct {
	shape *regexp.Regexp
	asks  asked
}

var clauseShapes = []clauseShape{
	{shape(`(?:by whom|by which (?P<noun>[a-z ]+?)) (?:was|were|is|are) (?P<object>.+) (?P<verb>(?-i:[a-z-]+))`), theDoer},
	{shape(`(?:who|whom) (?:was|were|is|are) (?P<object>.+) (?P<verb>(?-i:[a-z-]+)) by`), theDoer},
	{shape(`to (?:whom|who|which (?P<noun>[a-z]+)) did (?P<subject>(?:(?:the|an?|his|her|its) )?[^ ]+(?: [^ ]+)*?) (?P<verb>(?-i:[a-z-]+)) (?P<object>.+)`), theReceiver},
	{shape(`(?:who|whom) did (?P<subject>(?:(?:the|an?|his|her|its) )?[^ ]+(?: [^ ]+)*?) (?P<verb>(?-i:[a-z-]+)) (?P<object>.+) to`), theReceiver},
	{shape(`(?:who|whom|what|(?:which|what) (?P<noun>[a-z -]+?)) (?:did|does) (?P<subject>(?:(?:the|an?|his|her|its) )?[^ ]+(?: [^ ]+)*?) (?P<verb>(?-i:[a-z-]+))(?P<object>(?: (?:in|on|at|to|for|from|with|after|before|during|as|up|out|by) .+)?)`), theDone},
	{shape(`(?:who|what) (?:has |had |have )?(?:first |also |originally |later )?(?P<verb>(?-i:[a-z-]+))(?P<object> .+)?`), theDoer},
}

var (
	whichNoun    = regexp.MustCompile(`(?i)^(?:which|what) `)
	afterPassive = regexp.MustCompile(`(?i)^(?:when|where|how many [a-z -]+?|in (?:which|what) [a-z]+) (?:did|does|do|was|were|is|are) (.+)$`)
)

// readClause reads an English question as a clause with one part missing.
func readClause(s string) *clause {
	if m := afterPassive.FindStringSubmatch(s); m != nil {
		return circumstance(m[1])
	}
	for _, cs := range clauseShapes {
		m := cs.shape.FindStringSubmatch(s)
		if m == nil {
			continue
		}
		part := func(name string) string {
			if i := cs.shape.SubexpIndex(name); i >= 0 {
				return strings.TrimSpace(m[i])
			}
			return ""
		}
		c := &clause{cs.asks, strings.ToLower(part("verb")), part("subject"), part("object"), strings.ToLower(part("noun")), ""}
		if lightVerb(c.verb) || verbKey(c.verb) == "" {
			continue
		}
		c.verb = verbKey(c.verb)
		return c
	}
	if whichNoun.MatchString(s) {
		return whichClause(strings.Fields(s)[1:])
	}
	return nil
}

// whichClause reads "which NOUN VERBED ..." and "which NOUN was X VERBED".
func whichClause(words []string) *clause {
	for i, w := range words {
		if i == 0 || properWord.MatchString(w) || !pastForm(w) && !lightVerb(w) {
			continue
		}
		c := &clause{noun: strings.ToLower(words[0]), about: strings.Join(words[1:i], " ")}
		if !lightVerb(w) {
			c.verb, c.object = verbKey(w), strings.Join(words[i+1:], " ")
			return c
		}
		rest := words[i+1:]
		for j, v := range rest {
			if !pastForm(v) || properWord.MatchString(v) {
				continue
			}
			c.verb, c.object = verbKey(v), strings.Join(rest[j+1:], " ")
			if c.subject = strings.Join(rest[:j], " "); c.subject != "" {
				c.asks = theDone
			}
			return c
		}
		return nil
	}
	return nil
}

// circumstance reads the clause after "when did", where a name opens it: the
// first word after the name that is no part of it is the verb.
func circumstance(s string) *clause {
	t := tokensOf(s, 0)
	i := 0
	if len(t) > 0 && article.MatchString(t[0].text+" ") {
		i = 1
	}
	_, end, next, ok := nameFrom(s, t, i)
	if !ok || next >= len(t) {
		return nil
	}
	for ; next < len(t); next++ {
		w := strings.ToLower(t[next].text)
		if verbOf[w] == "" && !pastForm(w) && next+1 < len(t) && (verbOf[t[next+1].text] != "" || lightVerb(t[next+1].text)) {
			continue // "the Wexley clock stand": the noun goes with the name
		}
		if lightVerb(w) || verbKey(w) == "" {
			return nil
		}
		return &clause{theCircumstance, verbKey(w), s[:end], strings.TrimSpace(s[t[next].end:]), "", ""}
	}
	return nil
}
