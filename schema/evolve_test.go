package schema

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"grove/internal/graph"
)

func seed(t *testing.T, mode Evolution) *Schema {
	t.Helper()
	s, err := Parse([]byte(`{"Nodes":["person"],"Relations":["knows"],"Attributes":[]}`))
	if err != nil {
		t.Fatal(err)
	}
	return s.WithMode(mode)
}

func proposed(part graph.SchemaPart, name string, confidence float64, support, documents int) graph.ProposalRow {
	return graph.ProposalRow{Proposal: graph.Proposal{ID: graph.ProposalID(part, name), Part: part, Name: name, Confidence: confidence, Support: support}, Documents: documents}
}

func beside(s *Schema) string {
	var out []string
	for _, n := range s.Names() {
		if n.By != "" {
			out = append(out, fmt.Sprintf("%s %s %s", n.Part, n.Name, n.By))
		}
	}
	return strings.Join(out, ", ")
}

func TestAcceptable(t *testing.T) {
	for _, c := range []struct {
		confidence         float64
		support, documents int
		of                 int
		want               bool
	}{
		{0.9, 3, 2, 5, true}, {0.899999, 3, 2, 5, false}, {1, 2, 2, 5, false}, {1, 3, 1, 5, false},
		{1, 3, 1, 1, true}, {1, 3, 1, 2, false}, {1, 30, 2, 2, true}, {0, 0, 0, 0, false},
	} {
		if got := Acceptable(proposed(graph.PartType, "Film", c.confidence, c.support, c.documents), c.of); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestEvolve(t *testing.T) {
	film, song := proposed(graph.PartType, "Film", 1, 5, 5), proposed(graph.PartType, "Song", 0.5, 5, 5)
	directed := proposed(graph.PartRelation, "DIRECTED_BY", 0.95, 9, 3)
	all := []graph.ProposalRow{film, song, directed, proposed(graph.PartType, "Person", 1, 9, 9)}
	accept, reject := Decision{"", graph.PartType, "Song", true}, Decision{"", graph.PartType, "Film", false}
	for _, c := range []struct {
		name      string
		mode      Evolution
		decisions []Decision
		want      string
	}{
		{"propose", Propose, nil, ""},
		{"auto", Auto, nil, "relation DIRECTED_BY evolution, type Film evolution"},
		{"a person's words", Auto, []Decision{accept, reject}, "relation DIRECTED_BY evolution, type Song person"},
		{"without evolution too", Off, []Decision{accept, reject}, "type Song person"},
		{"the last word", Auto, []Decision{reject, {"", graph.PartType, "Film", true}}, "relation DIRECTED_BY evolution, type Film person"},
		{"a name nothing proposes", Propose, []Decision{{"", graph.PartAttribute, "height", true}}, "attribute height person"},
	} {
		s := seed(t, c.mode).Evolve(c.decisions, all, 9)
		if got := beside(s); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		back := slices.Clone(all)
		slices.Reverse(back)
		if again := s.Evolve(c.decisions, back, 9); again.Body() != s.Body() {
			t.Errorf("%s: evolved again it is\n%s\nwas\n%s", c.name, again.Body(), s.Body())
		}
		if stored, err := ParseStored([]byte(s.Body())); err != nil || stored.Body() != s.Body() {
			t.Errorf("%s: the body does not parse to itself: %v", c.name, err)
		}
		if got, want := s.Seed().Body(), seed(t, c.mode).Body(); got != want {
			t.Errorf("%s: the seed is\n%s\nwant\n%s", c.name, got, want)
		}
		if got := beside(s.Shown()); strings.Contains(got, "evolution") {
			t.Errorf("%s: a model is shown %s", c.name, got)
		}
	}
}

func TestDiff(t *testing.T) {
	base := seed(t, Auto)
	evolved := base.Evolve(nil, []graph.ProposalRow{proposed(graph.PartType, "Film", 1, 5, 5)}, 9)
	asked := *base
	asked.Asked = base.Question()
	for _, c := range []struct {
		name     string
		from, to *Schema
		want     string
	}{
		{"the same", base, base, "[] [] false"},
		{"a name comes", base, evolved, "[{type Film evolution}] [] false"},
		{"a name goes", evolved, base, "[] [{type Film evolution}] false"},
		{"another mode", base, base.WithMode(Propose), "[] [] false"},
		{"turned off", base, base.WithMode(Off), "[] [] true"},
		{"another seed", base, General().WithMode(Auto), ""},
		{"asked anew", base, &asked, "[] [] true"},
	} {
		d := Diff(c.from, c.to)
		got := fmt.Sprint(d.Added, d.Removed, d.Everything)
		if c.want == "" && !d.Everything || c.want != "" && got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if d.Empty() != (c.want == "[] [] false") {
			t.Errorf("%s: empty %v", c.name, d.Empty())
		}
	}
	if base.Question() != evolved.Question() {
		t.Error("the automatic part changes what is asked")
	}
}
