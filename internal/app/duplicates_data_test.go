//go:build data

package app

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grove/ingest/identity"
	"grove/internal/config"
	"grove/internal/eval"
	"grove/internal/jobs"
	"grove/internal/text"
)

// judged is a pair of the grey zone and whether the gold has it as one.
type judged struct {
	identity.Duplicate
	same bool
}

// goldTexts are texts in parts, each of which is a document, and whose names are marked:
// which thing of which text a normal form stands for, "" where it is several.
type goldTexts struct {
	name  string
	parts map[string]string
	gold  map[string]string
	// across tells that names of two texts are of two things, as characters of novels are.
	across bool
}

func newGoldTexts(name string, across bool) *goldTexts {
	return &goldTexts{name: name, parts: map[string]string{}, gold: map[string]string{}, across: across}
}

func (g *goldTexts) mark(id, surface, thing string) {
	norm, owner := text.Normalise(surface), id+"\x00"+thing
	if have, known := g.gold[norm]; known && have != owner {
		owner = ""
	}
	g.gold[norm] = owner
}

// add cuts a text into documents of some words.
func (g *goldTexts) add(id, body string, words int) {
	for part := range slices.Chunk(strings.SplitAfter(body, " "), words) {
		g.parts[fmt.Sprintf("%s-%d.txt", id, len(g.parts))] = strings.Join(part, "")
	}
}

// judge is what the gold says of a pair, if anything.
func (g *goldTexts) judge(d identity.Duplicate) (same, known bool) {
	a, b := g.gold[d.A.Own.Norm], g.gold[d.B.Own.Norm]
	if a == "" || b == "" {
		return false, false
	}
	one, _, _ := strings.Cut(a, "\x00")
	other, _, _ := strings.Cut(b, "\x00")
	return a == b, one == other || g.across
}

// TestOrderOfDuplicates measures what the similarity adds to the order of the pairs that
// names leave open, by the built-in embedder or the one of the environment (GROVE_EMBEDDER,
// GROVE_EMBED_BASE_URL). The even texts chose the weight (see identity.Rank).
func TestOrderOfDuplicates(t *testing.T) {
	for _, set := range slices.Concat(novelSets(t), markedSets(t, "litbank", 700, true), markedSets(t, "redocred_dev", 1<<30, false)) {
		t.Run(set.name, func(t *testing.T) {
			pairs := openPairs(t, set)
			for _, by := range []struct {
				name   string
				weight [2]float64
			}{{"letters", [2]float64{1, 0}}, {"similarity", [2]float64{0, 1}}, {"1/4", [2]float64{1, .25}}, {"1/2", [2]float64{1, .5}},
				{"1", [2]float64{1, 1}}, {"2", [2]float64{1, 2}}, {"4", [2]float64{1, 4}}} {
				slices.SortStableFunc(pairs, func(a, b judged) int {
					return cmp.Compare(by.weight[0]*b.Score+by.weight[1]*b.Similarity, by.weight[0]*a.Score+by.weight[1]*a.Similarity)
				})
				t.Logf("%-10s AP %.3f  P@20 %.2f", by.name, averagePrecision(pairs), precisionAt(pairs, 20))
			}
			var right, wrong []int
			for _, p := range pairs {
				if at := int(p.Similarity * 1000); p.same {
					right = append(right, at)
				} else {
					wrong = append(wrong, at)
				}
			}
			t.Logf("%d pairs, %d of one thing; similarities of those %v, of others %v", len(pairs), len(right), quartiles(right), quartiles(wrong))
		})
	}
}

// openPairs ingests the texts and gives the pairs that the gold judges, in the order of
// their names.
func openPairs(t *testing.T, set *goldTexts) (out []judged) {
	c := settings(t, "w")
	if name := os.Getenv("GROVE_EMBEDDER"); name != "" && name != config.Builtin {
		c.Embedder, c.Embed.BaseURL = name, config.NewAddress(os.Getenv("GROVE_EMBED_BASE_URL"))
	}
	folder := t.TempDir()
	for name, body := range set.parts {
		write(t, filepath.Join(folder, name), body)
	}
	builtin := c
	builtin.Embedder = config.Builtin // so that the ingest makes no vectors
	use(t, builtin, func(a *App) {
		if _, err := a.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{folder}}); err != nil {
			t.Fatal(err)
		}
	})
	use(t, c, func(a *App) {
		list, err := a.Curate().Duplicates(t.Context(), 1000)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range list {
			if same, known := set.judge(d); known {
				out = append(out, judged{d, same})
			}
		}
	})
	slices.SortFunc(out, func(a, b judged) int {
		return strings.Compare(a.A.Own.Norm+"\x00"+a.B.Own.Norm, b.A.Own.Norm+"\x00"+b.B.Own.Norm)
	})
	return out
}

// novelSets are the novels with gold aliases.
func novelSets(t *testing.T) (out []*goldTexts) {
	novels, err := eval.ReadNovels(filepath.Join(os.Getenv("GROVE_TEST_DATA"), "extraction", "pdnc_characters", "characters.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range novels {
		g := newGoldTexts(n.ID, true)
		for i, c := range n.Characters {
			for _, surface := range c.Aliases {
				g.mark(n.ID, surface, fmt.Sprint(i))
			}
		}
		g.add(n.ID, n.Text, 2500)
		out = append(out, g)
	}
	return out
}

// markedSets are the even and the odd texts of a set with gold coreference.
func markedSets(t *testing.T, set string, words int, across bool) []*goldTexts {
	f, err := os.Open(filepath.Join(os.Getenv("GROVE_TEST_DATA"), "extraction", set, "items.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := []*goldTexts{newGoldTexts(set+" even", across), newGoldTexts(set+" odd", across)}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for k := 0; lines.Scan(); k++ {
		var it struct {
			ID, Text string
			Entities []struct {
				Text    string
				Cluster any
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &it); err != nil {
			t.Fatal(err)
		}
		for _, e := range it.Entities {
			if e.Cluster != nil {
				out[k%2].mark(it.ID, e.Text, fmt.Sprint(e.Cluster))
			}
		}
		out[k%2].add(it.ID, it.Text, words)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// averagePrecision is the mean, over the pairs of one thing, of the precision down to each.
func averagePrecision(pairs []judged) float64 {
	found, sum := 0, 0.0
	for i, p := range pairs {
		if p.same {
			found++
			sum += float64(found) / float64(i+1)
		}
	}
	return sum / float64(max(found, 1))
}

func precisionAt(pairs []judged, k int) float64 {
	found := 0
	for _, p := range pairs[:min(k, len(pairs))] {
		if p.same {
			found++
		}
	}
	return float64(found) / float64(max(1, min(k, len(pairs))))
}

// quartiles are the least, the quarters and the greatest of some numbers.
func quartiles(of []int) (out []int) {
	slices.Sort(of)
	for q := 0; q <= 4 && len(of) > 0; q++ {
		out = append(out, of[q*(len(of)-1)/4])
	}
	return out
}
