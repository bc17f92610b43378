package graph

// ChunksQuery asks for chunks by IDs, or for the chunks of one Document from
// index From on. Order: document id, index.
type ChunksQuery struct {
	IDs      []ID
	Document ID
	From     int
	Scope    Scope
	Limit    int
}

// Check returns an Invalid error for a query beyond the bounds.
func (q ChunksQuery) Check() error { return checked("graph.Chunks", q.Scope, len(q.IDs)) }

// ChunkRow is a chunk with its neighbours in the document and the fields of the document
// that a citation needs.
type ChunkRow struct {
	Chunk
	// Previous and Next are the neighbouring chunks by NEXT, "" at the ends.
	Previous, Next          ID
	Source, SourceID, Title string
}
