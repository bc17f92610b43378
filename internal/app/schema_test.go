package app

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grove/internal/curate"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/schema"
)

// films are documents that the offline kit reads relations in which a seed may lack.
func films(t *testing.T, folder string, n int) {
	t.Helper()
	for i, name := range []string{"Harbour Lights", "Silent Orchard", "Paper Tigers", "Northern Gate", "Copper Moon"}[:n] {
		director := []string{"Anna Keller", "Peter Novak", "Maria Santos", "Helen Brandt", "Oscar Lind"}[i]
		write(t, filepath.Join(folder, fmt.Sprint(i, ".txt")), fmt.Sprintf("%s is a 195%d drama film directed by %s. %s was born in Vienna.", name, i, director, director))
	}
}

func TestSchemaByPeopleAndEvolution(t *testing.T) {
	folder := t.TempDir()
	films(t, folder, 5)
	file := filepath.Join(t.TempDir(), "seed.json")
	write(t, file, `{"Nodes":["person"],"Relations":["knows"],"Attributes":[]}`)
	use(t, settings(t, "w"), func(a *App) {
		report, err := a.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{folder}, SchemaFile: file})
		if err != nil {
			t.Fatal(err)
		}
		if report.Evolution == nil || report.Evolution.Mode != schema.Propose || report.Evolution.Open == 0 || report.Dropped.KeptAside == 0 || len(report.Dropped.Examples) == 0 {
			t.Fatalf("report: %+v, %+v", report.Evolution, report.Dropped)
		}
		v, err := a.Browse().Proposal(t.Context(), "directed by")
		if err != nil || v.State != schema.Open || v.Support != 5 || v.Documents != 5 || len(v.Evidence) != 5 {
			t.Fatalf("proposal: %+v, %v", v, err)
		}
		before := exportOf(t, a)
		triples := func() int { t.Helper(); return held(t, a).Triples }
		if triples() != 0 {
			t.Errorf("%d triples of the seed", triples())
		}
		e, err := a.Curate().Judge(t.Context(), curate.Accept, []string{"relation:directedBy", "Work"})
		if err != nil || len(e.Accepted) != 2 || triples() != 5 {
			t.Errorf("accepted: %+v, %v, %d triples", e, err, triples())
		}
		if list, err := a.Browse().Proposals(t.Context(), "", schema.Accepted, 10); err != nil || len(list) != 2 {
			t.Errorf("accepted proposals: %+v, %v", list, err)
		}
		if share, err := a.Browse().Conformance(t.Context()); err != nil || share != 1 {
			t.Errorf("conformance %v, %v", share, err)
		}
		sound(t, a)
		if _, err := a.Curate().Judge(t.Context(), curate.Reject, []string{"DIRECTED_BY"}); err != nil || triples() != 0 {
			t.Errorf("rejected: %v, %d triples", err, triples())
		}
		if _, err := a.Curate().Judge(t.Context(), curate.Undo, []string{"DIRECTED_BY", "type:Work"}); err != nil || exportOf(t, a) != before {
			t.Errorf("taken back: %v; the export differs from before", err)
		}
		for given, kind := range map[string]fault.Kind{"type:Person": fault.Invalid, "no such name": fault.NotFound, "relation:--": fault.Invalid} {
			if _, err := a.Curate().Judge(t.Context(), curate.Accept, []string{given}); !fault.Is(err, kind) {
				t.Errorf("accept %q: %v, want %s", given, err, kind)
			}
		}
		if _, err := a.Curate().Judge(t.Context(), curate.Undo, []string{"DIRECTED_BY"}); !fault.Is(err, fault.NotFound) {
			t.Errorf("taking back what nobody said: %v", err)
		}
		steps, err := a.Browse().SchemaHistory(t.Context(), 10)
		if err != nil || len(steps) != 4 || len(steps[2].Added) != 2 || len(steps[1].Removed) != 1 {
			t.Errorf("history: %+v, %v", steps, err)
		}
	})
}

func TestSetSchema(t *testing.T) {
	folder := t.TempDir()
	films(t, folder, 3)
	use(t, settings(t, "w"), func(a *App) {
		if _, err := a.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{folder}}); err != nil {
			t.Fatal(err)
		}
		before := exportOf(t, a)
		small, err := schema.Parse([]byte(`{"Nodes":["person","work"],"Relations":["directed by"],"Attributes":[]}`))
		if err != nil {
			t.Fatal(err)
		}
		for _, dry := range []bool{true, false} {
			change, err := a.Curate().SetSchema(t.Context(), small, curate.SetSchemaOptions{Dry: dry})
			if err != nil || change.Done || !slices.ContainsFunc(change.Lost, func(x graph.Term) bool { return x.Name == "BORN_IN" }) {
				t.Errorf("without a word: %+v, %v", change, err)
			}
		}
		if exportOf(t, a) != before {
			t.Error("asking what would be lost changed something")
		}
		a.Config.Evolution = string(schema.Auto)
		if change, err := a.Curate().SetSchema(t.Context(), nil, curate.SetSchemaOptions{Dry: true}); err != nil || change.Mode == nil || *change.Mode != (schema.ModeChange{From: schema.Propose, To: schema.Auto}) {
			t.Errorf("another mode: %+v, %v", change, err)
		}
		a.Config.Evolution = ""
		change, err := a.Curate().SetSchema(t.Context(), small, curate.SetSchemaOptions{Sure: true})
		if err != nil || !change.Done || held(t, a).Triples != 3 || held(t, a).Proposals == 0 {
			t.Errorf("set: %+v, %v, %+v", change, err, held(t, a))
		}
		sound(t, a)
		if _, err := a.Curate().SetSchema(t.Context(), schema.General(), curate.SetSchemaOptions{}); err != nil || exportOf(t, a) != before {
			t.Errorf("set back: %v; the export differs from before", err)
		}
	})
}

// What evolution accepted, and why, survives an export and its way back.
func TestExportOfAnEvolvedSchema(t *testing.T) {
	folder := t.TempDir()
	films(t, folder, 4)
	file := filepath.Join(t.TempDir(), "seed.json")
	write(t, file, `{"Nodes":["person"],"Relations":["knows"],"Attributes":[]}`)
	c := settings(t, "w")
	c.Evolution = string(schema.Auto)
	var text string
	use(t, c, func(a *App) {
		report, err := a.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{folder}, SchemaFile: file})
		if err != nil || len(report.Evolution.Accepted) == 0 {
			t.Fatalf("%+v, %v", report.Evolution, err)
		}
		text = exportOf(t, a)
	})
	use(t, settings(t, "copy"), func(a *App) {
		if _, err := a.Jobs().Import(t.Context(), strings.NewReader(text), nil); err != nil {
			t.Fatal(err)
		}
		if exportOf(t, a) != text {
			t.Error("the copy exports something else")
		}
		if _, err := a.Curate().Judge(t.Context(), curate.Reject, []string{"DIRECTED_BY"}); err != nil {
			t.Fatal(err)
		}
		s, err := a.Browse().Schema(t.Context())
		if err != nil || s.Schema.Has(graph.PartRelation, "DIRECTED_BY") {
			t.Errorf("schema: %+v, %v", s, err)
		}
	})
}

func held(t *testing.T, a *App) graph.Counts {
	t.Helper()
	c, err := a.Browse().Counts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c
}
