package graph

// Rows is the size of a bundle in rows.
func (b *Bundle) Rows() int { return 1 + len(b.Chunks) + b.Evidence.Rows() }

// Bundles are a document, whose i-th chunk says said(i), in slices of at most so
// many rows, a chunk at least each: one, unless the document is larger than that.
func Bundles(d Document, chunks []Chunk, said func(i int) Evidence, most int) []Bundle {
	out := []Bundle{{Document: d}}
	var before ID
	for i, c := range chunks {
		e := said(i)
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
