package cypher

import (
	"context"
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
)

// EmbedderQuery asks Render for the statement of Embedder.
type EmbedderQuery struct{}

const embeddingColumns = "e.text AS text, e.model AS model, e.dim AS dim"

func renderEmbeddings(w scope, q graph.EmbeddingsQuery) Statement {
	vector := ", e.vector AS vector"
	if q.Bare {
		vector = ""
	}
	return Statement{"UNWIND $embeddings AS key\nMATCH (e:Embedding {key: key})\nRETURN " + embeddingColumns + vector + "\nORDER BY text",
		map[string]any{"embeddings": w.keys(q.IDs())}}
}

// Embeddings carries out graph.EmbeddingsQuery.
func (s *Store) Embeddings(ctx context.Context, q graph.EmbeddingsQuery) ([]graph.Embedding, error) {
	return read(ctx, s, "cypher.Embeddings", q, embeddingOf)
}

// PageEmbeddings pages through all vectors, without their numbers.
func (s *Store) PageEmbeddings(ctx context.Context, q graph.PageQuery) ([]graph.Embedding, error) {
	return read(ctx, s, "cypher.PageEmbeddings", pageOf(s.workspace, q, "e", "Embedding", "", "e.id AS id, "+embeddingColumns), embeddingOf)
}

// embeddingOf decodes a vector, whose numbers may have been left out.
func embeddingOf(r row) graph.Embedding {
	e := graph.Embedding{Text: r.text("text"), Model: r.text("model"), Dim: r.number("dim")}
	packed := value[[]byte](r, "vector")
	if packed == nil {
		return e
	}
	vector, err := graph.UnpackVector(packed, e.Dim)
	if err != nil && *r.err == nil {
		*r.err = err
	}
	e.Vector = vector
	return e
}

func renderEmbedder(w scope) Statement {
	return Statement{"MATCH (w:Workspace {key: $workspace})\nRETURN w.embedder AS model, w.embedderDim AS dim",
		map[string]any{"workspace": string(w)}}
}

// Embedder says what the vectors of the workspace are of.
func (s *Store) Embedder(ctx context.Context) (graph.Embedder, error) {
	return firstOrZero(read(ctx, s, "cypher.Embedder", renderEmbedder(s.workspace), func(r row) graph.Embedder {
		return graph.Embedder{Model: r.text("model"), Dim: r.number("dim")}
	}))
}

// renderPutEmbeddings keeps vectors. The sort is stable: of two of one text the
// later is written last, and stays.
func renderPutEmbeddings(w scope, list []graph.Embedding) []Statement {
	return mergeNodes("Embedding", lists.Map(slices.SortedStableFunc(slices.Values(list), graph.CompareEmbeddings),
		func(e graph.Embedding) map[string]any {
			m := w.base(e.ID(), "Vector of "+e.Text)
			m["text"], m["model"], m["dim"], m["vector"] = e.Text, e.Model, e.Dim, graph.PackVector(e.Vector)
			return m
		}))
}

// PutEmbeddings keeps vectors.
func (s *Store) PutEmbeddings(ctx context.Context, list []graph.Embedding) error {
	if err := graph.CheckEmbeddings(list); err != nil {
		return s.observe.Refuse(ctx, "cypher.PutEmbeddings", err)
	}
	return s.change(ctx, "cypher.PutEmbeddings", renderPutEmbeddings(s.workspace, list))
}

// DropEmbeddings removes vectors by id.
func (s *Store) DropEmbeddings(ctx context.Context, ids []graph.ID) error {
	return s.change(ctx, "cypher.DropEmbeddings", dropNodes(s.workspace, "Embedding", slices.Sorted(slices.Values(ids))))
}

// SetEmbedder says what the vectors of the workspace are of from now on.
func (s *Store) SetEmbedder(ctx context.Context, e graph.Embedder) error {
	return s.change(ctx, "cypher.SetEmbedder", []Statement{renderLock(s.workspace, 0),
		{"MATCH (w:Workspace {key: $workspace})\nSET w.embedder = $model, w.embedderDim = $dim",
			map[string]any{"workspace": string(s.workspace), "model": e.Model, "dim": e.Dim}}})
}
