package schema

import (
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
	for _, c := range []struct{ name, in string }{
		{"own form", `{"types":[{"name":"person"}],"relations":[{"name":"knows","domain":["person"]}],"attributes":[]}`},
		{"seed, capital keys", `{"Nodes":["person"],"Relations":["knows"],"Attributes":["age"]}`},
		{"seed, small keys", `{"nodes":["person"],"relations":["knows"],"attributes":["age"]}`},
	} {
		s, err := Parse([]byte(c.in))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if r, ok := s.Relation("Knows"); !ok || r.Name != "KNOWS" {
			t.Errorf("%s: relation KNOWS not found", c.name)
		}
		if again, err := Parse([]byte(s.Body())); err != nil || again.Body() != s.Body() {
			t.Errorf("%s: the body does not parse to itself: %v", c.name, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, in := range []string{
		``, `[]`, `{}`, `{"types":[],"relations":[]}`,
		`{"types":[{"name":"a"}],"relations":[{"name":"b"}],"extra":1}`,
		`{"types":[{"name":"a b"},{"name":"aB"}],"relations":[{"name":"r"}]}`,
		`{"types":[{"name":"--"}],"relations":[{"name":"r"}]}`,
		`{"types":[{"name":"a"}],"relations":[{"name":"r","range":["z"]}]}`,
		`{"types":[{"name":"a"}],"relations":[{"name":"r"}]} trailing`,
	} {
		if _, err := Parse([]byte(in)); !fault.Is(err, fault.Invalid) {
			t.Errorf("Parse(%s) = %v, want an invalid fault", in, err)
		}
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
