package identity

import (
	"cmp"
	"context"
	"slices"
	"time"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/text"
)

// DecisionView is a decision about names in the form that people and clients see.
type DecisionView struct {
	ID graph.ID `json:"id"`
	// Kind is merge, split, apart or model_merge.
	Kind string `json:"kind"`
	// Names are the names decided on, as written where the graph still has them, else
	// normalised. Documents has one item for each name: the document that the decision
	// is limited to, "" for all documents.
	Names     []string   `json:"names"`
	Documents []graph.ID `json:"documents"`
	// At is the time of the decision in UTC, as RFC 3339 has it.
	At string `json:"at"`
}

// NamesAtOnce is the most names or ids in one query: few enough for all elements that
// have them.
const NamesAtOnce = 500

// finder finds key elements by name.
type finder interface {
	Find(context.Context, graph.FindQuery) ([]graph.KeyElement, error)
}

// Views returns decisions in the form that people and clients see, in the same order.
func Views(ctx context.Context, store finder, decisions []Decision) ([]DecisionView, error) {
	written, err := writtenNames(ctx, store, decisions)
	if err != nil {
		return nil, err
	}
	out := make([]DecisionView, len(decisions))
	for i, d := range decisions {
		v := DecisionView{ID: d.ID, Kind: d.Kind, Names: []string{}, Documents: []graph.ID{}, At: d.At.UTC().Format(time.RFC3339)}
		for _, n := range d.Names {
			v.Names, v.Documents = append(v.Names, cmp.Or(written[n.Norm], n.Norm)), append(v.Documents, n.Part)
		}
		out[i] = v
	}
	return out, nil
}

// writtenNames returns the names of decisions as the graph has them, by their normal
// forms: a caption before an alias, and the first of these.
func writtenNames(ctx context.Context, store finder, decisions []Decision) (map[string]string, error) {
	names := lists.Flat(decisions, func(d Decision) []graph.Name { return d.Names })
	norms := lists.Sorted(lists.Map(names, func(n graph.Name) string { return n.Norm }))
	out := map[string]string{}
	for some := range slices.Chunk(norms, NamesAtOnce) {
		found, err := store.Find(ctx, graph.FindQuery{Norms: some, Limit: graph.MaxRows})
		if err != nil {
			return nil, err
		}
		for _, e := range found {
			for _, surface := range append([]string{e.Name}, e.Aliases...) {
				if norm := text.Normalise(surface); out[norm] == "" {
					out[norm] = surface
				}
			}
		}
	}
	return out, nil
}
