package search

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/fault"
	"grove/internal/graph"
)

// open opens an index of the source and closes it at the test's end.
func open(t testing.TB, dir string, source Source) *Index {
	t.Helper()
	x, err := Open(t.Context(), Options{Dir: dir, Store: "memory"}, source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeIndex(t, x) })
	return x
}

func closeIndex(t testing.TB, x *Index) {
	t.Helper()
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
}

func ask(t testing.TB, x *Index, query string) []Hit {
	t.Helper()
	hits, err := x.BM25(t.Context(), Query{Text: query})
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

func syncIndex(t testing.TB, x *Index) {
	t.Helper()
	if err := x.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func ids(hits []Hit) []graph.ID {
	var list []graph.ID
	for _, h := range hits {
		list = append(list, h.Chunk)
	}
	return list
}

// words are few, so that random texts share them and tie.
var words = strings.Fields("whale ship captain harpoon sea storm 白鲸 知识图谱 [PERSON#27] `n` O'Brien café")

func randomText(rnd *rand.Rand, most int) string {
	var b strings.Builder
	for range rnd.IntN(most + 1) {
		b.WriteString(words[min(rnd.IntN(len(words)), rnd.IntN(len(words)))] + " ")
	}
	return b.String()
}

func randomChunk(rnd *rand.Rand) graph.ChunkRow {
	return chunk(fmt.Sprintf("c%03d", rnd.IntN(120)), randomText(rnd, 2), randomText(rnd, 12))
}

// TestScoresAreExact holds scores and order against a recomputation while
// chunks come, change and go over many segments, and over reopening.
func TestScoresAreExact(t *testing.T) {
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(seed, 7))
			dir, m := t.TempDir(), newMemory()
			x := open(t, dir, m)
			for round := range 25 {
				churn(rnd, m)
				if round%8 == 7 {
					closeIndex(t, x)
					x = open(t, dir, m)
				}
				syncIndex(t, x)
				if len(m.rows) == 0 {
					continue
				}
				for range 3 {
					query := randomText(rnd, 6)
					same(t, fmt.Sprintf("round %d, %q", round, query), ask(t, x, query), recompute(t, m, query))
				}
			}
			fresh := open(t, t.TempDir(), m)
			for _, w := range words {
				query := w + " whale sea"
				if diff := cmp.Diff(ask(t, fresh, query), ask(t, x, query)); diff != "" {
					t.Fatalf("an index with a history differs from a new one on %q:\n%s", query, diff)
				}
			}
		})
	}
}

// churn makes a few random changes.
func churn(rnd *rand.Rand, m *memory) {
	for range 1 + rnd.IntN(3) {
		var rows []graph.ChunkRow
		for range 1 + rnd.IntN(8) {
			rows = append(rows, randomChunk(rnd))
		}
		m.put(rows...)
		var gone []graph.ID
		for range rnd.IntN(5) {
			if id := randomChunk(rnd).ID; m.rows[id].ID != "" {
				gone = append(gone, id)
			}
		}
		if len(gone) > 0 {
			m.remove(gone...)
		}
	}
}

func TestTiesGoToTheSmallerID(t *testing.T) {
	m := newMemory(chunk("c3", "", "whale"), chunk("c1", "", "whale"), chunk("c2", "", "whale"), chunk("c0", "", "ship"))
	x := open(t, t.TempDir(), m)
	hits, err := x.BM25(t.Context(), Query{Text: "whale", K: 2})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]graph.ID{"c1", "c2"}, ids(hits)); diff != "" {
		t.Error(diff)
	}
}

func TestKeep(t *testing.T) {
	var rows []graph.ChunkRow
	for i := range 200 {
		rows = append(rows, chunk(fmt.Sprintf("c%03d", i), "", "whale"+strings.Repeat(" sea", i)))
	}
	x := open(t, t.TempDir(), newMemory(rows...))
	tens := func(_ context.Context, candidates []graph.ID) (map[graph.ID]bool, error) {
		yes := map[graph.ID]bool{}
		for _, id := range candidates {
			yes[id] = strings.HasSuffix(string(id), "0")
		}
		return yes, nil
	}
	none := func(context.Context, []graph.ID) (map[graph.ID]bool, error) { return nil, nil }
	outage := fault.New(fault.Unavailable, "store.Chunks", "", "no answer", "")
	down := func(context.Context, []graph.ID) (map[graph.ID]bool, error) { return nil, outage }

	hits, err := x.BM25(t.Context(), Query{Text: "whale", K: 12, Keep: tens})
	if err != nil {
		t.Fatal(err)
	}
	if len(hits) != 12 || hits[0].Chunk != "c000" || hits[11].Chunk != "c110" {
		t.Errorf("kept %v", ids(hits))
	}
	all := ask(t, x, "whale")
	if hits[1].Score != all[10].Score {
		t.Errorf("keeping changed a score: %v, want %v", hits[1], all[10])
	}
	if hits, err = x.BM25(t.Context(), Query{Text: "whale", K: 5, Keep: none}); err != nil || len(hits) != 0 {
		t.Errorf("keeping none gives %v, %v", hits, err)
	}
	if _, err = x.BM25(t.Context(), Query{Text: "whale", Keep: down}); !fault.Is(err, fault.Unavailable) {
		t.Errorf("an outage reads as %v", err)
	}
}

func TestSyncGoesOnWhereItWasEnded(t *testing.T) {
	m := newMemory()
	var rows []graph.ChunkRow
	for i := range 2*batchSize + 100 {
		rows = append(rows, chunk(fmt.Sprintf("c%05d", i), "", fmt.Sprintf("whale w%d", i%7)))
	}
	m.put(rows...) // one change number over three pages
	dir := t.TempDir()
	outage := fault.New(fault.Unavailable, "store.Changes", "", "no answer", "")
	reads := 0
	m.fail = func() error {
		if reads++; reads == 2 {
			return outage
		}
		return nil
	}
	if _, err := Open(t.Context(), Options{Dir: dir, Store: "memory"}, m); !fault.Is(err, fault.Unavailable) {
		t.Fatalf("an outage reads as %v", err)
	}
	reads = 2
	x := open(t, dir, m)
	if reads != 4 {
		t.Errorf("went on with %d pages, want the 2 that were missing", reads-2)
	}
	same(t, "after the outage", askAll(t, x, "whale w3"), recompute(t, m, "whale w3"))

	reads = 0
	syncIndex(t, x)
	if reads != 0 {
		t.Error("an index that is up to date read the feed")
	}
}

func askAll(t *testing.T, x *Index, query string) []Hit {
	t.Helper()
	hits, err := x.BM25(t.Context(), Query{Text: query, K: graph.MaxRows})
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

func TestChunkThatWentBetweenFeedAndLookUp(t *testing.T) {
	m := newMemory(chunk("c1", "", "whale"), chunk("c2", "", "whale"))
	delete(m.rows, "c1") // the feed still says that it came
	x := open(t, t.TempDir(), m)
	if diff := cmp.Diff([]graph.ID{"c2"}, ids(ask(t, x, "whale"))); diff != "" {
		t.Error(diff)
	}
}

func TestRebuildsWhatItCannotTrust(t *testing.T) {
	after := func(dir string) *memory {
		m := newMemory(chunk("c9", "", "harpoon"))
		m.put(chunk("c8", "", "whale"))
		m.put(chunk("c7", "", "whale sea"))
		return m
	}
	cases := []struct {
		name  string
		harm  func(t *testing.T, dir string)
		store string
		make  func(dir string) *memory
	}{
		{"another store's name", nil, "other", after},
		{"a lower change number", nil, "memory", func(string) *memory { return newMemory(chunk("c8", "", "whale"), chunk("c7", "", "whale")) }},
		{"garbage for a root", func(t *testing.T, dir string) { overwrite(t, filepath.Join(dir, rootFile), []byte("garbage")) }, "memory", after},
		{"no root", func(t *testing.T, dir string) { remove(t, filepath.Join(dir, rootFile)) }, "memory", after},
		{"no segments", func(t *testing.T, dir string) { eachSegment(t, dir, remove) }, "memory", after},
		{"cut segments", func(t *testing.T, dir string) {
			eachSegment(t, dir, func(t *testing.T, file string) { overwrite(t, file, []byte("cut")) })
		}, "memory", after},
		{"another format", func(t *testing.T, dir string) {
			x := open(t, dir, newMemory())
			next := x.state
			next.Format = format + 1
			if err := x.apply(t.Context(), nil, next); err != nil {
				t.Fatal(err)
			}
			closeIndex(t, x)
		}, "memory", after},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			overwrite(t, filepath.Join(dir, "README"), []byte("not ours"))
			if c.name != "another format" {
				stale := newMemory(chunk("c1", "", "whale"))
				stale.put(chunk("c2", "", "whale"))
				closeIndex(t, open(t, dir, stale))
			}
			if c.harm != nil {
				c.harm(t, dir)
			}
			m := c.make(dir)
			x, err := Open(t.Context(), Options{Dir: dir, Store: c.store}, m)
			if err != nil {
				t.Fatal(err)
			}
			defer closeIndex(t, x)
			same(t, c.name, ask(t, x, "whale"), recompute(t, m, "whale"))
			if err := x.Rebuild(t.Context()); err != nil {
				t.Fatal(err)
			}
			same(t, "rebuilt once more", ask(t, x, "whale"), recompute(t, m, "whale"))
			if _, err := os.Stat(filepath.Join(dir, "README")); err != nil {
				t.Errorf("a file that is not the index's: %v", err)
			}
		})
	}
}

func overwrite(t *testing.T, file string, body []byte) {
	t.Helper()
	if err := os.WriteFile(file, body, 0o600); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, file string) {
	t.Helper()
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
}

func eachSegment(t *testing.T, dir string, do func(*testing.T, string)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"+segmentExt))
	if err != nil || len(files) == 0 {
		t.Fatalf("no segments: %v", err)
	}
	for _, f := range files {
		do(t, f)
	}
}

func TestHeld(t *testing.T) {
	dir, m := t.TempDir(), newMemory(chunk("c1", "", "whale"))
	x := open(t, dir, m)
	if _, err := Open(t.Context(), Options{Dir: dir, Store: "memory"}, m); !fault.Is(err, fault.Held) || fault.Hint(err) == "" {
		t.Errorf("opening a held index: %v", err)
	}
	closeIndex(t, x)
}

func TestClosedIndex(t *testing.T) {
	x := open(t, t.TempDir(), newMemory())
	closeIndex(t, x)
	if _, err := x.BM25(t.Context(), Query{Text: "whale"}); !fault.Is(err, fault.Invalid) {
		t.Errorf("BM25: %v", err)
	}
	if err := x.Sync(t.Context()); !fault.Is(err, fault.Invalid) {
		t.Errorf("Sync: %v", err)
	}
}

func TestEndsWithTheContext(t *testing.T) {
	m := newMemory(chunk("c1", "", "whale"))
	x := open(t, t.TempDir(), m)
	m.put(chunk("c2", "", "whale"))
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.BM25(ended, Query{Text: "whale"}); !fault.Is(err, fault.Canceled) || !errors.Is(err, context.Canceled) {
		t.Errorf("BM25: %v", err)
	}
	if err := x.Sync(ended); !fault.Is(err, fault.Canceled) {
		t.Errorf("Sync: %v", err)
	}
	syncIndex(t, x)
	if got := len(ask(t, x, "whale")); got != 2 {
		t.Errorf("%d hits after the ended Sync, want 2", got)
	}
}

// TestQueriesBesideSync is for the race detector; each answer must be of one
// state of the index: chunks come in pairs.
func TestQueriesBesideSync(t *testing.T) {
	m := newMemory()
	x := open(t, t.TempDir(), m)
	done := make(chan struct{})
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				hits, err := x.BM25(t.Context(), Query{Text: "whale"})
				if err != nil || len(hits)%2 != 0 {
					t.Errorf("%d hits, %v", len(hits), err)
					return
				}
			}
		})
	}
	for i := range 20 {
		m.put(chunk(fmt.Sprintf("a%d", i), "", "whale"), chunk(fmt.Sprintf("b%d", i), "", "whale"))
		if i%5 == 4 {
			m.remove(graph.ID(fmt.Sprintf("a%d", i-1)), graph.ID(fmt.Sprintf("b%d", i-1)))
		}
		syncIndex(t, x)
	}
	close(done)
	wg.Wait()
	if got := len(ask(t, x, "whale")); got != 32 {
		t.Errorf("%d hits at the end, want 32", got)
	}
}

func TestDumpIsSortedAndWhole(t *testing.T) {
	m := newMemory(chunk("c2", "", "<b>&"), chunk("c1", "Moby", "whale"), chunk("c3", "", ""))
	var b strings.Builder
	if err := DumpTokens(t.Context(), m, &b); err != nil {
		t.Fatal(err)
	}
	want := `{"id":"c1","tokens":["mobi","mobi","whale"]}` + "\n" + `{"id":"c2","tokens":["b"]}` + "\n" + `{"id":"c3","tokens":[]}` + "\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

func BenchmarkBM25(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 1))
	var rows []graph.ChunkRow
	for i := range 3000 {
		rows = append(rows, chunk(fmt.Sprintf("c%05d", i), randomText(rnd, 3), randomText(rnd, 100)))
	}
	dir, m := b.TempDir(), newMemory(rows...)
	closeIndex(b, open(b, dir, m))
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			x, err := Open(b.Context(), Options{Dir: dir, Store: "memory"}, m)
			if err != nil {
				b.Fatal(err)
			}
			closeIndex(b, x)
		}
	})
	b.Run("query", func(b *testing.B) {
		x := open(b, dir, m)
		for b.Loop() {
			ask(b, x, "whale harpoon 白鲸")
		}
	})
}

func TestRankingStopsWhereAsked(t *testing.T) {
	x := open(t, t.TempDir(), newMemory(chunk("c1", "", "whale"), chunk("c2", "", "whale sea"), chunk("c3", "", "sea")))
	if got := ids(ask(t, x, "whale")); !slices.Equal(got, []graph.ID{"c1", "c2"}) {
		t.Errorf("hits %v, want only those that share a term, the shorter first", got)
	}
}
