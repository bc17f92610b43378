package verify_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/sqlite"
	"grove/internal/storetest"
	"grove/internal/verify"
)

// entries stands for a text index.
type entries struct {
	chunks []graph.ID
	number int64
	// before, if set, is called before it answers.
	before func() error
}

func (e entries) Entries(context.Context) ([]graph.ID, int64, error) {
	if e.before != nil {
		if err := e.before(); err != nil {
			return nil, 0, err
		}
	}
	return e.chunks, e.number, nil
}

// small returns a store with a few documents, its chunks in order, and its change number.
func small(t *testing.T) (*sqlite.Store, []graph.ID, int64) {
	t.Helper()
	store := storetest.Open(t)
	if _, err := store.PutSchema(t.Context(), "{}"); err != nil {
		t.Fatal(err)
	}
	applied, err := store.Apply(t.Context(), graph.Change{Add: storetest.Small()})
	if err != nil {
		t.Fatal(err)
	}
	page, err := store.PageChunks(t.Context(), graph.PageQuery{})
	if err != nil {
		t.Fatal(err)
	}
	var chunks []graph.ID
	for _, c := range page {
		chunks = append(chunks, c.ID)
	}
	return store, chunks, applied.Number
}

func TestIndex(t *testing.T) {
	store, chunks, number := small(t)
	last := len(chunks) - 1
	for _, c := range []struct {
		name   string
		chunks []graph.ID
		number int64
		want   []string
	}{
		{"the same", chunks, number, []string{}},
		{"behind", chunks, number - 1, []string{"index: it has reached change 1, the store is at 2"}},
		{"the first lost", chunks[1:], number, []string{string(chunks[0]) + ": in the store, but not in the index"}},
		{"the last lost", chunks[:last], number, []string{string(chunks[last]) + ": in the store, but not in the index"}},
		{"one before all", append([]graph.ID{"c"}, chunks...), number, []string{"c: in the index, but not in the store"}},
		{"one after all", append(append([]graph.ID{}, chunks...), "czzz"), number, []string{"czzz: in the index, but not in the store"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			checks, err := verify.Run(t.Context(), store, verify.Options{Index: entries{chunks: c.chunks, number: c.number}})
			if err != nil {
				t.Fatal(err)
			}
			for _, check := range checks {
				want := []string{}
				if check.Name == verify.Index {
					want = c.want
				}
				if diff := cmp.Diff(want, check.Items); diff != "" {
					t.Errorf("%s: %s", check.Name, diff)
				}
			}
			if verify.OK(checks) != (len(c.want) == 0) {
				t.Errorf("OK is %v", verify.OK(checks))
			}
		})
	}
}

func TestSchema(t *testing.T) {
	store, chunks, number := small(t)
	checks, err := verify.Run(t.Context(), store, verify.Options{Index: entries{chunks: chunks, number: number},
		CheckSchema: func(body string) error { return errors.New("no good: " + body) }})
	if err != nil {
		t.Fatal(err)
	}
	for _, check := range checks {
		if check.OK != (check.Name != verify.Schema) {
			t.Errorf("%s: %q", check.Name, check.Items)
		}
	}
}

// TestEveryCheckStands holds the list of checks to its names and order.
func TestEveryCheckStands(t *testing.T) {
	store, _, _ := small(t)
	checks, err := verify.Run(t.Context(), store, verify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range checks {
		names = append(names, c.Name)
	}
	want := []string{verify.Partition, verify.Episodes, verify.Partial, verify.Spans, verify.Aggregates, verify.Orphans,
		graph.SourcesCheck, graph.DanglingCheck, graph.RelationsCheck, graph.JournalCheck, graph.StorageCheck}
	if diff := cmp.Diff(append(want, verify.Schema, verify.Communities), names); diff != "" {
		t.Error(diff)
	}
}

// TestRunFails returns no verdict where the store was written meanwhile, or the
// index could not be read.
func TestRunFails(t *testing.T) {
	store, chunks, number := small(t)
	lost := &fault.Error{Kind: fault.Unavailable, Err: errors.New("lost")}
	for kind, before := range map[fault.Kind]func() error{
		fault.Held: func() error {
			_, err := store.Apply(t.Context(), graph.Change{Remove: []graph.ID{graph.DocumentID("log.txt")}})
			return err
		},
		fault.Unavailable: func() error { return lost },
	} {
		_, err := verify.Run(t.Context(), store, verify.Options{Index: entries{chunks, number, before}})
		if !fault.Is(err, kind) {
			t.Errorf("error %v, want %s", err, kind)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := verify.Run(ctx, store, verify.Options{}); !fault.Is(err, fault.Canceled) {
		t.Errorf("error %v, want canceled", err)
	}
}

// TestCommunities damages the tree in each way and looks for the finding.
func TestCommunities(t *testing.T) {
	of := func(store *sqlite.Store) graph.Check {
		t.Helper()
		checks, err := verify.Run(t.Context(), store, verify.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range checks {
			if c.Name == verify.Communities {
				return c
			}
		}
		t.Fatal("the check is not there")
		return graph.Check{}
	}
	community := func(level int, members []graph.ID, parent graph.ID) graph.CommunityState {
		c := graph.CommunityState{Community: graph.Community{ID: graph.CommunityID(level, members), Level: level, Size: len(members), Parent: parent}}
		if level == 0 {
			c.Members = members
		}
		return c
	}
	store, _, _ := small(t)
	entities, err := store.PageEntities(t.Context(), graph.PageQuery{})
	if err != nil || len(entities) < 3 {
		t.Fatalf("%d entities, %v", len(entities), err)
	}
	var ids []graph.ID
	for _, e := range entities {
		ids = append(ids, e.ID)
	}
	wrong := community(0, ids, "")
	wrong.Size++
	top := community(1, ids, "")
	for name, tree := range map[string][]graph.CommunityState{
		"an entity in none":             {community(0, ids[1:], "")},
		"an entity in two":              {community(0, ids, ""), community(0, ids[:1], "")},
		"a member that is no entity":    {community(0, append(ids[:len(ids):len(ids)], "knobody"), "")},
		"a parent that is not there":    {community(0, ids, "mnone")},
		"another size":                  {wrong},
		"a larger one without all":      {community(0, ids[:2], top.ID), community(0, ids[2:], ""), top},
		"none although there were some": nil,
	} {
		if err := store.PutTree(t.Context(), tree); err != nil {
			t.Fatal(err)
		}
		if c := of(store); c.OK || c.Hint == "" {
			t.Errorf("%s: not found", name)
		}
	}
	if err := store.PutTree(t.Context(), []graph.CommunityState{community(0, ids[:2], top.ID), community(0, ids[2:], top.ID), top}); err != nil {
		t.Fatal(err)
	}
	if c := of(store); !c.OK {
		t.Errorf("a right tree: %v", c.Items)
	}
	if _, err := store.PutSchema(t.Context(), "{ }"); err != nil {
		t.Fatal(err)
	}
	if c := of(store); c.OK {
		t.Error("a tree older than the graph: not found")
	}
}
