package app

import (
	"context"
	"slices"

	"grove/ingest/identity"
	"grove/internal/embed"
	"grove/internal/fault"
	"grove/internal/workspace"
)

// What is compared by meaning: the pairs most alike by letters, leastPool of them or
// poolTimes as many as are asked for, whichever is more.
const (
	leastPool = 200
	poolTimes = 4
)

// poolOf is how many pairs are compared where limit are asked for.
func poolOf(limit int) int { return max(leastPool, poolTimes*limit) }

// DuplicateEntities are at most limit pairs of names that may be of one thing,
// which the names alone leave open; the likeliest first, by letters and by what
// the embedder makes of what the graph says of both. An embedder that fails is an
// error: without it there is no order.
func (a *App) DuplicateEntities(ctx context.Context, limit int) ([]identity.Duplicate, error) {
	r := a.resolver()
	r.Automatic = true
	names, err := r.Names(ctx)
	if err != nil {
		return nil, err
	}
	return a.likeliest(ctx, names.Duplicates(poolOf(limit)), limit)
}

// likeliest compares the pairs of a pool, the first of which are the most alike by
// letters, and gives the likeliest.
func (a *App) likeliest(ctx context.Context, pool []identity.Duplicate, limit int) ([]identity.Duplicate, error) {
	pool = pool[:min(poolOf(limit), len(pool))]
	sides, err := a.sides(ctx, pool)
	if err != nil {
		return nil, err
	}
	if err := a.compare(ctx, pool, sides); err != nil {
		return nil, err
	}
	identity.Rank(pool)
	return pool[:min(limit, len(pool))], nil
}

// compare sets the similarity of each pair of which something is said on both sides.
func (a *App) compare(ctx context.Context, pairs []identity.Duplicate, sides identity.Sides) error {
	var texts []string
	told := make([][2]string, len(pairs))
	for i, d := range pairs {
		if one, other := sides.Told(d); one != "" && other != "" {
			told[i] = [2]string{one, other}
			texts = append(texts, one, other)
		}
	}
	slices.Sort(texts)
	vectors, err := a.quantised(ctx, slices.Compact(texts))
	if err != nil {
		return err
	}
	for i, t := range told {
		pairs[i].Similarity = float64(vectors[t[0]].Likeness(vectors[t[1]])) / 1000
	}
	return nil
}

// quantised are the vectors of texts by the workspace's embedder, which remembers them
// unless they are very many.
func (a *App) quantised(ctx context.Context, texts []string) (map[string]embed.Quantised, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	by, err := a.comparer()
	if err != nil {
		return nil, err
	}
	rows, err := by.Embed(ctx, texts)
	if err != nil {
		return nil, uncompared(err)
	}
	out := make(map[string]embed.Quantised, len(rows))
	for i, row := range rows {
		out[texts[i]] = embed.Quantise(row)
	}
	return out, nil
}

// comparer is the embedder that remembers. A workspace that is open for reading its
// graph alone has none: it gets one that does not.
func (a *App) comparer() (embed.Embedder, error) {
	if a.vectors.Embedder != nil {
		return a.vectors.Embedder, nil
	}
	return workspace.Embedder(a.config)
}

// uncompared is why pairs could not be compared.
func uncompared(err error) error {
	if fault.Is(err, fault.Canceled) {
		return err
	}
	hint := "pairs are compared by the embedder; --embedder builtin needs no service"
	if known := fault.Hint(err); known != "" {
		hint = known + "; " + hint
	}
	return &fault.Error{Kind: fault.KindOf(err), Op: "app.duplicates", Err: err, Hint: hint}
}
