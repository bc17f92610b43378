package cli_test

import (
	"slices"
	"testing"

	"grove/ingest"
	"grove/ingest/identity"
	"grove/internal/browse"
	"grove/internal/curate"
	"grove/internal/graph"
	"grove/internal/verify"
)

// TestEntityCommands merges, merges again, splits and undoes, and looks at what
// each came to.
func TestEntityCommands(t *testing.T) {
	dir := files(t, map[string]string{
		"a.txt": "John Watson was born in London. Watson married Mary Morstan. The doctor lived in London.",
		"b.txt": "John Watson is a golfer. Watson was born in Kansas City.",
	})
	data := []string{"--data", t.TempDir()}
	do := func(into any, args ...string) { t.Helper(); run(t, into, append(args, data...)...) }
	var report ingest.Report
	do(&report, "ingest", dir+"/a.txt", dir+"/b.txt")

	type list struct{ Entities []graph.KeyElement }
	find := func(name string, want ...int) []graph.KeyElement { // want: the number of names of each
		t.Helper()
		var found list
		do(&found, "entities", "search", name)
		var got []int
		for _, e := range found.Entities {
			got = append(got, len(e.OtherNorms())+1)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("search %s: %+v, want entities with %v names", name, found.Entities, want)
		}
		return found.Entities
	}
	var all struct {
		list
		More bool
	}
	if do(&all, "entities", "list", "--limit", "1"); len(all.Entities) != 1 || all.Entities[0].Norm != "john watson" || !all.More {
		t.Errorf("entities list: %+v", all)
	}
	watson := find("watson", 2)[0]
	var shown browse.Entity
	do(&shown, "entities", "show", "John Watson")
	if shown.ID != watson.ID || len(shown.Relations) == 0 || len(shown.Evidence) < 4 || shown.Facts == 0 || shown.Community == nil || len(shown.Decisions) != 0 {
		t.Errorf("show: %+v", shown)
	}

	for _, r := range shown.Relations {
		if len(r.Evidence) == 0 || r.Evidence[0].Surface == "" || r.Evidence[0].Document.Source == "" {
			t.Errorf("a relation without evidence: %+v", r)
		}
	}

	var first, second, split, part curate.Decided
	do(&first, "entities", "merge", "Watson", "Mary Morstan")
	do(&second, "entities", "merge", "Mary Morstan", "Kansas City") // a merge of a merge
	find("watson", 4)
	do(&first, "entities", "undo", string(first.Decision.ID)) // the older one: the later holds all four names
	find("watson", 4)
	do(&second, "entities", "undo", string(second.Decision.ID))
	if again := find("watson", 2)[0]; again.ID != watson.ID {
		t.Errorf("after both were undone: %+v", again)
	}

	do(&split, "entities", "split", "John Watson", "--name", "Watson")
	find("watson", 1, 1)
	do(&split, "entities", "undo", string(split.Decision.ID))
	do(&part, "entities", "split", string(watson.ID), "--document", "b.txt")
	if len(part.Entities) != 1 {
		t.Errorf("split of a document: %+v", part)
	}
	find("john watson", 2, 2)
	var decisions struct{ Decisions []identity.DecisionView }
	do(&decisions, "entities", "decisions")
	if len(decisions.Decisions) != 1 || decisions.Decisions[0].ID != part.Decision.ID {
		t.Errorf("decisions: %+v", decisions)
	}
	var apart curate.Decided
	do(&apart, "entities", "distinct", "Mary Morstan", "Kansas City")
	if len(apart.Entities) != 2 || !slices.Equal(apart.Decision.Names, []string{"Kansas City", "Mary Morstan"}) {
		t.Errorf("apart: %+v", apart)
	}
	do(&apart, "entities", "undo", string(apart.Decision.ID))
	var duplicates struct{ Duplicates []any }
	do(&duplicates, "entities", "duplicates")
	if duplicates.Duplicates == nil {
		t.Error("duplicates are no list")
	}
	var verified verify.Result
	do(&verified, "verify")
	if !verified.OK {
		t.Errorf("verify: %+v", verified)
	}

	for _, c := range []struct {
		code int
		said string
		args []string
	}{
		{1, "not_found", []string{"entities", "show", "nobody"}},
		{1, "not_found", []string{"entities", "undo", string(first.Decision.ID)}},
		{2, "invalid", []string{"entities", "merge", "London", "london"}},
		{2, "invalid", []string{"entities", "show", "John Watson"}}, // two of the name
		{2, "invalid", []string{"entities", "split", "London"}},
		{1, "not_found", []string{"entities", "split", "London", "--document", "none.txt"}},
		{2, "invalid", []string{"entities", "search", "...", "--limit", "0"}},
	} {
		if code, said := fails(t, append(c.args, data...)...); code != c.code || said != c.said {
			t.Errorf("%v: exit %d %s, want %d %s", c.args, code, said, c.code, c.said)
		}
	}
}
