package offline

import (
	"math"
	"slices"

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
