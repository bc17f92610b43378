package embed

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"grove/internal/fault"
	"grove/internal/graph"
)

// Texts calls each with all texts of a workspace, page after page.
type Texts func(ctx context.Context, each func([]string) error) error

// Renewed is the report of Renew.
type Renewed struct {
	// Model and Dim are those of the workspace's vectors; "" and 0 where none are stored.
	Model string `json:"model"`
	Dim   int    `json:"dim"`
	// Texts is the number of distinct texts, Made and Kept those of new and of existing
	// vectors, Dropped that of removed vectors.
	Texts   int `json:"texts"`
	Made    int `json:"made"`
	Kept    int `json:"kept"`
	Dropped int `json:"dropped"`
}

// Renew replaces all vectors of the workspace by those of the embedder. The old ones remain
// until all new ones are stored, and an interrupted renewal resumes. Stored vectors of this
// model are retained if the first of them equals what the embedder returns now, as another
// model may have taken its name. Without Keep all vectors are deleted.
func (v Vectors) Renew(ctx context.Context, texts Texts) (Renewed, error) {
	r := renewal{Vectors: v, wanted: map[graph.ID]bool{}}
	if v.Keep {
		if err := texts(ctx, r.count); err != nil {
			return r.did, err
		}
		if err := texts(ctx, func(page []string) error { return r.page(ctx, page) }); err != nil {
			return r.did, err
		}
	}
	r.did.Kept = r.did.Texts - r.did.Made
	if r.did.Dim > 0 {
		r.did.Model = v.Embedder.Name()
	}
	if err := v.Store.SetEmbedder(ctx, graph.Embedder{Model: r.did.Model, Dim: r.did.Dim}); err != nil {
		return r.did, err
	}
	err := r.drop(ctx, func(e graph.Embedding) bool { return !r.wanted[e.ID()] })
	return r.did, err
}

// renewal is a Renew under way.
type renewal struct {
	Vectors
	did    Renewed
	wanted map[graph.ID]bool
}

// count adds the vectors that there must be in the end.
func (r *renewal) count(page []string) error {
	for _, t := range page {
		r.wanted[graph.EmbeddingID(r.Embedder.Name(), graph.TextHash(t))] = true
	}
	r.did.Texts = len(r.wanted)
	return nil
}

// page makes the missing vectors of texts.
func (r *renewal) page(ctx context.Context, page []string) error {
	texts := distinct(page)
	if r.did.Dim == 0 {
		if err := r.probe(ctx, texts); err != nil {
			return err
		}
	}
	there := map[string]bool{}
	err := r.stored(ctx, texts, true, func(e graph.Embedding) error {
		there[e.Text] = e.Dim == r.did.Dim
		return nil
	})
	if err != nil {
		return err
	}
	missing := slices.DeleteFunc(texts, func(t hashedText) bool { return there[t.hash] })
	return r.make(ctx, missing, r.sameLength, func(done int) {
		r.tell(r.did.Made+done, r.did.Texts)
		if done == len(missing) {
			r.did.Made += done
		}
	})
}

// sameLength refuses vectors of another length than the first ones had.
func (r *renewal) sameLength(_ context.Context, dim int) error {
	r.did.Dim = cmp.Or(r.did.Dim, dim)
	if dim == r.did.Dim {
		return nil
	}
	return fault.New(fault.BadReply, "embed.Renew", r.Embedder.Name(), fmt.Sprintf("%d numbers after %d before", dim, r.did.Dim),
		"check that the model is one for embeddings")
}

// likeness is the cosine from which two vectors are of the same text by the same
// model: endpoints round, and batches change the last bits.
const likeness = 0.99

// probe takes the length of the vectors from the first stored one of this model, if the
// embedder still gives it; else it removes all of this model.
func (r *renewal) probe(ctx context.Context, texts []hashedText) error {
	var first *graph.Embedding
	err := r.stored(ctx, texts[:min(len(texts), graph.MaxEmbeddings)], false, func(e graph.Embedding) error {
		if first == nil {
			first = &e
		}
		return nil
	})
	if err != nil || first == nil {
		return err
	}
	at := slices.IndexFunc(texts, func(t hashedText) bool { return t.hash == first.Text })
	now, err := r.embed(ctx, texts[at:at+1])
	if err != nil {
		return err
	}
	if now[0].Dim == first.Dim && Dot(now[0].Vector, first.Vector) >= likeness {
		r.did.Dim = first.Dim
		return nil
	}
	return r.drop(ctx, func(e graph.Embedding) bool { return e.Model == r.Embedder.Name() })
}

// drop removes the vectors for which gone is true.
func (r *renewal) drop(ctx context.Context, gone func(graph.Embedding) bool) error {
	dropped, err := drop(ctx, r.Store, gone)
	r.did.Dropped += dropped
	return err
}

// Prune removes the vectors of texts that the workspace no longer has, and returns their
// number.
func (v Vectors) Prune(ctx context.Context, texts Texts) (dropped int, err error) {
	wanted := map[string]bool{}
	err = texts(ctx, func(page []string) error {
		for _, t := range page {
			wanted[graph.TextHash(t)] = true
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return drop(ctx, v.Store, func(e graph.Embedding) bool { return !wanted[e.Text] })
}

// drop removes the vectors for which gone is true, page by page.
func drop(ctx context.Context, store Store, gone func(graph.Embedding) bool) (dropped int, err error) {
	for page, err := range graph.Pages(ctx, store.PageEmbeddings, graph.PageQuery{}) {
		if err != nil {
			return dropped, err
		}
		var ids []graph.ID
		for _, e := range page {
			if gone(e) {
				ids = append(ids, e.ID())
			}
		}
		if len(ids) > 0 {
			if err := store.DropEmbeddings(ctx, ids); err != nil {
				return dropped, err
			}
		}
		dropped += len(ids)
	}
	return dropped, nil
}
