// Command relations fits the offline model of relations on annotated texts, and reports how often it is right:
//
//	go run ./internal/llm/offline/train/relations --out internal/llm/offline/relations.bin --set SETS/conll04_train_dev \
//	  --set SETS/redocred_dev --set SETS/rebel_sample_distant --set SETS/text2kg_tekgen
//
// made the shipped weights, in about half a minute on two cores, three more for the report. A set is a folder
// with items.jsonl, as `grove eval extract` reads it; own.txt, texts of our own, is a further one. Each statement
// (a relation in one direction, or an attribute) is a logistic regression over the pairs of names whose types allow
// it. A pair that a set annotates with one of several relations of the general schema is an example of the first
// alone; of relations that a set does not annotate it says nothing. The same sets give the same weights.
//
// It prints precision/recall/F1 of the triples of each set, by cross-validation in two halves and by a
// model fitted on the other sets alone.
package main

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grove/internal/eval"
	"grove/internal/graph"
	"grove/internal/llm/offline"
	"grove/internal/text"
	"grove/schema"
)

// The parameters of fitting: passes over the examples, the rate of AdaGrad, the penalty on a weight that
// is used, the least number of stated examples with a feature, and the least weight that is kept.
const (
	passes     = 6
	rate       = 0.1
	penalty    = 2e-6
	leastRows  = 3
	leastUnits = 3
	// ownWeight is the weight of our own texts, statedWeight that of an example that is stated: few are.
	ownWeight    = 6
	statedWeight = 5
)

// row is a statement of a pair.
type row struct {
	set, half, statement int
	weight               float64
	stated               bool
	features             []uint32
}

func main() {
	var sets []string
	flag.Func("set", "folder of a set of annotated texts; may be repeated", func(s string) error { sets = append(sets, s); return nil })
	out := flag.String("out", "", "fit on all sets and write the weights to this file")
	flag.Parse()
	if err := run(sets, *out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(dirs []string, out string) error {
	var rows []row
	var sets []eval.Items
	for _, dir := range dirs {
		items, err := eval.ReadItems(filepath.Join(dir, "items.jsonl"))
		if err != nil {
			return err
		}
		sets = append(sets, items)
	}
	sets = append(sets, ownItems())
	for i, items := range sets {
		mine := rowsOf(items, i)
		n := 0
		for _, r := range mine {
			if r.stated {
				n++
			}
		}
		for j := range mine {
			if mine[j].weight = 1 / math.Sqrt(math.Max(1, float64(n)/1000)); mine[j].stated {
				mine[j].weight *= statedWeight
			}
			if items.Name == "own" {
				mine[j].weight *= ownWeight
			}
		}
		rows = append(rows, mine...)
	}
	for i, items := range sets {
		var halves [2]eval.Items
		for n, item := range items.List {
			halves[n%2].List = append(halves[n%2].List, item)
		}
		fmt.Printf("%-22s", items.Name)
		for half := range 2 {
			show("cross-validated", fit(without(rows, func(r row) bool { return r.set == i && r.half == half })), halves[half])
		}
		show("transfer", fit(without(rows, func(r row) bool { return r.set == i })), items)
		fmt.Println()
	}
	if out == "" {
		return nil
	}
	return os.WriteFile(out, fit(rows).Bytes(), 0o644)
}

// own are texts of our own with what they state.
//
//go:embed own.txt
var ownTexts string

// ownItems are own as a set.
func ownItems() eval.Items {
	items := eval.Items{Name: "own"}
	for line := range strings.Lines(ownTexts) {
		parts := strings.Split(strings.TrimSpace(line), "|")
		if strings.HasPrefix(line, "#") || len(parts) < 2 {
			continue
		}
		item := eval.Item{ID: fmt.Sprint(len(items.List)), Text: strings.TrimSpace(parts[0]), Triples: [][3]string{}}
		for _, of := range parts[1:] {
			for _, t := range offline.Statements() {
				if head, tail, ok := strings.Cut(strings.TrimSpace(of), " "+t.Name+" "); ok && !t.Back {
					item.Triples = append(item.Triples, [3]string{head, t.Name, tail})
				}
			}
		}
		items.List = append(items.List, item)
	}
	return items
}

// show prints the scores of a model on a set.
func show(name string, w offline.RelationWeights, items eval.Items) {
	x := eval.Extraction{Concurrency: 2, Evidence: func(_ context.Context, title, body, _ string, _ *schema.Schema) (graph.Evidence, error) {
		var read eval.Read
		e := w.Extract(title, body)
		for _, t := range e.Triples {
			read.Triple(t.Head, t.Relation, t.Tail)
		}
		for _, a := range e.Attributes {
			read.Attribute(a.Entity, a.Key, a.Value)
		}
		return read.Evidence, nil
	}}
	r, err := x.Run(context.Background(), items)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("  %s %.3f/%.3f/%.3f", name, r.Triples.P, r.Triples.R, r.Triples.F1)
}

// rowsOf returns the examples of a set.
func rowsOf(items eval.Items, set int) (rows []row) {
	all := offline.Statements()
	for n, item := range items.List {
		if item.Triples == nil || text.Language(item.Text) == "zh" {
			continue
		}
		gold := items.Gold(item)
		for _, p := range offline.Pairs(item.Title, item.Text) {
			for _, i := range p.Statements {
				head, tail := p.First, p.Second
				if all[i].Back {
					head, tail = tail, head
				}
				if stated, known := gold.States(head, all[i].Name, tail); known {
					rows = append(rows, row{set, n % 2, i, 1, stated, p.Features})
				}
			}
		}
	}
	return rows
}

func without(rows []row, held func(row) bool) []row {
	return slices.DeleteFunc(slices.Clone(rows), held)
}

// key is a feature for a statement.
type key struct {
	feature   uint32
	statement int
}

// fit fits a logistic regression for each statement by AdaGrad and rounds its weights. A feature counts where
// enough examples of what is stated have it, in any statement.
func fit(rows []row) offline.RelationWeights {
	count := map[key]int{}
	for _, r := range rows {
		for _, f := range r.features {
			if r.stated {
				count[key{f, r.statement}]++
			}
		}
	}
	good := map[uint32]bool{}
	for k, n := range count {
		if n >= leastRows {
			good[k.feature] = true
		}
	}
	index := map[key]int{}
	at := make([][]int, len(rows))
	for i, r := range rows {
		for _, f := range r.features {
			if !good[f] {
				continue
			}
			k := key{f, r.statement}
			if _, ok := index[k]; !ok {
				index[k] = len(index)
			}
			at[i] = append(at[i], index[k])
		}
	}
	w, squares := make([]float64, len(index)), make([]float64, len(index))
	r := rand.New(rand.NewPCG(1, 2))
	for range passes {
		for _, i := range r.Perm(len(rows)) {
			z := 0.0
			for _, n := range at[i] {
				z += w[n]
			}
			p := 1 / (1 + math.Exp(-z))
			if rows[i].stated {
				p--
			}
			for _, n := range at[i] {
				g := rows[i].weight*p + penalty*w[n]
				squares[n] += g * g
				w[n] -= rate * g / math.Sqrt(squares[n]+1e-6)
			}
		}
	}
	keys := slices.SortedFunc(maps.Keys(index), func(a, b key) int {
		if a.feature != b.feature {
			if a.feature < b.feature {
				return -1
			}
			return 1
		}
		return a.statement - b.statement
	})
	out := offline.RelationWeights{}
	for _, k := range keys {
		v := int8(max(-127, min(127, math.Round(w[index[k]]*offline.RelationScale))))
		if v >= leastUnits || v <= -leastUnits {
			out[k.feature] = append(out[k.feature], offline.RelationWeight{Statement: uint8(k.statement), Weight: v})
		}
	}
	return out
}
