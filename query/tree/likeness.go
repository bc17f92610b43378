package tree

import (
	"context"
	"math"
	"sync"

	"grove/internal/embed"
	"grove/internal/fault"
	"grove/internal/lists"
	"grove/internal/llm/offline"
	"grove/query"
)

// mostCompared is the largest number of texts compared by vectors at once: those that share
// most words with the query [G].
const mostCompared = 300

// likeness computes the similarity of texts to a query, by words and by vectors. It caches
// the vectors of one question and is safe for concurrent use.
type likeness struct {
	kit      *offline.Kit
	embedder query.Embedder
	mu       sync.Mutex
	vectors  map[string][]float32
}

func newLikeness(kit *offline.Kit, e query.Embedder) *likeness {
	return &likeness{kit: kit, embedder: e, vectors: map[string][]float32{}}
}

// of returns the similarity of each text to a topic: the mean of the share of the topic's
// words in it and of their cosine. It is 0 to 1 with 4 decimals, so that no order depends
// on the last bits of a vector.
func (l *likeness) of(ctx context.Context, topic string, texts []string) ([]float64, error) {
	scores := l.kit.Rank(topic, texts)
	if l.embedder == nil {
		return scores, nil
	}
	order := query.Ranked(scores)
	order = order[:min(len(order), mostCompared)]
	wanted := append([]string{topic}, lists.Map(order, func(i int) string { return texts[i] })...)
	vectors, err := l.embed(ctx, wanted)
	if err != nil {
		return nil, err
	}
	for i := range scores {
		scores[i] = scores[i] / 2
	}
	for i, v := range vectors[1:] {
		if len(v) == len(vectors[0]) { // else it is of another model
			scores[order[i]] += max(embed.Dot(vectors[0], v), 0) / 2
		}
	}
	for i := range scores {
		scores[i] = math.Round(scores[i]*1e4) / 1e4
	}
	return scores, nil
}

// embed returns the vectors of texts, each computed once.
func (l *likeness) embed(ctx context.Context, texts []string) ([][]float32, error) {
	l.mu.Lock()
	missing := lists.Once(lists.Filter(texts, func(t string) bool { _, ok := l.vectors[t]; return !ok }))
	l.mu.Unlock()
	if len(missing) > 0 {
		made, err := l.embedder.Embed(ctx, missing)
		if err != nil {
			return nil, fault.Wrap(err, "tree.embed", "")
		}
		if len(made) != len(missing) {
			return nil, fault.New(fault.Unavailable, "tree.embed", "", "the embedder returned a wrong number of vectors",
				"check --embedder")
		}
		l.mu.Lock()
		for i, t := range missing {
			l.vectors[t] = made[i]
		}
		l.mu.Unlock()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return lists.Map(texts, func(t string) []float32 { return l.vectors[t] }), nil
}
