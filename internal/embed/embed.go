// Package embed turns texts into vectors and finds the nearest of them.
//
// [Builtin] needs no model: it hashes words and pieces of words. [Endpoint] asks
// any service with OpenAI's embeddings interface. [Matrix] scans vectors exactly;
// [Quantised] gives whole-number similarities for an order that must not hang on
// the last bits of floating point.
package embed

import "context"

// Embedder turns texts into vectors of unit length, so that a dot product is the
// cosine of two texts.
type Embedder interface {
	// Name identifies the model: vectors of different names or dimensions must not be
	// compared.
	Name() string
	// Dim is the length of every vector; 0 if it is known only after the first call.
	Dim() int
	// Embed gives a vector for each text, in order. Texts without content give
	// vectors of zeros or whatever the model makes of them.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Dot returns the similarity of two vectors of unit length: their cosine.
func Dot(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
