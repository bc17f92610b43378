package graph

import "iter"

// Rows returns the number of rows of a bundle.
func (b *Bundle) Rows() int { return 1 + len(b.Chunks) + b.Evidence.Rows() }

// Bundles splits a document into bundles of at most so many rows, but with at least one
// chunk each. evidence returns the evidence of the i-th chunk; it is called once for each
// chunk, in order, when the bundle of the chunk is made. Its error is the last yield.
func Bundles(d Document, chunks []Chunk, evidence func(i int) (Evidence, error), most int) iter.Seq2[Bundle, error] {
	return func(yield func(Bundle, error) bool) {
		b := Bundle{Document: d}
		for i, c := range chunks {
			e, err := evidence(i)
			if err != nil {
				yield(Bundle{}, err)
				return
			}
			if len(b.Chunks) > 0 && b.Rows()+1+e.Rows() > most {
				b.Document.Partial = true
				if !yield(b, nil) {
					return
				}
				b = Bundle{Document: d, After: chunks[i-1].ID}
			}
			b.Chunks = append(b.Chunks, c)
			b.Evidence.Append(e)
		}
		yield(b, nil)
	}
}
