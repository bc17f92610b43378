package extract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"grove/internal/llm/repair"
	"grove/schema"
)

// Reply is the parsed reply of one call.
type Reply struct {
	// Pieces are the extractions by piece, nil for those without a readable one.
	Pieces []*Extraction
	// Rung is how the reply was read; Cut is true where it was truncated or lost items.
	Rung repair.Rung
	Cut  bool
}

// empty reports whether no piece has an extraction with items.
func (r Reply) empty() bool {
	for _, e := range r.Pieces {
		if e != nil && !e.Empty() {
			return false
		}
	}
	return true
}

// items is an extraction in which a list that is missing can be told from an empty one.
type items struct {
	ID         json.RawMessage   `json:"id"`
	Facts      *[]row[Fact]      `json:"facts"`
	Entities   *[]row[Entity]    `json:"entities"`
	Triples    *[]row[Triple]    `json:"triples"`
	Attributes *[]row[Attribute] `json:"attributes"`
}

// with returns the lists with the items of others, but for their entities.
func (l items) with(others items) items {
	l.Facts, l.Triples, l.Attributes = joined(l.Facts, others.Facts), joined(l.Triples, others.Triples),
		joined(l.Attributes, others.Attributes)
	return l
}

func joined[T any](a, b *[]row[T]) *[]row[T] {
	both := slices.Concat(rowsOf(a), rowsOf(b))
	return &both
}

func (l items) empty() bool {
	return l.Facts == nil && l.Entities == nil && l.Triples == nil && l.Attributes == nil
}

// Parse reads a reply: JSON of the reply schema, as it is or repaired. The reply for a
// packet must have at least one text under a given id.
func (p Prompt) Parse(reply string) (Reply, error) {
	got, err := repair.Read(reply, func(raw json.RawMessage) error {
		_, err := p.pieces(raw)
		return err
	})
	if err != nil {
		return Reply{}, err
	}
	pieces, err := p.pieces(got.JSON)
	out := Reply{Pieces: pieces, Rung: got.Rung, Cut: got.Truncated || got.Cut > 0}
	switch {
	case err != nil:
	case out.Cut && out.empty():
		err = errors.New("the reply breaks off before it says anything")
	case got.Amid > 0 && len(p.Pieces) == 1 && reference.Match(got.JSON): // of a packet whole texts are lost
		err = errors.New("items amid the reply cannot be read, and references count the entities")
	}
	return out, err
}

func (p Prompt) pieces(raw json.RawMessage) ([]*Extraction, error) {
	if len(p.Pieces) == 1 {
		one, err := single(raw, p.Schema)
		return []*Extraction{one}, err
	}
	texts, err := several(raw)
	if err != nil {
		return nil, err
	}
	handles := map[string]int{}
	for i, piece := range p.Pieces {
		handles[handle(i, piece)] = i
	}
	objects := make([][]items, len(p.Pieces)) // of each piece, as a rule one
	found := false
	for _, t := range texts {
		var id string
		if json.Unmarshal(t.ID, &id) != nil {
			continue
		}
		i, ok := handles[id]
		if !ok || t.empty() {
			continue
		}
		found = true
		if n := len(objects[i]); n > 0 && len(rowsOf(t.Entities)) == 0 { // its references are to the entities of the one before
			objects[i][n-1] = objects[i][n-1].with(t)
		} else {
			objects[i] = append(objects[i], t)
		}
	}
	if !found {
		return nil, errors.New("the reply has no text under an id that was given")
	}
	out := make([]*Extraction, len(p.Pieces))
	for i, list := range objects {
		for _, l := range list {
			if e := l.extraction(p.Schema); out[i] == nil {
				out[i] = e
			} else {
				out[i].add(*e)
			}
		}
	}
	return out, nil
}

func single(raw json.RawMessage, s *schema.Schema) (*Extraction, error) {
	var l items
	if err := json.Unmarshal(raw, &l); err != nil {
		return nil, fmt.Errorf("the reply is not the JSON asked for: %w", err)
	}
	if l.empty() {
		// Some models answer one text as if it were a packet of one.
		if texts, err := several(raw); err == nil && len(texts) == 1 && !texts[0].empty() {
			return texts[0].extraction(s), nil
		}
		return nil, errors.New("the reply has none of facts, entities, triples and attributes")
	}
	return l.extraction(s), nil
}

// several reads {"texts": [...]}, and the bare list that some models give.
func several(raw json.RawMessage) ([]items, error) {
	var wrapped struct {
		Texts []items `json:"texts"`
	}
	target := any(&wrapped)
	if bytes.HasPrefix(bytes.TrimSpace(raw), []byte("[")) {
		target = &wrapped.Texts
	}
	if err := json.Unmarshal(raw, target); err != nil {
		return nil, fmt.Errorf("the reply is not the JSON asked for: %w", err)
	}
	return wrapped.Texts, nil
}
