package search

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"grove/internal/fault"
)

// damagedChunks makes an index of several segments, with deleted chunks and a replaced one.
func damagedChunks(t *testing.T, dir string) *memory {
	t.Helper()
	rnd := rand.New(rand.NewPCG(1, 2))
	m := newMemory()
	x := open(t, dir, m)
	for range 4 {
		for range 60 {
			row := randomChunk(rnd)
			row.ID = "c" + row.ID
			m.put(row)
		}
		churn(rnd, m)
		syncIndex(t, x)
	}
	closeIndex(t, x)
	return m
}

// TestDamagedFiles flips bits of the files of a closed index, and cuts them, at many places: the
// index is rebuilt each time, and its answers are exact.
func TestDamagedFiles(t *testing.T) {
	good := t.TempDir()
	m := damagedChunks(t, good)
	files, err := os.ReadDir(good)
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	flips, damaged := 30, 0
	if testing.Short() {
		flips = 12
	}
	for _, file := range files {
		body, err := os.ReadFile(filepath.Join(good, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		for i := range flips + 6 {
			harmed := append([]byte{}, body...)
			at := rnd.IntN(len(body))
			what := fmt.Sprintf("%s cut to %d", file.Name(), at)
			if i < flips {
				what = fmt.Sprintf("%s with bit %d of byte %d flipped", file.Name(), i%8, at)
				harmed[at] ^= 1 << (i % 8)
			} else {
				harmed = harmed[:at]
			}
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(good)); err != nil {
				t.Fatal(err)
			}
			overwrite(t, filepath.Join(dir, file.Name()), harmed)
			checkRebuilt(t, what, dir, m)
			damaged++
		}
	}
	if damaged < 3*flips {
		t.Errorf("%d cases in %d files", damaged, len(files))
	}
}

func checkRebuilt(t *testing.T, what, dir string, m *memory) {
	t.Helper()
	said := ""
	x, err := Open(t.Context(), Options{Dir: dir, Store: "memory", Rebuilding: func(reason string) { said = reason }}, m)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	defer closeIndex(t, x)
	if said != "it is damaged" {
		t.Errorf("%s: %q", what, said)
	}
	same(t, what, ask(t, x, "whale sea"), recompute(t, m, "whale sea"))
	if chunks, _, err := x.Entries(t.Context()); err != nil || len(chunks) != len(m.rows) {
		t.Errorf("%s: %d entries, %v", what, len(chunks), err)
	}
}

// TestKilledIndex opens the files of an index whose process was killed: an unfinished segment is no
// damage.
func TestKilledIndex(t *testing.T) {
	dir := t.TempDir()
	m := damagedChunks(t, dir)
	remove(t, filepath.Join(dir, sumFile))
	overwrite(t, filepath.Join(dir, "0000000fffff"+segmentExt), []byte("unfinished"))
	x, err := Open(t.Context(), Options{Dir: dir, Store: "memory", Rebuilding: func(reason string) { t.Error(reason) }}, m)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "after a kill", ask(t, x, "whale sea"), recompute(t, m, "whale sea"))
	closeIndex(t, x)
}

// TestDamageWhileOpen cuts the one segment of an open index, which leaves Bleve nothing to merge:
// reads fail with an error.
func TestDamageWhileOpen(t *testing.T) {
	dir := t.TempDir()
	x := open(t, dir, newMemory(chunk("c1", "", "whale"), chunk("c2", "", "sea")))
	defer closeIndex(t, x)
	eachSegment(t, dir, func(t *testing.T, file string) {
		if err := os.Truncate(file, 0); err != nil {
			t.Fatal(err)
		}
	})
	if _, err := x.BM25(t.Context(), Query{Text: "whale sea"}); !fault.Is(err, fault.Corrupt) || fault.Hint(err) == "" {
		t.Error(err)
	}
	if _, _, err := x.Entries(t.Context()); !fault.Is(err, fault.Corrupt) {
		t.Error(err)
	}
}
