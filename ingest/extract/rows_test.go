package extract

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"grove/query/querytest"
	"grove/schema"
)

// TestPrompts compares the prompts of each part, for one text and for several, with golden files.
func TestPrompts(t *testing.T) {
	several := []Piece{{Title: "Lindow", Text: "Ada runs the mill."}, {Title: "Tern", Text: "The brig Tern sank."}}
	prompt := func(part Part, pieces []Piece) Prompt {
		return Prompt{Pieces: pieces, Schema: schema.General(), Part: part}
	}
	querytest.Golden(t, map[string]querytest.Prompt{
		"one": prompt(Both, several[:1]), "several": prompt(Both, several),
		"facts": prompt(Facts, several[:1]), "graph": prompt(Graph, several),
	})
}

// TestTaskIsStable: what stands before the texts does not depend on them, so that providers can cache it.
func TestTaskIsStable(t *testing.T) {
	for _, n := range []int{1, 3} {
		a := Prompt{Pieces: slices.Repeat([]Piece{{Title: "A", Text: "One."}}, n), Schema: schema.General()}
		b := Prompt{Pieces: slices.Repeat([]Piece{{Title: "B", Text: "Two."}}, n), Schema: schema.General()}
		if a.Messages()[0] != b.Messages()[0] || a.Messages()[1] == b.Messages()[1] {
			t.Errorf("of %d texts: the task differs, or the texts do not", n)
		}
	}
}

// TestExampleConforms: the example in the prompt is a reply that Parse reads as it is, with every element in its fact.
func TestExampleConforms(t *testing.T) {
	for _, part := range []Part{Both, Facts, Graph} {
		p := Prompt{Pieces: []Piece{{Text: "x"}}, Schema: schema.General(), Part: part}
		_, reply, _ := strings.Cut(p.example(), "\"\n")
		got, err := p.Parse(reply)
		if err != nil || got.Pieces[0].Empty() {
			t.Fatalf("%q: %v", reply, err)
		}
		for _, f := range got.Pieces[0].Facts {
			if !slices.Contains(f.Elements, "Mara Lind") {
				t.Errorf("part %d: %q lacks its name: %q", part, f.Text, f.Elements)
			}
		}
		for _, triple := range got.Pieces[0].Triples {
			if _, ok := p.Schema.Relation(triple.Relation); !ok || triple.Tail == "" {
				t.Errorf("%v", triple)
			}
		}
	}
}

func TestRowsSayWhatObjectsSay(t *testing.T) {
	objects := `{"facts":[{"text":"Ada of Brunswick, Georgia runs a mill.","elements":["runs","mill","Brunswick, Georgia","Ada"]}],
 "entities":[{"name":"Ada","type":"Person","description":"miller"},{"name":"Georgia","type":"Location"},{"name":"Brunswick, Georgia","type":"Location"}],
 "triples":[{"head":"Ada","relation":"LIVED_IN","tail":"Brunswick, Georgia"}],"attributes":[{"entity":"Ada","key":"age","value":"40"}]}`
	want, err := one("x").Parse(objects)
	if err != nil {
		t.Fatal(err)
	}
	const rest = `"entities":[["Ada","Person","miller"],["Georgia","Location"],["Brunswick, Georgia","Location"]],
 "triples":[["Ada","LIVED_IN","Brunswick, Georgia"]],"attributes":[["Ada","age",40]]}`
	for _, facts := range []string{
		`[["Ada of Brunswick, Georgia runs a mill.","runs","mill"]]`,
		`[["Ada of Brunswick, Georgia runs a mill.",["runs","mill"]]]`,
		`[["Ada of Brunswick, Georgia runs a mill.","runs","mill","Brunswick, Georgia"]]`,
	} {
		got, err := one("x").Parse(`{"facts":` + facts + "," + rest)
		if err != nil || !reflect.DeepEqual(got.Pieces[0], want.Pieces[0]) {
			t.Errorf("%s: %v, %+v", facts, err, got.Pieces)
		}
	}
}

// TestRowsThatLackFields: an item that lacks fields is kept with empty ones, which resolving drops and counts; half an
// item at the end of a reply that breaks off is none.
func TestRowsThatLackFields(t *testing.T) {
	got, err := one("x").Parse(`{"facts":[["Ada runs a mill."],[]],"triples":[["Ada","KNOWS"]],"entities":[["Ada"]],"attributes":[["Ada","age",null]]}`)
	want := &Extraction{
		Facts:    []Fact{{Text: "Ada runs a mill.", Elements: []string{"Ada"}}, {}},
		Entities: []Entity{{Name: "Ada"}}, Triples: []Triple{{Head: "Ada", Relation: "KNOWS"}}, Attributes: []Attribute{{Entity: "Ada", Key: "age"}},
	}
	if err != nil || !reflect.DeepEqual(got.Pieces[0], want) {
		t.Errorf("%v, %+v", err, got.Pieces[0])
	}
	got, err = one("x").Parse(`{"facts":[["Ada runs a mill.","mill"]],"triples":[["Ada","KNOWS","Bo"],["Bo","KNOWS"`)
	if err != nil || !got.Cut || len(got.Pieces[0].Triples) != 1 {
		t.Errorf("%v, %+v", err, got)
	}
	for _, bad := range []string{`{"facts":[[{"text":"a"}]]}`, `{"facts":[[true]]}`, `{"facts":[["a"`} {
		if got, err := one("x").Parse(bad); err == nil {
			t.Errorf("%s was read: %+v", bad, got.Pieces[0])
		}
	}
}
