package offline

import (
	"slices"
	"strings"
	"unicode/utf8"

	"grove/internal/text"
)

func (p *page) spanOf(m mark) span {
	x := span{first: m.first, last: m.last, kind: m.kind}
	switch {
	case m.kind == dateSpan && (yearNumber(m.text) || p.chinese && utf8.RuneCountInString(m.text) <= zhYearLetters):
		x.kind = yearSpan
	case m.kind == nameSpanKind:
		if x.typ = p.typeWith(m.text, 0); x.typ == "" && cityOrCountry(m.text) {
			x.typ = "Location"
		}
	}
	return x
}

// dated reports whether a phrase is a date or a year.
func (x span) dated() bool { return x.kind == dateSpan || x.kind == yearSpan }

// zhYearLetters is the length of a Chinese year: 1998年.
const zhYearLetters = 5

// englishSpans adds the candidates of a sentence: its marks, their parts, and marks joined to longer phrases.
func englishSpans(p *page, s *sentence, add func(span)) {
	var kinds []span
	for _, m := range s.marks {
		if m.kind == verbSpan {
			continue
		}
		x := p.spanOf(m)
		kinds = append(kinds, x)
		add(x)
		for i := x.first; i < x.last; i++ {
			switch {
			case x.kind == dateSpan && yearNumber(s.lex[i].text):
				add(span{first: i, last: i + 1, kind: yearSpan})
			case x.kind == nounSpan && i > x.first:
				add(span{first: i, last: x.last, kind: nounSpan})
			}
		}
	}
	for i, x := range kinds {
		for j := i + 1; j < len(kinds) && j <= i+5; j++ {
			y := kinds[j]
			if y.last-x.first > mostJoined || !joined(s, kinds[j-1], y) {
				break
			}
			z := span{first: x.first, last: y.last, kind: mixedSpan}
			switch {
			case y.dated() && x.dated() || y.kind == dateSpan && x.kind == numberSpan:
				z.kind = dateSpan
			case x.kind == numberSpan && y.kind == nounSpan:
				z.kind = numberSpan
			case x.kind == nameSpanKind && y.kind == nameSpanKind:
				z.kind, z.typ = nameSpanKind, x.typ
			case x.kind != nameSpanKind && y.kind == nounSpan:
				z.kind = nounSpan
			}
			add(z)
		}
		if i > 0 && joined(s, kinds[i-1], x) {
			continue
		}
		end := i
		for end+1 < len(kinds) && joined(s, kinds[end], kinds[end+1]) {
			end++
		}
		if end > i && kinds[end].last-x.first <= mostSentence {
			add(span{first: x.first, last: kinds[end].last, kind: mixedSpan})
		}
	}
	for _, c := range clausesOf(s.lex) {
		add(span{first: c[0], last: c[1], kind: clauseSpan})
	}
}

var (
	birthTerms = text.Terms("born birth birthdate birthplace")
	deathTerms = text.Terms("died death die dies deathplace")
)

// imply sets what is implied by brackets with dates on both sides of a dash.
func imply(s *sentence, spans []span) {
	for open, l := range s.lex {
		if l.text != "(" {
			continue
		}
		end := open
		for end < len(s.lex) && s.lex[end].text != ")" {
			end++
		}
		dash := open + slices.IndexFunc(s.lex[open:end], func(l lexeme) bool { return strings.Contains("–—-", l.text) })
		dated := func(from, to int) bool {
			return slices.ContainsFunc(spans, func(x span) bool {
				return x.dated() && x.first >= from && x.last <= to
			})
		}
		if dash < open || !dated(open, dash) || !dated(dash, end) {
			continue
		}
		for i, x := range spans {
			switch {
			case x.first > open && x.last <= dash:
				spans[i].implied = birthTerms
			case x.first > dash && x.last <= end:
				spans[i].implied = deathTerms
			}
		}
		return
	}
}

// joined reports whether only joints stand between two phrases, at most three, and no comma, "and" or "or" unless the phrases are of one
// kind (dates and years are), or a number and then a date: "Paris, France" and "17 and 18 May", but not "breakfast, 12 euros". When
// something was is no part of a name before it: "Ann Reed in 1902".
func joined(s *sentence, x, y span) bool {
	alike := x.kind == y.kind || x.dated() && y.dated() || x.kind == numberSpan && y.kind == dateSpan
	when := x.kind == nameSpanKind && y.dated() && s.is(x.last, "in", "on")
	return x.last <= y.first && y.first-x.last <= 3 && !when && !slices.ContainsFunc(s.lex[x.last:y.first], func(l lexeme) bool {
		return !vocab.Joints[l.lower] || vocab.ItemBreaks[l.lower] && !alike
	})
}

// clausesOf returns the parts of a sentence between signs, of at least three tokens, and those after a form of "to be".
func clausesOf(lex []lexeme) [][2]int {
	clauses := parts(len(lex), func(i int) bool {
		l := lex[i]
		return l.class == signLex && strings.ContainsAny(l.text, ",;:.()!?–—|") || vocab.Copulas[l.lower] || vocab.ClauseWords[l.lower]
	})
	return slices.DeleteFunc(clauses, func(c [2]int) bool { return c[1]-c[0] < 3 || c[1]-c[0] > mostClause })
}

// parts returns the runs of n tokens between those that split them, half-open; empty ones too.
func parts(n int, splits func(i int) bool) (out [][2]int) {
	start := 0
	for i := 0; i <= n; i++ {
		if i == n || splits(i) {
			out = append(out, [2]int{start, i})
			start = i + 1
		}
	}
	return out
}
