//go:build data

package retrieve

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// record is a line of a corpus or of a file of questions.
type record struct {
	ID, Title, Text string
	Question        string
	GoldIDs         []string `json:"gold_ids"`
	GoldComplete    bool     `json:"gold_complete"`
}

func readRecords(t testing.TB, set, file string) (out []record) {
	t.Helper()
	f, err := os.Open(filepath.Join(os.Getenv("GROVE_TEST_DATA"), "retrieval", set, file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var r record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

func readPassages(t testing.TB, set string, titles bool) (out []Passage) {
	t.Helper()
	for _, r := range readRecords(t, set, "corpus.jsonl") {
		p := Passage{ID: r.ID, Document: r.ID, Title: r.Title, Text: r.Text}
		if !titles {
			p.Title = ""
		}
		out = append(out, p)
	}
	return out
}

// TestWalkRecall holds the untrained walk to what it is worth. Its few constants
// were chosen on these sets, so that the figures say little about others.
func TestWalkRecall(t *testing.T) {
	for _, c := range []struct {
		set       string
		titles    bool
		two, five float64
	}{
		{"2wiki_train500", true, 0.81, 0.95},
		{"hotpotqa_train100", true, 0.69, 0.87},
		{"musique_train100", true, 0.48, 0.65},
		{"nq_oracle", true, 0.90, 0.95},
		{"2wiki_train500", false, 0.72, 0.88},
		{"hotpotqa_train100", false, 0.62, 0.83},
		{"musique_train100", false, 0.44, 0.61},
	} {
		x := New(readPassages(t, c.set, c.titles), nil)
		var two, five, n float64
		for _, r := range readRecords(t, c.set, "questions.jsonl") {
			if !r.GoldComplete || len(r.GoldIDs) == 0 {
				continue
			}
			gold := map[string]bool{}
			for _, g := range r.GoldIDs {
				gold[g] = true
			}
			n++
			for i, id := range x.Study(r.Question).Walked(5) {
				if !gold[id] {
					continue
				}
				five += 1 / float64(len(gold))
				if i < 2 {
					two += 1 / float64(len(gold))
				}
			}
		}
		t.Logf("%s, titles %v: recall@2 %.3f, recall@5 %.3f", c.set, c.titles, two/n, five/n)
		if two/n < c.two || five/n < c.five {
			t.Errorf("%s, titles %v: recall %.3f, %.3f; want %.2f, %.2f", c.set, c.titles, two/n, five/n, c.two, c.five)
		}
	}
}

// BenchmarkRank measures building an index and answering from it.
func BenchmarkRank(b *testing.B) {
	for _, set := range []string{"hotpotqa_train100", "2wiki_train500"} {
		passages := readPassages(b, set, true)
		questions := readRecords(b, set, "questions.jsonl")
		var x *Index
		b.Run(set+"/build", func(b *testing.B) {
			for b.Loop() {
				x = New(passages, nil)
			}
		})
		chain := shippedChain(b)
		b.Run(set+"/graph", func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				x.Study(questions[i%len(questions)].Question).scores(chain)
			}
		})
	}
}
