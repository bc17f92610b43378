package embed

import (
	"context"

	"grove/internal/recent"
)

// Remembered is an embedder with a cache of recent vectors, such as those of the names, facts
// and summaries that questions are compared with. It is safe for concurrent use.
type Remembered struct {
	Embedder
	most    int
	vectors *recent.Cache[string, []float32]
}

// Remember caches up to 2*most vectors of an embedder. A batch of more than a quarter of most
// is not cached, as it is a corpus rather than a question.
func Remember(e Embedder, most int) *Remembered {
	return &Remembered{e, most, recent.New[string, []float32](most)}
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
	for i, t := range texts {
		v, ok := r.vectors.Get(t)
		if out[i] = v; !ok {
			missing, places = append(missing, t), append(places, i)
		}
	}
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
	for i, v := range made {
		out[places[i]] = v
		r.vectors.Put(missing[i], v, 1)
	}
	return out, nil
}
