package offline

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"strings"

	"grove/internal/lists"
	"grove/internal/text"
)

// nounIn tells whether the noun asked for is in a candidate, 2 if it is the last word.
func (v *sight) nounIn(g guess) float64 {
	inside := 0.0
	if v.Chinese() && v.noun != "" {
		inside = flag(strings.Contains(g.text, v.noun)) + flag(strings.HasSuffix(g.text, v.noun))
	}
	for i := g.first; i < g.last && v.focus != 0; i++ {
		if v.own[i]&v.focus != 0 {
			inside = 1 + flag(i == g.last-1)
		}
	}
	return inside
}

// asked returns the share of a candidate's words that are in the question, and whether all are.
func (v *sight) asked(x span) (share float64, whole bool) {
	content, asked := 0, 0
	for i := x.first; i < x.last; i++ {
		if len(v.tokens[i].terms) > 0 {
			content++
			if v.own[i] != 0 || v.Chinese() && strings.Contains(v.Text, v.tokens[i].lower) {
				asked++
			}
		}
	}
	return float64(asked) / float64(max(content, 1)), asked > 0 && asked == content
}

// shape returns the features of a candidate's form and of its place in the sentence.
func (v *sight) shape(g guess, order int) []float64 {
	before, after := "", "."
	for i := g.first - 1; i >= max(0, g.first-2); i-- {
		if before = v.tokens[i].lower; before != "the" && before != "a" && before != "an" {
			break
		}
	}
	if g.last < len(v.tokens) {
		after = v.tokens[g.last].lower
	}
	first := v.tokens[g.first]
	capital := first.lower != v.passages[v.passage].text[first.start:first.end]
	return []float64{float64(g.last-g.first) / v.letters(), float64(g.first) / float64(len(v.tokens)), float64(order),
		flag(capital), flag(strings.Contains("."+zhBreaks+zhInner, after)),
		float64(slices.Index([]string{"", "agent", "place", "value"}, leads[before])), v.asks(g.first-1, -1), v.asks(g.last, 1)}
}

// asks looks from a token on, backwards or forwards, for a verb or a word of what is asked: 1 if the
// latter comes first, -1 if it is another verb, 0 without either.
func (v *sight) asks(from, step int) float64 {
	for i := from; i >= 0 && i < len(v.tokens); i += step {
		switch {
		case (v.own[i]|v.cue[i])&v.rest() != 0:
			return 1
		case v.tokens[i].verb:
			return -1
		}
	}
	return 0
}

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// windowSize is the reach of the window of a candidate, in words.
const windowSize = 9

// nearness tells how near a candidate is to the question's terms outside of names in its sentence, 1 for adjacent, and which terms
// are in its window, by themselves and with cues.
func (v *sight) nearness(x span) (nearest float64, own, cued mask) {
	for i := range v.own {
		if i >= x.first && i < x.last {
			continue
		}
		d := float64(max(x.first-i, i-x.last+1)) / v.letters()
		if v.own[i]&^v.names != 0 {
			nearest = max(nearest, 1/d)
		}
		if d <= windowSize {
			own |= v.own[i]
			cued |= v.own[i] | v.cue[i]
		}
	}
	return nearest, own, cued
}

// itemStep is the distance, in words, that the border of two items adds: in "80 euros for one room and 130 for two" the 130 is
// nearer to "two".
const itemStep = 6

// itemsOf returns the number of the item of a list that each token of a sentence is in, and that behind the last one.
func itemsOf(tokens []piece) []int {
	out := make([]int, len(tokens)+1)
	for i, t := range tokens {
		out[i+1] = out[i]
		if itemBreaks[t.lower] || strings.Contains(zhBreaks+"、()（）", t.lower) {
			out[i+1]++
		}
	}
	return out
}

// distances returns how far a candidate is from the nearest word for each of the question's terms, in words; of a term without one
// outside the candidate it is infinite.
func (v *sight) distances(x span) []float64 {
	out := slices.Repeat([]float64{math.Inf(1)}, len(v.bits))
	for i := range v.tokens {
		far := float64(x.first-i-1)/v.letters() + itemStep*float64(v.items[x.first]-v.items[i])
		if i >= x.last {
			far = float64(i-x.last)/v.letters() + itemStep*float64(v.items[i]-v.items[x.last])
		} else if i >= x.first {
			continue
		}
		for m := v.own[i] | v.cue[i]; m != 0; m &= m - 1 {
			b := bits.TrailingZeros64(uint64(m))
			out[b] = min(out[b], far)
		}
	}
	return out
}

// form is what rivals have in common, "" for a candidate without rivals.
func (x span) form() string {
	switch x.kind {
	case nameSpanKind:
		return "name " + x.typ
	case dateSpan, yearSpan:
		return "date"
	case numberSpan:
		return "number"
	case nounSpan, peopleSpan:
		return "noun"
	}
	return ""
}

// rivalry returns for each candidate of the sentence the share of the question's terms around it that none of its rivals, the others
// of its form, is closer to; how many rivals it has, up to mostRivaling; and the share of the sentence's terms of the question that
// are in its item.
func (v *sight) rivalry() (out [][]float64) {
	forms, far := lists.Map(v.spans, span.form), lists.Map(v.spans, v.distances)
	for i, x := range v.spans {
		rivals := lists.Filter(lists.Indices(len(v.spans)), func(j int) bool {
			y := v.spans[j]
			return forms[i] != "" && forms[i] == forms[j] && (y.last <= x.first || x.last <= y.first)
		})
		around, closest, item, whole := mask(0), mask(0), mask(0), mask(0)
		for b, d := range far[i] {
			if math.IsInf(d, 1) {
				continue
			}
			around |= 1 << b
			if !slices.ContainsFunc(rivals, func(j int) bool { return far[j][b] < d }) {
				closest |= 1 << b
			}
		}
		for k, own := range v.own {
			whole |= own | v.cue[k]
			if v.items[k] >= v.items[x.first] && v.items[k] <= v.items[x.last] {
				item |= own | v.cue[k]
			}
		}
		out = append(out, []float64{v.among(closest, around), float64(min(len(rivals), mostRivaling)), v.among(item, whole&^v.focus)})
	}
	return out
}

const mostRivaling = 6

// unrivalled is the rivalry of a candidate that is the whole sentence.
var unrivalled = []float64{1, 0, 1}

// letters is the number of tokens of an average word: 2 in Chinese, where each letter is one.
func (q *query) letters() float64 {
	if q.Chinese() {
		return 2
	}
	return 1
}

// fit tells how well the form of a candidate agrees with what is asked for, -1 to 1.
func (s *query) fit(x span) float64 {
	name := x.kind == nameSpanKind
	switch s.Type {
	case Who:
		return grade(name && x.typ == "Person", name && (x.typ == "" || x.typ == "Organization"), x.kind == mixedSpan)
	case When:
		return grade(x.kind == dateSpan || x.kind == yearSpan, false, x.kind == numberSpan)
	case Year:
		return grade(x.kind == yearSpan, x.kind == dateSpan, false)
	case Where:
		return grade(name && x.typ == "Location", name && x.typ == "", x.kind == mixedSpan || name)
	case People:
		return grade(x.kind == peopleSpan || name && x.typ == "Location", name && x.typ == "", false)
	case HowMany:
		return grade(x.kind == numberSpan, x.kind == yearSpan, x.kind == mixedSpan)
	case Named:
		return grade(name && x.typ == s.typ && s.typ != "", name && x.typ == "", name || x.kind == mixedSpan)
	case Noun:
		return grade(x.kind == nounSpan, name || x.kind == mixedSpan, true)
	case Why:
		return grade(x.kind == clauseSpan || x.kind == sentenceSpan, x.kind == mixedSpan, true)
	}
	return 0
}

// agent tells whether the question names the subject of the sentence, or the first name in it outside of the candidate: 1 or -1; 0
// without either or without a name in the question.
func (v *sight) agent(x span) float64 {
	terms, named := v.bits.of(text.Terms(v.subject)), v.subject != ""
	if first := v.firstName; !named && (first.last <= x.first || first.first >= x.last) {
		for i := first.first; i < first.last; i++ {
			terms, named = terms|v.own[i], true
		}
	}
	if !named || v.names == 0 {
		return 0
	}
	return 2*flag(terms&v.names != 0) - 1
}

// measureFit tells whether a candidate, or the column of a table that it is in, measures what is asked for, 1 or -1; 0 if either
// does not tell.
func (q *query) measureFit(g guess) float64 {
	of := ""
	if g.kind == numberSpan || g.kind == nounSpan || g.kind == mixedSpan {
		of = measureOf(g.text)
		for _, t := range g.implied {
			of = cmp.Or(of, columnMeasures[t])
		}
	}
	switch {
	case of == "" || q.measure == "":
		return 0
	case of == q.measure:
		return 1
	}
	return -1
}

// implied tells whether what a candidate stands for is asked for, 1 or -1; 0 if it stands for nothing.
func (q *query) implied(x span) float64 {
	return grade(q.bits.of(x.implied)|q.near.of(x.implied) != 0, false, x.implied == nil)
}

func grade(best, good, fair bool) float64 {
	switch {
	case best:
		return 1
	case good:
		return 0.5
	case fair:
		return 0
	}
	return -1
}

// Bounds of the words beside an answer: of the question, and of the text where they are looked for.
const mostAsked, mostRead = 4, 6

// keys returns what the first n words in a direction are compared by: their first search terms, and Chinese letters themselves. Signs
// and English function words have none.
func keys(tokens []piece, from, step, n int) (out []string) {
	for i := from; i >= 0 && i < len(tokens) && len(out) < n; i += step {
		switch t := tokens[i]; {
		case hasHan(t.lower):
			out = append(out, t.lower)
		case len(t.terms) > 0:
			out = append(out, t.terms[0])
		}
	}
	return out
}

// readSlot reads the words beside the question word, which stands at bytes start to end.
func (a *query) readSlot(start, end int) {
	tokens := lists.Flat(a.page.sentences, piecesOf)
	before, _ := slices.BinarySearchFunc(tokens, start, func(t piece, at int) int { return t.start - at })
	after, _ := slices.BinarySearchFunc(tokens, end, func(t piece, at int) int { return t.start - at })
	a.slot = [...][]string{keys(tokens, before-1, -1, mostAsked), keys(tokens, after, 1, mostAsked), keys(tokens, len(tokens)-1, -1, mostAsked)}
}

// inSlot returns how alike the words beside a candidate are and those of the question: before with before, after with after, and before
// with the question's end, each as the number of words that are the same from the candidate on, and as the share of the question's.
func (v *sight) inSlot(x span) (out []float64) {
	before, after := keys(v.tokens, x.first-1, -1, mostRead), keys(v.tokens, x.last, 1, mostRead)
	for i, read := range [][]string{before, after, before} {
		query, run := v.slot[i], 0
		for run < min(len(query), len(read)) && query[run] == read[run] {
			run++
		}
		shared := lists.Count(query, func(k string) bool { return slices.Contains(read, k) })
		out = append(out, float64(run), float64(shared)/float64(max(len(query), 1)))
	}
	return out
}
