package eval

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grove/internal/fault"
)

const shipOntology = `{"title":"Ships","concepts":[{"qid":"Q1","label":"ship"},{"qid":"Q2","label":"human"}],
"relations":[{"pid":"P1","label":"captain","domain":"Q1","range":"Q2"},{"pid":"P2","label":"launch date","domain":"Q1","range":""}]}`

func TestReadItems(t *testing.T) {
	for _, c := range []struct{ name, line, message string }{
		{"good", `{"id":"1","text":"Ahab","entities":[{"text":"Ahab","type":null,"start":null,"end":null,"cluster":"x-1"}]}`, ""},
		{"triples", `{"id":"1","text":"Ahab","triples":[["a","b","c"]],"ontology":"ships.json"}`, ""},
		{"no text", `{"id":"1","entities":[]}`, "needs an id and a text"},
		{"nothing marked", `{"id":"1","text":"Ahab"}`, "needs entities or triples"},
		{"twice", `{"id":"1","text":"Ahab","entities":[]}` + "\n" + `{"id":"1","text":"Ahab","entities":[]}`, "line 2"},
		{"no such ontology", `{"id":"1","text":"Ahab","triples":[],"ontology":"gone.json"}`, "gone.json"},
		{"ontology elsewhere", `{"id":"1","text":"Ahab","triples":[],"ontology":"../../ships.json"}`, "outside"},
		{"broken ontology", `{"id":"1","text":"Ahab","triples":[],"ontology":"broken.json"}`, "broken.json"},
		{"empty", "", "no items"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := folder(t, map[string]string{"items.jsonl": c.line, "ontologies/ships.json": shipOntology, "ontologies/broken.json": "{"})
			set, err := ReadItems(filepath.Join(dir, "items.jsonl"))
			if c.message == "" {
				if err != nil || len(set.List) != 1 {
					t.Fatalf("%+v, %v", set, err)
				}
				return
			}
			if !fault.Is(err, fault.Unreadable) || !strings.Contains(err.Error(), c.message) {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestOntologyBecomesSchema(t *testing.T) {
	dir := folder(t, map[string]string{
		"items.jsonl":           `{"id":"1","text":"Ahab","triples":[],"ontology":"ships.json"}`,
		"ontologies/ships.json": shipOntology,
	})
	set, err := ReadItems(filepath.Join(dir, "items.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	s := set.List[0].bound()
	captain, ok := s.Relation("captain")
	launch, also := s.Relation("launch date")
	if !ok || !also || !captain.Fits("Ship", "Human") || captain.Fits("Human", "Ship") || !launch.Fits("Ship", "Human") {
		t.Errorf("%+v", s)
	}
}

func TestSpanOfGold(t *testing.T) {
	one, four, nine := 1, 4, 9
	for _, c := range []struct {
		e    GoldEntity
		want bool
	}{
		{GoldEntity{Text: "哈去", Start: &one, End: &four}, false}, {GoldEntity{Text: "哈去海", Start: &one, End: &four}, true},
		{GoldEntity{Text: "哈", Start: &one}, false}, {GoldEntity{Text: "", Start: &four, End: &one}, false},
		{GoldEntity{Text: "哈去海", Start: &one, End: &nine}, false},
	} {
		if _, _, ok := c.e.span("亚哈去海"); ok != c.want {
			t.Errorf("%+v: %v", c.e, ok)
		}
	}
}

// Whatever a file holds, reading and comparing it ends without a panic, and figures are fractions.
func FuzzReadItems(f *testing.F) {
	f.Add(`{"id":"1","text":"Ahab","entities":[{"text":"Ahab","start":-1,"end":99,"cluster":[1]}],"triples":[["a","","c"]]}`)
	f.Add(`{"id":"1","text":"\u0000","entities":[{"text":"…","start":0,"end":1}],"triples":[["","director",""]]}`)
	f.Fuzz(func(t *testing.T, body string) {
		path := filepath.Join(t.TempDir(), "items.jsonl")
		if err := os.WriteFile(path, []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
		set, err := ReadItems(path)
		if err != nil {
			return
		}
		for _, item := range set.List {
			marked, _ := goldNames(item)
			if all := compare(marked, marked, names.overlap).prf(); len(marked) > 0 && all != prf(1, 1) {
				t.Errorf("compared with itself: %v", all)
			}
			for _, g := range goldTriples(item) {
				if len(g.heads) == 0 || len(g.tails) == 0 || len(g.links) == 0 {
					t.Errorf("a triple without ends or links: %+v", g)
				}
			}
		}
	})
}
