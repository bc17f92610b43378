package graph

// Extraction is the journalled result of extracting one chunk: the reply as
// read, from which the chunk's evidence follows. It is written as soon as the
// model has answered and kept as long as its chunk.
type Extraction struct {
	// Chunk is the chunk's id, which is known before the chunk is in the graph.
	Chunk ID
	// Version names prompt, model and schema version: another version is another question.
	Version string
	// Result is the extraction as JSON; its shape belongs to the extraction step.
	Result string
}

// ExtractionsQuery asks for the journalled extractions of chunks, at most
// MaxIDs of them. Those not journalled under Version are left out. Order: chunk id.
type ExtractionsQuery struct {
	Chunks  []ID
	Version string
}

// Check refuses a query beyond the bounds.
func (q ExtractionsQuery) Check() error { return checkIDs("graph.Extractions", len(q.Chunks)) }
