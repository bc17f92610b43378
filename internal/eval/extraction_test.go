package eval

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/text"
	"grove/schema"
)

const shipText = "Captain Ahab of Nantucket commands the Pequod. Ahab hunts on 4 July."

// mark is a mention of a surface in a text, at its first place.
func mark(body, surface, typ string) graph.Mention {
	m := graph.Mention{Norm: text.Normalise(surface), Element: graph.KeyElementID(text.Normalise(surface), ""), Type: typ}
	for start := range []rune(body) {
		if end := start + len([]rune(surface)); text.Slice(body, start, end) == surface {
			m.Span = graph.Span{Start: start, End: end, Surface: surface, In: graph.InText, Count: 1}
			return m
		}
	}
	panic(surface + " is not in the text")
}

func gold(body, surface, typ string) GoldEntity {
	m := mark(body, surface, typ)
	return GoldEntity{Text: surface, Type: typ, Start: &m.Start, End: &m.End}
}

func TestEntities(t *testing.T) {
	item := Item{ID: "1", Text: shipText, Entities: []GoldEntity{
		gold(shipText, "Ahab", "PER"), gold(shipText, "Nantucket", "GPE"), gold(shipText, "the Pequod", "MISC"),
		gold(shipText, "4 July", "TIME"), {Text: "Captain", Type: "PER", Mention: "NOM"},
	}}
	said := graph.Evidence{Mentions: []graph.Mention{
		mark(shipText, "Captain Ahab", "Person"), mark(shipText, "Nantucket", "Person"), mark(shipText, "Pequod", "Product"),
		mark(shipText, "hunts", ""), mark(shipText, "Ahab", "Person"), mark(shipText, "commands", "Event"),
	}}
	got := scoreEntities([]Item{item}, []graph.Evidence{said})
	// Extracted: Captain Ahab, Nantucket, Pequod, Ahab, commands (hunts has no type).
	// Exact: Nantucket, Pequod, Ahab; Captain Ahab overlaps Ahab.
	want := &EntityScores{Exact: prf(3./5, 3./4), Overlap: prf(4./5, 3./4), Gold: 4, Extracted: 5, Unnamed: 1,
		Types: map[string]PRF{"Person": prf(1./3, 1), "Location": prf(0, 0), "Time": prf(0, 0)}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}

	// Without a type for anything else, what is of no type asked for is left out.
	item.Entities = []GoldEntity{gold(shipText, "Ahab", "PER")}
	got = scoreEntities([]Item{item}, []graph.Evidence{said})
	if got.Outside != 2 || got.Extracted != 3 || got.Exact != prf(1./3, 1) {
		t.Errorf("left out: %+v", got)
	}
	if scoreEntities([]Item{{ID: "1", Text: "x"}}, make([]graph.Evidence, 1)) != nil {
		t.Error("figures for a set without entities")
	}
}

// relate is a triple between names of the ship's text.
func relate(head, relation, tail string) graph.TripleEvidence {
	return graph.TripleEvidence{Head: mark(shipText, head, "").Element, Relation: relation, Tail: mark(shipText, tail, "").Element}
}

func TestTriples(t *testing.T) {
	item := Item{ID: "1", Text: shipText, Triples: [][3]string{
		{"Ahab", "place of birth", "Nantucket"},
		{"the Pequod", "head of state", "Captain Ahab"}, // said the other way round
		{"Captain Ahab", "place of birth", "Nantucket"}, // the same as the first, by its cluster
		{"Ahab", "date of death", "04 July 1851"},
		{"Ahab", "voice type", "Bass"}, // which no schema says
	}, Entities: []GoldEntity{
		{Text: "Captain Ahab", Cluster: []byte("7")}, {Text: "Ahab", Cluster: []byte("7")}, {Text: "Nantucket", Cluster: []byte("null")},
	}}
	said := graph.Evidence{
		Mentions: []graph.Mention{mark(shipText, "Ahab", "Person"), mark(shipText, "Captain Ahab", "Person"),
			mark(shipText, "Nantucket", ""), mark(shipText, "Pequod", "")},
		Triples: []graph.TripleEvidence{
			relate("Captain Ahab", "BORN_IN", "Nantucket"), relate("Ahab", "LEADER_OF", "Pequod"),
			relate("Pequod", "LEADER_OF", "Ahab"), relate("Ahab", "KNOWS", "Pequod"),
		},
		Attributes: []graph.AttributeEvidence{
			{Entity: mark(shipText, "Ahab", "").Element, Key: "date of death", Value: "July 4, 1851"},
			{Entity: mark(shipText, "Ahab", "").Element, Key: "age", Value: "58"},
		},
	}
	got := scoreTriples([]Item{item}, []graph.Evidence{said})
	want := &TripleScores{PRF: prf(3./4, 3./4), Gold: 4, Extracted: 4, Outside: 2}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if scoreTriples([]Item{{ID: "1", Text: "x"}}, make([]graph.Evidence, 1)) != nil {
		t.Error("figures for a set without triples")
	}
}

func TestParseDate(t *testing.T) {
	for s, want := range map[string]string{
		"1 January 2010": "2010-01-01", "01 january 2010": "2010-01-01", "2010": "2010-01-01", "January 2010": "2010-01-01",
		"October 5, 1987": "1987-10-05", "1987-10-05": "1987-10-05", "5 hours": "", "31 February 2010": "", "": "",
	} {
		if got, ok := parseDate(s); got != want || ok != (want != "") {
			t.Errorf("parseDate(%q) = %q, %v", s, got, ok)
		}
	}
}

// What is said to mean the same must be of the general schema.
func TestAlignmentIsOfTheSchema(t *testing.T) {
	s := schema.General()
	for relation := range generalNames {
		for _, l := range linksOf(relation)[1:] {
			_, isRelation := s.Relation(l.name)
			_, isAttribute := s.Attribute(l.name)
			own := l.name == schema.AttributeName(relation)
			if !isRelation && !isAttribute && !own || isAttribute && l.reversed {
				t.Errorf("%s: %+v is not of the general schema", relation, l)
			}
		}
	}
	for name := range typeNames {
		typ := TypeOf(name)
		if _, ok := s.Type(typ); !ok {
			t.Errorf("%s: %s is no type", name, typ)
		}
	}
}

func TestExtraction(t *testing.T) {
	items := Items{Name: "set"}
	for i := range 20 {
		items.List = append(items.List, Item{ID: fmt.Sprint(i), Text: shipText, Entities: []GoldEntity{gold(shipText, "Ahab", "PER")}})
	}
	read := func(_ context.Context, _, _, _ string, _ *schema.Schema) (graph.Evidence, error) {
		return graph.Evidence{Mentions: []graph.Mention{mark(shipText, "Ahab", "Person")}}, nil
	}
	got, err := Extraction{Evidence: read, Limit: 15, Concurrency: 4}.Run(context.Background(), items)
	if err != nil || got.Items != 15 || got.Entities.Exact != prf(1, 1) || got.Triples != nil {
		t.Errorf("%+v, %v", got, err)
	}
	fail := func(kind fault.Kind) Evidence {
		return func(context.Context, string, string, string, *schema.Schema) (graph.Evidence, error) {
			return graph.Evidence{}, fault.New(kind, "", "", "no", "")
		}
	}
	got, err = Extraction{Evidence: fail(fault.BadReply)}.Run(context.Background(), items)
	if err != nil || got.Failed != 20 || got.Entities.Exact != prf(0, 0) || got.Entities.Gold != 20 {
		t.Errorf("bad replies: %+v, %v", got, err)
	}
	if _, err = (Extraction{Evidence: fail(fault.Unavailable)}).Run(context.Background(), items); !fault.Is(err, fault.Unavailable) {
		t.Errorf("an outage: %v", err)
	}
}
