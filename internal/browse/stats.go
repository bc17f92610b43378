package browse

import (
	"context"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/schema"
)

// Counts returns the number of nodes of each kind in the workspace.
func (b *Browser) Counts(ctx context.Context) (graph.Counts, error) { return b.store.Counts(ctx) }

// Conformance returns the share, 0 to 1, of the typed triples, attributes and entities
// that the schema covers. It is below 1 only during a change of the schema, or if chunks
// were imported without their extractions, and 1 for an empty graph.
func (b *Browser) Conformance(ctx context.Context) (float64, error) {
	s, _, err := schema.Stored(ctx, b.store)
	if fault.Is(err, fault.NotFound) {
		return 1, nil
	}
	if err != nil {
		return 0, err
	}
	terms, err := b.store.Vocabulary(ctx)
	covered, all := 0, 0
	for _, t := range terms {
		all += t.Count
		if s.Has(t.Part, t.Name) {
			covered += t.Count
		}
	}
	if all == 0 {
		return 1, err
	}
	return float64(covered) / float64(all), err
}

// Shapes measures the graph by the columns of table 8 of the GraphReader paper.
type Shapes struct {
	// Workspace measures all documents as one graph, Documents each as a separate graph.
	Workspace graph.Shape `json:"workspace"`
	Documents graph.Shape `json:"documents"`
}

// samplePage is the number of documents measured in one read.
const samplePage = 50

// Sample returns the counts of all documents as one graph: it reads the links of every fact, page by page.
func (b *Browser) Sample(ctx context.Context) (graph.Sample, error) {
	counts, err := b.store.Counts(ctx)
	if err != nil {
		return graph.Sample{}, err
	}
	whole := graph.Sample{Facts: counts.Facts}
	for d, err := range graph.Rows(ctx, b.store.PageDegrees, graph.PageQuery{Limit: graph.DefaultLimit}) {
		if err != nil {
			return graph.Sample{}, err
		}
		whole.Add(d)
	}
	return whole, nil
}

// Shapes measures the graph: it reads the links of every fact, page by page.
func (b *Browser) Shapes(ctx context.Context) (Shapes, error) {
	whole, err := b.Sample(ctx)
	if err != nil {
		return Shapes{}, err
	}
	var each []graph.Sample
	for s, err := range graph.Rows(ctx, b.store.PageSamples, graph.PageQuery{Limit: samplePage}) {
		if err != nil {
			return Shapes{}, err
		}
		each = append(each, s.Sample)
	}
	return Shapes{graph.ShapeOf([]graph.Sample{whole}), graph.ShapeOf(each)}, nil
}
