// Package graph defines the node types of Grove's graph and its typed operations.
//
// It has no side effects: it defines ids and evidence, derives aggregates from evidence,
// and declares the query and result types of each operation. The two stores (packages
// cypher and internal/sqlite) carry the operations out; an operation has the same file
// name in all three packages.
//
// Starts and ends are half-open rune offsets. Every list that an operation returns is in a
// total order, which its query type documents.
package graph

import (
	"strings"
	"time"
)

// Document is one ingested document. Its text is the concatenation of its
// chunks' texts, exactly as the loader gave it.
type Document struct {
	ID ID `json:"id"`
	// Source names the document for people and decides its id.
	Source string `json:"source"`
	// SourceID is the record id that the input gave, or "".
	SourceID string `json:"source_id"`
	Title    string `json:"title"`
	// Language is a BCP 47 code such as "en" or "zh", or "und".
	Language string `json:"language"`
	// SHA256 is the lower-case hex digest of title and text, each preceded by its length.
	SHA256 string `json:"sha256"`
	// Tokens is the number of cl100k tokens of the text.
	Tokens int `json:"tokens"`
	// Runes is the length of the text in runes.
	Runes int `json:"runes"`
	// Tags are "key=value" strings, sorted, each key once.
	Tags []string `json:"tags"`
	// Origin is the absolute path or address the text was read from; "" if none is known.
	Origin string `json:"-"`
	// Partial is true while only some of the chunks are written: a large document
	// is written in several changes.
	Partial bool `json:"-"`
	// Gists is the preset of the episodes that are wanted, such as "600/280"; "" for none.
	Gists string `json:"-"`
	// Paged is the preset of the episodes that are stored, "" for none. Apply ignores it: a
	// document that is written has no episodes yet.
	Paged string `json:"-"`
	// IngestedAt is when the document was written, to the second, in UTC.
	IngestedAt time.Time `json:"-"`
}

// Caption returns what people see as the title of a document: its title, else the file name in its
// source, with the record's id. It is for display and to name a document by, never stored.
func Caption(title, source string) string {
	if title != "" {
		return title
	}
	file, _, _ := strings.Cut(source, "#") // an id may have slashes
	return source[strings.LastIndexByte(file, '/')+1:]
}

// Chunk is a piece of a document's text. The chunks of a document partition
// its text: no gap, no overlap.
type Chunk struct {
	ID       ID  `json:"id"`
	Document ID  `json:"document"`
	Index    int `json:"index"`
	// Start and End are rune offsets in the document's text.
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
	// Tokens is the number of cl100k tokens of Text.
	Tokens int `json:"tokens"`
	// Page is the printed page, where the format has one, else "".
	Page string `json:"page"`
	// Heading is the nearest heading at or above the chunk's start, else "".
	Heading string `json:"heading"`
	// Name is the caption shown to people: document title (or source) and number.
	Name string `json:"name"`
}

// Place says which text a span counts in.
type Place string

const (
	// InText is the document's text: surface = text[start:end].
	InText Place = "text"
	// InTitle is the document's title; such evidence hangs on the first chunk.
	InTitle Place = "title"
)

// Span is the place of a surface in a document.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
	// In is the text to which the offsets refer.
	In Place `json:"in"`
	// Surface is the text of the span, as written there.
	Surface string `json:"surface"`
	// Count is the number of occurrences in the chunk, at least 1. Start and End are
	// those of the first.
	Count int `json:"count"`
}

// Fact is an atomic fact: the smallest self-contained statement.
type Fact struct {
	ID   ID     `json:"id"`
	Text string `json:"text"`
	// Support is the number of chunks that state it.
	Support int `json:"support"`
}

// KeyElement is a normalised noun, name, number, time, place, verb or adjective
// of atomic facts. With a Type it is also an entity of the schema.
type KeyElement struct {
	ID ID `json:"id"`
	// Norm is the normalised name, from which the id follows.
	Norm string `json:"norm"`
	// Name is the caption: the most frequent surface, the smaller string on a tie.
	Name string `json:"name"`
	// Aliases are all surfaces seen, sorted, Name included.
	Aliases []string `json:"aliases"`
	// Type is its most frequent schema type, or "".
	Type string `json:"type"`
	// Description is its most frequent short description, or "".
	Description string `json:"description"`
	// Support is the number of chunks that mention it.
	Support int `json:"support"`
}

// Attribute is one property of an entity (level 1 of the tree).
type Attribute struct {
	ID      ID     `json:"id"`
	Entity  ID     `json:"entity"`
	Key     string `json:"key"`
	Value   string `json:"value"`
	Support int    `json:"support"`
}

// Name returns the attribute's caption, "key: value".
func (a Attribute) Name() string { return a.Key + ": " + a.Value }

// Triple is a relation between two entities (level 2 of the tree). The typed relation
// between the two nodes has the triple's id.
type Triple struct {
	ID       ID     `json:"id"`
	Head     ID     `json:"head"`
	Relation string `json:"relation"`
	Tail     ID     `json:"tail"`
	// Name is the caption, such as "Ahab COMMANDS Pequod", from the most frequent
	// pair of surfaces.
	Name    string `json:"name"`
	Support int    `json:"support"`
}
