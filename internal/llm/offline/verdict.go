package offline

import (
	"regexp"
	"slices"
	"strings"

	"grove/internal/text"
)

// detail is a name, a date or a number of a question, with its terms.
type detail struct {
	kind  spanKind
	terms mask
}

// verdict answers a question for yes or no by the sentence that has most of it: no if that denies
// it, or has another name, date or number in the place of one of the question; else yes.
func (k *Kit) verdict(q *query, readings []*reading) Answer {
	s := newScene(q, readings)
	at, best := place{}, -1.0
	for p, l := range s.lines() {
		if w := s.share(l.alone) + s.share(l.linked); w > best {
			at, best = p, w
		}
	}
	if best <= 0 {
		return Answer{Wanted: q.Wanted()}
	}
	l := s.at(at)
	v := s.sight(at, 0)
	other := slices.ContainsFunc(q.details, v.differs)
	denied := denies(s.nearest(readings[at.passage].text[l.start:l.end]))
	out := Answer{Best: q.verdictWord(!other && denied == denies(q.Text)), Wanted: q.Wanted(), Support: []Support{s.support(at)}}
	whole := guess{place: at, span: span{last: len(l.tokens), kind: sentenceSpan}}
	out.sure = slices.Concat([]float64{0, 2, s.share(l.alone), flag(other)}, v.features(whole, 0))
	return out
}

// differs reports whether a sentence lacks a detail of the question, has nearly all else, and has something else of its kind.
func (v *sight) differs(d detail) bool {
	if v.among(v.linked, d.terms) > 0.5 || v.among(v.linked, v.rest()&^d.terms) < 0.5 {
		return false
	}
	return slices.ContainsFunc(v.spans, func(x span) bool {
		_, whole := v.asked(x)
		return !whole && (x.kind == d.kind || x.kind == yearSpan && d.kind == dateSpan)
	})
}

// contrast separates the parts of a sentence of which one may be so and another not.
var contrast = regexp.MustCompile(`[;；]|,? \b(?:but|while|whereas|although)\b|[，,](?:但|而)`)

// nearest returns the part of a sentence that has most of the question, the first of several.
func (q *query) nearest(sentence string) (part string) {
	most := -1.0
	for _, x := range contrast.Split(sentence, -1) {
		if share := q.share(q.of(text.Terms(x))); share > most+1e-9 {
			part, most = x, share
		}
	}
	return part
}

// denies reports whether a sentence, or a question, says what is not so: by an odd number of denials.
func denies(s string) bool {
	count := 0
	if hasHan(s) {
		for _, w := range wordLists["zhAffirms"] {
			s = strings.ReplaceAll(s, w, "")
		}
		for _, w := range wordLists["zhNegations"] {
			count += strings.Count(s, w)
		}
		return count%2 == 1
	}
	for _, w := range strings.Fields(strings.ToLower(s)) {
		w = strings.Trim(w, ",.;:()\"'?!")
		count += int(flag(denials[w] || negated(w)))
	}
	return count%2 == 1
}

// negated tells a verb with a "not" in it: "isn't".
func negated(w string) bool { return strings.HasSuffix(w, "n't") || strings.HasSuffix(w, "n’t") }
