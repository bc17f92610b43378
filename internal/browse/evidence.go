package browse

import (
	"cmp"
	"context"
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/lookup"
)

// Evidence is a place in a document that names an element or states a relation: the runes
// Start to End of the document's text, or of its title, according to In.
type Evidence struct {
	Document DocumentRef `json:"document"`
	Chunk    graph.ID    `json:"chunk"`
	graph.Span
	// Type is the type that the chunk gives to the element, "" for none.
	Type string `json:"type"`
}

// evidenceBlock is the number of places that are sorted together. It bounds the chunks
// read for one page of an element with many mentions.
const evidenceBlock = 500

// Evidence returns at most limit places that name an entity (see lookup.Entity), from
// one on, and how many there are. They come in blocks of 500 by the ids of their chunks,
// each block in the order of documents.
func (b *Browser) Evidence(ctx context.Context, ref string, from, limit int) (places []Evidence, total int, err error) {
	e, err := lookup.Entity(ctx, b.store, "browse.Evidence", ref)
	if err != nil {
		return nil, 0, err
	}
	return b.evidenceOf(ctx, e.ID, from, limit)
}

func (b *Browser) evidenceOf(ctx context.Context, id graph.ID, from, limit int) (places []Evidence, total int, err error) {
	page, err := b.store.PageKeyElements(ctx, graph.PageQuery{After: before(id), Limit: 1})
	if err != nil || len(page) == 0 || page[0].ID != id {
		return []Evidence{}, 0, err
	}
	mentions := page[0].Evidence
	total = len(mentions)
	from = min(from, total)
	to := min(from+limit, total)
	first := from / evidenceBlock * evidenceBlock
	places = []Evidence{}
	for i := first; i < to; i += evidenceBlock {
		block := lists.Map(mentions[i:min(i+evidenceBlock, total)], func(m graph.Mention) Evidence {
			return Evidence{Chunk: m.Chunk, Span: m.Span, Type: m.Type}
		})
		documents, err := b.documentsOf(ctx, block)
		if err != nil {
			return nil, 0, err
		}
		places = append(places, locate(block, documents)...)
	}
	return places[min(from-first, len(places)):min(to-first, len(places))], total, nil
}

// relationEvidence is the maximum number of places of each relation of an Entity.
const relationEvidence = 3

// withEvidence returns relations with their first evidence. It reads the chunks of all
// relations together.
func (b *Browser) withEvidence(ctx context.Context, relations []graph.RelationRow) ([]Relation, error) {
	places := make([][]Evidence, len(relations))
	for i, r := range relations {
		page, err := b.store.PageTriples(ctx, graph.PageQuery{After: before(r.ID), Limit: 1})
		if err != nil {
			return nil, err
		}
		if len(page) == 0 || page[0].ID != r.ID {
			continue
		}
		places[i] = lists.Map(page[0].Evidence[:min(len(page[0].Evidence), graph.MaxIDs)], func(e graph.TripleEvidence) Evidence {
			return Evidence{Chunk: e.Chunk, Span: e.Span}
		})
	}
	documents, err := b.documentsOf(ctx, slices.Concat(places...))
	if err != nil {
		return nil, err
	}
	out := make([]Relation, len(relations))
	for i, r := range relations {
		located := locate(places[i], documents)
		out[i] = Relation{r.Triple, r.HeadName, r.TailName, located[:min(len(located), relationEvidence)]}
	}
	return out, nil
}

// before returns an id that precedes id with no other id between them: ids are of one
// length, so that nothing lies between an id and one with the preceding last letter.
func before(id graph.ID) graph.ID {
	last := len(id) - 1
	return id[:last] + graph.ID(rune(id[last]-1))
}

// documentsOf returns the documents of places by their chunks.
func (b *Browser) documentsOf(ctx context.Context, places []Evidence) (map[graph.ID]DocumentRef, error) {
	ids := lists.Map(places, func(p Evidence) graph.ID { return p.Chunk })
	out := map[graph.ID]DocumentRef{}
	for some := range slices.Chunk(lists.Sorted(ids), graph.MaxIDs) {
		rows, err := b.store.Chunks(ctx, graph.ChunksQuery{IDs: some, Limit: len(some)})
		if err != nil {
			return nil, err
		}
		for _, c := range rows {
			out[c.ID] = DocumentRef{c.Document, graph.Caption(c.Title, c.Source), c.Source}
		}
	}
	return out, nil
}

// locate returns places with their documents, in the order of documents; places whose
// chunk is gone are left out.
func locate(places []Evidence, documents map[graph.ID]DocumentRef) []Evidence {
	out := []Evidence{}
	for _, p := range places {
		if d, ok := documents[p.Chunk]; ok {
			p.Document = d
			out = append(out, p)
		}
	}
	slices.SortStableFunc(out, func(x, y Evidence) int {
		return cmp.Or(cmp.Compare(x.Document.Source, y.Document.Source), cmp.Compare(x.In, y.In)*-1, cmp.Compare(x.Start, y.Start))
	})
	return out
}
