// Package extract extracts atomic facts with their key elements, entities, triples and
// attributes from chunks, by calls to a model. One call takes a chunk or a packet of short
// ones; an unreadable reply is repaired, requested again, and split, before the chunk is
// given up (Extractor).
package extract

// Extraction is the extraction of a chunk, with names and values as in the text. The
// journal stores it.
type Extraction struct {
	Facts      []Fact      `json:"facts"`
	Entities   []Entity    `json:"entities"`
	Triples    []Triple    `json:"triples"`
	Attributes []Attribute `json:"attributes"`
}

// Fact is an atomic fact: the smallest statement that stands by itself.
type Fact struct {
	Text string `json:"text"`
	// Elements are the key elements: names, nouns, numbers, times, places, verbs
	// and adjectives, each as it stands in Text.
	Elements []string `json:"elements"`
	// Sentence is the sentence of the text that supports the fact, verbatim; "" where the
	// fact itself is in the text or the model gave none.
	Sentence string `json:"sentence,omitempty"`
}

// Entity is a named thing of a schema type.
type Entity struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Description string `json:"description,omitempty"`
}

// Triple is a relation between two entities.
type Triple struct {
	Head     string `json:"head"`
	Relation string `json:"relation"`
	Tail     string `json:"tail"`
	// Sentence is the sentence that states it, verbatim; "" where the model gave none.
	Sentence string `json:"sentence,omitempty"`
}

// Attribute is a property of an entity.
type Attribute struct {
	Entity string `json:"entity"`
	Key    string `json:"key"`
	Value  string `json:"value"`
	// Sentence is as in Triple.
	Sentence string `json:"sentence,omitempty"`
}

// Empty reports whether the extraction has no item.
func (e Extraction) Empty() bool {
	return len(e.Facts)+len(e.Entities)+len(e.Triples)+len(e.Attributes) == 0
}

// add adds the items of another reply for the same chunk.
func (e *Extraction) add(other Extraction) {
	e.Facts = append(e.Facts, other.Facts...)
	e.Entities = append(e.Entities, other.Entities...)
	e.Triples = append(e.Triples, other.Triples...)
	e.Attributes = append(e.Attributes, other.Attributes...)
}
