package offline

import (
	"strconv"
	"strings"

	"grove/internal/text"
)

// Relevance tells how relevant names are to a question, 0 to 1: 1 for a name
// that the question asks about, else by the words they share with it.
func (k *Kit) Relevance(q Question, names []string) []float64 {
	scores := k.Rank(q.Text, names)
	for i, n := range names {
		scores[i] *= 0.6
		for _, w := range q.Wanted() {
			if m := nameMatch(n, w); m >= 0.5 {
				scores[i] = max(scores[i], m)
			}
		}
	}
	return scores
}

// SameName tells how well two names name the same thing, 0 to 1. Case,
// diacritics, punctuation and a qualifier in brackets count little.
func (k *Kit) SameName(a, b string) float64 { return nameMatch(a, b) }

// Holds tells whether a text holds a name as whole words.
func (k *Kit) Holds(s, name string) bool {
	n := untitled(foldName(unbracketed(name)))
	return n != "" && holds(" "+foldName(ungenitive(s+" "))+" ", n)
}

// BestSentence is the sentence of a passage that is most relevant to the
// question, if it has at least half of the weight of the question's terms.
func (k *Kit) BestSentence(q Question, p Passage) (text.Span, bool) {
	s := view(newQuery(q), k.readings([]Passage{p}))
	best, at := 0.5, -1
	for i := range s.own[0] {
		if share := s.share(s.alone(0, i)); share >= best && (share > best || at < 0) {
			best, at = share, i
		}
	}
	if at < 0 {
		return text.Span{}, false
	}
	return s.support(place{0, at}).Span, true
}

// Sentence is the text of a support.
func Sentence(passages []Passage, s Support) string {
	return text.Slice(passages[s.Passage].Text, s.Start, s.End)
}

// Plan says in numbered steps what a question asks to look up.
func (k *Kit) Plan(q Question) []string {
	var steps []string
	add := func(s string) { steps = append(steps, strconv.Itoa(len(steps)+1)+". "+s) }
	for _, n := range q.Names {
		switch {
		case q.Chinese():
			add("查找与" + n + "有关的内容")
		case len(q.Relations) > 0:
			add("Find what the text says on " + n + ": " + strings.Join(q.Relations, ", ") + ".")
		default:
			add("Find what the text says on " + n + ".")
		}
	}
	switch {
	case q.Compares && !q.Chinese():
		add("Compare the results.")
	case len(steps) == 0 && q.Chinese():
		add("查找与问题有关的内容：" + q.Text)
	case len(steps) == 0:
		add("Find what the text says on: " + q.Text)
	}
	return steps
}
