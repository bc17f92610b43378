package resolve

import (
	"unicode/utf8"

	"grove/ingest/extract"
	"grove/internal/lists"
	"grove/internal/text"
)

// A chunk of n characters yields at most leastItems + n/runesPerItem facts, entities, triples
// and attributes each, and as many key elements. A model asked for the facts of a text names
// far fewer; more are the work of a defective model, or of an instruction in the text.
const (
	leastItems   = 32
	runesPerItem = 2
)

// mostItems returns the most items of a kind in a chunk.
func mostItems(chunk string) int { return leastItems + utf8.RuneCountInString(chunk)/runesPerItem }

// bounded returns the extraction with at most so many items of each kind, and the number of
// those left out.
func bounded(e extract.Extraction, most int) (_ extract.Extraction, left int) {
	e.Facts = first(e.Facts, most, &left)
	e.Entities = first(e.Entities, most, &left)
	e.Triples = first(e.Triples, most, &left)
	e.Attributes = first(e.Attributes, most, &left)
	return e, left
}

func first[T any](items []T, most int, left *int) []T {
	*left += max(0, len(items)-most)
	return items[:min(len(items), most)]
}

// leastShared is the least share of a fact's search terms that its chunk or title has. Of
// 18,315 facts and triples that three systems extracted with language models from English
// texts, less than 0.1% have less; of the same compared with another text, 99%. Rewording
// changes more terms in Chinese, where they are pairs of characters, so that the least is
// below the half that would do for English.
const leastShared = 1.0 / 3

// grounded reports whether a fact, or enough of its terms, is in the chunk or the document's title.
func (r *resolver) grounded(fact string) bool {
	if _, ok := r.text.find(fact); ok {
		return true
	}
	terms := lists.Once(text.Terms(fact))
	shared := lists.Count(terms, func(t string) bool { return r.terms()[t] })
	return float64(shared) >= leastShared*float64(len(terms))
}

// termsOf returns the set of the texts' terms.
func termsOf(texts ...string) map[string]bool {
	return lists.Set(lists.Flat(texts, text.Terms))
}
