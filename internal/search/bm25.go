package search

import (
	"cmp"
	"math"
	"slices"

	"grove/internal/lists"
	"grove/internal/text"
)

// The constants of BM25.
const (
	// K1 sets how fast the weight of a repeated term saturates.
	K1 = 1.2
	// B is the share of length normalisation, 0 to 1.
	B = 0.75
	// TitleWeight is the number of times that a title counts in a chunk's bag of terms.
	TitleWeight = 2
)

// Bag returns the terms of a chunk: those of the document's title, TitleWeight
// times, then those of the text. Its length is the chunk's length in BM25.
func Bag(title, body string) []string {
	named := text.Terms(title)
	var bag []string
	for range TitleWeight {
		bag = append(bag, named...)
	}
	return append(bag, text.Terms(body)...)
}

// RankTexts scores each text against the query by the formula of BM25, where N,
// df and the mean length are those of the given texts. A text without a term of
// the query scores 0. Scores are in the order of the texts, rounded to 9 decimals.
func RankTexts(query string, texts []string) []float64 {
	bags := make([]map[string]int, len(texts))
	lengths := make([]int, len(texts))
	total := 0
	for i, t := range texts {
		terms := text.Terms(t)
		bags[i], lengths[i] = lists.Tally(terms), len(terms)
		total += len(terms)
	}
	set := statistics{documents: len(texts), terms: total}
	scores := make([]float64, len(texts))
	for _, q := range queryTerms(query) {
		df := lists.Count(bags, func(bag map[string]int) bool { return bag[q.term] > 0 })
		weight := q.weight(set.idf(df))
		for i, bag := range bags {
			if tf := bag[q.term]; tf > 0 {
				scores[i] += set.part(weight, tf, lengths[i])
			}
		}
	}
	return lists.Map(scores, round)
}

// statistics are the two numbers that BM25 needs of a whole collection.
type statistics struct {
	// documents is N; terms is the sum of all lengths.
	documents, terms int
}

// idf is ln(1 + (N-df+0.5)/(df+0.5)), which is above 0 for every df up to N.
func (s statistics) idf(df int) float64 {
	n, d := float64(s.documents), float64(df)
	return math.Log(1 + (n-d+0.5)/(d+0.5))
}

// part returns what a term adds to the score of a document that holds it tf times:
// weight * tf*(k1+1) / (tf + k1*(1-b+b*length/mean)). The conversions to
// float64 keep compilers from fusing a product with a sum, which some machines
// do and others don't.
func (s statistics) part(weight float64, tf, length int) float64 {
	mean := float64(s.terms) / float64(s.documents)
	norm := float64(K1 * (1 - B + float64(B*float64(length))/mean))
	return weight * float64(tf) * (K1 + 1) / (float64(tf) + norm)
}

// round takes the bits away on which machines may disagree, so that scores that
// are equal in exact arithmetic tie, and the smaller id wins.
func round(score float64) float64 { return math.Round(score*1e9) / 1e9 }

// queryTerm is a distinct term of a query and how often the query has it.
type queryTerm struct {
	term string
	n    int
}

// weight is idf times the term's frequency in the query.
func (q queryTerm) weight(idf float64) float64 { return float64(q.n) * idf }

// queryTerms returns the distinct terms of a query in byte order: the order in
// which their parts are added up.
func queryTerms(query string) []queryTerm {
	var terms []queryTerm
	for term, n := range lists.Tally(text.Terms(query)) {
		terms = append(terms, queryTerm{term, n})
	}
	slices.SortFunc(terms, func(a, b queryTerm) int { return cmp.Compare(a.term, b.term) })
	return terms
}
