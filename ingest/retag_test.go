package ingest_test

import (
	"strings"
	"testing"

	"grove/internal/graph"
)

// TestTagsOfAnUnchangedDocument: given tags take the place of those a document
// has, without a call, in one write; none given leave them, where its text changes too.
func TestTagsOfAnUnchangedDocument(t *testing.T) {
	b := newBench(t)
	tags := func() string {
		rows, err := b.store.Documents(t.Context(), graph.DocumentsQuery{IDs: []graph.ID{graph.DocumentID("a")}})
		if err != nil || len(rows) != 1 {
			t.Fatal(rows, err)
		}
		return strings.Join(rows[0].Tags, " ")
	}
	for _, c := range []struct {
		give                       []string
		body                       string
		fresh, unchanged, retagged int
		want                       string
	}{
		{[]string{"owner=me"}, "Ahab sails.", 1, 0, 0, "owner=me"},
		{[]string{"owner=me"}, "Ahab sails.", 0, 1, 0, "owner=me"},
		{[]string{"owner=you", "year=1851"}, "Ahab sails.", 0, 1, 1, "owner=you year=1851"},
		{nil, "Ahab sails.", 0, 1, 0, "owner=you year=1851"},
		{nil, "Ahab returns.", 0, 0, 0, "owner=you year=1851"},
		{[]string{"owner=her"}, "Ahab sails.", 0, 0, 0, "owner=her"},
	} {
		before, err := b.store.ChangeNumber(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		b.Tags = c.give
		e, err := b.Estimate(t.Context(), source(record("a", c.body)))
		if err != nil || e.Documents.Retagged != c.retagged {
			t.Errorf("%v: estimated %+v, %v", c.give, e.Documents, err)
		}
		r := b.run(t, record("a", c.body), record("a", c.body))
		if d := r.Documents; d.New != c.fresh || d.Unchanged != c.unchanged+1 || d.Retagged != c.retagged {
			t.Errorf("%v: %+v", c.give, d)
		}
		if c.unchanged == 1 && r.Usage.Calls != 0 {
			t.Errorf("%v: %d calls", c.give, r.Usage.Calls)
		}
		after, err := b.store.ChangeNumber(t.Context())
		if err != nil || c.unchanged == 1 && after-before != int64(c.retagged) {
			t.Errorf("%v: %d changes, %v", c.give, after-before, err)
		}
		if got := tags(); got != c.want {
			t.Errorf("%v: %q, want %q", c.give, got, c.want)
		}
	}
}
