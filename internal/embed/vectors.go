package embed

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
)

// Store is the part of a graph store that holds vectors.
type Store interface {
	Embedder(context.Context) (graph.Embedder, error)
	SetEmbedder(context.Context, graph.Embedder) error
	Embeddings(context.Context, graph.EmbeddingsQuery) ([]graph.Embedding, error)
	PageEmbeddings(context.Context, graph.PageQuery) ([]graph.Embedding, error)
	PutEmbeddings(context.Context, []graph.Embedding) error
	DropEmbeddings(context.Context, []graph.ID) error
}

// Vectors provides the vectors of a workspace's texts: stored ones, and others from the
// embedder, which are then stored. All vectors of a workspace are of one embedder; another
// one is an error until Renew has replaced them.
type Vectors struct {
	Store    Store
	Embedder Embedder
	// Keep stores new vectors. Without it they are computed each time.
	Keep bool
	// Concurrency is the number of concurrent batches; 0 is 1.
	Concurrency int
	// Progress, if set, is called with the number of missing vectors that are made.
	Progress func(done, of int)
}

// Check returns an error for an embedder other than that of the workspace's vectors.
func (v Vectors) Check(ctx context.Context) error {
	_, err := v.settled(ctx)
	return err
}

// settled returns the embedder of the workspace's vectors, after Check.
func (v Vectors) settled(ctx context.Context) (graph.Embedder, error) {
	is, err := v.Store.Embedder(ctx)
	if err != nil {
		return is, err
	}
	if is.Model != "" && (is.Model != v.Embedder.Name() || v.Embedder.Dim() != 0 && v.Embedder.Dim() != is.Dim) {
		return is, mismatch(is, graph.Embedder{Model: v.Embedder.Name(), Dim: v.Embedder.Dim()})
	}
	return is, nil
}

func mismatch(is, given graph.Embedder) error {
	return fault.New(fault.Invalid, "embed.Vectors", describe(given), "the vectors of this workspace are of "+describe(is),
		"give --embedder "+is.Model+", or replace them by vectors of the given one: `grove reembed`")
}

func describe(e graph.Embedder) string {
	if e.Dim == 0 {
		return e.Model
	}
	return fmt.Sprintf("%s (%d numbers)", e.Model, e.Dim)
}

// Question returns the vector of a question, which is not stored.
func (v Vectors) Question(ctx context.Context, question string) ([]float32, error) {
	rows, err := v.Embedder.Embed(ctx, []string{question})
	if err != nil {
		return nil, err
	}
	return rows[0], nil
}

// Passages returns the vectors of texts, in their order.
func (v Vectors) Passages(ctx context.Context, texts []string) ([][]float32, error) {
	if err := v.Check(ctx); err != nil {
		return nil, err
	}
	if !v.Keep {
		return v.Embedder.Embed(ctx, texts)
	}
	unique := distinct(texts)
	if _, err := v.supply(ctx, unique); err != nil {
		return nil, err
	}
	return v.read(ctx, texts, unique)
}

// Prepare makes and stores the missing vectors of texts, and returns their number; 0
// without Keep.
func (v Vectors) Prepare(ctx context.Context, texts []string) (made int, err error) {
	if err := v.Check(ctx); err != nil || !v.Keep {
		return 0, err
	}
	return v.supply(ctx, distinct(texts))
}

// hashedText is a text with its hash.
type hashedText struct{ text, hash string }

// distinct returns the different texts, in the order of their first places.
func distinct(texts []string) []hashedText {
	var out []hashedText
	seen := make(map[string]bool, len(texts))
	for _, t := range texts {
		if hash := graph.TextHash(t); !seen[hash] {
			seen[hash] = true
			out = append(out, hashedText{t, hash})
		}
	}
	return out
}

// stored calls each with every vector of the texts that the store has.
func (v Vectors) stored(ctx context.Context, texts []hashedText, bare bool, each func(graph.Embedding) error) error {
	for page := range slices.Chunk(texts, graph.MaxEmbeddings) {
		hashes := lists.Map(page, func(t hashedText) string { return t.hash })
		found, err := v.Store.Embeddings(ctx, graph.EmbeddingsQuery{Model: v.Embedder.Name(), Texts: hashes, Bare: bare})
		if err != nil {
			return err
		}
		for _, e := range found {
			if err := each(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// missing returns the texts whose vectors the store lacks.
func (v Vectors) missing(ctx context.Context, texts []hashedText) ([]hashedText, error) {
	has := make(map[string]bool, len(texts))
	err := v.stored(ctx, texts, true, func(e graph.Embedding) error {
		has[e.Text] = true
		return nil
	})
	return slices.DeleteFunc(slices.Clone(texts), func(t hashedText) bool { return has[t.hash] }), err
}

// read returns the stored vectors of texts. unique are the distinct texts.
func (v Vectors) read(ctx context.Context, texts []string, unique []hashedText) ([][]float32, error) {
	is, err := v.settled(ctx)
	if err != nil {
		return nil, err
	}
	byHash := make(map[string][]float32, len(unique))
	err = v.stored(ctx, unique, false, func(e graph.Embedding) error {
		if e.Dim != is.Dim {
			return mismatch(is, graph.Embedder{Model: e.Model, Dim: e.Dim})
		}
		byHash[e.Text] = e.Vector
		return nil
	})
	if err != nil {
		return nil, err
	}
	byText := make(map[string][]float32, len(unique))
	for _, t := range unique {
		if byText[t.text] = byHash[t.hash]; byText[t.text] == nil {
			return nil, fault.New(fault.Corrupt, "embed.Vectors", t.hash, "a vector that was stored is not there", "run the command again")
		}
	}
	return lists.Map(texts, func(t string) []float32 { return byText[t] }), nil
}

// putEvery is the number of vectors made and stored at a time.
const putEvery = DefaultBatch

// make makes and stores vectors in concurrent batches; accept checks the length of the
// vectors of each. After a failure no further batch begins, and those in flight are
// stored.
func (v Vectors) make(ctx context.Context, texts []hashedText, accept func(ctx context.Context, dim int) error,
	progress func(done int)) error {
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
