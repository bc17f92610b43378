package offline

import (
	"slices"
	"strings"
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
	alone, linked := l.alone, l.linked
	other := slices.ContainsFunc(q.details, func(d detail) bool { return s.differs(at, d, linked) })
	denied := denies(readings[at.passage].text[l.start:l.end])
	out := Answer{Best: q.verdictWord(!other && denied == denies(q.Text)), Wanted: q.Wanted(), Support: []Support{s.support(at)}}
	out.sure = sureInputs(map[string]float64{"agreement": s.share(alone), "margin": flag(other), "linked": s.share(linked),
		"question length": float64(len(q.bit)), "names linked": s.among(linked, q.names),
		"names found": s.among(s.read, q.names), "rest near": s.among(alone, q.rest()),
		"least name": q.leastName(linked), "most missing": q.mostMissing(s.cues),
		"own missing": q.mostMissing(linked), "compared": 2}, nil)
	return out
}

// differs reports whether a sentence lacks a detail of the question, has nearly all else, and has something else of its kind.
func (s *scene) differs(at place, d detail, linked mask) bool {
	if s.among(linked, d.terms) > 0.5 || s.among(linked, s.rest()&^d.terms) < 0.5 {
		return false
	}
	v := s.sight(at, 0)
	return slices.ContainsFunc(v.spans, func(x span) bool {
		_, whole := v.asked(x)
		return !whole && (x.kind == d.kind || x.kind == yearSpan && d.kind == dateSpan)
	})
}

// denies reports whether a sentence, or a question, says what is not so.
func denies(s string) bool {
	if hasHan(s) {
		return slices.ContainsFunc([]string{"不", "没", "未", "并非"}, func(d string) bool {
			return strings.Contains(strings.NewReplacer("是不是", "", "有没有", "", "不但", "", "不仅", "").Replace(s), d)
		})
	}
	return slices.ContainsFunc(strings.Fields(strings.ToLower(s)), func(w string) bool {
		w = strings.Trim(w, ",.;:()\"'?!")
		return denials[w] || strings.HasSuffix(w, "n't") || strings.HasSuffix(w, "n’t")
	})
}

// sureInputs returns the inputs of Reader.Sure by name; one that is not given is that of the candidate, 0 without one.
func sureInputs(given map[string]float64, candidate []float64) []float64 {
	out := make([]float64, 0, len(given))
	for _, n := range SureFeatures() {
		v := given[n]
		if i, ok := featureIndex[n]; ok && candidate != nil {
			v = candidate[i]
		}
		out = append(out, v)
	}
	return out
}
