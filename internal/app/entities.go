package app

import (
	"cmp"
	"context"
	"slices"

	"grove/ingest/identity"
	"grove/internal/graph"
	"grove/internal/lookup"
)

// EntityView is a key element with everything the graph says of it.
type EntityView struct {
	graph.KeyElement
	Attributes []graph.Attribute `json:"attributes"`
	Relations  []EntityRelation  `json:"relations"`
	// Facts is how many atomic facts are about it, Mentions how many chunks mention it.
	Facts     int                     `json:"facts"`
	Mentions  int                     `json:"mentions"`
	Evidence  []EntityEvidence        `json:"evidence"`
	Community *graph.Community        `json:"community"`
	Decisions []identity.DecisionView `json:"decisions"`
}

// EntityRelation is a triple with the names of its ends, and the first places that
// state it.
type EntityRelation struct {
	graph.Triple
	HeadName string           `json:"head_name"`
	TailName string           `json:"tail_name"`
	Evidence []EntityEvidence `json:"evidence"`
}

// EntityEvidence is one place where an element is named or a relation is stated. The quote is
// text[start:end] of the document, or of its title where in says so.
type EntityEvidence struct {
	Document DocumentRef `json:"document"`
	Chunk    graph.ID    `json:"chunk"`
	graph.Span
	Type string `json:"type"`
}

// DocumentRef names a document.
type DocumentRef struct {
	ID     graph.ID `json:"id"`
	Title  string   `json:"title"`
	Source string   `json:"source"`
}

// Entity shows an element, named by its id or by a name, with at most so many
// pieces of evidence and relations.
func (a *App) Entity(ctx context.Context, ref string, limit int) (EntityView, error) {
	e, err := lookup.Entity(ctx, a.store, "app.Entity", ref)
	if err != nil {
		return EntityView{}, err
	}
	v := EntityView{KeyElement: e, Mentions: e.Support, Relations: []EntityRelation{}, Evidence: []EntityEvidence{}, Decisions: []identity.DecisionView{}}
	ids := []graph.ID{e.ID}
	if v.Attributes, err = a.store.Attributes(ctx, graph.AttributesQuery{Entities: ids, Limit: limit}); err != nil {
		return v, err
	}
	if v.Attributes == nil {
		v.Attributes = []graph.Attribute{}
	}
	relations, err := a.store.Relations(ctx, graph.RelationsQuery{Elements: ids, Fanout: limit})
	if err != nil {
		return v, err
	}
	if v.Relations, err = a.withEvidence(ctx, relations); err != nil {
		return v, err
	}
	communities, err := a.store.Communities(ctx, graph.CommunitiesQuery{Members: ids, Limit: 1})
	if err != nil {
		return v, err
	}
	if len(communities) > 0 {
		v.Community = &communities[0].Community
	}
	if v.Facts, err = a.factsAbout(ctx, e.ID); err != nil {
		return v, err
	}
	if v.Evidence, _, err = a.evidenceOf(ctx, e.ID, 0, limit); err != nil {
		return v, err
	}
	v.Decisions, err = a.decisionsAbout(ctx, e)
	return v, err
}

// factsAbout counts the facts about an element, up to graph.MaxRows statements.
func (a *App) factsAbout(ctx context.Context, id graph.ID) (int, error) {
	rows, err := a.store.Facts(ctx, graph.FactsQuery{Elements: []graph.ID{id}, Limit: graph.MaxRows})
	facts := map[graph.ID]bool{}
	for _, r := range rows {
		facts[r.Fact] = true
	}
	return len(facts), err
}

// evidenceBlock is how many places are put in the order of documents together: so much
// is read of a hub for a page of its places, however many it has.
const evidenceBlock = 500

// evidenceOf gives places where an element is named, from one on, and how many there
// are. They come in blocks of evidenceBlock by the ids of chunks, each block in the order
// of documents.
func (a *App) evidenceOf(ctx context.Context, id graph.ID, from, limit int) (places []EntityEvidence, total int, err error) {
	page, err := a.store.PageKeyElements(ctx, graph.PageQuery{After: before(id), Limit: 1})
	if err != nil || len(page) == 0 || page[0].ID != id {
		return []EntityEvidence{}, 0, err
	}
	mentions := page[0].Evidence
	total = len(mentions)
	from = min(from, total)
	to := min(from+limit, total)
	first := from / evidenceBlock * evidenceBlock
	places = []EntityEvidence{}
	for i := first; i < to; i += evidenceBlock {
		var block []place
		for _, m := range mentions[i:min(i+evidenceBlock, total)] {
			block = append(block, place{m.Chunk, m.Span, m.Type})
		}
		documents, err := a.documentsOf(ctx, block)
		if err != nil {
			return nil, 0, err
		}
		places = append(places, firstPlaces(block, documents, len(block))...)
	}
	return places[min(from-first, len(places)):min(to-first, len(places))], total, nil
}

// shownPlaces is how many places that state a relation are shown.
const shownPlaces = 3

// withEvidence gives relations with the first places that state each. The chunks of
// all of them are read at once.
func (a *App) withEvidence(ctx context.Context, relations []graph.RelationRow) ([]EntityRelation, error) {
	stated := make([][]place, len(relations))
	for i, r := range relations {
		page, err := a.store.PageTriples(ctx, graph.PageQuery{After: before(r.ID), Limit: 1})
		if err != nil {
			return nil, err
		}
		if len(page) == 0 || page[0].ID != r.ID {
			continue
		}
		for _, e := range page[0].Evidence[:min(len(page[0].Evidence), graph.MaxIDs)] {
			stated[i] = append(stated[i], place{e.Chunk, e.Span, ""})
		}
	}
	documents, err := a.documentsOf(ctx, slices.Concat(stated...))
	if err != nil {
		return nil, err
	}
	out := make([]EntityRelation, len(relations))
	for i, r := range relations {
		out[i] = EntityRelation{r.Triple, r.HeadName, r.TailName, firstPlaces(stated[i], documents, shownPlaces)}
	}
	return out, nil
}

// before is an id below which no other lies: ids are of one length, so that nothing
// is between one and what its last letter follows.
func before(id graph.ID) graph.ID {
	last := len(id) - 1
	return id[:last] + graph.ID(rune(id[last]-1))
}

// place is where a chunk says something.
type place struct {
	chunk graph.ID
	span  graph.Span
	as    string
}

// documentsOf gives the documents of the chunks of places.
func (a *App) documentsOf(ctx context.Context, places []place) (map[graph.ID]DocumentRef, error) {
	ids := make([]graph.ID, 0, len(places))
	for _, p := range places {
		ids = append(ids, p.chunk)
	}
	slices.Sort(ids)
	of := map[graph.ID]DocumentRef{}
	for some := range slices.Chunk(slices.Compact(ids), graph.MaxIDs) {
		rows, err := a.store.Chunks(ctx, graph.ChunksQuery{IDs: some, Limit: len(some)})
		if err != nil {
			return nil, err
		}
		for _, c := range rows {
			of[c.ID] = DocumentRef{c.Document, c.Title, c.Source}
		}
	}
	return of, nil
}

// firstPlaces are the first of places whose chunks are known, in the order of documents.
func firstPlaces(places []place, documents map[graph.ID]DocumentRef, limit int) []EntityEvidence {
	out := []EntityEvidence{}
	for _, p := range places {
		if d, ok := documents[p.chunk]; ok {
			out = append(out, EntityEvidence{d, p.chunk, p.span, p.as})
		}
	}
	slices.SortStableFunc(out, func(x, y EntityEvidence) int {
		return cmp.Or(cmp.Compare(x.Document.Source, y.Document.Source), cmp.Compare(x.In, y.In)*-1, cmp.Compare(x.Start, y.Start))
	})
	return out[:min(len(out), limit)]
}

// decisionsAbout are the decisions on one of the names of an element.
func (a *App) decisionsAbout(ctx context.Context, e graph.KeyElement) ([]identity.DecisionView, error) {
	all, err := identity.Decisions(ctx, a.store)
	if err != nil {
		return nil, err
	}
	norms := append(e.OtherNorms(), e.Norm)
	return identity.Views(ctx, a.store, slices.DeleteFunc(all, func(d identity.Decision) bool {
		return !slices.ContainsFunc(d.Names, func(n graph.Name) bool { return slices.Contains(norms, n.Norm) })
	}))
}
