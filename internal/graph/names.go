package graph

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"grove/internal/fault"
)

// MaxNameLength is the most runes in the name of a type or a relation.
const MaxNameLength = 64

// MaxLookupBytes is the most bytes in what things are looked up by: a document's
// source, source id and origin, a key element's normalised name. An index of
// Neo4j takes little more.
const MaxLookupBytes = 4096

// checkLookup refuses a value that is longer than an index takes.
func checkLookup(what, value string) error {
	if len(value) <= MaxLookupBytes {
		return nil
	}
	head := []rune(value[:MaxLookupBytes])[:40]
	return fault.New(fault.Invalid, "graph.checkLookup", string(head)+"...",
		fmt.Sprintf("a %s of %d bytes", what, len(value)), fmt.Sprintf("use at most %d bytes", MaxLookupBytes))
}

// CheckName refuses a type or relation name that is not 1 to MaxNameLength
// letters, digits and underscores (of any script): such names become labels and
// relation types of the graph, where no other character belongs. what says
// which it is, for the message.
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

// NameUse is a mention of a key element as entity resolution sees it: which name
// stands for it, where, and as what.
type NameUse struct {
	Chunk, Document, Element ID
	// Surface is the name as written; its normal form decides the id that it would
	// have by itself.
	Surface string
	// Type is the schema type that the chunk gives it, or "".
	Type  string
	Count int
}
