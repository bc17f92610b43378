package curate

import (
	"context"
	"slices"

	"grove/ingest/identity"
	"grove/internal/embed"
	"grove/internal/fault"
	"grove/internal/workspace"
)

// The pairs that are compared by the embedder are the most alike by their letters:
// leastPool of them, or poolFactor times as many as are wanted if that is more.
const (
	leastPool  = 200
	poolFactor = 4
)

// poolSize is the number of pairs compared to find the limit likeliest.
func poolSize(limit int) int { return max(leastPool, poolFactor*limit) }

// Duplicates returns at most limit pairs of names that may be one entity, which the
// names alone leave open; the likeliest first, by their letters and by how similar the
// embedder finds what the graph has about both. It fails where the embedder does:
// without it there is no order.
func (c *Curator) Duplicates(ctx context.Context, limit int) ([]identity.Duplicate, error) {
	names, err := c.allNames(ctx)
	if err != nil {
		return nil, err
	}
	return c.likeliest(ctx, names.Duplicates(poolSize(limit)), limit)
}

// allNames reads the names, joined by rule even where the settings leave that to people.
func (c *Curator) allNames(ctx context.Context) (*identity.Names, error) {
	r := c.Workspace.Resolver()
	r.Automatic = true
	return r.Names(ctx)
}

// likeliest compares the first pairs of a pool and returns the likeliest.
func (c *Curator) likeliest(ctx context.Context, pool []identity.Duplicate, limit int) ([]identity.Duplicate, error) {
	pool = pool[:min(poolSize(limit), len(pool))]
	summaries, err := c.summaries(ctx, pool)
	if err != nil {
		return nil, err
	}
	if err := c.compare(ctx, pool, summaries); err != nil {
		return nil, err
	}
	identity.Rank(pool)
	return pool[:min(limit, len(pool))], nil
}

// compare sets the similarity of each pair that has a text on both sides.
func (c *Curator) compare(ctx context.Context, pairs []identity.Duplicate, summaries identity.Summaries) error {
	var texts []string
	sides := make([][2]string, len(pairs))
	for i, d := range pairs {
		if a, b := summaries.Texts(d); a != "" && b != "" {
			sides[i] = [2]string{a, b}
			texts = append(texts, a, b)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	embedder := c.Workspace.Vectors.Embedder
	if embedder == nil { // a workspace opened for reading keeps no vectors in memory
		var err error
		if embedder, err = workspace.Embedder(c.Workspace.Config); err != nil {
			return err
		}
	}
	rows, err := embedder.Embed(ctx, texts)
	if err != nil {
		return embedderFailed(err)
	}
	vectors := make(map[string]embed.Quantised, len(rows))
	for i, row := range rows {
		vectors[texts[i]] = embed.Quantise(row)
	}
	for i, s := range sides {
		pairs[i].Similarity = float64(vectors[s[0]].Likeness(vectors[s[1]])) / 1000
	}
	return nil
}

// embedderFailed adds to an embedder's error how to do without it.
func embedderFailed(err error) error {
	if fault.Is(err, fault.Canceled) {
		return err
	}
	hint := "the embedder compares the pairs; --embedder builtin needs no service"
	if h := fault.Hint(err); h != "" {
		hint = h + "; " + hint
	}
	return &fault.Error{Kind: fault.KindOf(err), Op: "curate.Duplicates", Err: err, Hint: hint}
}
