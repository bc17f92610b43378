package extract

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Parse reads a reply: the outermost braces of whatever stands around them,
// then a JSON object with at least one of the four lists.
func (Prompt) Parse(reply string) (Extraction, error) {
	first, last := strings.IndexByte(reply, '{'), strings.LastIndexByte(reply, '}')
	if first < 0 || last < first {
		return Extraction{}, errors.New("the reply holds no JSON object")
	}
	var lists struct {
		Facts      *[]Fact      `json:"facts"`
		Entities   *[]Entity    `json:"entities"`
		Triples    *[]Triple    `json:"triples"`
		Attributes *[]Attribute `json:"attributes"`
	}
	if err := json.Unmarshal([]byte(reply[first:last+1]), &lists); err != nil {
		return Extraction{}, fmt.Errorf("the reply is not the JSON asked for: %w", err)
	}
	if lists.Facts == nil && lists.Entities == nil && lists.Triples == nil && lists.Attributes == nil {
		return Extraction{}, errors.New("the reply has none of facts, entities, triples and attributes")
	}
	return Extraction{deref(lists.Facts), deref(lists.Entities), deref(lists.Triples), deref(lists.Attributes)}, nil
}

func deref[E any](list *[]E) []E {
	if list == nil {
		return nil
	}
	return *list
}
