package app

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grove/cypher"
	"grove/internal/config"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/lookup"
	"grove/internal/storetest/neo4jtest"
	"grove/internal/workspace"
)

// TestMain stops the Neo4j server that a test may have started.
func TestMain(m *testing.M) { os.Exit(neo4jtest.Main(m)) }

// TestHistoryDoesNotShow plays random histories on the embedded store (20 with -short, as under the
// race detector); what takes time is waiting for the disk, so that several go on at once.
func TestHistoryDoesNotShow(t *testing.T) {
	const shares = 4
	sequences := uint64(historiesEmbedded / shares)
	if testing.Short() {
		sequences = 5
	}
	for share := range uint64(shares) {
		t.Run(fmt.Sprint(share), func(t *testing.T) {
			t.Parallel()
			newHistory(t, settings(t, "lived"), settings(t, "fresh"), 8).play(t, share*sequences, sequences)
		})
	}
}

// TestHistoryDoesNotShowOnNeo4j is the same on Neo4j, shorter: each change is
// some dozen round trips. The fresh workspace is embedded, so that the two
// stores are compared as well.
func TestHistoryDoesNotShowOnNeo4j(t *testing.T) {
	t.Parallel()
	c := settings(t, neo4jtest.Workspace())
	c.Store = config.Neo4j
	uri, user, password := neo4jtest.Server(t)
	c.Neo4jURI, c.Neo4jUser, c.Neo4jPassword = config.NewAddress(uri), user, password
	t.Cleanup(func() { drop(t, c) })
	sequences := uint64(historiesOnNeo4j)
	if testing.Short() {
		sequences = 2
	}
	newHistory(t, c, settings(t, "fresh"), 6).play(t, 0, sequences)
}

func drop(t *testing.T, c config.Config) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := workspace.OnNeo4j(ctx, c, func(s *cypher.Store) error { return s.Drop(ctx) }); err != nil {
		t.Error(err)
	}
}

// history is two workspaces: one lives through additions, replacements and
// deletions, the other gets what is left of them, once. Both stay open over all
// sequences, and extract with different concurrency.
type history struct {
	lived, fresh *App
	// folder holds the documents' files, of which there are at most pool.
	folder string
	pool   int
	// empty is the export of a workspace whose documents are all gone.
	empty string
	// log is the sequence being played.
	log []string
}

func newHistory(t *testing.T, lived, fresh config.Config, pool int) *history {
	t.Helper()
	lived.LLM.Concurrency, fresh.LLM.Concurrency = 1, 8
	h := &history{lived: opened(t, lived), fresh: opened(t, fresh), folder: t.TempDir(), pool: pool}
	for _, a := range []*App{h.lived, h.fresh} {
		h.ingest(t, a, h.file(t, 0, 0))
		h.empty = h.emptyOut(t, a)
	}
	return h
}

// opened opens a workspace until the test's end.
func opened(t *testing.T, c config.Config) *App {
	t.Helper()
	a, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// play plays the sequences of so many seeds from the first on, each from an
// empty workspace; it ends with the first that shows.
func (h *history) play(t *testing.T, first, sequences uint64) {
	for seed := first; seed < first+sequences; seed++ {
		h.log = nil
		h.sequence(t, rand.New(rand.NewPCG(seed, 1851)))
		if t.Failed() {
			t.Fatalf("seed %d: %s", seed, strings.Join(h.log, "; "))
		}
	}
}

func (h *history) sequence(t *testing.T, random *rand.Rand) {
	there := map[int]string{} // the file of each document
	for range 2 + random.IntN(3) {
		h.step(t, random, there)
	}
	before := exportOf(t, h.lived)

	extra := h.file(t, h.pool, random.IntN(versions))
	h.ingest(t, h.lived, extra)
	h.delete(t, h.lived, extra)
	h.equal(t, "add and delete", exportOf(t, h.lived), before)

	files := slices.Collect(maps.Values(there))
	slices.Sort(files)
	random.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	for len(files) > 0 {
		n := 1 + random.IntN(len(files))
		h.ingest(t, h.fresh, files[:n]...)
		files = files[n:]
	}
	h.equal(t, "another order and concurrency", exportOf(t, h.fresh), before)

	h.equal(t, "emptied", h.emptyOut(t, h.lived), h.empty)
	h.equal(t, "the fresh one emptied", h.emptyOut(t, h.fresh), h.empty)
}

// step adds, replaces or deletes one to three documents.
func (h *history) step(t *testing.T, random *rand.Rand, there map[int]string) {
	t.Helper()
	if len(there) > 0 && random.IntN(3) == 0 {
		numbers := slices.Sorted(maps.Keys(there))
		gone := numbers[random.IntN(len(numbers))]
		h.delete(t, h.lived, there[gone])
		delete(there, gone)
		return
	}
	var files []string
	for range 1 + random.IntN(3) {
		number := random.IntN(h.pool)
		there[number] = h.file(t, number, random.IntN(versions))
		if !slices.Contains(files, there[number]) {
			files = append(files, there[number])
		}
	}
	h.ingest(t, h.lived, files...)
}

// versions is how many texts each document can have.
const versions = 4

// file writes a version of a document, always the same for the same numbers,
// and gives its path. Documents share what they say.
func (h *history) file(t *testing.T, number, version int) string {
	t.Helper()
	random := rand.New(rand.NewPCG(uint64(number), uint64(version)))
	people := []string{"Isolde Quill", "Anselm Drury", "Captain Ahab", "Marta Voss", "Tobias Quill"}
	places := []string{"Port Selwick", "Nantucket", "Haldre"}
	one := func(list []string) string { return list[random.IntN(len(list))] }
	said := []func() string{
		func() string { return fmt.Sprintf("%s was born in %s in 1851.", one(people), one(places)) },
		func() string { return fmt.Sprintf("%s is the daughter of %s.", one(people), one(people)) },
		func() string { return fmt.Sprintf("%s married %s.", one(people), one(people)) },
		func() string { return fmt.Sprintf("%s lived in %s and met %s.", one(people), one(places), one(people)) },
		func() string { return fmt.Sprintf("%s is a town in %s.", one(places), one(places)) },
		func() string { return "亚哈出生于南塔克特。" },
	}
	var text strings.Builder
	for range 1 + random.IntN(4) {
		text.WriteString(said[random.IntN(len(said))]() + "\n")
	}
	path := filepath.Join(h.folder, fmt.Sprintf("%d.txt", number))
	write(t, path, text.String())
	h.log = append(h.log, fmt.Sprintf("%d.txt version %d", number, version))
	return path
}

func (h *history) ingest(t *testing.T, a *App, files ...string) {
	t.Helper()
	h.log = append(h.log, "ingest "+names(files))
	report, err := a.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: files})
	if err != nil || len(report.Errors) > 0 {
		t.Fatalf("ingest %s: %v %v", names(files), err, report.Errors)
	}
}

func (h *history) delete(t *testing.T, a *App, file string) {
	t.Helper()
	h.log = append(h.log, "delete "+names([]string{file}))
	if _, err := a.Jobs().Delete(t.Context(), lookup.Selector{Sources: []string{filepath.Base(file)}}); err != nil {
		t.Fatal(err)
	}
}

func names(files []string) string {
	out := make([]string, len(files))
	for i, f := range files {
		out[i] = filepath.Base(f)
	}
	return strings.Join(out, " ")
}

// emptyOut deletes all documents at once, and gives what is left in the export.
func (h *history) emptyOut(t *testing.T, a *App) string {
	t.Helper()
	all, err := a.Browse().Documents(t.Context(), graph.DocumentsQuery{})
	if err != nil {
		t.Fatal(err)
	}
	var s lookup.Selector
	for _, d := range all {
		s.IDs = append(s.IDs, string(d.ID))
	}
	if !s.Empty() {
		if _, err := a.Jobs().Delete(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	return exportOf(t, a)
}

func (h *history) equal(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s shows in the export: %s", what, cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")))
	}
}
