package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

// Embeddings carries out graph.EmbeddingsQuery.
func (r reader) Embeddings(ctx context.Context, q graph.EmbeddingsQuery) ([]graph.Embedding, error) {
	r = r.checked(q)
	vector := "vector"
	if q.Bare {
		vector = "NULL"
	}
	return ask(ctx, r, "sqlite.Embeddings", scanEmbedding,
		"SELECT text, model, dim, "+vector+" FROM embedding WHERE id IN "+list(len(q.Texts))+" ORDER BY text", values(q.IDs()...)...)
}

// PageEmbeddings pages through all vectors, without their numbers.
func (r reader) PageEmbeddings(ctx context.Context, q graph.PageQuery) ([]graph.Embedding, error) {
	return ask(ctx, r, "sqlite.PageEmbeddings", scanEmbedding,
		"SELECT text, model, dim, NULL FROM embedding WHERE id > ? ORDER BY id LIMIT ?", string(q.After), graph.Limit(q.Limit))
}

func scanEmbedding(row *sql.Rows) (e graph.Embedding, err error) {
	var packed []byte
	if err = row.Scan(&e.Text, &e.Model, &e.Dim, &packed); err == nil && packed != nil {
		e.Vector, err = graph.UnpackVector(packed, e.Dim)
	}
	return e, err
}

// Embedder says what the vectors of the workspace are of.
func (r reader) Embedder(ctx context.Context) (graph.Embedder, error) {
	return one(ctx, r, "sqlite.Embedder", fields(func(e *graph.Embedder) []any { return []any{&e.Model, &e.Dim} }),
		"SELECT embedder, embedder_dim FROM workspace")
}

// PutEmbeddings keeps vectors.
func (s *Store) PutEmbeddings(ctx context.Context, list []graph.Embedding) error {
	if err := graph.CheckEmbeddings(list); err != nil {
		return s.observe.Refuse(ctx, "sqlite.PutEmbeddings", err)
	}
	return writeAll(ctx, s, "sqlite.PutEmbeddings",
		"INSERT OR REPLACE INTO embedding (id, text, model, dim, vector) VALUES (?, ?, ?, ?, ?)", list,
		func(e graph.Embedding) ([]any, error) {
			return []any{string(e.ID()), e.Text, e.Model, e.Dim, graph.PackVector(e.Vector)}, nil
		})
}

// DropEmbeddings removes vectors by id.
func (s *Store) DropEmbeddings(ctx context.Context, ids []graph.ID) error {
	return writeAll(ctx, s, "sqlite.DropEmbeddings", "DELETE FROM embedding WHERE id = ?", ids, idOf)
}

// SetEmbedder says what the vectors of the workspace are of from now on.
func (s *Store) SetEmbedder(ctx context.Context, e graph.Embedder) error {
	return s.transact(ctx, "sqlite.SetEmbedder", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE workspace SET embedder = ?, embedder_dim = ?", e.Model, e.Dim)
		return err
	})
}
