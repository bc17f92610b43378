package search

import (
	"sync"

	"github.com/blevesearch/bleve/v2/document"
	index "github.com/blevesearch/bleve_index_api"

	"grove/internal/graph"
	"grove/internal/lists"
)

// The fields of an entry, which is what the index holds of a chunk.
const (
	// termsField has a posting for each term of the bag, with its frequency.
	termsField = "terms"
	// lengthField has one posting, of lengthTerm, whose frequency is the length
	// of the bag. So one posting list gives the lengths of all live chunks, and
	// deletes, updates and merges keep it right as they keep all others.
	lengthField = "length"
	lengthTerm  = "n"
)

// entry returns the chunk as an index document. Its terms are found when Bleve
// analyses it, which it does on several processors.
func entry(row graph.ChunkRow) *document.Document {
	bag := sync.OnceValue(func() []string { return Bag(row.Title, row.Text) })
	terms := func() map[string]int { return lists.Tally(bag()) }
	length := func() map[string]int {
		if n := len(bag()); n > 0 {
			return map[string]int{lengthTerm: n}
		}
		return nil
	}
	return document.NewDocument(string(row.ID)).
		AddField(&field{name: termsField, count: terms}).
		AddField(&field{name: lengthField, count: length})
}

// field is an index field made of counted terms instead of a text.
type field struct {
	name  string
	count func() map[string]int
	freqs index.TokenFrequencies
}

var _ document.Field = (*field)(nil)

// Name returns the field's name.
func (f *field) Name() string { return f.name }

// Analyze counts the terms.
func (f *field) Analyze() {
	counts := f.count()
	f.freqs = make(index.TokenFrequencies, len(counts))
	for term, n := range counts {
		freq := &index.TokenFreq{Term: []byte(term)}
		freq.SetFrequency(n)
		f.freqs[term] = freq
	}
}

// AnalyzedTokenFrequencies returns the counted terms.
func (f *field) AnalyzedTokenFrequencies() index.TokenFrequencies { return f.freqs }

// AnalyzedLength returns the number of distinct terms; only Bleve's scores would use it.
func (f *field) AnalyzedLength() int { return len(f.freqs) }

// Options say that the field is indexed with frequencies and nothing is stored.
func (f *field) Options() index.FieldIndexingOptions { return index.IndexField }

// EncodedFieldType returns the letter of a text field.
func (f *field) EncodedFieldType() byte { return 't' }

// Value is empty, as nothing is stored.
func (f *field) Value() []byte { return nil }

// ArrayPositions is empty: the field stands once in an entry.
func (f *field) ArrayPositions() []uint64 { return nil }

// NumPlainTextBytes is 0: the field has no text of its own.
func (f *field) NumPlainTextBytes() uint64 { return 0 }

// Size returns the memory of the counted terms in bytes.
func (f *field) Size() int { return f.freqs.Size() }
