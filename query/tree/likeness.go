package tree

import (
	"context"
	"math"
	"sync"

	"grove/internal/fault"
	"grove/internal/llm/offline"
	"grove/query"
)

// mostCompared is how many texts are compared by vectors at once: those with
// the most of the query's words, so that a hub costs no more than others [G].
const mostCompared = 300

// likeness tells how near texts are to a query, by words and by vectors. It
// keeps the vectors of one question and is safe for concurrent use.
type likeness struct {
	kit      *offline.Kit
	embedder query.Embedder
	mu       sync.Mutex
	vectors  map[string][]float32
}

func newLikeness(kit *offline.Kit, e query.Embedder) *likeness {
	return &likeness{kit: kit, embedder: e, vectors: map[string][]float32{}}
}

// of gives for each text the mean of the share of the query's words that it
// holds and the cosine of the two, 0 to 1 with 4 decimals, so that no order
// hangs on the last bits of a vector.
func (l *likeness) of(ctx context.Context, asked string, texts []string) ([]float64, error) {
	scores := l.kit.Rank(asked, texts)
	if l.embedder == nil {
		return scores, nil
	}
	order := query.Ranked(scores)
	order = order[:min(len(order), mostCompared)]
	wanted := []string{asked}
	for _, i := range order {
		wanted = append(wanted, texts[i])
	}
	vectors, err := l.embed(ctx, wanted)
	if err != nil {
		return nil, err
	}
	for i := range scores {
		scores[i] = scores[i] / 2
	}
	for i, near := range cosines(vectors[0], vectors[1:]) {
		scores[order[i]] += max(near, 0) / 2
	}
	for i := range scores {
		scores[i] = math.Round(scores[i]*1e4) / 1e4
	}
	return scores, nil
}

// embed gives the vectors of texts, each made once.
func (l *likeness) embed(ctx context.Context, texts []string) ([][]float32, error) {
	l.mu.Lock()
	var missing []string
	asked := map[string]bool{}
	for _, t := range texts {
		if _, known := l.vectors[t]; !known && !asked[t] {
			asked[t] = true
			missing = append(missing, t)
		}
	}
	l.mu.Unlock()
	if len(missing) > 0 {
		made, err := l.embedder.Embed(ctx, missing)
		if err != nil {
			return nil, fault.Wrap(err, "tree.embed", "")
		}
		if len(made) != len(missing) {
			return nil, fault.New(fault.Unavailable, "tree.embed", "", "the embedder gave another number of vectors", "check --embedder")
		}
		l.mu.Lock()
		for i, t := range missing {
			l.vectors[t] = made[i]
		}
		l.mu.Unlock()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = l.vectors[t]
	}
	return out, nil
}

// cosines are those of a vector with others. Four are added up side by side, as
// one sum alone waits for each addition before the next; each in order all the same.
func cosines(a []float32, others [][]float32) []float64 {
	out := make([]float64, len(others))
	i := 0
	for ; i+4 <= len(others); i += 4 {
		b, c, d, e := others[i], others[i+1], others[i+2], others[i+3]
		if n := len(a); len(b) != n || len(c) != n || len(d) != n || len(e) != n {
			for j := range 4 {
				out[i+j] = cosine(a, others[i+j])
			}
			continue
		}
		toB, toC, toD, toE := 0.0, 0.0, 0.0, 0.0
		for j, x := range a {
			toB += float64(x) * float64(b[j])
			toC += float64(x) * float64(c[j])
			toD += float64(x) * float64(d[j])
			toE += float64(x) * float64(e[j])
		}
		out[i], out[i+1], out[i+2], out[i+3] = toB, toC, toD, toE
	}
	for ; i < len(others); i++ {
		out[i] = cosine(a, others[i])
	}
	return out
}

// cosine is the dot product of two vectors of unit length, added up in order;
// vectors of different lengths have none.
func cosine(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
