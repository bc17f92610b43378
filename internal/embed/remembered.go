package embed

import (
	"context"
	"sync"
)

// Remembered is an embedder with a cache of recent vectors, such as those of the names, facts
// and summaries that questions are compared with. It is safe for concurrent use.
type Remembered struct {
	Embedder
	// most is the most vectors of a generation; there are two generations.
	most     int
	mu       sync.Mutex
	now, old map[string][]float32
}

// Remember caches up to 2*most vectors of an embedder. A batch of more than a quarter of most
// is not cached, as it is a corpus rather than a question.
func Remember(e Embedder, most int) *Remembered {
	return &Remembered{Embedder: e, most: most, now: map[string][]float32{}}
}

// Embed returns the vectors, those not cached by one call to the embedder. They are
// shared and must not be changed.
func (r *Remembered) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if len(texts) > r.most/4 {
		return r.Embedder.Embed(ctx, texts)
	}
	out := make([][]float32, len(texts))
	var missing []string
	var places []int
	r.mu.Lock()
	for i, t := range texts {
		if out[i] = r.cached(t); out[i] == nil {
			missing, places = append(missing, t), append(places, i)
		}
	}
	r.mu.Unlock()
	if len(missing) == 0 {
		return out, ctx.Err()
	}
	made, err := r.Embedder.Embed(ctx, missing)
	if err != nil {
		return nil, err
	}
	if len(made) != len(missing) {
		return made, nil // the caller sees that their number is wrong
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, v := range made {
		out[places[i]] = v
		r.keep(missing[i], v)
	}
	return out, nil
}

// cached returns the vector of a text, or nil, and moves it to the current generation.
func (r *Remembered) cached(t string) []float32 {
	if v, ok := r.now[t]; ok {
		return v
	}
	v := r.old[t]
	if v != nil {
		r.keep(t, v)
	}
	return v
}

func (r *Remembered) keep(t string, v []float32) {
	if len(r.now) >= r.most {
		r.now, r.old = map[string][]float32{}, r.now
	}
	r.now[t] = v
}
