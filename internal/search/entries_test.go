package search

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/graph"
)

func TestEntries(t *testing.T) {
	m := newMemory(chunk("c2", "", "whale"), chunk("c1", "", ""), chunk("c3", "", "sea"))
	x := open(t, t.TempDir(), m)
	want := func(what string, chunks ...graph.ID) {
		t.Helper()
		got, number, err := x.Entries(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(chunks, got); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
		if now, _ := m.ChangeNumber(t.Context()); number != now {
			t.Errorf("%s: change number %d, want %d", what, number, now)
		}
	}
	want("after opening", "c1", "c2", "c3")
	m.remove("c2")
	m.put(chunk("c0", "", "ship"))
	syncIndex(t, x)
	want("after changes", "c0", "c1", "c3")
	closeIndex(t, x)
	if _, _, err := x.Entries(t.Context()); err == nil {
		t.Error("a closed index lists entries")
	}
}

// TestSaysWhyItRebuilds opens an index after each kind of harm.
func TestSaysWhyItRebuilds(t *testing.T) {
	for _, c := range []struct {
		name string
		harm func(t *testing.T, dir string)
		want []string
	}{
		{"none", func(*testing.T, string) {}, nil},
		{"no folder", func(t *testing.T, dir string) {
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
		}, []string{"it is not there"}},
		{"garbage", func(t *testing.T, dir string) { overwrite(t, filepath.Join(dir, rootFile), []byte("garbage")) }, []string{"it is damaged"}},
		{"another store", nil, []string{"it is of another format or another store"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "index")
			m := newMemory(chunk("c1", "", "whale"))
			closeIndex(t, open(t, dir, m))
			store := "memory"
			if c.harm == nil {
				store = "other"
			} else {
				c.harm(t, dir)
			}
			var said []string
			x, err := Open(t.Context(), Options{Dir: dir, Store: store, Rebuilding: func(reason string) { said = append(said, reason) }}, m)
			if err != nil {
				t.Fatal(err)
			}
			defer closeIndex(t, x)
			if diff := cmp.Diff(c.want, said); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff([]graph.ID{"c1"}, ids(ask(t, x, "whale"))); diff != "" {
				t.Error(diff)
			}
		})
	}
}
