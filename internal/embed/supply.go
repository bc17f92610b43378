package embed

import (
	"context"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
)

// putEvery is the number of vectors made and stored at a time.
const putEvery = DefaultBatch

// make makes and stores vectors in concurrent batches; accept checks the length of the
// vectors of each. After a failure no further batch begins, and those in flight are
// stored.
func (v Vectors) make(ctx context.Context, texts []hashedText, accept func(ctx context.Context, dim int) error, progress func(done int)) error {
	var group errgroup.Group
	group.SetLimit(max(v.Concurrency, 1))
	var mu sync.Mutex // guards what follows
	done, failed := 0, false
	for batch := range slices.Chunk(texts, putEvery) {
		group.Go(func() (err error) {
			defer fault.Recover(ctx, &err, "embed.make", "")
			mu.Lock()
			over := failed
			mu.Unlock()
			if over {
				return nil
			}
			made, err := v.embed(ctx, batch)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				err = accept(ctx, made[0].Dim)
			}
			if err == nil {
				err = v.Store.PutEmbeddings(ctx, made)
			}
			if err != nil {
				failed = true
				return err
			}
			done += len(batch)
			progress(done)
			return nil
		})
	}
	return group.Wait()
}

// supply makes and stores the missing vectors of the texts, and returns their number.
func (v Vectors) supply(ctx context.Context, texts []hashedText) (made int, err error) {
	missing, err := v.missing(ctx, texts)
	if err != nil {
		return 0, err
	}
	return len(missing), v.make(ctx, missing, v.claim, func(done int) { v.tell(done, len(missing)) })
}

func (v Vectors) tell(done, of int) {
	if v.Progress != nil {
		v.Progress(done, of)
	}
}

// embed calls the embedder for the vectors of at least one text.
func (v Vectors) embed(ctx context.Context, texts []hashedText) ([]graph.Embedding, error) {
	plain := lists.Map(texts, func(t hashedText) string { return t.text })
	rows, err := v.Embedder.Embed(ctx, plain)
	if err != nil {
		return nil, err
	}
	out := make([]graph.Embedding, len(texts))
	for i, t := range texts {
		out[i] = graph.Embedding{Text: t.hash, Model: v.Embedder.Name(), Dim: len(rows[i]), Vector: rows[i]}
	}
	return out, nil
}

// claim makes the embedder the workspace's where there is none, and refuses
// vectors of another length than the workspace has.
func (v Vectors) claim(ctx context.Context, dim int) error {
	is, err := v.Store.Embedder(ctx)
	given := graph.Embedder{Model: v.Embedder.Name(), Dim: dim}
	switch {
	case err != nil || is == given:
		return err
	case is.Model != "":
		return mismatch(is, given)
	}
	return v.Store.SetEmbedder(ctx, given)
}
