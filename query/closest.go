package query

import (
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/text"
)

// mostClosest bounds the weak references for a piece of evidence [G].
const mostClosest = 2

// Closest returns weak references to the sentences of chunks, the sources of a named piece of evidence, that come closest to the
// clauses of the first of the texts (answer, note, question) that has words in common with them; none if no text has.
func Closest(chunks []graph.ChunkRow, texts ...string) []Reference {
	var sentences []Reference
	var terms []map[string]bool
	holders := map[string]int{} // sentences with a term
	for _, c := range chunks {
		for _, s := range text.Sentences(c.Text) {
			r := referenceTo(c, s)
			r.Weak = true
			set := termSet(r.Quote)
			sentences, terms = append(sentences, r), append(terms, set)
			for t := range set {
				holders[t]++
			}
		}
	}
	var out []Reference
	for _, t := range texts {
		for _, clause := range clauses(t) {
			best, most := -1, 0.0
			for i, set := range terms {
				score := 0.0 // a rare term counts more
				for _, term := range clause {
					if set[term] {
						score += 1 / float64(holders[term])
					}
				}
				if score > most {
					best, most = i, score
				}
			}
			if best >= 0 && len(out) < mostClosest && !slices.Contains(out, sentences[best]) {
				out = append(out, sentences[best])
			}
		}
		if len(out) > 0 {
			break
		}
	}
	return out
}

// clauses returns the distinct terms of each clause of a text, in order: what stands between signs.
func clauses(s string) (out [][]string) {
	between := func(r rune) bool { return strings.ContainsRune(",;:.!?，；：。！？、\n", r) }
	for _, clause := range strings.FieldsFunc(s, between) {
		var terms []string
		for _, t := range text.Terms(clause) {
			if !slices.Contains(terms, t) {
				terms = append(terms, t)
			}
		}
		if len(terms) > 0 {
			out = append(out, terms)
		}
	}
	return out
}
