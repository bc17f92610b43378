package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"unicode/utf8"

	"grove/internal/eval/dataset"
	"grove/internal/fault"
	"grove/internal/text"
)

// Item is one annotated text.
type Item struct {
	ID    string `json:"id"`
	Lang  string `json:"lang"`
	Title string `json:"title"`
	Text  string `json:"text"`
	// Entities are nil if the set annotates none.
	Entities []GoldEntity `json:"entities"`
	// Triples are subject, relation, object; nil if the set annotates none.
	Triples [][3]string `json:"triples"`
	// OntologyFile names the ontology that bounds the triples, a file in the
	// folder "ontologies" next to the items; "" for none.
	OntologyFile string `json:"ontology"`
	// ontology is that file's content.
	ontology *ontology
}

// GoldEntity is one annotated mention.
type GoldEntity struct {
	Text string `json:"text"`
	Type string `json:"type"`
	// Start and End are half-open rune offsets in the item's text; nil if the set has none.
	Start *int `json:"start"`
	End   *int `json:"end"`
	// Cluster is a number or a name, the same for all mentions of an entity; null or
	// missing for none.
	Cluster json.RawMessage `json:"cluster"`
	// Mention is PROP for a name, else NOM or PRON; "" if the set has names only.
	Mention string `json:"mention"`
}

// Named reports whether the mention is a name: descriptions and pronouns are not scored.
func (e GoldEntity) Named() bool { return e.Mention == "" || e.Mention == "PROP" }

// span returns the offsets; ok is false if the set has none or if they do not match the text,
// as some of weakly labelled sets.
func (e GoldEntity) span(body string) (start, end int, ok bool) {
	if e.Start == nil || e.End == nil || *e.End-*e.Start != utf8.RuneCountInString(e.Text) || *e.Start == *e.End {
		return 0, 0, false
	}
	return *e.Start, *e.End, text.Slice(body, *e.Start, *e.End) == e.Text
}

// Items is a data set of annotated texts.
type Items struct {
	// Name is the name of the folder.
	Name string
	List []Item
}

// ReadItems reads a file of items, with the ontologies that they name.
func ReadItems(path string) (Items, error) {
	const op = "eval.ReadItems"
	absolute, err := filepath.Abs(path)
	if err != nil {
		return Items{}, fault.Wrap(err, op, path)
	}
	set := Items{Name: filepath.Base(filepath.Dir(absolute))}
	read := ontologies{dir: filepath.Join(filepath.Dir(absolute), "ontologies"), read: map[string]*ontology{}}
	seen := map[string]bool{}
	err = dataset.ReadLines(path, func(item Item) error {
		switch {
		case item.ID == "" || item.Text == "":
			return errors.New("an item needs an id and a text")
		case seen[item.ID]:
			return fmt.Errorf("the id %q is used twice", item.ID)
		case item.Entities == nil && item.Triples == nil:
			return errors.New("an item needs entities or triples")
		case !utf8.ValidString(item.Text):
			return errors.New("the text is not UTF-8")
		}
		seen[item.ID] = true
		if item.OntologyFile != "" {
			if item.ontology, err = read.get(item.OntologyFile); err != nil {
				return err
			}
		}
		set.List = append(set.List, item)
		return nil
	})
	if err == nil && len(set.List) == 0 {
		err = fault.New(fault.Unreadable, op, path, "there are no items", "")
	}
	return set, err
}
