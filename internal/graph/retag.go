package graph

import (
	"cmp"
	"slices"
)

// Retag replaces the tags of a document; nothing else of it changes.
type Retag struct {
	Document ID
	// Tags are the new tags, in the form of Document.Tags.
	Tags []string
}

// retagged returns the retags of stored documents that stay, by document. The last one of
// a document counts.
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
