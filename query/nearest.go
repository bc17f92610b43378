package query

import (
	"cmp"
	"slices"
	"strings"

	"grove/internal/graph"
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

// nearest returns the distinct sentences of the chunks that share most words with the
// question, at most MaxNearest, without a call. Order: score from high to low, document,
// place.
func (f *Frame) nearest(read []graph.ChunkRow) []Near {
	var all []Near
	var texts []string
	seen := map[string]bool{}
	for _, row := range read {
		for _, s := range text.Sentences(row.Text) {
			end := min(s.End, s.Start+longestNear)
			sentence := text.Slice(row.Text, s.Start, end)
			if seen[sentence] || strings.HasPrefix(sentence, "#") || len(text.Words(sentence)) < fewestWords {
				continue
			}
			seen[sentence] = true
			all = append(all, Near{documentOf(row), row.ID, row.Start + s.Start, row.Start + end, sentence})
			texts = append(texts, row.Title+"\n"+sentence)
		}
	}
	scores := f.Kit.Rank(f.Question.Text, texts)
	order := make([]int, 0, len(all))
	for i := range all {
		if scores[i] >= leastNear {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(all[a].Document.ID, all[b].Document.ID),
			cmp.Compare(all[a].Start, all[b].Start), cmp.Compare(all[a].End, all[b].End))
	})
	return Map(order[:min(len(order), MaxNearest)], func(i int) Near { return all[i] })
}
