// Package offline answers prompts without a language model, by classic
// language processing in English and Chinese: sentences, marked phrases, statements for the
// graph, and a small trained model that chooses the answer among the phrases of the passages
// read. It is deterministic, and what it gives are spans or sentences of the text.
package offline

import "crypto/sha256"

// Kit is the set of tools that a prompt's Offline method works with. Make one
// with New; it is safe for concurrent use.
type Kit struct {
	bags bags
	// read has the readings of passages, answered the answers of the last questions with their passages.
	read     cache[Passage, *reading]
	answered cache[[sha256.Size]byte, Answer]
	reader   *Reader
}

// New makes a kit with the shipped model.
func New() *Kit {
	r, err := ParseReader(shippedReader)
	if err != nil {
		panic(err) // the embedded model is tested
	}
	return NewWith(r)
}

// NewWith makes a kit with another model.
func NewWith(r *Reader) *Kit { return &Kit{reader: r} }
