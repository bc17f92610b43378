package offline

import (
	"slices"
	"strings"

	"grove/internal/lists"
	"grove/internal/text"
)

// order is the order of a comparison by date: -1 if the earlier one is asked for, 1 for the later one, 0 for no comparison.
func (q Question) order() int {
	for _, w := range q.words() {
		switch {
		case vocab.EarlierWords[w]:
			return -1
		case vocab.LaterWords[w]:
			return 1
		}
	}
	return 0
}

// comparing tells whether a question compares what it names: by date or, for yes or no, in what is the same.
func (q Question) comparing() bool {
	if q.Type == YesNo {
		return q.order() == 0 && slices.ContainsFunc(q.words(), func(w string) bool { return vocab.SameWords[w] })
	}
	return q.order() != 0
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
	var names []string
	for _, r := range readings {
		if name, _ := splitTitle(r.title); len(name) >= leastName { // a shorter title may be a word of the question
			names = append(names, name)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return len(b) - len(a) })
	for _, n := range append(names, q.Names...) {
		n = strings.ToLower(n)
		if at, times := text.Occurrences(lower, n); times > 0 {
			end := at + len(n)
			found = append(found, option{q.Text[at:end], at, end})
			lower = lower[:at] + strings.Repeat(" ", len(n)) + lower[end:]
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

// compare answers a question about two options by the dates or values of each; compares is false for another one.
func (k *Kit) compare(q *query, readings []*reading) (out Answer, compares bool) {
	options, two := q.options(readings)
	if !two || !q.comparing() {
		return out, false
	}
	verdict := q.Type == YesNo
	var found [2]Answer
	lists.Parallel(len(options), func(n int) { found[n] = k.ofOption(q, readings, options[1-n], "") })
	less := func() int { return int(flag(found[0].sure[oddsAt] > found[1].sure[oddsAt])) } // where both have an answer
	if !verdict && oneDate(found, options, readings) {
		n := less()
		found[n] = k.ofOption(q, readings, options[1-n], found[n].Best)
	}
	out = Answer{Wanted: []string{options[0].name, options[1].name}, Support: slices.Concat(found[0].Support, found[1].Support)}
	x, y := dateKey(found[0].Best), dateKey(found[1].Best)
	switch {
	case found[0].Best == "" || found[1].Best == "" || !verdict && x == y:
		return out, true
	case verdict:
		out.Best = q.verdictWord(sameValue(found[0].Best, found[1].Best))
	case (x > y) == (q.order() > 0):
		out.Best = options[0].name
	default:
		out.Best = options[1].name
	}
	out.sure = found[less()].sure
	out.sure[comparedAt] = 1
	return out, true
}

// oneDate tells whether one date of one sentence was found for both options though the sentence does not name both: it is that of one.
func oneDate(found [2]Answer, options [2]option, readings []*reading) bool {
	x, y := found[0], found[1]
	if x.Best == "" || y.Best == "" || !overlaps(x.Best, y.Best) {
		return false
	}
	at, other := x.Support[len(x.Support)-1], y.Support[len(y.Support)-1]
	sentence := text.Slice(readings[at.Passage].text, at.Start, at.End)
	return at == other && !(strings.Contains(sentence, options[0].name) && strings.Contains(sentence, options[1].name))
}

// overlaps tells whether one of two dates is the other or a part of it.
func overlaps(x, y string) bool { return strings.Contains(x, y) || strings.Contains(y, x) }

// ofOption asks about one of two options by the question without the other one. A date that overlaps the one taken by the other option, ""
// for none, is no answer.
func (k *Kit) ofOption(q *query, readings []*reading, other option, taken string) Answer {
	one := newQuery(k.Question(q.Text[:other.start]+" "+q.Text[other.end:], q.Language))
	dated := q.Type != YesNo
	if one.Type = When; !dated {
		one.askSame()
	}
	return k.spanAnswer(one, readings, func(g guess) bool {
		free := taken == "" || !overlaps(g.text, taken)
		return free && one.fit(g.span) > 0 && (!dated || dateKey(g.text) != 0) && nameMatch(readings[g.passage].title, other.name) < 0.8
	})
}

// askSame asks for what shall be the same, else for the country.
func (q *query) askSame() {
	q.Type = People
	for _, s := range q.page.sentences {
		for i, l := range s.lex {
			if n, ok := s.nounAsked(i + 1); ok && vocab.SameWords[l.lower] {
				q.setNoun(n)
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
	if ca, cb := countryNames[a].country, countryNames[b].country; ca != "" && cb != "" {
		return ca == cb
	}
	return foldName(a) == foldName(b)
}
