package cypher

import (
	"context"

	"grove/internal/graph"
)

// CountsQuery asks Render for the statement of Counts.
type CountsQuery struct{}

func renderCounts(w scope) Statement {
	text := "RETURN "
	for _, c := range []struct{ name, label string }{
		{"documents", "Document"}, {"chunks", "Chunk"}, {"episodes", "Episode"}, {"facts", "AtomicFact"},
		{"keyElements", "KeyElement"}, {"triples", "Triple"}, {"attributes", "Attribute"},
		{"communities", "Community"}, {"proposals", "Proposal"}, {"keywords", "Keyword"}, {"extractions", "Extraction"},
		{"tombstones", "Tombstone"}, {"embeddings", "Embedding"},
	} {
		text += "COUNT { MATCH (n:" + c.label + ") WHERE n.key > $after AND n.key < $end } AS " + c.name + ",\n  "
	}
	text += "COUNT { MATCH (n:Extraction) WHERE n.workspace = $workspace AND n.state = 'quarantined' } AS quarantined,\n  "
	text += "COUNT { MATCH (n:KeyElement) WHERE n.key > $after AND n.key < $end AND n.type IS NOT NULL } AS entities"
	return Statement{text, map[string]any{"after": w.key(""), "end": w.end(), "workspace": string(w)}}
}

// cachedCounts are the counts of the graph at a change number above 0. They are immutable.
type cachedCounts struct {
	number int64
	counts graph.Counts
}

// renderUncounted counts the nodes that are written without raising the change number, and
// returns that number.
func renderUncounted(w scope) Statement {
	within := " WHERE n.key > $after AND n.key < $end } AS "
	return Statement{"OPTIONAL MATCH (w:Workspace {key: $workspace})\nRETURN coalesce(w.changeNumber, 0) AS number,\n" +
		"  COUNT { MATCH (n:Extraction)" + within + "extractions,\n" +
		"  COUNT { MATCH (n:Extraction) WHERE n.workspace = $workspace AND n.state = 'quarantined' } AS quarantined,\n" +
		"  COUNT { MATCH (n:Episode)" + within + "episodes,\n" +
		"  COUNT { MATCH (n:Embedding)" + within + "embeddings",
		map[string]any{"after": w.key(""), "end": w.end(), "workspace": string(w)}}
}

// Counts counts the nodes of the workspace by structural label. Those of the graph are
// counted once for each change number, as this scans every label; extractions,
// embeddings and episodes, which do not raise it, are counted each time.
func (s *Store) Counts(ctx context.Context) (counts graph.Counts, err error) {
	ctx, end := s.observe.Begin(ctx, "cypher.Counts")
	defer func() { end(err) }()
	now, err := first(read(ctx, s, "cypher.Counts", renderUncounted(s.workspace), func(r row) cachedCounts {
		return cachedCounts{changeNumberOf(r), graph.Counts{Extractions: r.number("extractions"), Quarantined: r.number("quarantined"),
			Embeddings: r.number("embeddings"), Episodes: r.number("episodes")}}
	}))
	if err != nil {
		return graph.Counts{}, err
	}
	if known := s.counts.Load(); known != nil && known.number == now.number {
		counts = known.counts
		counts.Extractions, counts.Quarantined, counts.Embeddings = now.counts.Extractions, now.counts.Quarantined, now.counts.Embeddings
		counts.Episodes = now.counts.Episodes
		return counts, nil
	}
	counts, err = s.count(ctx)
	if err != nil || now.number == 0 {
		return counts, err
	}
	// Where the number is the same before and after, no write ended in between.
	number, err := s.ChangeNumber(ctx)
	if err == nil && number == now.number {
		s.counts.Store(&cachedCounts{number, counts})
	}
	return counts, err
}

// Counts records the read. The counts are those of the whole workspace, whatever the scope.
func (t Traced) Counts(ctx context.Context) (counts graph.Counts, err error) {
	_, err = traced(ctx, t, "counts", CountsQuery{}, func(ctx context.Context, _ CountsQuery) ([]graph.Counts, error) {
		counts, err = t.Reader.Counts(ctx)
		if err != nil {
			return nil, err
		}
		return []graph.Counts{counts}, nil
	}, map[string]any{})
	return counts, err
}

func (s *Store) count(ctx context.Context) (graph.Counts, error) {
	return first(read(ctx, s, "cypher.Counts", renderCounts(s.workspace), func(r row) graph.Counts {
		return graph.Counts{Documents: r.number("documents"), Chunks: r.number("chunks"), Episodes: r.number("episodes"),
			Facts: r.number("facts"), KeyElements: r.number("keyElements"), Entities: r.number("entities"),
			Triples: r.number("triples"), Attributes: r.number("attributes"), Communities: r.number("communities"),
			Keywords: r.number("keywords"), Proposals: r.number("proposals"), Extractions: r.number("extractions"),
			Quarantined: r.number("quarantined"), Tombstones: r.number("tombstones"), Embeddings: r.number("embeddings")}
	}))
}
