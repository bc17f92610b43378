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
	e := &evidence{text: s, folded: []string{" " + foldName(s) + " "}}
	return e.mentions(0, name)
}

// BestSentence is the sentence of a passage that is most relevant to the
// question, if it has at least half of the weight of the question's terms.
func (k *Kit) BestSentence(q Question, p Passage) (text.Span, bool) {
	f := &finder{q: q, evidence: []*evidence{newEvidence(p)}}
	best := scored{}
	for _, s := range rankSentences(q, f.evidence) {
		if s.share > best.share {
			best = s
		}
	}
	if best.share < 0.5 {
		return text.Span{}, false
	}
	f.useSentence(0, best.sentence)
	return f.support[0].Span, true
}

// Sentence is the text of a support.
func Sentence(passages []Passage, s Support) string {
	return text.Slice(passages[s.Passage].Text, s.Start, s.End)
}

// sought says in words what a relation of something leads to.
func sought(relation, of string) string {
	switch {
	case strings.HasPrefix(relation, whose):
		return relation + " " + of + " is"
	case strings.HasPrefix(relation, DoerOf):
		return relation + " " + of
	}
	return "the " + relation + " of " + of
}

// Plan says in numbered steps what a question asks to look up.
func (k *Kit) Plan(q Question) []string {
	var steps []string
	add := func(s string) { steps = append(steps, strconv.Itoa(len(steps)+1)+". "+s) }
	for _, l := range q.Lookups {
		of := l.Name
		for _, relation := range l.Path {
			if q.Chinese() {
				add("查明" + of + "的" + relation)
				of += "的" + relation
				continue
			}
			add("Find " + sought(relation, of) + ".")
			of = "that " + strings.TrimPrefix(strings.TrimPrefix(relation, DoerOf), whose)
			if strings.HasPrefix(relation, DoerOf) {
				of = "that person"
			}
		}
	}
	switch {
	case q.Choice == Same && !q.Chinese():
		add("Compare whether the results are the same.")
	case q.Choice != "" && !q.Chinese():
		add("Compare the results and choose the " + string(q.Choice) + " one.")
	case len(steps) == 0 && q.Chinese():
		add("查找与问题有关的内容：" + q.Text)
	case len(steps) == 0:
		add("Find what the text says on: " + q.Text)
	}
	return steps
}
