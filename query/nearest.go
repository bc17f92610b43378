package query

import (
	"cmp"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/text"
)

// MaxNearest is the most passages that are shown with an abstention.
const MaxNearest = 3

// longestNear is the most characters of one; leastNear is the least score by the offline kit's ranking of a passage that is
// shown: one with less shares next to nothing with the question. What has fewer
// words than fewestWords is a heading more often than a statement.
const (
	longestNear = 400
	leastNear   = 0.1
	fewestWords = 4
)

// Near is a passage close to a question that was not answered. It is no answer, and
// nothing says that it bears on one.
type Near struct {
	Document DocumentRef `json:"document"`
	Chunk    graph.ID    `json:"chunk"`
	// Start and End are rune offsets of Text in the document's text.
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

// nearest are the sentences of what was read that say most of the question's words,
// the closest first, at most MaxNearest and each text once. Equally close ones come
// in the order of document and place. No call is made.
func (f *Frame) nearest(read []graph.ChunkRow) []Near {
	var all []Near
	var texts []string
	seen := map[string]bool{}
	for _, row := range read {
		for _, s := range text.Sentences(row.Text) {
			end := min(s.End, s.Start+longestNear)
			said := text.Slice(row.Text, s.Start, end)
			if seen[said] || strings.HasPrefix(said, "#") || len(text.Words(said)) < fewestWords {
				continue
			}
			seen[said] = true
			all = append(all, Near{documentOf(row), row.ID, row.Start + s.Start, row.Start + end, said})
			texts = append(texts, row.Title+"\n"+said)
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
	out := []Near{}
	for _, i := range order[:min(len(order), MaxNearest)] {
		out = append(out, all[i])
	}
	return out
}
