package app

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/text"
)

// SearchEntities finds at most limit key elements by name: those that go by just
// this name, then those with a name that begins so, then entities with all the
// words in their names; those mentioned most come first.
func (a *App) SearchEntities(ctx context.Context, query string, limit int) ([]graph.KeyElement, error) {
	norm := text.Normalise(query)
	if norm == "" {
		return nil, fault.New(fault.Invalid, "app.SearchEntities", query, "no name to look for", "give a name or the beginning of one")
	}
	out := []graph.KeyElement{}
	seen := map[graph.ID]bool{}
	add := func(found []graph.KeyElement) {
		slices.SortFunc(found, func(x, y graph.KeyElement) int {
			return cmp.Or(cmp.Compare(y.Support, x.Support), cmp.Compare(x.Norm, y.Norm), cmp.Compare(x.ID, y.ID))
		})
		for _, e := range found {
			if !seen[e.ID] && len(out) < limit {
				seen[e.ID] = true
				out = append(out, e)
			}
		}
	}
	for _, q := range []graph.FindQuery{{Norms: []string{norm}}, {Prefix: norm, Limit: graph.MaxRows}} {
		found, err := a.store.Find(ctx, q)
		if err != nil {
			return nil, err
		}
		add(found)
	}
	if len(out) < limit {
		found, err := a.withWords(ctx, norm)
		if err != nil {
			return nil, err
		}
		add(found)
	}
	return out, nil
}

// withWords are the entities of which one name holds every word of a normalised name.
func (a *App) withWords(ctx context.Context, norm string) ([]graph.KeyElement, error) {
	words := strings.Fields(norm)
	holds := func(e graph.KeyElement) bool {
		return slices.ContainsFunc(append(e.OtherNorms(), e.Norm), func(name string) bool {
			return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(name, w) })
		})
	}
	var out []graph.KeyElement
	for q := (graph.PageQuery{Limit: graph.MaxRows}); ; {
		page, err := a.store.PageEntities(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, e := range page {
			if q.After = e.ID; holds(e) {
				out = append(out, e)
			}
		}
		if len(page) < q.Limit {
			return out, nil
		}
	}
}
