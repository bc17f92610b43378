package offline

import (
	"math"
	"slices"
	"strings"

	"grove/internal/text"
)

// Rank tells how relevant each text is to the query, 0 to 1: the share of the
// query's distinct terms that it holds, where a term weighs the more the fewer
// of the texts hold it. A tiny part rewards texts with little else, so that of
// two names with the same words the shorter one ranks first.
func (k *Kit) Rank(query string, texts []string) []float64 {
	if hasHan(query) {
		query = zhTopic(query)
	}
	q := distinct(text.Terms(query))
	place := make(map[string]int, len(q))
	for i, t := range q {
		place[t] = i
	}
	df := make([]int, len(q))
	held := make([][]int, len(texts)) // the places of the query's terms in each text, rising
	sizes := make([]int, len(texts))  // distinct terms of each
	for i, bag := range k.bags.of(texts) {
		for _, term := range bag {
			if at, ok := place[term]; ok {
				held[i] = append(held[i], at)
				df[at]++
			}
		}
		slices.Sort(held[i]) // sums of the same terms are the same to the last bit
		sizes[i] = len(bag)
	}
	weights, total := make([]float64, len(q)), 0.0
	for i := range q {
		weights[i] = math.Log(1 + (float64(len(texts))+1)/(float64(df[i])+0.5))
		total += weights[i]
	}
	scores := make([]float64, len(texts))
	if total == 0 {
		return scores
	}
	for i := range texts {
		for _, at := range held[i] {
			scores[i] += weights[at] / total
		}
		if sizes[i] > 0 {
			scores[i] = 0.95*scores[i] + 0.05*float64(len(held[i]))/float64(sizes[i])
		}
		scores[i] = math.Round(scores[i]*1e6) / 1e6
	}
	return scores
}

func distinct(terms []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, t := range terms {
		if !seen[t] && !questionTerm(t) {
			seen[t] = true
			out = append(out, t)
		}
	}
	return out
}

// scored is a sentence and its relevance to a question.
type scored struct {
	passage, sentence int
	// share is the weighted share of the question's terms found, names the share
	// of its names.
	share, names float64
}

// rankSentences scores every sentence. The title counts as part of each of a
// passage's sentences, at half weight.
func rankSentences(q Question, ev []*evidence) []scored {
	type bag map[string]bool
	var out []scored
	var bags, titles []bag
	df := map[string]int{}
	for p, e := range ev {
		title := bag{}
		for _, t := range text.Terms(e.title) {
			title[t] = true
		}
		for i := range e.sentences {
			b := bag{}
			for _, t := range text.Terms(e.sentence(i)) {
				b[t] = true
			}
			for t := range b {
				df[t]++
			}
			bags, titles = append(bags, b), append(titles, title)
			out = append(out, scored{passage: p, sentence: i})
		}
	}
	n := float64(len(out))
	for i := range out {
		held, total := 0.0, 0.0
		for _, t := range q.Terms {
			w := math.Log(1 + (n+1)/(float64(df[t])+0.5))
			total += w
			switch {
			case bags[i][t]:
				held += w
			case titles[i][t] && openPronoun.MatchString(ev[out[i].passage].sentence(out[i].sentence)):
				held += w // the pronoun stands for the title
			case titles[i][t]:
				held += w / 2
			}
		}
		if total > 0 {
			out[i].share = math.Round(held/total*1e6) / 1e6
		}
		out[i].names = nameShare(q, ev[out[i].passage], out[i].sentence)
	}
	return out
}

// nameShare is the share of the question's names that the sentence or its title holds.
func nameShare(q Question, e *evidence, sentence int) float64 {
	if len(q.Names) == 0 {
		return 0
	}
	found := 0
	for _, n := range q.Names {
		if e.mentions(sentence, n) || nameMatch(e.title, n) >= 0.6 || strings.Contains(" "+foldName(e.title)+" ", " "+foldName(n)+" ") {
			found++
		}
	}
	return float64(found) / float64(len(q.Names))
}
