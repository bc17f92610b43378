package exchange

import (
	"fmt"
	"strings"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/storetest"
)

// TestEpisodesAreExchanged: the episodes of a document come and go with an export; without any the
// export is as it was.
func TestEpisodesAreExchanged(t *testing.T) {
	store := storetest.Open(t)
	if _, err := store.PutSchema(t.Context(), testSchema); err != nil {
		t.Fatal(err)
	}
	bundles := testDocuments()
	if _, err := store.Apply(t.Context(), graph.Change{Add: bundles}); err != nil {
		t.Fatal(err)
	}
	before, document := export(t, store), bundles[0].Document
	pages := graph.Pagination{Document: document.ID, Preset: "600/280"}
	for i, end := range []int{20, 50, document.Runes} {
		e := graph.Episode{ID: graph.EpisodeID(document.ID, i), Document: document.ID, Index: i, End: end, Words: 3, Gist: "a <&> \u2028 亚哈", Preset: pages.Preset}
		if i > 0 {
			e.Start = pages.Episodes[i-1].End
		}
		pages.Episodes = append(pages.Episodes, e)
	}
	put := func(p graph.Pagination) {
		t.Helper()
		if err := store.PutEpisodes(t.Context(), []graph.Pagination{p}); err != nil {
			t.Fatal(err)
		}
	}
	put(pages)
	file := export(t, store)
	imported := storetest.Open(t)
	report, err := Import(t.Context(), imported, strings.NewReader(file), options())
	if err != nil || report.Episodes != 3 || export(t, imported) != file {
		t.Errorf("report %+v, %v, exported again:\n%s\nwant\n%s", report, err, export(t, imported), file)
	}
	if due, err := imported.Documents(t.Context(), graph.DocumentsQuery{GistsDue: true}); err != nil || len(due) > 0 {
		t.Errorf("due after the import: %+v, %v", due, err)
	}
	for name, c := range map[string]struct{ old, new, problem string }{
		"a gap":               {`"start":20,"end":50`, `"start":21,"end":50`, "ends at 20"},
		"an end elsewhere":    {`"start":50,"end":66`, `"start":50,"end":65`, "its episodes 65"},
		"an empty page":       {`"start":20,"end":50`, `"start":20,"end":20`, "it spans 20 to 20"},
		"another preset":      {`"preset":"600/280"`, `"preset":"3000/500"`, "its preset is"},
		"no preset":           {`"preset":"600/280"`, `"preset":""`, "no preset"},
		"another index":       {`"index":2,"start":50`, `"index":3,"start":50`, "not the id"},
		"a negative number":   {`"words":3`, `"words":-3`, "negative"},
		"an unknown document": {`"document":"` + string(document.ID) + `","index":2,"start":50`, `"document":"dx","index":2,"start":50`, "not the id"},
	} {
		if !strings.Contains(file, c.old) {
			t.Fatalf("%s: the file has no %s", name, c.old)
		}
		_, err := Import(t.Context(), storetest.Open(t), strings.NewReader(strings.Replace(file, c.old, c.new, 1)), options())
		if !fault.Is(err, fault.Unreadable) || !strings.Contains(fmt.Sprint(err), c.problem) {
			t.Errorf("%s: %v, want one of %q", name, err, c.problem)
		}
	}
	put(graph.Pagination{Document: document.ID})
	if export(t, store) != before {
		t.Error("the export without episodes differs from the one before them")
	}
}
