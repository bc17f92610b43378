package graph

import (
	"cmp"
	"slices"
)

// Retag gives a document that stays other tags; nothing else of it changes.
type Retag struct {
	Document ID
	// Tags stand in the place of those that the document has; as Document.Tags.
	Tags []string
}

// retagged are those of documents that are there and stay, by document; of two
// for one document the last counts.
func retagged(list []Retag, there map[ID]Stored, gone map[ID]bool) []Retag {
	last := map[ID][]string{}
	for _, r := range list {
		if _, ok := there[r.Document]; ok && !gone[r.Document] {
			last[r.Document] = r.Tags
		}
	}
	var out []Retag
	for id, tags := range last {
		out = append(out, Retag{id, tags})
	}
	slices.SortFunc(out, func(a, b Retag) int { return cmp.Compare(a.Document, b.Document) })
	return out
}
