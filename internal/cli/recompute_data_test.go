//go:build data

package cli_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"grove/internal/app"
	"grove/internal/config"
	"grove/internal/eval/dataset"
	"grove/internal/graph"
	"grove/internal/text"
)

// The first ten chunks of every question of a data set are those that textbook
// BM25 gives.
func TestRankingFromDumpOfDataset(t *testing.T) {
	folder := filepath.Join(os.Getenv("GROVE_TEST_DATA"), "retrieval", "2wiki_train500")
	data, dump := t.TempDir(), filepath.Join(t.TempDir(), "tokens.jsonl")
	run(t, &struct{}{}, "eval", "retrieval", "--dataset", folder, "--limit", "1", "--data", data)
	run(t, &struct{}{}, "search", "any", "--dump-tokens", dump, "--data", data)
	book := readDump(t, dump)
	set, err := dataset.Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	var c config.Config
	config.Settings(&c) // the defaults
	c.Data = data
	a, err := app.OpenExisting(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	differ := 0
	for _, q := range set.Questions {
		hits, err := a.Search(ctx, q.Question, "bm25", 10, graph.Scope{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range hits {
			got = append(got, string(h.Chunk))
		}
		if want := book.top(text.Terms(q.Question), 10); !slices.Equal(got, want) {
			differ++
			t.Logf("%s: found %v, computed %v", q.Question, got, want)
		}
	}
	if differ > 0 || len(set.Questions) != 432 || len(book.bags) != 2624 {
		t.Errorf("%d of %d questions differ, over %d chunks", differ, len(set.Questions), len(book.bags))
	}
}
