package offline

import (
	"slices"
	"strings"

	"grove/internal/text"
)

// The words of the two comparisons: by date, and same or different.
var (
	earlierWords = wordSet("first earlier older oldest before sooner earliest elder 早 先")
	laterWords   = wordSet("later younger youngest last latest newer recently recent after newest 晚")
	bornWords    = wordSet("older oldest younger youngest elder")
	sameWords    = wordSet("same both also 相同 同一")
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

// option is one of the two things that a question compares, by its bytes in the question.
type option struct {
	name       string
	start, end int
}

// options returns the two things that a question compares: names joined by or, and or a comma,
// of which passages have the title if possible.
func (q *query) options(readings []*reading) (a, b option, ok bool) {
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
		for _, m := range s.marks {
			if m.kind == Name {
				add(option{m.text, s.lex[m.first].start, s.lex[m.last-1].end})
			}
		}
	}
	slices.SortFunc(found, func(a, b option) int { return a.start - b.start })
	for i := 0; i+1 < len(found); i++ {
		switch strings.Trim(q.Text[found[i].end:found[i+1].start], " ,\"'“”") {
		case "or", "and", "", "和", "与", "还是":
			return found[i], found[i+1], true
		}
	}
	return a, b, false
}

// compare answers a question about two options; compares is false for another one.
func (k *Kit) compare(q *query, readings []*reading) (answer Answer, compares bool) {
	sign, born := q.order()
	same := slices.ContainsFunc(text.Words(strings.ToLower(q.Text)), func(w text.Word) bool { return sameWords[w.Text] })
	if sign == 0 && q.wanted != wantsVerdict || sign != 0 && q.wanted == wantsVerdict {
		return answer, false
	}
	a, b, ok := q.options(readings)
	if !ok || sign == 0 && !same {
		return answer, false
	}
	if q.wanted != wantsVerdict {
		return k.byDate(q, readings, [2]option{a, b}, sign, born), true
	}
	return k.sameAnswer(q, readings, [2]option{a, b}), true
}

// about returns the question about one of two options.
func (k *Kit) about(q *query, options [2]option, n int, extra string) *query {
	other := options[1-n]
	words := q.Text[:other.start] + " " + q.Text[other.end:]
	return newQuery(k.Question(strings.TrimSpace(words)+extra, q.Language))
}

// byDate compares the dates of two options.
func (k *Kit) byDate(q *query, readings []*reading, options [2]option, sign int, born bool) Answer {
	var found [2]Answer
	extra := ""
	if born {
		extra = " born"
	}
	for n := range options {
		one := k.about(q, options, n, extra)
		one.wanted = wantsDate
		found[n] = k.spanAnswer(one, readings, func(g guess) bool {
			return (g.kind == dateSpan || g.kind == yearSpan) && dateKey(g.text) != 0 && !of(readings[g.passage], options[1-n])
		})
	}
	out := Answer{Wanted: []string{options[0].name, options[1].name}, Support: slices.Concat(found[0].Support, found[1].Support)}
	x, y := dateKey(found[0].Best), dateKey(found[1].Best)
	if found[0].Best == "" || found[1].Best == "" || x == y {
		return out
	}
	out.Best, out.sure = options[0].name, leastSure(found)
	if (x > y) != (sign > 0) {
		out.Best = options[1].name
	}
	return out
}

// of reports whether a passage is about an option.
func of(r *reading, o option) bool { return nameMatch(r.title, o.name) >= 0.8 }

// leastSure returns the inputs of Reader.Sure for a comparison: those of the option with the less
// probable candidate.
func leastSure(found [2]Answer) []float64 {
	sure := found[0].sure
	if found[1].sure[0] < sure[0] {
		sure = found[1].sure
	}
	sure = slices.Clone(sure)
	sure[len(sure)-1] = 1
	return sure
}

// sameAnswer compares what is found of two options.
func (k *Kit) sameAnswer(q *query, readings []*reading, options [2]option) Answer {
	var found [2]Answer
	for n := range options {
		one := k.about(q, options, n, "")
		one.askSame()
		found[n] = k.spanAnswer(one, readings, func(g guess) bool {
			return one.fit(g.span) > 0 && !of(readings[g.passage], options[1-n])
		})
	}
	out := Answer{Wanted: []string{options[0].name, options[1].name}, Support: slices.Concat(found[0].Support, found[1].Support)}
	if found[0].Best == "" || found[1].Best == "" {
		return out
	}
	out.Best, out.sure = q.verdictWord(sameValue(found[0].Best, found[1].Best)), leastSure(found)
	return out
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
	switch {
	case q.Chinese() && yes:
		return "是"
	case q.Chinese():
		return "否"
	case yes:
		return "yes"
	}
	return "no"
}

// sameValue compares countries as countries and anything else as names.
func sameValue(a, b string) bool {
	if ca, cb := countryOf(a), countryOf(b); ca != "" && cb != "" {
		return ca == cb
	}
	return foldName(a) == foldName(b)
}
