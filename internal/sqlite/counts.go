package sqlite

import (
	"context"

	"grove/internal/graph"
)

// Counts counts the things of each kind. They are counted once a state: it takes a
// pass over every table.
func (r reader) Counts(ctx context.Context) (counts graph.Counts, err error) {
	ctx, end := r.observe.Begin(ctx, "sqlite.Counts")
	defer func() { end(err) }()
	at, cache := r.stamp()
	if cache != nil {
		if known := cache.counts.Load(); known != nil && known.at == at {
			return known.counts, nil
		}
	}
	counts, err = r.count(ctx)
	if again, still := r.stamp(); err == nil && cache != nil && still != nil && again == at {
		cache.counts.Store(&cachedCounts{at, counts})
	}
	return counts, err
}

func (r reader) count(ctx context.Context) (graph.Counts, error) {
	return one(ctx, r, "sqlite.Counts", fields(func(c *graph.Counts) []any {
		return []any{&c.Documents, &c.Chunks, &c.Communities, &c.Keywords, &c.Facts, &c.KeyElements, &c.Entities, &c.Triples, &c.Attributes,
			&c.Proposals, &c.Extractions, &c.Quarantined, &c.Tombstones, &c.Embeddings, &c.Episodes}
	}), `SELECT (SELECT count(*) FROM document), (SELECT count(*) FROM chunk), (SELECT count(*) FROM community), `+
		`(SELECT count(*) FROM keyword), (SELECT count(*) FROM fact),
  (SELECT count(*) FROM key_element), (SELECT count(*) FROM key_element WHERE type <> ''), (SELECT count(*) FROM triple),
  (SELECT count(*) FROM attribute), (SELECT count(*) FROM proposal), (SELECT count(*) FROM extraction),
  (SELECT count(*) FROM extraction WHERE state = 'quarantined'), (SELECT count(*) FROM tombstone), (SELECT count(*) FROM embedding),
  (SELECT count(*) FROM episode)`)
}
