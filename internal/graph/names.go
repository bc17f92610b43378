package graph

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"grove/internal/fault"
)

// MaxNameLength is the most runes in the name of a type or a relation.
const MaxNameLength = 64

// MaxLookupBytes is the most bytes of an indexed value: a document's source, source id or
// origin, or a key element's normalised name. Indexes of Neo4j take little more.
const MaxLookupBytes = 4096

// checkLookup returns an Invalid error for a value that is too long for an index.
func checkLookup(what, value string) error {
	if len(value) <= MaxLookupBytes {
		return nil
	}
	head := []rune(value[:MaxLookupBytes])[:40]
	return fault.New(fault.Invalid, "graph.checkLookup", string(head)+"...",
		fmt.Sprintf("a %s of %d bytes", what, len(value)), fmt.Sprintf("use at most %d bytes", MaxLookupBytes))
}

// CheckName returns an Invalid error for the name of a type or relation that is not 1 to
// MaxNameLength letters, digits and underscores (of any script), as such names become
// labels and relation types. what is "type" or "relation", for the message.
func CheckName(what, name string) error {
	n := 0
	for _, r := range name {
		if n++; !nameRune(r) {
			n = 0
			break
		}
	}
	if n < 1 || n > MaxNameLength {
		return fault.New(fault.Invalid, "graph.CheckName", name, "not a name for a "+what,
			"use 1 to 64 letters, digits and underscores")
	}
	return nil
}

func nameRune(r rune) bool {
	return r != utf8.RuneError && (r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r))
}

// NameUse is a mention of a key element without its span, as entity resolution reads it.
type NameUse struct {
	Chunk, Document, Element ID
	// Surface is the name as written. The id that the name has by itself follows from its
	// normal form.
	Surface string
	// Type is the schema type that the chunk gives the element, or "".
	Type  string
	Count int
	// Same and Apart are those of the [Mention].
	Same, Apart string
}
