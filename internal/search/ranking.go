package search

import (
	"cmp"
	"container/heap"
	"context"
	"slices"

	index "github.com/blevesearch/bleve_index_api"

	"grove/internal/graph"
	"grove/internal/lists"
)

// askLeast and askMost bound how many candidates Keep is asked about at once: twice
// as many each time, since one that lets few through may let few more through.
const (
	askLeast = 50
	askMost  = graph.MaxIDs
)

// pick takes the first k hits of the ranking that keep lets through; a nil keep
// lets all through.
func pick(ctx context.Context, all *ranking, keep func(context.Context, []graph.ID) (map[graph.ID]bool, error), k int) ([]Hit, error) {
	var hits []Hit
	asked := askLeast
	for len(hits) < k {
		wanted := k - len(hits)
		if keep != nil {
			wanted = min(max(wanted, asked), askMost)
			asked = min(2*asked, askMost)
		}
		next, err := all.take(ctx, wanted)
		if err != nil {
			return nil, err
		}
		if len(next) == 0 {
			break
		}
		if keep != nil {
			yes, err := keep(ctx, lists.Map(next, func(h Hit) graph.ID { return h.Chunk }))
			if err != nil {
				return nil, err
			}
			next = slices.DeleteFunc(next, func(h Hit) bool { return !yes[h.Chunk] })
		}
		hits = append(hits, next[:min(len(next), k-len(hits))]...)
	}
	return hits, nil
}

// ranking gives hits in order, without sorting or naming those that nobody asks
// for: it is a heap of scores, of which equal ones are named and sorted by id.
type ranking struct {
	reader index.IndexReader
	heap   scored
	// named are the hits that come before all of the heap.
	named []Hit
}

func newRanking(r index.IndexReader, scores []float64) *ranking {
	var found scored
	for number, score := range scores {
		if score = round(score); score > 0 {
			found = append(found, candidate{score, uint32(number)})
		}
	}
	heap.Init(&found)
	return &ranking{reader: r, heap: found}
}

// take returns the next n hits, or fewer at the end.
func (r *ranking) take(ctx context.Context, n int) ([]Hit, error) {
	for len(r.named) < n && len(r.heap) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		tied, err := r.nameTied()
		if err != nil {
			return nil, err
		}
		r.named = append(r.named, tied...)
	}
	n = min(n, len(r.named))
	hits := slices.Clone(r.named[:n])
	r.named = r.named[n:]
	return hits, nil
}

// nameTied takes all candidates of the best score from the heap, by id.
func (r *ranking) nameTied() ([]Hit, error) {
	var tied []Hit
	best := r.heap[0].score
	for len(r.heap) > 0 && r.heap[0].score == best {
		c := heap.Pop(&r.heap).(candidate)
		id, err := r.reader.ExternalID(index.NewIndexInternalID(nil, uint64(c.number)))
		if err != nil {
			return nil, err
		}
		tied = append(tied, Hit{Chunk: graph.ID(id), Score: c.score})
	}
	slices.SortFunc(tied, func(a, b Hit) int { return cmp.Compare(a.Chunk, b.Chunk) })
	return tied, nil
}

// candidate is a scored chunk by its number in the reader.
type candidate struct {
	score  float64
	number uint32
}

// scored is a heap of candidates, the best on top.
type scored []candidate

func (s scored) Len() int           { return len(s) }
func (s scored) Less(i, j int) bool { return s[i].score > s[j].score }
func (s scored) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

// Push adds a candidate; it is there for heap.Interface.
func (s *scored) Push(c any) { *s = append(*s, c.(candidate)) }

// Pop takes the last candidate off; it is there for heap.Interface.
func (s *scored) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}
