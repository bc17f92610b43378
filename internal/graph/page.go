package graph

import (
	"cmp"
	"context"
	"iter"

	"grove/internal/lists"
)

// PageQuery asks for a page of all items of one kind, in the order of their ids, each with
// its evidence (ordered by chunk, in, surface). Limit is the most items of a page; 0 is
// DefaultLimit.
type PageQuery struct {
	// After leaves out ids up to and including this one.
	After ID
	Limit int
	// Bare leaves out the evidence, which is most of a page, the aliases of entities, and
	// the members and keywords of communities.
	Bare bool
	// Scope leaves out key elements that no chunk in it mentions, and evidence from
	// chunks outside it. Only PageKeyElements uses it.
	Scope Scope
}

// FactPage is a fact with all its evidence.
type FactPage struct {
	Fact
	Evidence []FactEvidence
}

// KeyElementPage is a key element with all its evidence.
type KeyElementPage struct {
	KeyElement
	Evidence []Mention
}

// AttributePage is an attribute with all its evidence.
type AttributePage struct {
	Attribute
	Evidence []AttributeEvidence
}

// TriplePage is a triple with all its evidence.
type TriplePage struct {
	Triple
	Evidence []TripleEvidence
}

// paged is a query Q that is answered page by page: page returns it for the rows after an
// id, and the most rows of a page, MaxRows where the query has no limit.
type paged[Q any] interface{ page(after ID) (Q, int) }

// Row is a row of a paged query, in the order of its key.
type Row interface{ key() ID }

// Pages returns all pages of a query, none of them empty; an error is the last element.
func Pages[Q paged[Q], R Row](ctx context.Context, read func(context.Context, Q) ([]R, error), q Q) iter.Seq2[[]R, error] {
	return func(yield func([]R, error) bool) {
		for after := ID(""); ; {
			q, limit := q.page(after)
			rows, err := read(ctx, q)
			if err != nil {
				yield(nil, err)
				return
			}
			if len(rows) == 0 || !yield(rows, nil) || len(rows) < limit {
				return
			}
			after = rows[len(rows)-1].key()
		}
	}
}

// Rows returns all rows of a query, which it reads page by page; an error is the last element.
func Rows[Q paged[Q], R Row](ctx context.Context, read func(context.Context, Q) ([]R, error), q Q) iter.Seq2[R, error] {
	return each(Pages(ctx, read, q))
}

// ChunkPages returns the chunks of a document in order, at most so many at a time; an error is the last element.
func ChunkPages(ctx context.Context, read func(context.Context, ChunksQuery) ([]ChunkRow, error), document ID,
	limit int) iter.Seq2[[]ChunkRow, error] {
	return func(yield func([]ChunkRow, error) bool) {
		for q := (ChunksQuery{Document: document, Limit: limit}); ; {
			rows, err := read(ctx, q)
			if err != nil {
				yield(nil, err)
				return
			}
			if len(rows) == 0 || !yield(rows, nil) || len(rows) < limit {
				return
			}
			q.From = rows[len(rows)-1].Index + 1
		}
	}
}

// ChunkRows returns the chunks of a document in order, which it reads at most so many at a time; an error is the last element.
func ChunkRows(ctx context.Context, read func(context.Context, ChunksQuery) ([]ChunkRow, error), document ID,
	limit int) iter.Seq2[ChunkRow, error] {
	return each(ChunkPages(ctx, read, document, limit))
}

// Keys returns the keys of rows.
func Keys[R Row](rows []R) []ID {
	return lists.Map(rows, func(r R) ID { return r.key() })
}

// List returns l, or an empty list for nil, which JSON writes as [].
func List[E any](l []E) []E {
	if l == nil {
		return []E{}
	}
	return l
}

// Ties returns all rows of PageTies.
func Ties(ctx context.Context, read func(context.Context, PageQuery) ([]FactElements, ID, error)) iter.Seq2[FactElements, error] {
	return each(continued(ctx, read, MaxRows))
}

// maxTied is the maximum number of entities that a fact ties; a fact about more is a list.
const maxTied = 12

// TiedPairs returns the pairs of the entities that a fact ties, each once, in the order of the list.
func TiedPairs[E any](entities []E) iter.Seq2[E, E] {
	return func(yield func(a, b E) bool) {
		if len(entities) > maxTied {
			return
		}
		for i, a := range entities {
			for _, b := range entities[i+1:] {
				if !yield(a, b) {
					return
				}
			}
		}
	}
}

// namesAtOnce is the number of chunks in a page of ChunkNames: each may have a thousand names.
const namesAtOnce = 50

// ChunkNames returns all rows of PageNames, those of one chunk at a time.
func ChunkNames(ctx context.Context, read func(context.Context, PageQuery) ([]NameUse, ID, error)) iter.Seq2[[]NameUse, error] {
	return func(yield func([]NameUse, error) bool) {
		for page, err := range continued(ctx, read, namesAtOnce) {
			if err != nil {
				yield(nil, err)
				return
			}
			for len(page) > 0 {
				n := 1
				for n < len(page) && page[n].Chunk == page[0].Chunk {
					n++
				}
				if !yield(page[:n:n], nil) {
					return
				}
				page = page[n:]
			}
		}
	}
}

// continued returns the pages of an operation that returns where its next page begins.
func continued[R any](ctx context.Context, read func(context.Context, PageQuery) ([]R, ID, error), limit int) iter.Seq2[[]R, error] {
	return func(yield func([]R, error) bool) {
		for q := (PageQuery{Limit: limit}); ; {
			rows, next, err := read(ctx, q)
			if !yield(rows, err) || err != nil || next == "" {
				return
			}
			q.After = next
		}
	}
}

func each[R any](pages iter.Seq2[[]R, error]) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		for rows, err := range pages {
			if err != nil {
				yield(*new(R), err)
				return
			}
			for _, r := range rows {
				if !yield(r, nil) {
					return
				}
			}
		}
	}
}

func (q PageQuery) page(after ID) (PageQuery, int) {
	q.After, q.Limit = after, cmp.Or(q.Limit, MaxRows)
	return q, q.Limit
}

func (q DocumentsQuery) page(after ID) (DocumentsQuery, int) {
	q.After, q.Limit = after, cmp.Or(q.Limit, MaxRows)
	return q, q.Limit
}

func (d Document) key() ID       { return d.ID }
func (c Chunk) key() ID          { return c.ID }
func (f Fact) key() ID           { return f.ID }
func (k KeyElement) key() ID     { return k.ID }
func (a Attribute) key() ID      { return a.ID }
func (t Triple) key() ID         { return t.ID }
func (p Proposal) key() ID       { return p.ID }
func (c Community) key() ID      { return c.ID }
func (k Keyword) key() ID        { return k.ID }
func (e Embedding) key() ID      { return e.ID() }
func (d Degree) key() ID         { return d.Element }
func (s DocumentSample) key() ID { return s.Document }
func (f FactRow) key() ID        { return f.Fact }
func (Counts) key() ID           { return "" }

// key returns the id of the first triple.
func (p Path) key() ID {
	if len(p.Triples) == 0 {
		return ""
	}
	return p.Triples[0].ID
}
