package cypher

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/storetest"
)

var update = flag.Bool("update", false, "write the golden files anew")

const hostile = "it's \\' `x`\") // \n MATCH (n) DETACH DELETE n \u2028 \x00 亚哈 𝔸"

// reads are queries whose statements are kept as golden files, one of each
// shape that a renderer has.
func reads() map[string]any {
	ids := []graph.ID{"k2", "k1", "k2"}
	scope := graph.Scope{Documents: []graph.ID{"d2", "d1"}, Tags: []string{"k=v", hostile + "=a"}, Since: time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)}
	return map[string]any{
		"documents":         graph.DocumentsQuery{After: "d1", Limit: 10},
		"documents_any_of":  graph.DocumentsQuery{IDs: []graph.ID{"d1"}, Sources: []string{hostile}, SourceIDs: []string{"1"}, Origins: []string{"/o"}},
		"chunks":            graph.ChunksQuery{IDs: []graph.ID{"c2", "c1"}},
		"chunks_of_one":     graph.ChunksQuery{Document: "d1", From: 3, Limit: 2},
		"facts":             graph.FactsQuery{Elements: ids},
		"key_elements":      graph.KeyElementsQuery{Facts: []graph.ID{"f1"}},
		"find":              graph.FindQuery{IDs: ids, Norms: []string{hostile}, Prefix: "a"},
		"find_nothing":      graph.FindQuery{},
		"attributes":        graph.AttributesQuery{Entities: ids, Limit: 5},
		"mentions":          graph.MentionsQuery{Chunks: []graph.ID{"c1"}},
		"neighbours":        graph.NeighboursQuery{Element: "k1"},
		"relations":         graph.RelationsQuery{Elements: ids},
		"relations_of_type": graph.RelationsQuery{Elements: ids, Relations: []string{"指挥", "HATES", "NEXT"}, Direction: graph.Incoming, Fanout: 3},
		"relations_out":     graph.RelationsQuery{Elements: ids, Direction: graph.Outgoing},
		"paths":             graph.PathsQuery{From: "k1", To: "k2", MaxHops: 3},
		"changes":           graph.ChangesQuery{Since: 7, After: "c1"},
		"extractions":       graph.ExtractionsQuery{Chunks: []graph.ID{"c1"}, Version: "v1"},
		"documents_due":     graph.DocumentsQuery{GistsDue: true},
		"episodes":          graph.EpisodesQuery{Chunks: []graph.ID{"c2", "c1"}},
		"episodes_of_one":   graph.EpisodesQuery{Document: "d1", From: 3, Limit: 2},
		"episodes_scoped":   graph.EpisodesQuery{Document: "d1", Scope: scope},
		"episode_replies":   graph.EpisodeRepliesQuery{IDs: []graph.ID{"r2", "r1"}},
		"counts":            CountsQuery{},
		"schema":            SchemaQuery{},
		"change_number":     ChangeNumberQuery{},
		"page_chunks":       Page{"Chunk", graph.PageQuery{}},
		"page_facts":        Page{"AtomicFact", graph.PageQuery{After: "f1", Limit: 2}},
		"page_key_elements": Page{"KeyElement", graph.PageQuery{}},
		"page_attributes":   Page{"Attribute", graph.PageQuery{}},
		"page_triples":      Page{"Triple", graph.PageQuery{}},
		"page_proposals":    Page{"Proposal", graph.PageQuery{}},
		"proposals":         graph.ProposalsQuery{Least: 3},
		"proposals_by_id":   graph.ProposalsQuery{IDs: []graph.ID{"p2", "p1"}, Part: graph.PartType},
		"proposing":         graph.ProposingQuery{Proposals: []graph.ID{"p1"}, After: "c1"},
		"schema_versions":   graph.SchemaVersionsQuery{Before: 3, Limit: 2},
		"vocabulary":        VocabularyQuery{},

		"documents_like":           graph.DocumentsQuery{Like: hostile, Titles: []string{hostile}},
		"documents_scoped":         graph.DocumentsQuery{Like: "a", Scope: scope},
		"chunks_scoped":            graph.ChunksQuery{IDs: []graph.ID{"c1"}, Scope: scope},
		"chunks_of_one_scoped":     graph.ChunksQuery{Document: "d1", Scope: graph.Scope{Documents: []graph.ID{"d1"}}},
		"facts_scoped":             graph.FactsQuery{Elements: ids, Scope: scope},
		"key_elements_scoped":      graph.KeyElementsQuery{Facts: []graph.ID{"f1"}, Scope: scope},
		"find_scoped":              graph.FindQuery{IDs: ids, Norms: []string{"a"}, Prefix: "a", Scope: scope},
		"attributes_scoped":        graph.AttributesQuery{Entities: ids, Scope: scope},
		"mentions_scoped":          graph.MentionsQuery{Chunks: []graph.ID{"c1"}, Scope: graph.Scope{Tags: []string{hostile + "="}}},
		"neighbours_scoped":        graph.NeighboursQuery{Element: "k1", Scope: graph.Scope{Since: scope.Since}},
		"relations_scoped":         graph.RelationsQuery{Elements: ids, Relations: []string{"HATES"}, Direction: graph.Incoming, Scope: scope},
		"paths_scoped":             graph.PathsQuery{From: "k1", To: "k2", MaxHops: 2, Scope: scope},
		"page_key_elements_scoped": Page{"KeyElement", graph.PageQuery{Scope: scope}},
		"drawing":                  Drawing{Elements: ids},
		"drawing_of_facts":         Drawing{Elements: ids, Facts: true},
		"drawing_folded":           Drawing{Communities: []graph.ID{"m1"}},
	}
}

func mustRender(tb testing.TB, query any) Statement {
	tb.Helper()
	st, err := Render("novels", query)
	if err != nil {
		tb.Fatal(err)
	}
	return st
}

func TestReadsRenderAsBefore(t *testing.T) {
	for name, query := range reads() {
		t.Run(name, func(t *testing.T) { golden(t, name, mustRender(t, query).Browser()) })
	}
}

// TestParametersSurviveATrace: a trace is kept as JSON; the statement to paste is the
// same once it is read again.
func TestParametersSurviveATrace(t *testing.T) {
	for name, query := range reads() {
		if _, jobs := query.(graph.JobsQuery); jobs {
			continue // no agent reads them
		}
		st := mustRender(t, query)
		raw, err := json.Marshal(st)
		if err != nil {
			t.Fatal(err)
		}
		var again Statement
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		if err := d.Decode(&again); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(st.Browser(), again.Browser()); d != "" {
			t.Errorf("%s: (-before +after)\n%s", name, d)
		}
	}
}

// plans returns what two changes come to: a document is added; then it goes
// again, another shares a fact and gives one of its elements a new type.
func plans(tb testing.TB) (add, replace *planner) {
	tb.Helper()
	mentions := []storetest.Named{{Surface: "Ahab", Type: "Person"}, {Surface: "Pequod", Type: "Document"}}
	said := storetest.Said{Text: "Ahab commands the Pequod.", About: []string{"ahab", "pequod"}}
	relations := []storetest.Link{{Head: "ahab", Relation: "COMMANDS", Tail: "pequod"}, {Head: "pequod", Relation: "MENTIONS", Tail: "ahab"}}
	first := storetest.Bundle("a.txt", "", storetest.Piece{Text: "Ahab commands the Pequod.", Mentions: mentions, Facts: []storetest.Said{said},
		Attributes: []storetest.Has{{Entity: "pequod", Key: "kind", Value: hostile}}, Relations: relations,
		Proposals: []storetest.Proposed{{Part: graph.PartRelation, Name: "STEERS", Subject: hostile, Object: "Pequod", Signature: "Person>Document"}}}, storetest.Piece{Text: " The end."})
	said.About = []string{"ahab"}
	mentions[0].Type = "Captain"
	second := storetest.Bundle("b.txt", "", storetest.Piece{Text: "Ahab, Pequod.", Mentions: mentions, Facts: []storetest.Said{said}, Relations: relations[:1]})
	add = &planner{workspace: "novels"}
	if _, err := graph.Apply(tb.Context(), add, graph.Change{Add: []graph.Bundle{first}}); err != nil {
		tb.Fatal(err)
	}
	replace = add.next()
	if _, err := graph.Apply(tb.Context(), replace, graph.Change{Remove: []graph.ID{first.Document.ID}, Add: []graph.Bundle{second}}); err != nil {
		tb.Fatal(err)
	}
	return add, replace
}

// writes are statements of every kind of write.
func writes(tb testing.TB) []Statement {
	add, replace := plans(tb)
	return slices.Concat(add.statements, replace.statements, []Statement{renderLock("novels", 1)},
		renderJournal("novels", []graph.Extraction{{Chunk: "c2", Version: "v", Result: "{}"}, {Chunk: "c1", Version: "v", Result: hostile}}),
		renderPutSchema("novels", graph.SchemaVersion{Version: 2, Body: "{}"}))
}

func TestWritesRenderAsBefore(t *testing.T) {
	add, replace := plans(t)
	golden(t, "apply_add", browser(add.statements))
	golden(t, "apply_replace", browser(replace.statements))
	rest := writes(t)[len(add.statements)+len(replace.statements):]
	golden(t, "lock", rest[0].Browser())
	golden(t, "journal", rest[1].Browser())
	golden(t, "put_schema", rest[2].Browser())
	page := func(i, start, end int) graph.Episode {
		return graph.Episode{ID: graph.EpisodeID("d1", i), Document: "d1", Index: i, Start: start, End: end, Words: 2, Gist: hostile, Preset: "600/280"}
	}
	golden(t, "put_episodes", browser(renderPutEpisodes("novels", graph.Pagination{Document: "d1", Preset: "600/280",
		Episodes: []graph.Episode{page(0, 0, 4), page(1, 4, 9)}, Replies: []graph.ID{"r1"}}, "a.txt",
		[]graph.Chunk{{ID: "c1", Start: 0, End: 5}, {ID: "c2", Start: 5, End: 9}})))
	golden(t, "drop", renderDrop("novels", "Chunk").Browser())
}

func TestLongWritesAreCut(t *testing.T) {
	ids := make([]graph.ID, 2*graph.MaxRows+1)
	var sizes []int
	for _, st := range dropNodes("w", "Chunk", ids) {
		sizes = append(sizes, len(st.Params["rows"].(rows)))
	}
	if want := []int{graph.MaxRows, graph.MaxRows, 1}; !cmp.Equal(sizes, want) {
		t.Fatalf("rows a statement: %v, want %v", sizes, want)
	}
}

func TestNoNameIsPartOfAText(t *testing.T) {
	for name, query := range reads() {
		if text := mustRender(t, query).Text; strings.Contains(text, "DELETE") || strings.Contains(text, "it's") {
			t.Errorf("%s: a value is part of the text:\n%s", name, text)
		}
	}
}

func TestRenderRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		workspace string
		query     any
		kind      fault.Kind
	}{
		"workspace with a slash": {"a/b", CountsQuery{}, fault.Invalid},
		"empty workspace":        {"", CountsQuery{}, fault.Invalid},
		"newline at the end":     {"a\n", CountsQuery{}, fault.Invalid},
		"hops":                   {"w", graph.PathsQuery{MaxHops: graph.MaxHops + 1}, fault.Invalid},
		"ids":                    {"w", graph.FactsQuery{Elements: make([]graph.ID, graph.MaxIDs+1)}, fault.Invalid},
		"relation":               {"w", graph.RelationsQuery{Relations: []string{"A`]->() DETACH DELETE n //"}}, fault.Invalid},
		"page of what":           {"w", Page{Label: "Workspace"}, fault.Internal},
		"no query":               {"w", 1, fault.Internal},
	} {
		if _, err := Render(c.workspace, c.query); !fault.Is(err, c.kind) {
			t.Errorf("%s: %v, want kind %s", name, err, c.kind)
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".cypher")
	if *update {
		if err := errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(path, []byte(got), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s (-want +got; -update writes it anew):\n%s", path, d)
	}
}

func browser(statements []Statement) string {
	var b strings.Builder
	for _, st := range statements {
		b.WriteString(st.Browser())
	}
	return b.String()
}

// planner is a graph.ApplyTx without a server: it keeps what it was told to
// write, and next gives one that has it stored.
type planner struct {
	workspace  scope
	removed    graph.Removed
	stored     map[graph.ID]graph.Stored
	state      graph.State
	delta      graph.Delta
	statements []Statement
}

func (p *planner) next() *planner {
	n := &planner{workspace: p.workspace, stored: map[graph.ID]graph.Stored{}, state: graph.State{
		Facts: map[graph.ID]graph.FactState{}, Elements: map[graph.ID]graph.KeyElementState{}, Attributes: map[graph.ID]graph.Attribute{},
		Triples: map[graph.ID]graph.TripleState{}, Abouts: map[graph.AboutKey]int{}}}
	for _, d := range p.delta.Documents {
		n.stored[d.ID] = graph.Stored{SHA256: d.SHA256, Partial: d.Partial}
	}
	for _, c := range p.delta.Chunks {
		n.removed.Chunks = append(n.removed.Chunks, c.ID)
	}
	n.removed.Evidence = p.delta.Evidence
	for _, f := range p.delta.Facts {
		n.state.Facts[f.ID] = f
	}
	for _, e := range p.delta.Elements {
		n.state.Elements[e.ID] = e
	}
	for _, a := range p.delta.Attributes {
		n.state.Attributes[a.ID] = a
	}
	for _, t := range p.delta.Triples {
		n.state.Triples[t.ID] = t
	}
	for _, a := range p.delta.Abouts {
		n.state.Abouts[graph.AboutKey{Fact: a.Fact, Element: a.Element}] = a.Support
	}
	return n
}

func (p *planner) Bump(context.Context) (int64, error) { return 7, nil }

func (p *planner) Stored(context.Context, []graph.ID) (map[graph.ID]graph.Stored, error) {
	return p.stored, nil
}

func (p *planner) Present(context.Context, []graph.ID) (map[graph.ID]bool, error) { return nil, nil }

func (p *planner) Removed(_ context.Context, _, _ []graph.ID) (graph.Removed, error) {
	return p.removed, nil
}

func (p *planner) State(context.Context, graph.Touched) (graph.State, error) { return p.state, nil }

func (p *planner) Write(_ context.Context, number int64, d graph.Delta) error {
	statements, err := renderDelta(p.workspace, number, d, p.state)
	p.delta, p.statements = d, statements
	return err
}
