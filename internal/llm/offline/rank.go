package offline

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"grove/internal/lists"
	"grove/internal/text"
)

// Rank tells how relevant each text is to the query, 0 to 1: the share of the query's distinct terms that it holds, where a term weighs
// the more the fewer texts hold it. A tiny part rewards texts with little else: of two names with the same words the shorter is first.
func (k *Kit) Rank(query string, texts []string) []float64 {
	if hasHan(query) {
		query = zhTopic(query)
	}
	q := distinct(text.Terms(query))
	place := lists.Table(lists.Indices(len(q)), func(i int) (string, int) { return q[i], i })
	df := make([]int, len(q))
	held := make([][]int, len(texts)) // the places of the query's terms in each text, rising
	bags := k.bagsOf(texts)
	for i, bag := range bags {
		for _, term := range bag {
			if at, ok := place[term]; ok {
				held[i] = append(held[i], at)
				df[at]++
			}
		}
		slices.Sort(held[i]) // sums of the same terms are the same to the last bit
	}
	weights, total := weigh(len(texts), df)
	scores := make([]float64, len(texts))
	for i := range texts {
		for _, at := range held[i] {
			scores[i] += weights[at] / total
		}
		scores[i] = 0.95*scores[i] + 0.05*float64(len(held[i]))/float64(max(len(bags[i]), 1))
		scores[i] = math.Round(scores[i]*1e6) / 1e6
	}
	return scores
}

// Relevance tells how relevant names are to a question, 0 to 1: 1 for a name that it asks about, else by the words they share with it.
func (k *Kit) Relevance(q Question, names []string) []float64 {
	scores := k.Rank(q.Text, names)
	for i, n := range names {
		scores[i] *= 0.6
		for _, w := range q.Names {
			if m := nameMatch(n, w); m >= 0.5 {
				scores[i] = max(scores[i], m)
			}
		}
	}
	return scores
}

// SameName tells how well two names name the same thing, 0 to 1. Case, diacritics, punctuation and a qualifier in brackets count little.
func (k *Kit) SameName(a, b string) float64 { return nameMatch(a, b) }

// Holds tells whether a text holds a name as whole words.
func (k *Kit) Holds(s, name string) bool {
	n := untitled(foldName(unbracketed(name)))
	return n != "" && holds(" "+foldName(genitives.Replace(s+" "))+" ", n)
}

// BestSentence is the sentence of a passage that is most relevant to the question, if it has at least half of the weight of its terms.
func (k *Kit) BestSentence(q Question, p Passage) (text.Span, bool) {
	s := newScene(newQuery(q), k.readings([]Passage{p}))
	for _, l := range s.lines {
		if s.bestAlone >= 0.5 && s.share(l.alone) == s.bestAlone {
			return s.support(l).Span, true
		}
	}
	return text.Span{}, false
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
		asked := n
		if len(q.Relations) > 0 {
			asked += ": " + strings.Join(q.Relations, ", ")
		}
		add(q.in("Find what the text says on "+asked+".", "查找与"+n+"有关的内容"))
	}
	switch {
	case q.Compares && !q.Chinese():
		add("Compare the results.")
	case len(steps) == 0:
		add(q.in("Find what the text says on: ", "查找与问题有关的内容：") + q.Text)
	}
	return steps
}
