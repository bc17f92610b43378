package graph

// Rows returns the number of rows of a bundle.
func (b *Bundle) Rows() int { return 1 + len(b.Chunks) + b.Evidence.Rows() }

// Bundles splits a document into bundles of at most so many rows, but with at least one
// chunk each. evidence returns the evidence of the i-th chunk.
func Bundles(d Document, chunks []Chunk, evidence func(i int) Evidence, most int) []Bundle {
	out := []Bundle{{Document: d}}
	var before ID
	for i, c := range chunks {
		e := evidence(i)
		b := &out[len(out)-1]
		if len(b.Chunks) > 0 && b.Rows()+1+e.Rows() > most {
			b.Document.Partial = true
			out = append(out, Bundle{Document: d, After: before})
			b = &out[len(out)-1]
		}
		b.Chunks = append(b.Chunks, c)
		b.Evidence.Append(e)
		before = c.ID
	}
	return out
}
