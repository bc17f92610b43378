package browse

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"grove/ingest/identity"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/lookup"
	"grove/internal/text"
)

// Entity is a key element with its attributes, relations and evidence.
type Entity struct {
	graph.KeyElement
	Attributes []graph.Attribute `json:"attributes"`
	Relations  []Relation        `json:"relations"`
	// Facts is the number of atomic facts about it, Mentions the number of chunks that
	// mention it.
	Facts     int              `json:"facts"`
	Mentions  int              `json:"mentions"`
	Evidence  []Evidence       `json:"evidence"`
	Community *graph.Community `json:"community"`
	// Decisions are the decisions about its names.
	Decisions []identity.DecisionView `json:"decisions"`
}

// Relation is a triple with the names of its head and tail and its first evidence.
type Relation struct {
	graph.Triple
	HeadName string     `json:"head_name"`
	TailName string     `json:"tail_name"`
	Evidence []Evidence `json:"evidence"`
}

// Entities returns key elements that carry a type, by id, at most limit after one.
func (b *Browser) Entities(ctx context.Context, after graph.ID, limit int) ([]graph.KeyElement, error) {
	rows, err := b.store.PageEntities(ctx, graph.PageQuery{After: after, Limit: limit})
	return elements(rows), err
}

// Entity returns an entity by its id or a name (see lookup.Entity), with at most limit
// attributes, relations and pieces of evidence.
func (b *Browser) Entity(ctx context.Context, ref string, limit int) (Entity, error) {
	e, err := lookup.Entity(ctx, b.store, "browse.Entity", ref)
	if err != nil {
		return Entity{}, err
	}
	v := Entity{KeyElement: elements([]graph.KeyElement{e})[0], Mentions: e.Support}
	ids := []graph.ID{e.ID}
	if v.Attributes, err = b.store.Attributes(ctx, graph.AttributesQuery{Entities: ids, Limit: limit}); err != nil {
		return v, err
	}
	v.Attributes = graph.List(v.Attributes)
	relations, err := b.store.Relations(ctx, graph.RelationsQuery{Elements: ids, Fanout: limit})
	if err != nil {
		return v, err
	}
	if v.Relations, err = b.withEvidence(ctx, relations); err != nil {
		return v, err
	}
	communities, err := b.store.Communities(ctx, graph.CommunitiesQuery{Members: ids, Limit: 1})
	if err != nil {
		return v, err
	}
	if len(communities) > 0 {
		v.Community = &communities[0].Community
	}
	if v.Facts, err = b.countFacts(ctx, e.ID); err != nil {
		return v, err
	}
	if v.Evidence, _, err = b.evidenceOf(ctx, e.ID, 0, limit); err != nil {
		return v, err
	}
	v.Decisions, err = b.decisionsAbout(ctx, e)
	return v, err
}

// countFacts counts the facts about an element, up to graph.MaxRows statements.
func (b *Browser) countFacts(ctx context.Context, id graph.ID) (int, error) {
	rows, err := b.store.Facts(ctx, graph.FactsQuery{Elements: []graph.ID{id}, Limit: graph.MaxRows})
	facts := lists.SetOf(rows, func(r graph.FactRow) graph.ID { return r.Fact })
	return len(facts), err
}

// decisionsAbout returns the decisions about one of the names of an element.
func (b *Browser) decisionsAbout(ctx context.Context, e graph.KeyElement) ([]identity.DecisionView, error) {
	all, err := identity.Decisions(ctx, b.store)
	if err != nil {
		return nil, err
	}
	norms := append(e.OtherNorms(), e.Norm)
	return identity.Views(ctx, b.store, slices.DeleteFunc(all, func(d identity.Decision) bool {
		return !slices.ContainsFunc(d.Names, func(n graph.Name) bool { return slices.Contains(norms, n.Norm) })
	}))
}

// FindEntities returns at most limit key elements by name: exact matches first, then
// matches of a prefix, then entities with a name that contains all words of the query;
// within each group by support, the largest first.
func (b *Browser) FindEntities(ctx context.Context, query string, limit int) ([]graph.KeyElement, error) {
	norm := text.Normalise(query)
	if norm == "" {
		return nil, fault.New(fault.Invalid, "browse.FindEntities", query, "the name is empty", "give a name or the beginning of one")
	}
	out := []graph.KeyElement{}
	seen := map[graph.ID]bool{}
	add := func(found []graph.KeyElement) {
		slices.SortFunc(found, bySupport)
		for _, e := range found {
			if !seen[e.ID] && len(out) < limit {
				seen[e.ID] = true
				out = append(out, e)
			}
		}
	}
	for _, q := range []graph.FindQuery{{Norms: []string{norm}}, {Prefix: norm, Limit: graph.MaxRows}} {
		found, err := b.store.Find(ctx, q)
		if err != nil {
			return nil, err
		}
		add(found)
	}
	if len(out) < limit {
		found, err := b.withWords(ctx, strings.Fields(norm), limit)
		if err != nil {
			return nil, err
		}
		add(found)
	}
	return elements(out), nil
}

// Largest returns the entities that most chunks mention, at most limit.
func (b *Browser) Largest(ctx context.Context, limit int) ([]graph.KeyElement, error) {
	all, err := b.withWords(ctx, nil, limit)
	return elements(all), err
}

// bySupport orders elements by support, the largest first, then by name and id.
func bySupport(x, y graph.KeyElement) int {
	return cmp.Or(cmp.Compare(y.Support, x.Support), cmp.Compare(x.Norm, y.Norm), cmp.Compare(x.ID, y.ID))
}

// scanRows is the number of entities in memory at once while all are scanned for words.
const scanRows = 1000

// withWords returns the first entities, by support, that have a name with every word in it, at
// most limit. It keeps the best ones only, whatever the number of matches.
func (b *Browser) withWords(ctx context.Context, words []string, limit int) ([]graph.KeyElement, error) {
	named := func(name string) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(name, w) })
	}
	var best []graph.KeyElement
	for e, err := range graph.Rows(ctx, b.store.PageEntities, graph.PageQuery{Limit: scanRows}) {
		if err != nil {
			return nil, err
		}
		if !named(e.Norm) && !slices.ContainsFunc(e.OtherNorms(), named) {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, e, bySupport)
		if at == limit {
			continue
		}
		if best = slices.Insert(best, at, e); len(best) > limit {
			best = best[:limit]
		}
	}
	return best, nil
}
