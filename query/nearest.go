package query

import (
	"cmp"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/text"
)

// MaxNearest is the largest number of passages shown with an abstention.
const MaxNearest = 3

// longestNear bounds a passage, in runes. leastNear is the smallest score of a passage by
// the offline kit's ranking. fewestWords excludes headings, which are short.
const (
	longestNear = 400
	leastNear   = 0.1
	fewestWords = 4
)

// Near is a passage close to a question that was not answered; it may be irrelevant.
type Near struct {
	Document DocumentRef `json:"document"`
	Chunk    graph.ID    `json:"chunk"`
	// Start and End are rune offsets of Text in the document's text.
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

// nearest returns the given passages and then the distinct sentences of the chunks that share most words with the
// question, at most MaxNearest, without a call. Order: score from high to low, document,
// place.
func (f *Frame) nearest(read []graph.ChunkRow, given []Near) []Near {
	var all []Near
	var texts []string
	seen := lists.SetOf(given, func(n Near) string { return n.Text })
	for _, row := range read {
		offsets := text.NewOffsets(row.Text)
		for _, s := range text.Sentences(row.Text) {
			near := nearOf(row, offsets, s)
			if seen[near.Text] || strings.HasPrefix(near.Text, "#") || len(text.Words(near.Text)) < fewestWords {
				continue
			}
			seen[near.Text] = true
			all, texts = append(all, near), append(texts, row.Title+"\n"+near.Text)
		}
	}
	scores := f.Kit.Rank(f.Question.Text, texts)
	order := lists.Filter(lists.Indices(len(all)), func(i int) bool { return scores[i] >= leastNear })
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(all[a].Document.ID, all[b].Document.ID),
			cmp.Compare(all[a].Start, all[b].Start), cmp.Compare(all[a].End, all[b].End))
	})
	out := append([]Near{}, given...)
	for _, i := range order {
		out = append(out, all[i])
	}
	return out[:min(len(out), MaxNearest)]
}

// nearOf returns a sentence of a chunk, the beginning of a long one; offsets are those of its text.
func nearOf(row graph.ChunkRow, offsets *text.Offsets, s text.Span) Near {
	end := min(s.End, s.Start+longestNear)
	return Near{documentOf(row), row.ID, row.Start + s.Start, row.Start + end, row.Text[offsets.Byte(s.Start):offsets.Byte(end)]}
}

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
		if terms := lists.Once(text.Terms(clause)); len(terms) > 0 {
			out = append(out, terms)
		}
	}
	return out
}
