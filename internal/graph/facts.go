package graph

// FactsQuery asks for the atomic facts of key elements, with the chunks that
// state them: a fact stated by two chunks gives two rows. Order: document id,
// chunk index, start, fact id, element id.
type FactsQuery struct {
	Elements []ID
	Scope    Scope
	Limit    int
}

// Check returns an Invalid error for a query beyond the bounds.
func (q FactsQuery) Check() error { return checked("graph.Facts", q.Scope, len(q.Elements)) }

// FactRow is one statement of a fact by a chunk, with the fact's text. If its evidence in
// the chunk has several surfaces, the span is the first one by start, end, in and surface.
type FactRow struct {
	Fact     ID
	Text     string
	Element  ID
	Chunk    ID
	Document ID
	Index    int
	Start    int
	End      int
	In       Place
}
