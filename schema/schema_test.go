package schema

import (
	"strings"
	"testing"

	"grove/internal/fault"
)

func TestNames(t *testing.T) {
	for _, c := range []struct{ in, typ, relation, attribute string }{
		{"short story", "ShortStory", "SHORT_STORY", "short story"},
		{"bornIn", "BornIn", "BORN_IN", "born in"},
		{"人物", "人物", "人物", "人物"},
		{"chunk", "Chunk_", "CHUNK", "chunk"},
		{"has fact", "HasFact", "HAS_FACT_", "has fact"},
		{"x`) DETACH DELETE n //", "XDETACHDELETEN", "X_DETACH_DELETE_N", "x detach delete n"},
		{"--", "", "", ""},
	} {
		if got := TypeName(c.in); got != c.typ {
			t.Errorf("TypeName(%q) = %q, want %q", c.in, got, c.typ)
		}
		if got := RelationName(c.in); got != c.relation {
			t.Errorf("RelationName(%q) = %q, want %q", c.in, got, c.relation)
		}
		if got := AttributeName(c.in); got != c.attribute {
			t.Errorf("AttributeName(%q) = %q, want %q", c.in, got, c.attribute)
		}
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"own form", `{"types":[{"name":"person"}],"relations":[{"name":"knows","domain":["person"]}],"attributes":[]}`, "relation KNOWS, type Person"},
		{"own form without attributes", `{"types":[{"name":"person"}],"relations":[{"name":"knows"}]}`, "relation KNOWS, type Person"},
		{"seed, capital keys", `{"Nodes":["person"],"Relations":["knows"],"Attributes":["age"]}`, "attribute age, relation KNOWS, type Person"},
		{"seed, small keys", `{"nodes":["person"],"relations":["knows"],"attributes":["age"]}`, "attribute age, relation KNOWS, type Person"},
		{"names of the graph's own", `{"Nodes":["entity","proposal","Person"],"Relations":["member_of","proposes","has attribute"],"Attributes":["entity"]}`,
			"attribute entity, relation HAS_ATTRIBUTE_, relation MEMBER_OF_, relation PROPOSES_, type Entity_, type Person, type Proposal_"},
		{"Chinese", `{"Nodes":["人物","地点"],"Relations":["指挥"],"Attributes":["身高"]}`, "attribute 身高, relation 指挥, type 人物, type 地点"},
		{"plain names", `{"types":["a",{"name":"b"}],"relations":["born in"],"attributes":["date of birth"]}`, "attribute date of birth, relation BORN_IN, type A, type B"},
		{"its own evolution", `{"types":[{"name":"a"}],"relations":[{"name":"r"}],"evolution":"auto"}`, "relation R, type A"},
	} {
		s, err := Parse([]byte(c.in))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var names []string
		for _, n := range s.Names() {
			names = append(names, string(n.Part)+" "+n.Name)
		}
		if got := strings.Join(names, ", "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if again, err := Parse([]byte(s.Body())); err != nil || again.Body() != s.Body() {
			t.Errorf("%s: the body does not parse to itself: %v", c.name, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for in, says := range map[string]string{
		``: "not JSON: line 1", `[]`: "the file is a list, and has to be an object", `{}`: "at least one type",
		"{\"types\":[\n{\"name\" \"a\"}]}":                                                             "not JSON: line 2",
		`{"types":"a","relations":["r"]}`:                                                              `"types" in the file is a text in quotes, and has to be a list`,
		`{"types":["a"],"relations":["r",7]}`:                                                          `number 2 of "relations" is a number, and has to be an object`,
		`{"types":["a"],"relations":[{"name":"r","domain":"a"}]}`:                                      `"domain" in number 1 of "relations" is a text in quotes, and has to be a list`,
		`{"types":["a"],"relations":["r"],"attributes":[{"name":"x"},{"name":["y"]}]}`:                 `"name" in number 2 of "attributes" is a list, and has to be a text`,
		`{"types":["a",""],"relations":["r"]}`:                                                         "type",
		`{"types":[],"relations":[]}`:                                                                  "at least one type",
		`{"Nodes":[],"Relations":["r"],"Attributes":["a"]}`:                                            "at least one type",
		`{"Nodes":["a"],"Relations":[],"Attributes":["a"]}`:                                            "at least one type and one relation",
		`{"types":[{"name":"a"}],"relations":[{"name":"b"}],"extra":1}`:                                `"extra"`,
		`{"types":[{"name":"a","colour":"red"}],"relations":[{"name":"b"}]}`:                           `"colour"`,
		`{"Nodes":["a"],"Relations":["b"],"Attributes":[],"Labels":[]}`:                                `"Labels"`,
		`{"Nodes":["a"],"nodes":["c"],"Relations":["b"]}`:                                              `"Nodes" and "nodes"`,
		`{"Nodes":[1],"Relations":["b"]}`:                                                              "number",
		`{"types":[{"name":"a b"},{"name":"aB"}],"relations":[{"name":"r"}]}`:                          "normalise to AB",
		`{"types":[{"name":"a"}],"relations":[{"name":"born in"},{"name":"bornIn"}]}`:                  "normalise to BORN_IN",
		`{"types":[{"name":"a"}],"relations":[{"name":"r"}],"attributes":[{"name":"X"},{"name":"x"}]}`: "normalise to x",
		`{"types":[{"name":"--"}],"relations":[{"name":"r"}]}`:                                         "type",
		`{"types":[{"name":"a"}],"relations":[{"name":"r","range":["z"]}]}`:                            "not in the schema",
		`{"types":[{"name":"a"}],"relations":[{"name":"r"}]} trailing`:                                 "trailing",
		`{"types":[{"name":"a"}],"relations":[{"name":"r"}],"evolution":"maybe"}`:                      "maybe",
		`{"types":[{"name":"a","by":"evolution"}],"relations":[{"name":"r"}]}`:                         `"by"`,
		`{"types":[{"name":"a"}],"relations":[{"name":"r"}],"asked":"x"}`:                              `"asked"`,
	} {
		_, err := Parse([]byte(in))
		if !fault.Is(err, fault.Invalid) {
			t.Errorf("Parse(%s) = %v, want an invalid fault", in, err)
		} else if says != "trailing" && !strings.Contains(err.Error(), says) {
			t.Errorf("Parse(%s) = %v, want it to say %s", in, err, says)
		}
	}
	for _, by := range []string{"person", "evolution", "a cat"} {
		_, err := ParseStored([]byte(`{"types":[{"name":"a","by":"` + by + `"}],"relations":[{"name":"r"}]}`))
		if (err == nil) != (by != "a cat") {
			t.Errorf("stored, by %s: %v", by, err)
		}
	}
}

func TestShipped(t *testing.T) {
	for _, name := range []string{"general", "novels"} {
		if s, ok := Shipped(name); !ok || s.Name != name || len(s.Types) < 5 {
			t.Errorf("%s: %+v, %v", name, s, ok)
		}
	}
	if _, ok := Shipped("poems"); ok {
		t.Error("there is a schema for poems")
	}
}

func TestGeneral(t *testing.T) {
	if r, ok := General().Relation("directed by"); !ok || !r.Fits("Work", "Person") || r.Fits("Person", "") {
		t.Fatalf("DIRECTED_BY = %+v, %v", r, ok)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"types":[{"name":"person"}],"relations":[{"name":"knows"}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		s, err := Parse(raw)
		if err != nil {
			return
		}
		again, err := Parse([]byte(s.Body()))
		if err != nil || again.Body() != s.Body() {
			t.Fatalf("body does not parse to itself: %v", err)
		}
	})
}
