package cli_test

import (
	"fmt"
	"testing"

	"grove/ingest"
	"grove/internal/browse"
	"grove/internal/curate"
)

// TestSchemaCommands takes a workspace from a small seed through proposals,
// decisions and another schema.
func TestSchemaCommands(t *testing.T) {
	bodies := map[string]string{"seed.json": `{"nodes":["person"],"relations":["knows"],"attributes":[]}`, "bad.json": `{"nodes":["person"],"relations":["knows"],"edges":[]}`}
	for i, name := range []string{"Anna Keller", "Peter Novak", "Maria Santos"} {
		bodies[fmt.Sprintf("%d.txt", i)] = fmt.Sprintf("%s was born in Vienna.", name)
	}
	dir := files(t, bodies)
	data := []string{"--data", t.TempDir()}
	do := func(into any, args ...string) { t.Helper(); run(t, into, append(args, data...)...) }
	var report ingest.Report
	do(&report, "ingest", dir+"/0.txt", dir+"/1.txt", dir+"/2.txt", "--schema", dir+"/seed.json", "--evolution", "auto")
	if e := report.Evolution; e == nil || len(e.Accepted) == 0 || e.Restated != 3 || report.Dropped.KeptAside == 0 {
		t.Fatalf("ingest: %+v, dropped %+v", e, report.Dropped)
	}
	var list struct{ Proposals []browse.Proposal }
	do(&list, "schema", "proposals", "--state", "automatic", "--part", "relation")
	if len(list.Proposals) != 1 || list.Proposals[0].Name != "BORN_IN" || list.Proposals[0].Documents != 3 {
		t.Errorf("proposals: %+v", list)
	}
	var evolution curate.Judged
	do(&evolution, "schema", "accept", "relation:TYPO")
	if n := evolution.Names; len(n) != 1 || n[0].Proposed || n[0].Support != 0 || n[0].Uses != 0 {
		t.Errorf("accept of what nothing proposes: %+v", n)
	}
	do(&evolution, "schema", "undo", "relation:TYPO")
	do(&evolution, "schema", "reject", "born in")
	if n := evolution.Names; len(n) != 1 || !n[0].Proposed || n[0].Support != 3 || n[0].Documents != 3 || n[0].Before != 3 || n[0].Uses != 0 {
		t.Errorf("reject: %+v", n)
	}
	var seen browse.Schema
	do(&seen, "schema", "show")
	if seen.Proposals != evolution.Open {
		t.Errorf("show counts %d open proposals, the verdict %d", seen.Proposals, evolution.Open)
	}
	if len(evolution.Dropped) != 1 || evolution.Dropped[0].Name != "BORN_IN" {
		t.Errorf("reject: %+v", evolution)
	}
	do(&evolution, "schema", "undo", "born in")
	for code, args := range map[int][]string{
		1: {"schema", "accept", "no such name"}, 2: {"schema", "set", dir + "/bad.json"},
	} {
		if got, said := fails(t, append(args, data...)...); got != code {
			t.Errorf("%v: exit %d, want %d: %s", args, got, code, said)
		}
	}
	if code, said := fails(t, append([]string{"schema", "set", "novels"}, data...)...); code != 2 || said != "invalid" {
		t.Errorf("set without --yes: exit %d: %s", code, said)
	}
	var change curate.SchemaChange
	do(&change, "schema", "set", "novels", "--yes")
	var view browse.Schema
	do(&view, "schema", "show")
	if !change.Done || view.Name != "novels" || !view.Settled {
		t.Errorf("set: %+v; then %+v", change, view)
	}
	var stats struct {
		Proposals   int     `json:"proposals"`
		Conformance float64 `json:"schema_conformance"`
	}
	do(&stats, "documents", "stats")
	if stats.Proposals == 0 || stats.Conformance != 1 {
		t.Errorf("stats: %+v", stats)
	}
}
