package graph

// FactsQuery asks for the atomic facts of key elements, with the chunks that
// state them: a fact stated by two chunks gives two rows. Order: document id,
// chunk index, start, fact id, element id.
type FactsQuery struct {
	Elements []ID
	Scope    Scope
	Limit    int
}

// Check refuses a query beyond the bounds.
func (q FactsQuery) Check() error { return checked("graph.Facts", q.Scope, len(q.Elements)) }

// FactRow is one statement of a fact, with the fact's text. A fact whose evidence
// in a chunk has several surfaces gives the row of the first span (the smaller
// start, end, in, surface).
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
