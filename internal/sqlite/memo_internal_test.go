package sqlite

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
)

// pinned is a view of nothing with a memo.
type pinned struct {
	viewer
	m *memo
}

func (p pinned) memo() *memo { return p.m }

// row is a row of an item.
type row struct {
	item graph.ID
	n    int
}

// rowsOf returns a listing of so many rows of each item, which counts how often it is read.
func rowsOf(times *int, each int, items ...graph.ID) listing[row] {
	return listing[row]{op: "test", items: items, limit: 5,
		read: func(_ context.Context, items []graph.ID, limit int) (out []row, _ error) {
			*times++
			for _, item := range items {
				for n := range each {
					out = append(out, row{item, n})
				}
			}
			return out[:min(limit, len(out))], nil
		},
		item:    func(r row) graph.ID { return r.item },
		compare: func(a, b row) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) },
	}
}

func TestListedReadsOnce(t *testing.T) {
	r, times := reader{viewer: pinned{m: &memo{}}}, 0
	for _, items := range [][]graph.ID{{"a"}, {"a", "b"}, {"b", "a", "a"}} {
		got, err := listed(t.Context(), r, rowsOf(&times, 2, items...))
		if err != nil || len(got) != 2*len(lists.Sorted(items)) {
			t.Errorf("%v: %v, %v", items, got, err)
		}
		got[0].n = 99 // whoever asked may do with the rows what he likes
	}
	if times != 2 {
		t.Errorf("two items were read %d times", times)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := listed(ended, r, rowsOf(&times, 2, "a")); !fault.Is(err, fault.Canceled) {
		t.Errorf("a cancelled read of what is remembered: %v", err)
	}
}

func TestListedReadsHubsWithTheirLimit(t *testing.T) {
	r, times := reader{viewer: pinned{m: &memo{}}}, 0
	for range 2 {
		got, err := listed(t.Context(), r, rowsOf(&times, memoRows+1, "hub"))
		if want := []row{{"hub", 0}, {"hub", 1}, {"hub", 2}, {"hub", 3}, {"hub", 4}}; err != nil || !slices.Equal(got, want) {
			t.Errorf("%v, %v", got, err)
		}
	}
	if times != 4 || r.memo().bytes != 0 {
		t.Errorf("a hub was read %d times, %d bytes of it are kept", times, r.memo().bytes)
	}
}

func TestMemoIsBounded(t *testing.T) {
	m := &memo{}
	long := func(string) int { return memoBytes / 10 }
	for i := range 25 {
		keep(m, "texts", graph.ID(fmt.Sprint(i)), []string{"x"}, long)
		if m.bytes > memoBytes || len(m.rows) > 10 {
			t.Fatalf("%d texts, %d bytes", len(m.rows), m.bytes)
		}
	}
	keep(m, "texts", "too long", []string{"x"}, func(string) int { return memoBytes + 1 })
	if _, missing := recall[string](m, "texts", []graph.ID{"too long"}); len(missing) != 1 {
		t.Error("a text longer than all of the memo is kept")
	}
}
