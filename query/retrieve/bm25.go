package retrieve

import (
	"math"

	"grove/internal/lists"
)

// The parameters of BM25: k1 saturates the weight of repeated terms; bText and bTitle are
// the length normalisation of passages and of titles.
const (
	k1     = 1.2
	bText  = 0.75
	bTitle = 0.3
	// titleTimes is the number of times the title counts in a passage's bag of terms.
	titleTimes = 2
)

// posting is the number of occurrences of a term in a passage.
type posting struct {
	passage int32
	times   float32
}

// postings are the inverted lists of one field, each by passage.
type postings struct {
	first []int32 // term -> its first posting, with a sentinel at the end
	list  []posting
	// norm is k1*(1-b+b*length/mean) of each passage.
	norm []float64
}

// bags collects the terms of passages, in the order of the passages.
type bags struct {
	terms   []uint32
	counts  []posting // parallel to terms
	lengths []int
	seen    map[uint32]int // term of the current passage -> its index in counts
}

// add adds the terms of the next passage.
func (b *bags) add(terms []uint32) {
	if b.seen == nil {
		b.seen = map[uint32]int{}
	}
	clear(b.seen)
	passage := int32(len(b.lengths))
	b.lengths = append(b.lengths, len(terms))
	for _, t := range terms {
		if at, ok := b.seen[t]; ok {
			b.counts[at].times++
			continue
		}
		b.seen[t] = len(b.counts)
		b.terms, b.counts = append(b.terms, t), append(b.counts, posting{passage, 1})
	}
}

// postings inverts the bags; terms is the number of terms in the lexicon.
func (b *bags) postings(terms int, lengthWeight float64) postings {
	p := postings{first: make([]int32, terms+1), list: make([]posting, len(b.counts)), norm: make([]float64, len(b.lengths))}
	for _, t := range b.terms {
		p.first[t+1]++
	}
	for t := range terms {
		p.first[t+1] += p.first[t]
	}
	next := append([]int32(nil), p.first[:terms]...)
	for i, t := range b.terms {
		p.list[next[t]] = b.counts[i]
		next[t]++
	}
	total := lists.Sum(b.lengths, func(n int) int { return n })
	mean := max(float64(total)/float64(max(len(b.lengths), 1)), 1)
	for i, n := range b.lengths {
		p.norm[i] = k1 * (1 - lengthWeight + float64(lengthWeight*float64(n))/mean)
	}
	return p
}

// of returns the postings of a term, none for an unknown term.
func (p *postings) of(term uint32) []posting {
	if int(term) >= len(p.first)-1 {
		return nil
	}
	return p.list[p.first[term]:p.first[term+1]]
}

// idf returns the inverse document frequency ln(1 + (N-df+0.5)/(df+0.5)).
func (p *postings) idf(term uint32) float64 {
	n, df := float64(len(p.norm)), float64(len(p.of(term)))
	return math.Log(1 + (n-df+0.5)/(df+0.5))
}

// score returns the BM25 score of every passage for the terms, which may repeat.
func (p *postings) score(terms []uint32) []float64 {
	scores := make([]float64, len(p.norm))
	for _, t := range terms {
		weight := p.idf(t) * (k1 + 1)
		for _, post := range p.of(t) {
			times := float64(post.times)
			scores[post.passage] += weight * times / (times + p.norm[post.passage])
		}
	}
	return scores
}
