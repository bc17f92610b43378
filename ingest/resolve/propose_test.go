package resolve

import (
	"fmt"
	"strings"
	"testing"

	"grove/ingest/extract"
	"grove/internal/graph"
	"grove/internal/text"
	"grove/schema"
)

// small is a schema with a name that evolution accepted.
func small(t testing.TB, mode schema.Evolution) *schema.Schema {
	t.Helper()
	s, err := schema.ParseStored([]byte(`{"name":"","types":[{"name":"Person"}],
"relations":[{"name":"KNOWS","domain":["Person"],"range":["Person"]},{"name":"COMMANDS","by":"evolution"}],"attributes":[{"name":"age"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	return s.WithMode(mode)
}

func proposalLine(p graph.ProposalEvidence) string {
	return fmt.Sprintf("%s %s: %s > %s (%s) %d-%d %s", p.Part, p.Name, p.Subject, p.Object, p.Signature, p.Start, p.End, p.Surface)
}

var said = extract.Extraction{
	Facts: []extract.Fact{{Text: "Captain Ahab commands the Pequod.", Elements: []string{"Ahab", "Pequod"}}},
	Entities: []extract.Entity{
		{Name: "Ahab", Type: "person"}, {Name: "Pequod", Type: "whaling ship"}, {Name: "Starbuck", Type: "Person"},
		{Name: "Moby Dick", Type: "whale"}, {Name: "old man", Type: "whale"}, {Name: "old man", Type: "person"},
		{Name: "Queequeg", Type: "harpooneer"}, {Name: "Captain", Type: "!!"},
	},
	Triples: []extract.Triple{
		{Head: "Ahab", Relation: "commands", Tail: "Pequod"},
		{Head: "old man", Relation: "hunts", Tail: "Moby Dick"},
		{Head: "Starbuck", Relation: "mateOf", Tail: "Ahab"},
		{Head: "Queequeg", Relation: "serves", Tail: "Ahab"},
		{Head: "Pequod", Relation: strings.Repeat("aB", 40), Tail: "Ahab"},
	},
	Attributes: []extract.Attribute{{Entity: "Starbuck", Key: "Occupation", Value: "mate"}, {Entity: "Elijah", Key: "mood", Value: "dark"}},
}

// What the seed lacks is kept aside where its names are in the text, whether it
// was accepted or not; nothing else is.
func TestProposals(t *testing.T) {
	in := Input{Schema: small(t, schema.Propose), Extraction: said, Chunk: graph.Chunk{ID: "c1", Index: 1, Text: body}}
	e, dropped := Evidence(in)
	var got []string
	for _, p := range e.Proposals {
		got = append(got, proposalLine(p))
	}
	want := map[string]bool{
		"type WhalingShip: Pequod >  (WhalingShip) 26-32 Pequod":                                       true,
		"type Whale: Moby Dick >  (Whale) 52-61 Moby Dick":                                             true,
		"type Whale: old man >  (-) 38-45 old man":                                                     true,
		"relation COMMANDS: Ahab > Pequod (Person>WhalingShip) 0-33 Captain Ahab commands the Pequod.": true,
		"relation HUNTS: old man > Moby Dick (-) 34-62 The old man hunts Moby Dick.":                   true,
		"relation MATE_OF: Starbuck > Ahab (Person>Person) 0-33 Captain Ahab commands the Pequod.":     true,
		"attribute occupation: Starbuck > mate (Person) 77-81 mate":                                    true,
	}
	for _, line := range got {
		if !want[line] {
			t.Errorf("proposed: %s", line)
		}
		delete(want, line)
	}
	for line := range want {
		t.Errorf("not proposed: %s", line)
	}
	if len(e.Triples) != 1 || e.Triples[0].Relation != "COMMANDS" {
		t.Errorf("triples %+v, want that of the accepted relation", e.Triples)
	}
	// Outside: types whaling ship, whale twice, and the one without letters; hunts, mateOf, the
	// endless relation; occupation. The rest is not in the text: Queequeg, Elijah.
	if dropped.OutsideSchema != 8 || dropped.KeptAside != 6 || dropped.NotInText != 2 {
		t.Errorf("dropped %+v", dropped)
	}
	before, _ := Evidence(Input{Schema: small(t, schema.Propose), Extraction: extract.Extraction{Facts: said.Facts, Entities: said.Entities}, Chunk: in.Chunk})
	for _, m := range e.Mentions {
		found := false
		for _, n := range before.Mentions {
			found = found || n.Element == m.Element
		}
		if !found {
			t.Errorf("a proposal makes the key element %s", m.Surface)
		}
	}
	in.Schema = small(t, schema.Off)
	off, dropped := Evidence(in)
	if len(off.Proposals) != 0 || dropped.OutsideSchema != 8 || dropped.KeptAside != 0 {
		t.Errorf("off: %d proposals, dropped %+v", len(off.Proposals), dropped)
	}
}

// What a model makes up, repeats from its prompt, or was told by the document
// does not get in.
func TestNothingMadeUpIsProposed(t *testing.T) {
	var made extract.Extraction
	for i := range 3000 {
		name := fmt.Sprint("Sailor", i)
		made.Entities = append(made.Entities, extract.Entity{Name: name, Type: fmt.Sprint("Rank", i)})
		made.Triples = append(made.Triples, extract.Triple{Head: name, Relation: fmt.Sprint("obeys", i), Tail: "Ahab"})
		made.Attributes = append(made.Attributes, extract.Attribute{Entity: name, Key: fmt.Sprint("key", i), Value: "mate"})
	}
	e, dropped := Evidence(Input{Schema: small(t, schema.Auto), Extraction: made, Chunk: graph.Chunk{ID: "c1", Text: body}})
	most := mostItems(body)
	if len(e.Proposals) != 0 || dropped.NotInText != most || dropped.OverLimit != 3*(3000-most) || dropped.KeptAside != 0 {
		t.Errorf("%d proposals, dropped %+v", len(e.Proposals), dropped)
	}
}

// Examples are the same whatever the order, and few.
func TestExamplesOfViolations(t *testing.T) {
	var forward, backward Dropped
	var all []Dropped
	for i := range 50 {
		var d Dropped
		for j := range 3 {
			d.violate(Violation{Part: graph.PartRelation, Name: fmt.Sprint("R", (i*7+j)%40), Why: notInSchema, Subject: fmt.Sprint(i), Chunk: graph.ID(fmt.Sprint(j))}, true)
		}
		d.bound()
		all = append(all, d)
	}
	for i := range all {
		forward.Add(all[i])
		backward.Add(all[len(all)-1-i])
	}
	if len(forward.Examples) != maxExamples || fmt.Sprint(forward) != fmt.Sprint(backward) || forward.KeptAside != 150 {
		t.Errorf("forward %+v\nbackward %+v", forward, backward)
	}
}

// FuzzProposals: whatever a model says, a proposal has a name that the graph
// takes, and quotes the text.
func FuzzProposals(f *testing.F) {
	f.Add("Ahab sails.", "Ahab", "sails", "ship")
	f.Add("亚哈 `x`\x00", "亚哈", "指挥\n`", "人物")
	f.Fuzz(func(t *testing.T, s, name, relation, typ string) {
		s, name = strings.ToValidUTF8(s, "?"), strings.ToValidUTF8(name, "?")
		relation, typ = strings.ToValidUTF8(relation, "?"), strings.ToValidUTF8(typ, "?")
		e, _ := Evidence(Input{Schema: small(t, schema.Auto), Chunk: graph.Chunk{ID: "c", Text: s}, Extraction: extract.Extraction{
			Entities:   []extract.Entity{{Name: name, Type: typ}},
			Triples:    []extract.Triple{{Head: name, Relation: relation, Tail: name}},
			Attributes: []extract.Attribute{{Entity: name, Key: relation, Value: typ}},
		}})
		for _, p := range e.Proposals {
			if got := text.Slice(s, p.Start, p.End); got != p.Surface || p.Signature == "" || p.Name != schema.NormalName(p.Part, p.Name) {
				t.Errorf("%+v quotes %q", p, got)
			}
			if p.Part != graph.PartAttribute && graph.CheckName("name", p.Name) != nil {
				t.Errorf("the name %q", p.Name)
			}
		}
	})
}
