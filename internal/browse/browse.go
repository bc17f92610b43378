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
	"grove/internal/graph"
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
