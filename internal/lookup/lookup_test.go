package lookup

import (
	"context"
	"slices"
	"strings"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/text"
)

// shelf is a reader of documents and elements in memory.
type shelf struct {
	documents []graph.Document
	elements  []graph.KeyElement
}

func (s shelf) Documents(_ context.Context, q graph.DocumentsQuery) ([]graph.Document, error) {
	var out []graph.Document
	for _, d := range s.documents {
		any := len(q.IDs)+len(q.Sources)+len(q.SourceIDs)+len(q.Titles) == 0
		named := slices.Contains(q.IDs, d.ID) || slices.Contains(q.Sources, d.Source) || slices.Contains(q.SourceIDs, d.SourceID) || slices.Contains(q.Titles, d.Title)
		if d.ID > q.After && (any || named) && len(out) < q.Limit {
			out = append(out, d)
		}
	}
	return out, nil
}

func (s shelf) Find(_ context.Context, q graph.FindQuery) ([]graph.KeyElement, error) {
	var out []graph.KeyElement
	for _, e := range s.elements {
		if slices.Contains(q.IDs, e.ID) || slices.Contains(q.Norms, e.Norm) || q.Prefix != "" && strings.HasPrefix(e.Norm, q.Prefix) {
			out = append(out, e)
		}
	}
	return out, nil
}

func books() shelf {
	return shelf{documents: []graph.Document{
		{ID: "d1", Source: "moby.txt", SourceID: "b1", Title: "Moby Dick"},
		{ID: "d2", Source: "alice.txt", SourceID: "b2", Title: "Alice"},
		{ID: "d3", Source: "alice-2.txt", SourceID: "b2", Title: "Alice"},
		{ID: "d4", Source: "office/notes.txt"},
		{ID: "d5", Source: "d2", Title: "Bartleby"},
		{ID: "d6", Source: "books/typee.txt", Title: "Typee"},
		{ID: "d7", Source: "facts.jsonl#a/b", Title: "Facts"},
	}}
}

func idsOf(documents []graph.Document) string {
	var out []string
	for _, d := range documents {
		out = append(out, string(d.ID))
	}
	return strings.Join(out, " ")
}

func TestSelector(t *testing.T) {
	for _, c := range []struct {
		s    Selector
		want string
		kind fault.Kind
	}{
		{Selector{}, "", fault.Invalid},
		{Selector{IDs: []string{"d2"}}, "d2", ""},
		{Selector{Sources: []string{"moby.txt"}, SourceIDs: []string{"b2"}}, "d1 d2 d3", ""},
		{Selector{Names: []string{"d3", "moby.txt"}}, "d1 d3", ""},
		{Selector{Names: []string{"Moby Dick", "office/notes.txt"}}, "d1 d4", ""},
		{Selector{Names: []string{"notes.txt"}}, "", fault.NotFound},
		{Selector{Names: []string{"notes.txt", "d1"}, FileNames: true}, "d1 d4", ""},
		{Selector{Names: []string{"typee.txt"}, FileNames: true}, "d6", ""},
		{Selector{Names: []string{"typee.txt"}}, "", fault.NotFound},
		{Selector{Names: []string{"b"}, FileNames: true}, "", fault.NotFound}, // an id of a record may have slashes
		{Selector{Names: []string{"d2"}, FileNames: true}, "d2", ""},          // not the document whose source is d2
		{Selector{Names: []string{"d3", "Alice"}}, "", fault.Invalid},         // two documents have the title
		{Selector{Names: []string{"d3", "Bob"}}, "", fault.NotFound},
		{Selector{SourceIDs: []string{"b2", "b9"}}, "", fault.NotFound},
	} {
		got, err := c.s.Documents(t.Context(), books(), "test")
		if idsOf(got) != c.want || (c.kind == "") != (err == nil) || c.kind != "" && !fault.Is(err, c.kind) {
			t.Errorf("%+v: %q, %v", c.s, idsOf(got), err)
		}
	}
}

func TestScope(t *testing.T) {
	got, err := Scope(t.Context(), books(), graph.Scope{Documents: []graph.ID{"Alice", "moby.txt", "d1"}})
	if err != nil || !slices.Equal(got.Documents, []graph.ID{"d1", "d2", "d3"}) {
		t.Errorf("%v, %v", got.Documents, err)
	}
	got, err = Scope(t.Context(), books(), graph.Scope{Documents: []graph.ID{"notes.txt"}})
	if err != nil || !slices.Equal(got.Documents, []graph.ID{"d4"}) {
		t.Errorf("a document without a title: %v, %v", got.Documents, err)
	}
	if _, err := Scope(t.Context(), books(), graph.Scope{Documents: []graph.ID{"Benito"}}); !fault.Is(err, fault.NotFound) {
		t.Errorf("a title that nothing has: %v", err)
	}
	if _, err := Document(t.Context(), books(), "test", "d9"); !fault.Is(err, fault.NotFound) {
		t.Errorf("an id that nothing has: %v", err)
	}
}

func TestEntity(t *testing.T) {
	element := func(name, part string) graph.KeyElement {
		norm := text.Normalise(name)
		return graph.KeyElement{ID: graph.KeyElementID(norm, part), Norm: norm, Name: name}
	}
	s := shelf{elements: []graph.KeyElement{element("Ahab", ""), element("Alice", ""), element("Alice", "d2")}}
	for _, ref := range []string{"AHAB", string(s.elements[0].ID)} {
		if e, err := Entity(t.Context(), s, "test", ref); err != nil || e.Name != "Ahab" {
			t.Errorf("%s: %+v, %v", ref, e, err)
		}
	}
	if _, err := Entity(t.Context(), s, "test", "Queequeg"); !fault.Is(err, fault.NotFound) {
		t.Errorf("a name that nothing has: %v", err)
	}
	if _, err := Entity(t.Context(), s, "test", "Ahob"); !fault.Is(err, fault.NotFound) || !strings.Contains(fault.Hint(err), "begin like it: Ahab; ") {
		t.Errorf("a name with a wrong letter: %v", err)
	}
	if _, err := Entity(t.Context(), s, "test", "alice"); !fault.Is(err, fault.Invalid) || !strings.Contains(fault.Hint(err), string(s.elements[2].ID)) {
		t.Errorf("a name that two have: %v", err)
	}
}
