package sqlite_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"grove/internal/graph"
	"grove/internal/sqlite"
	"grove/internal/storetest"
)

// killVariable names the folder that a child of this test writes to until it is killed.
const killVariable = "GROVE_TEST_KILL_DIR"

// TestKilledWriterLosesNothing kills a process that journals and adds documents
// without end. Whatever it had reported is there, the graph is whole, and the
// lock is free.
func TestKilledWriterLosesNothing(t *testing.T) {
	if dir := os.Getenv(killVariable); dir != "" {
		writeForEver(t, dir)
		return
	}
	dir := t.TempDir()
	child := exec.Command(os.Args[0], "-test.run=^TestKilledWriterLosesNothing$")
	child.Env = append(os.Environ(), killVariable+"="+dir)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err = child.Start(); err != nil {
		t.Fatal(err)
	}
	const reported = 15
	lines := bufio.NewScanner(out)
	for i := range reported {
		if !lines.Scan() || lines.Text() != fmt.Sprint(i) {
			t.Fatalf("line %d of the child: %q, %v", i, lines.Text(), lines.Err())
		}
	}
	if err = child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err = child.Wait(); err == nil {
		t.Error("the child ended by itself")
	}
	release, err := sqlite.Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := release(); err != nil {
			t.Error(err)
		}
	}()
	store := open(t, dir)
	defer store.Close(t.Context())
	documents, err := store.Documents(t.Context(), graph.DocumentsQuery{Limit: graph.MaxRows})
	if err != nil {
		t.Fatal(err)
	}
	if len(documents) < reported {
		t.Errorf("%d documents are left of %d", len(documents), reported)
	}
	for i := range reported {
		id := diary(i).Chunks[0].ID
		rows, err := store.Extractions(t.Context(), graph.ExtractionsQuery{Chunks: []graph.ID{id}, Version: "v"})
		if err != nil || len(rows) != 1 {
			t.Errorf("extraction %d: %+v, %v", i, rows, err)
		}
	}
	// The graph is that of the documents that are there.
	same := storetest.Open(t)
	for i := range documents {
		apply(t, same, graph.Change{Add: []graph.Bundle{diary(i)}})
	}
	if got, want := dump(t, store), dump(t, same); got != want {
		t.Errorf("the graph is\n%s\nwant\n%s", got, want)
	}
}

func writeForEver(t *testing.T, dir string) {
	if _, err := sqlite.Lock(dir); err != nil {
		t.Fatal(err)
	}
	store := open(t, dir)
	for i := 0; ; i++ {
		b := diary(i)
		if err := store.Journal(t.Context(), []graph.Extraction{{Chunk: b.Chunks[0].ID, Version: "v", Result: "{}"}}); err != nil {
			t.Fatal(err)
		}
		apply(t, store, graph.Change{Add: []graph.Bundle{b}})
		fmt.Println(i)
	}
}

func diary(i int) graph.Bundle {
	return storetest.Bundle(fmt.Sprintf("day %d", i), "", storetest.Piece{
		Text: fmt.Sprintf("On day %d we saw a whale.", i), Mentions: []storetest.Named{{Surface: "whale"}, {Surface: fmt.Sprint("day ", i)}},
		Facts: []storetest.Said{{Text: "We saw a whale.", About: []string{"whale"}}},
	})
}
