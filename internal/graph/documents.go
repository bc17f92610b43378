package graph

// DocumentsQuery asks for documents. Where any of IDs, Sources, SourceIDs and
// Origins is given, a document that matches one of them is wanted; else all.
// Order: id. After and Limit page through.
type DocumentsQuery struct {
	IDs       []ID
	Sources   []string
	SourceIDs []string
	Origins   []string
	// After leaves out ids up to and including this one.
	After ID
	Limit int
}

// Check refuses a query beyond the bounds.
func (q DocumentsQuery) Check() error {
	return checkIDs("graph.Documents", len(q.IDs)+len(q.Sources)+len(q.SourceIDs)+len(q.Origins))
}
