package offline

import (
	"math"
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
	bags := make([]map[string]bool, len(texts))
	df := map[string]int{}
	for i, t := range texts {
		bags[i] = map[string]bool{}
		for _, term := range text.Terms(t) {
			if !bags[i][term] {
				bags[i][term] = true
				df[term]++
			}
		}
	}
	weights, total := make([]float64, len(q)), 0.0
	for i, t := range q {
		weights[i] = math.Log(1 + (float64(len(texts))+1)/(float64(df[t])+0.5))
		total += weights[i]
	}
	scores := make([]float64, len(texts))
	if total == 0 {
		return scores
	}
	for i, bag := range bags {
		held := 0
		for j, t := range q {
			if bag[t] {
				scores[i] += weights[j] / total
				held++
			}
		}
		if len(bag) > 0 {
			scores[i] = 0.95*scores[i] + 0.05*float64(held)/float64(len(bag))
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
