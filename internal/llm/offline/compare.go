package offline

import (
	"slices"
	"strings"

	"grove/internal/text"
)

// order is a comparison by date: -1 if the earlier one is asked for, 1 for the later one.
func (q *query) order() (sign int, born bool) {
	for _, w := range text.Words(strings.ToLower(q.Text)) {
		switch {
		case earlierWords[w.Text]:
			return -1, bornWords[w.Text]
		case laterWords[w.Text]:
			return 1, bornWords[w.Text]
		}
	}
	return 0, false
}

// asksSame tells whether a question asks for what is the same.
func (q *query) asksSame() bool {
	return slices.ContainsFunc(text.Words(strings.ToLower(q.Text)), func(w text.Word) bool { return sameWords[w.Text] })
}

// option is one of the two things that a question compares, by its bytes in the question.
type option struct {
	name       string
	start, end int
}

// options returns the two things that a question compares: names joined by or, and or a comma,
// of which passages have the title if possible.
func (q *query) options(readings []*reading) (both [2]option, ok bool) {
	var found []option
	add := func(o option) {
		if !slices.ContainsFunc(found, func(x option) bool { return o.start < x.end && x.start < o.end }) {
			found = append(found, o)
		}
	}
	lower := strings.ToLower(q.Text)
	var names []string
	for _, r := range readings {
		name, _ := splitTitle(r.title)
		names = append(names, name)
	}
	slices.SortStableFunc(names, func(a, b string) int { return len(b) - len(a) })
	for _, n := range names {
		if at := strings.Index(lower, strings.ToLower(n)); len(n) > 2 && at >= 0 && at+len(n) <= len(q.Text) {
			add(option{q.Text[at : at+len(n)], at, at + len(n)})
		}
	}
	p := readPage("", q.Text)
	for _, s := range p.sentences {
		for _, m := range s.nameMarks() {
			add(option{m.text, s.lex[m.first].start, s.lex[m.last-1].end})
		}
	}
	slices.SortFunc(found, func(a, b option) int { return a.start - b.start })
	for i := 0; i+1 < len(found); i++ {
		switch strings.Trim(q.Text[found[i].end:found[i+1].start], " ,\"'“”") {
		case "or", "and", "", "和", "与", "还是":
			return [2]option{found[i], found[i+1]}, true
		}
	}
	return both, false
}

// compare answers a question about two options; compares is false for another one.
func (k *Kit) compare(q *query, readings []*reading) (answer Answer, compares bool) {
	sign, born := q.order()
	verdict := q.wanted == wantsVerdict
	if verdict != (sign == 0) || verdict && !q.asksSame() {
		return answer, false
	}
	options, ok := q.options(readings)
	switch {
	case !ok:
		return answer, false
	case verdict:
		c := k.ofEach(q, readings, options, "", (*query).askSame, func(one *query, g guess) bool { return one.fit(g.span) > 0 })
		return c.answer(q.verdictWord(sameValue(c.found[0].Best, c.found[1].Best))), true
	}
	return k.byDate(q, readings, options, sign, born), true
}

// compared is what is found of each of two options.
type compared struct {
	options [2]option
	found   [2]Answer
}

// ofEach asks about each of two options, with more words and as ask says; admits tells the candidates.
func (k *Kit) ofEach(q *query, readings []*reading, options [2]option, extra string,
	ask func(*query), admits func(*query, guess) bool) compared {
	c := compared{options: options}
	for n := range options {
		other := options[1-n]
		words := q.Text[:other.start] + " " + q.Text[other.end:]
		one := newQuery(k.Question(strings.TrimSpace(words)+extra, q.Language))
		ask(one)
		c.found[n] = k.spanAnswer(one, readings, func(g guess) bool {
			return admits(one, g) && nameMatch(readings[g.passage].title, other.name) < 0.8 // not of the other one
		})
	}
	return c
}

// answer is that of a comparison, "" where it is undecided or an option has none. Of the inputs of Reader.Sure it has those of the
// option with the less probable candidate.
func (c compared) answer(best string) Answer {
	a := Answer{Wanted: []string{c.options[0].name, c.options[1].name}, Support: slices.Concat(c.found[0].Support, c.found[1].Support)}
	if best == "" || c.found[0].Best == "" || c.found[1].Best == "" {
		return a
	}
	a.Best, a.sure = best, c.found[0].sure
	if c.found[1].sure[oddsAt] < a.sure[oddsAt] {
		a.sure = c.found[1].sure
	}
	a.sure = slices.Clone(a.sure)
	a.sure[comparedAt] = 1
	return a
}

// byDate compares the dates of two options.
func (k *Kit) byDate(q *query, readings []*reading, options [2]option, sign int, born bool) Answer {
	extra := ""
	if born {
		extra = " born"
	}
	c := k.ofEach(q, readings, options, extra, func(one *query) { one.wanted = wantsDate }, func(_ *query, g guess) bool {
		return (g.kind == dateSpan || g.kind == yearSpan) && dateKey(g.text) != 0
	})
	x, y := dateKey(c.found[0].Best), dateKey(c.found[1].Best)
	switch {
	case x == y:
		return c.answer("")
	case (x > y) != (sign > 0):
		return c.answer(options[1].name)
	}
	return c.answer(options[0].name)
}

// askSame asks for what shall be the same.
func (q *query) askSame() {
	p := readPage("", q.Text)
	for _, s := range p.sentences {
		for i, l := range s.lex {
			if sameWords[l.lower] {
				q.readNoun(s, i+1)
			}
		}
	}
	if q.wanted == wantsVerdict {
		q.wanted = wantsPeople
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
