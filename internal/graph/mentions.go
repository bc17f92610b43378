package graph

// MentionsQuery asks for the key elements that chunks mention. Order: chunk id,
// element id.
type MentionsQuery struct {
	Chunks []ID
	Scope  Scope
	Limit  int
}

// Check returns an Invalid error for a query beyond the bounds.
func (q MentionsQuery) Check() error { return checked("graph.Mentions", q.Scope, len(q.Chunks)) }

// MentionRow is a key element mentioned by a chunk. Count is the sum over its surfaces there.
type MentionRow struct {
	Chunk ID
	Count int
	KeyElement
}
