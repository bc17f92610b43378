package cli_test

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"grove/internal/cli"
)

// bag is a line of a dump of tokens.
type bag struct {
	ID     string   `json:"id"`
	Tokens []string `json:"tokens"`
}

// textbook is BM25 as the textbooks have it, computed from a dump alone: k1 1.2,
// b 0.75, idf ln(1+(N-df+.5)/(df+.5)). It shares nothing with the search.
type textbook struct {
	bags   []bag
	counts []map[string]int
	df     map[string]int
	mean   float64
}

func readDump(t *testing.T, path string) *textbook {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b := &textbook{df: map[string]int{}}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<26)
	terms := 0
	for lines.Scan() {
		var one bag
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		count := map[string]int{}
		for _, token := range one.Tokens {
			if count[token]++; count[token] == 1 {
				b.df[token]++
			}
		}
		b.bags, b.counts = append(b.bags, one), append(b.counts, count)
		terms += len(one.Tokens)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	b.mean = float64(terms) / float64(len(b.bags))
	return b
}

// top gives the ids of the k best chunks; those whose scores differ by less than
// half a billionth are tied, and go by id.
func (b *textbook) top(query []string, k int) []string {
	type scored struct {
		id    string
		score float64
	}
	n := float64(len(b.bags))
	var all []scored
	for i, count := range b.counts {
		score := 0.0
		for _, token := range query {
			df, tf := float64(b.df[token]), float64(count[token])
			idf := math.Log(1 + (n-df+.5)/(df+.5))
			score += idf * tf * 2.2 / (tf + 1.2*(.25+.75*float64(len(b.bags[i].Tokens))/b.mean))
		}
		if score > 0 {
			all = append(all, scored{b.bags[i].ID, math.Round(score * 1e9)})
		}
	}
	slices.SortFunc(all, func(x, y scored) int { return cmp.Or(-cmp.Compare(x.score, y.score), cmp.Compare(x.id, y.id)) })
	var ids []string
	for _, s := range all[:min(k, len(all))] {
		ids = append(ids, s.id)
	}
	return ids
}

// run runs a command that must succeed and reads its JSON.
func run(t *testing.T, into any, args ...string) {
	t.Helper()
	var out, errOut bytes.Buffer
	if code := cli.Main(context.Background(), append(args, "--json", "--quiet"), &out, &errOut); code != 0 {
		t.Fatalf("%v: exit code %d: %s%s", args, code, out.String(), errOut.String())
	}
	if err := json.Unmarshal(out.Bytes(), into); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
}

// Anyone can compute the ranking of `search` again from what it prints and dumps.
func TestRankingFromDump(t *testing.T) {
	data, dump := t.TempDir(), filepath.Join(t.TempDir(), "tokens.jsonl")
	run(t, &struct{}{}, "demo", "--workspace", "default", "--data", data)
	for i, query := range []string{
		"Who was the chief mate of the Pequod?", "whale whale sea", "the captain's white whale and the old man",
		"Where was the leader of the Kestrel Expedition born?", "青屿潮汐站的第一任站长是谁？", "zyxwvut",
	} {
		var found struct {
			Hits []struct {
				Chunk string `json:"chunk"`
			} `json:"hits"`
			Tokens []string `json:"query_tokens"`
		}
		run(t, &found, "search", query, "--k", "10", "--dump-tokens", dump, "--data", data)
		book := readDump(t, dump)
		if i == 0 && (len(book.bags) < 10 || len(found.Hits) == 0) {
			t.Fatalf("%d chunks dumped, %d found", len(book.bags), len(found.Hits))
		}
		var got []string
		for _, h := range found.Hits {
			got = append(got, h.Chunk)
		}
		if want := book.top(found.Tokens, 10); !slices.Equal(got, want) {
			t.Errorf("%s (%q): found %v, computed %v", query, found.Tokens, got, want)
		}
	}
}
