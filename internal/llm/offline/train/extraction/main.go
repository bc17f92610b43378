// Command extraction fits the two models of extraction on annotated texts, that of the types of names and that of
// relations, and reports how often each is right:
//
//	go run ./internal/llm/offline/train/extraction --model types --out internal/llm/offline/types.bin \
//	  --set SETS/conll04_train_dev --set SETS/crossner_ai --set SETS/crossner_literature --set SETS/crossner_music \
//	  --set SETS/crossner_politics --set SETS/crossner_science --set SETS/litbank --set SETS/redocred_dev
//	go run ./internal/llm/offline/train/extraction --model relations --out internal/llm/offline/relations.bin \
//	  --set SETS/conll04_train_dev --set SETS/redocred_dev --set SETS/rebel_sample_distant --set SETS/text2kg_tekgen
//
// made the shipped weights, each in about half a minute on two cores, and a few minutes more for the report. A set is
// a folder with items.jsonl, as `grove eval extract` reads it. The same sets and seed give the same weights. The model of
// relations uses the types that are shipped, so it is fitted after them.
//
// Both are reported for each set by cross-validation in two halves, and by a model fitted on the other sets alone: the
// share of names with the right type, and precision/recall/F1 of the triples.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"grove/internal/eval"
	"grove/internal/learn"
)

// row is an example of a set.
type row struct {
	learn.SparseRow
	set, half int
	// rare is set for an example of what few examples state, common for one that is only learnt from.
	rare, common bool
}

// model is what is fitted: examples of the items of a set, a fit of examples, and a report of a fit on items.
type model interface {
	rows(items eval.Items, set int) []row
	fit(rows []row, seed uint64) learn.Sparse
	score(w learn.Sparse, items eval.Items, rows []row) string
	// own are sets of our own, and examples that are in no set.
	own() (sets []eval.Items, rows []row)
}

func main() {
	var sets []string
	flag.Func("set", "folder of a set of annotated texts; may be repeated", func(s string) error { sets = append(sets, s); return nil })
	kind := flag.String("model", "types", "types or relations")
	out := flag.String("out", "", "fit on all sets and write the weights to this file")
	seed := flag.Uint64("seed", 1, "seed of the order of the examples")
	report := flag.Bool("report", true, "report how often the model is right")
	flag.Parse()
	models := map[string]model{"types": types{}, "relations": relations{}}
	m, ok := models[*kind]
	if !ok {
		fmt.Fprintln(os.Stderr, "--model is types or relations")
		os.Exit(2)
	}
	if err := run(m, sets, *out, *seed, *report); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(m model, dirs []string, out string, seed uint64, report bool) error {
	var sets []eval.Items
	for _, dir := range dirs {
		items, err := eval.ReadItems(filepath.Join(dir, "items.jsonl"))
		if err != nil {
			return err
		}
		sets = append(sets, items)
	}
	own, more := m.own()
	sets = append(sets, own...)
	var rows []row
	for i, items := range sets {
		rows = append(rows, m.rows(items, i)...)
	}
	rows = append(rows, more...)
	for i, items := range sets[:len(sets)*count(report)] {
		fmt.Printf("%-24s", items.Name)
		for half := range 2 {
			held := func(r row) bool { return r.set == i && r.half == half }
			fmt.Print("  half ", half, " ", m.score(m.fit(without(rows, held), seed), halfOf(items, half), only(rows, held)))
		}
		held := func(r row) bool { return r.set == i }
		fmt.Println("  transfer", m.score(m.fit(without(rows, held), seed), items, only(rows, held)))
	}
	if out == "" {
		return nil
	}
	return os.WriteFile(out, m.fit(rows, seed).Bytes(), 0o644)
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// halfOf are the items of one half: every second one.
func halfOf(items eval.Items, half int) (out eval.Items) {
	for n, item := range items.List {
		if n%2 == half {
			out.List = append(out.List, item)
		}
	}
	return out
}

func without(rows []row, held func(row) bool) []row {
	return slices.DeleteFunc(slices.Clone(rows), held)
}

func only(rows []row, held func(row) bool) []row {
	return without(rows, func(r row) bool { return !held(r) })
}

// weigh lets a set count by the square root of the number of its examples that are counted.
func weigh(rows []row, counted func(row) bool) {
	n := len(only(rows, counted))
	for i := range rows {
		rows[i].Weight = 1 / math.Sqrt(math.Max(1, float64(n)/1000))
	}
}

// fit fits a model on rows by features.
func fit(f learn.SparseFit, rows []row, use func(feature uint32) bool) learn.Sparse {
	examples := make([]learn.SparseRow, len(rows))
	for i, r := range rows {
		examples[i] = r.SparseRow
	}
	return f.Fit(examples, use)
}
