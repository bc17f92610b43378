package offline

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grove/internal/lists"
)

// order is the order of a comparison by date: -1 if the earlier one is asked for, 1 for the later one, 0 for no comparison.
func (q Question) order() int {
	for _, w := range q.words() {
		switch {
		case earlierWords[w]:
			return -1
		case laterWords[w]:
			return 1
		}
	}
	return 0
}

// asksSame tells whether a question asks for what is the same.
func (q Question) asksSame() bool {
	return slices.ContainsFunc(q.words(), func(w string) bool { return sameWords[w] })
}

// option is one of the two things that a question compares, by its bytes in the question.
type option struct {
	name       string
	start, end int
}

// options returns the two things that a question compares: names that "or" or "and" joins, of which passages have the title if
// possible.
func (q *query) options(readings []*reading) (both [2]option, ok bool) {
	var found []option
	lower := strings.ToLower(q.Text)
	if len(lower) != len(q.Text) {
		lower = q.Text
	}
	names := lists.Map(readings, func(r *reading) string {
		name, _ := splitTitle(r.title)
		return name
	})
	slices.SortStableFunc(names, func(a, b string) int { return len(b) - len(a) })
	for i, n := range append(names, q.Names...) {
		n = strings.ToLower(n)
		least := 1
		if i < len(readings) {
			least = 3 // a title may be a word of the question
		}
		for end := 0; len(n) >= least; {
			at := strings.Index(lower[end:], n)
			if at < 0 {
				break
			}
			at += end
			end = at + len(n)
			if apart(lower, at, end) && !slices.ContainsFunc(found, func(x option) bool { return at < x.end && x.start < end }) {
				found = append(found, option{q.Text[at:end], at, end})
				break
			}
		}
	}
	slices.SortFunc(found, func(a, b option) int { return a.start - b.start })
	for i := 0; i+1 < len(found); i++ {
		between := strings.Trim(q.Text[found[i].end:found[i+1].start], " ,\"'“”")
		switch strings.TrimSuffix(between, " the") {
		case "or", "and", "和", "与", "还是":
			return [2]option{found[i], found[i+1]}, true
		}
	}
	return both, false
}

// apart tells whether bytes at to end of a text are no part of a longer word; Chinese letters are words.
func apart(s string, at, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	behind, _ := utf8.DecodeRuneInString(s[end:])
	return !slices.ContainsFunc([]rune{before, behind}, func(r rune) bool {
		return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !isHan(r)
	})
}

// compare answers a question about two options by the dates or values of each; compares is false for another one.
func (k *Kit) compare(q *query, readings []*reading) (out Answer, compares bool) {
	sign := q.order()
	verdict := q.Type == YesNo
	if verdict != (sign == 0) || verdict && !q.asksSame() {
		return out, false
	}
	options, ok := q.options(readings)
	if !ok {
		return out, false
	}
	var found [2]Answer
	for n := range options {
		found[n] = k.ofOption(q, readings, options[1-n])
	}
	out = Answer{Wanted: []string{options[0].name, options[1].name}, Support: slices.Concat(found[0].Support, found[1].Support)}
	x, y := dateKey(found[0].Best), dateKey(found[1].Best)
	switch {
	case found[0].Best == "" || found[1].Best == "" || !verdict && x == y:
		return out, true
	case verdict:
		out.Best = q.verdictWord(sameValue(found[0].Best, found[1].Best))
	case (x > y) == (sign > 0):
		out.Best = options[0].name
	default:
		out.Best = options[1].name
	}
	out.sure = found[0].sure // of the less probable one
	if found[1].sure[oddsAt] < out.sure[oddsAt] {
		out.sure = found[1].sure
	}
	out.sure[comparedAt] = 1
	return out, true
}

// ofOption asks about one of two options by the question without the other one.
func (k *Kit) ofOption(q *query, readings []*reading, other option) Answer {
	one := newQuery(k.Question(q.Text[:other.start]+" "+q.Text[other.end:], q.Language))
	dated := q.Type != YesNo
	if one.Type = When; !dated {
		one.askSame()
	}
	return k.spanAnswer(one, readings, func(g guess) bool {
		return one.fit(g.span) > 0 && (!dated || dateKey(g.text) != 0) && nameMatch(readings[g.passage].title, other.name) < 0.8
	})
}

// askSame asks for what shall be the same, else for the country.
func (q *query) askSame() {
	q.Type = People
	p := read("", q.Text, "en")
	for _, s := range p.sentences {
		for i, l := range s.lex {
			if sameWords[l.lower] {
				q.readNoun(s, i+1)
			}
		}
	}
}

// verdictWord returns yes or no in the language of the question.
func (q *query) verdictWord(yes bool) string {
	if yes {
		return q.in("yes", "是")
	}
	return q.in("no", "否")
}

// sameValue compares countries as countries and anything else as names.
func sameValue(a, b string) bool {
	if ca, cb := countryOf(a), countryOf(b); ca != "" && cb != "" {
		return ca == cb
	}
	return foldName(a) == foldName(b)
}
