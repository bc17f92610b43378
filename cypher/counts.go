package cypher

import (
	"context"

	"grove/internal/graph"
)

// CountsQuery asks Render for the statement of Counts.
type CountsQuery struct{}

func renderCounts(w scope) Statement {
	text := "RETURN "
	count := func(name, label string) {
		text += "COUNT { MATCH (n:" + label + ") WHERE n.key > $after AND n.key < $end } AS " + name
	}
	for _, c := range []struct{ name, label string }{
		{"documents", "Document"}, {"chunks", "Chunk"}, {"episodes", "Episode"}, {"facts", "AtomicFact"},
		{"keyElements", "KeyElement"}, {"triples", "Triple"}, {"attributes", "Attribute"},
		{"communities", "Community"}, {"proposals", "Proposal"}, {"keywords", "Keyword"}, {"extractions", "Extraction"}, {"tombstones", "Tombstone"}, {"embeddings", "Embedding"},
	} {
		count(c.name, c.label)
		text += ",\n  "
	}
	text += "COUNT { MATCH (n:Extraction) WHERE n.workspace = $workspace AND n.state = 'quarantined' } AS quarantined,\n  "
	text += "COUNT { MATCH (n:KeyElement) WHERE n.key > $after AND n.key < $end AND n.type IS NOT NULL } AS entities"
	return Statement{text, map[string]any{"after": w.key(""), "end": w.end(), "workspace": string(w)}}
}

// Counts counts the workspace's things, one structural label each.
func (s *Store) Counts(ctx context.Context) (graph.Counts, error) {
	rows, err := read(ctx, s, "cypher.Counts", renderCounts(s.workspace), func(r row) graph.Counts {
		return graph.Counts{Documents: r.number("documents"), Chunks: r.number("chunks"), Episodes: r.number("episodes"),
			Facts: r.number("facts"), KeyElements: r.number("keyElements"), Entities: r.number("entities"),
			Triples: r.number("triples"), Attributes: r.number("attributes"), Communities: r.number("communities"),
			Keywords: r.number("keywords"), Proposals: r.number("proposals"), Extractions: r.number("extractions"), Quarantined: r.number("quarantined"), Tombstones: r.number("tombstones"), Embeddings: r.number("embeddings")}
	})
	if err != nil {
		return graph.Counts{}, err
	}
	return rows[0], nil
}
