package offline

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"strings"

	"grove/internal/lists"
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
		float64(slices.Index([]string{"", "agent", "place", "value"}, vocab.Leads[before]))}
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

// distances returns how far a candidate is from the nearest word for each of the question's terms, in words, 0 for one that it holds;
// of a term without a word it is infinite.
func (v *sight) distances(x span) []float64 {
	out := slices.Repeat([]float64{math.Inf(1)}, len(v.bits))
	for i := range v.tokens {
		far := 0.0
		switch {
		case i < x.first:
			far = float64(x.first-i)/v.letters() + itemStep*float64(v.tokens[x.first].item-v.tokens[i].item)
		case i >= x.last:
			far = float64(i-x.last+1)/v.letters() + itemStep*float64(v.tokens[i].item-v.tokens[x.last-1].item)
		}
		for m := v.own[i] | v.cue[i]; m != 0; m &= m - 1 {
			b := bits.TrailingZeros64(uint64(m))
			out[b] = min(out[b], far)
		}
	}
	return out
}

// form is what rivals have in common, sentenceSpan for a candidate without rivals: one of several items, of no single kind, or a clause.
func (v *sight) form(x span) spanKind {
	switch {
	case v.tokens[x.first].item != v.tokens[x.last-1].item:
		return sentenceSpan
	case x.kind == yearSpan:
		return dateSpan
	case x.kind == peopleSpan:
		return nounSpan
	case x.kind == nameSpanKind, x.kind == dateSpan, x.kind == numberSpan, x.kind == nounSpan:
		return x.kind
	}
	return sentenceSpan
}

// phrase is a candidate that may be the rival of others, with its fit and its distances from the question's terms.
type phrase struct {
	span
	fit float64
	far []float64
}

// phrases returns the candidates of a sentence that may be rivals, by form: of those that hold another one, "80 euros for adults" and "80
// euros", the inner one, but of those that end at one word, "double room" and "room", the longest; none that the question has itself.
func (v *sight) phrases() map[spanKind][]phrase {
	out := map[spanKind][]phrase{}
	for _, all := range lists.Group(v.spans, v.form) {
		form := v.form(all[0])
		if form == sentenceSpan {
			continue
		}
		slices.SortStableFunc(all, func(x, y span) int { return cmp.Or(x.last-y.last, x.first-y.first) })
		last := 0
		for i, x := range all {
			inner := slices.ContainsFunc(all[:i], func(y span) bool { return y.first >= x.first && y.last < x.last })
			if inner || x.last == last {
				continue
			}
			last = x.last
			if _, whole := v.asked(x); !whole || v.offers {
				out[form] = append(out[form], phrase{x, v.fit(x), v.distances(x)})
			}
		}
	}
	return out
}

// lead is the share of the question's terms in a sentence, whole, that a candidate is closer to than a rival, less that which the rival
// is closer to: the least of all rivals, and 1 without rivals.
func (v *sight) lead(x span, rivals []phrase, whole mask) float64 {
	if len(rivals) == 0 {
		return 1
	}
	lead, far := 1.0, v.distances(x)
	for _, y := range rivals {
		closer, farther := mask(0), mask(0)
		for b, d := range y.far {
			switch {
			case far[b] < d:
				closer |= 1 << b
			case far[b] > d:
				farther |= 1 << b
			}
		}
		lead = min(lead, v.among(closer, whole)-v.among(farther, whole))
	}
	return lead
}

// rivalry returns for each candidate of the sentence its lead, its number of rivals (phrases beside it of its form that fit what is asked
// for at least as well), what terms returns, and its numbers of rivals in later and in earlier items.
func (v *sight) rivalry() (out [][]float64) {
	items := make([]mask, len(v.tokens)) // by number of the item
	for i, t := range v.tokens {
		items[t.item] |= v.own[i] | v.cue[i]
	}
	whole, phrases := union(items), v.phrases()
	for _, x := range v.spans {
		from, to, fit := v.tokens[x.first].item, v.tokens[x.last-1].item, v.fit(x)
		rivals := lists.Filter(phrases[v.form(x)], func(y phrase) bool {
			return (y.last <= x.first || x.last <= y.first) && y.fit >= fit
		})
		later := lists.Count(rivals, func(y phrase) bool { return v.tokens[y.first].item > to })
		earlier := lists.Count(rivals, func(y phrase) bool { return v.tokens[y.last-1].item < from })
		row := append([]float64{v.lead(x, rivals, whole), counted(len(rivals))}, v.terms(items, from, to)...)
		out = append(out, append(row, counted(later), counted(earlier)))
	}
	return out
}

// terms returns the share of the sentence's terms of the question, without the noun asked for, that are in the items of a candidate, and
// the shares of the question's that are only in later and only in earlier ones. Where items say the same of several things, what they
// share is said once, before the first.
func (v *sight) terms(items []mask, from, to int) []float64 {
	earlier, own, later := union(items[:from]), union(items[from:to+1]), union(items[to+1:])
	return []float64{v.among(own, (earlier|own|later)&^v.focus), v.share(later &^ own &^ earlier), v.share(earlier &^ own &^ later)}
}

// union returns the terms of several sets.
func union(sets []mask) (m mask) {
	for _, s := range sets {
		m |= s
	}
	return m
}

// counted bounds a number of rivals at 6: from one to two is a large step, from eight to nine none.
func counted(n int) float64 { return float64(min(n, 6)) }

// unrivalled is the rivalry of a candidate that is the whole sentence.
var unrivalled = []float64{1, 0, 1, 0, 0, 0, 0}

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

// measureFit tells whether a candidate, or the column of a table that it is in, measures what is asked for, 1 or -1; 0 if either
// does not tell.
func (q *query) measureFit(g guess) float64 {
	of := ""
	if q.measure != "" && (g.kind == numberSpan || g.kind == nounSpan || g.kind == mixedSpan) {
		of = measureOf(g.text)
		for _, t := range g.implied {
			of = cmp.Or(of, columnMeasures[t])
		}
	}
	switch {
	case of == "":
		return 0
	case of == q.measure:
		return 1
	}
	return -1
}

// implied tells whether what a candidate stands for is asked for, 1 or -1; 0 if it stands for nothing. Of two columns with prices that
// one is asked for of whose head the question has more.
func (v *sight) implied(x span) float64 {
	asked := v.impliedShare(x)
	return grade(asked > 0 && asked >= v.mostImplied, false, x.implied == nil)
}

// impliedShare is the share of the terms that a candidate stands for that the question has.
func (q *query) impliedShare(x span) float64 {
	asked := lists.Count(x.implied, func(t string) bool { return q.bits[t]|q.near[t] != 0 })
	return float64(asked) / float64(max(len(x.implied), 1))
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

// inSlot returns the shares of the words before the question word that are before a candidate, of those after it that are after, and of
// the last words of the question that are before.
func (v *sight) inSlot(x span) (out []float64) {
	before, after := keys(v.tokens, x.first-1, -1, mostRead), keys(v.tokens, x.last, 1, mostRead)
	for i, read := range [][]string{before, after, before} {
		shared := lists.Count(v.slot[i], func(k string) bool { return slices.Contains(read, k) })
		out = append(out, float64(shared)/float64(max(len(v.slot[i]), 1)))
	}
	return out
}
