// Package browse holds the use cases that read a workspace's graph for people and
// clients: documents, entities, neighbourhoods, paths, the overview of communities, and
// the schema with its proposals. It writes nothing. The JSON forms of what it returns
// stand here once: the REST service and the command line print them as they are, and
// every list in them is an empty list rather than null.
package browse

import (
	"context"
	"slices"

	"grove/cypher"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/schema"
)

// Store is the workspace that is read.
type Store interface {
	graph.Reader
	// Snapshot returns a reader of one state of the graph; release must be called.
	Snapshot(context.Context) (r graph.Reader, release func(), err error)
}

// Browser reads one workspace. It is safe for concurrent use. Its methods return
// fault.NotFound for an id or a name that nothing has.
type Browser struct {
	store     Store
	workspace string
	name      Namer
	overview  *graph.Derived[*communityGraph]
}

// New returns a Browser of a store; workspace is the name that rendered Cypher
// statements carry. name may be nil.
func New(store Store, workspace string, name Namer) *Browser {
	return &Browser{store: store, workspace: workspace, name: name, overview: graph.NewDerived[*communityGraph]()}
}

// ChangeNumber returns the number of the last change of the graph.
func (b *Browser) ChangeNumber(ctx context.Context) (int64, error) { return b.store.ChangeNumber(ctx) }

// Rendering is a Cypher statement that draws a part of the graph in Neo4j Browser, with
// its parameters.
type Rendering struct {
	Cypher string         `json:"cypher"`
	Params map[string]any `json:"params"`
}

// render returns the statement of a query in the graph or of a cypher.Drawing.
func (b *Browser) render(query any) (Rendering, error) {
	st, err := cypher.Render(b.workspace, query)
	return Rendering{Cypher: st.Text, Params: st.Params}, err
}

// Total counts the nodes and edges in a part of the graph, of which a reply may hold fewer.
type Total struct {
	Nodes int `json:"nodes"`
	Edges int `json:"edges"`
}

// elements returns copies of rows in which every list is one.
func elements(rows []graph.KeyElement) []graph.KeyElement {
	out := append([]graph.KeyElement{}, rows...)
	for i := range out {
		out[i].Aliases = graph.List(out[i].Aliases)
	}
	return out
}

// findElements returns the elements with some ids, counted within a scope; those that
// the scope does not mention are left out.
func findElements(ctx context.Context, r graph.Reader, ids []graph.ID, scope graph.Scope) ([]graph.KeyElement, error) {
	var out []graph.KeyElement
	for some := range slices.Chunk(ids, graph.MaxIDs) {
		rows, err := r.Find(ctx, graph.FindQuery{IDs: some, Scope: scope, Limit: len(some)})
		if err != nil {
			return nil, err
		}
		out = append(out, rows...)
	}
	return out, nil
}

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
