package offline

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"grove/internal/lists"
	"grove/internal/text"
)

// verdict answers a question for yes or no by the sentence that has most of it: no if that denies
// it, or has another name, date or number in the place of one of the question; else yes.
func (k *Kit) verdict(q *query, readings []*reading) Answer {
	s := newScene(q, readings)
	if s.bestLinked == 0 {
		return Answer{Wanted: q.Names}
	}
	at := s.ranked[0]
	v := s.sight(at, 0)
	other := slices.ContainsFunc(lists.Flat(q.page.sentences, func(x *sentence) []mark { return x.marks }), v.differs)
	part := s.unconditional(s.nearest(readings[at.passage].text[v.start:v.end]))
	out := Answer{Best: q.verdictWord(!other && denies(part) == denies(q.Text)), Wanted: q.Names, Support: []Support{s.support(at)}}
	whole := guess{lineView: at, span: span{last: len(v.tokens), kind: sentenceSpan}}
	out.sure = slices.Concat([]float64{0, 2, s.share(v.alone), flag(other)}, v.features(whole, 0, unrivalled))
	return out
}

// differs reports whether a sentence lacks a name, date or number of the question, has nearly all else, and something else of its kind.
func (v *sight) differs(m mark) bool {
	terms := v.bits.of(text.Terms(m.text))
	if v.among(v.linked, terms) > 0.5 || v.among(v.linked, v.rest()&^terms) < 0.5 {
		return false
	}
	return slices.ContainsFunc(v.spans, func(x span) bool {
		_, whole := v.asked(x)
		same := x.kind == m.kind && (m.kind == nameSpanKind || m.kind == numberSpan)
		return !whole && (same || m.kind == dateSpan && (x.kind == dateSpan || x.kind == yearSpan))
	})
}

// contrast separates the parts of a sentence of which one may be so and another not.
var contrast = regexp.MustCompile(`[;；]|,? \b(?:but|while|whereas|although)\b|[，,](?:但|而)`)

// nearest returns the part of a sentence that has most of the question, the first of several.
func (q *query) nearest(sentence string) string {
	share := func(part string) float64 { return q.share(q.bits.of(text.Terms(part))) }
	return slices.MaxFunc(contrast.Split(sentence, -1), func(a, b string) int { return cmp.Compare(share(a), share(b)) })
}

// unconditional drops "without" and all behind it from a part that says before it, and says as so, all that is asked: "may be kept without
// permission".
func (q *query) unconditional(part string) string {
	before, behind, _ := strings.Cut(text.OneLine(part), " without ")
	if q.bits.of(text.Terms(behind)) != 0 || q.rest()&^q.bits.of(text.Terms(before)) != 0 || denies(before) {
		return part
	}
	return before
}

// denies reports whether a text says what is not so: by "not" and its like or by a word of denial, but not by one of each ("not without").
func denies(s string) bool {
	if hasHan(s) {
		for _, w := range vocab.ZhAffirms {
			s = strings.ReplaceAll(s, w, "")
		}
		has := func(w string) bool { return strings.Contains(s, w) }
		return slices.ContainsFunc(vocab.ZhNegations, has) != slices.ContainsFunc(vocab.ZhRefusals, has)
	}
	not, denial := false, false
	for _, w := range strings.Fields(strings.ToLower(s)) {
		w = strings.Trim(w, ",.;:()\"'?!")
		not = not || vocab.PlainDenials[w] || vocab.Negations[w] || negated(w)
		denial = denial || vocab.Denials[w]
	}
	return not != denial
}

// negated tells a verb with a "not" in it: "isn't".
func negated(w string) bool { return strings.HasSuffix(w, "n't") || strings.HasSuffix(w, "n’t") }
