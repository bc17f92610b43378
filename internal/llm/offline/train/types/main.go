// Command types fits the offline model of the types of names on annotated texts, and reports how
// often it is right:
//
//	go run ./internal/llm/offline/train/types --out internal/llm/offline/types.bin --set SETS/conll04_train_dev \
//	  --set SETS/crossner_ai --set SETS/crossner_literature --set SETS/crossner_music --set SETS/crossner_politics \
//	  --set SETS/crossner_science --set SETS/litbank --set SETS/redocred_dev
//
// made the shipped weights, in about half a minute on two cores. A set is a folder with items.jsonl, as `grove eval
// extract` reads it. A name that is annotated is an example of its type, a name that no annotation
// touches is one of none. A feature counts only if two sets have it, so that the weights hold no
// name of one set. The same sets and seed give the same weights.
//
// It prints for each set the share of names with the right type, by cross-validation in two halves
// and by a model fitted on the other sets alone.
package main

import (
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
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// The parameters of fitting: passes over the examples, the rate of AdaGrad, the penalty on a
// weight that is used, and the least number of examples and of sets with a feature.
const (
	passes    = 12
	rate      = 0.1
	penalty   = 1e-5
	leastRows = 4
	leastSets = 2
	// commonEach draws one word of so many that a text has in lower case; commonWeight is its
	// weight, and listWeight that of a word of the lists.
	commonEach   = 2
	commonWeight = 0.5
	listWeight   = 4
)

// row is a name of a set with its features and its type, an index of offline.NameTypes.
type row struct {
	set, half, label int
	weight           float64
	// common is set for a word in lower case, which is only learnt from.
	common   bool
	features []uint32
}

func main() {
	var sets []string
	flag.Func("set", "folder of a set of annotated texts; may be repeated", func(s string) error { sets = append(sets, s); return nil })
	out := flag.String("out", "", "fit on all sets and write the weights to this file")
	seed := flag.Uint64("seed", 1, "seed of the order of the examples")
	flag.Parse()
	if err := run(sets, *out, *seed); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(sets []string, out string, seed uint64) error {
	var rows []row
	for i, dir := range sets {
		items, err := eval.ReadItems(filepath.Join(dir, "items.jsonl"))
		if err != nil {
			return err
		}
		mine := rowsOf(items.List, i)
		names := 0
		for _, r := range mine {
			if !r.common {
				names++
			}
		}
		for j := range mine {
			if mine[j].weight = 1 / math.Sqrt(float64(names)/1000); mine[j].common {
				mine[j].weight *= commonWeight
			}
		}
		rows = append(rows, mine...)
	}
	features, types := offline.ListFeatures()
	for i, f := range features {
		rows = append(rows, row{set: -1, label: slices.Index(offline.NameTypes(), types[i]), weight: listWeight, features: f})
	}
	for i, dir := range sets {
		fmt.Printf("%-24s", filepath.Base(dir))
		right, n := 0, 0
		for half := range 2 {
			w := fit(without(rows, func(r row) bool { return r.set == i && r.half == half }), seed)
			a, b := score(w, rows, func(r row) bool { return r.set == i && r.half == half })
			right, n = right+a, n+b
		}
		w := fit(without(rows, func(r row) bool { return r.set == i }), seed)
		moved, _ := score(w, rows, func(r row) bool { return r.set == i })
		fmt.Printf(" names %5d  cross-validated %.3f  transfer %.3f\n", n, float64(right)/float64(n), float64(moved)/float64(n))
	}
	if out == "" {
		return nil
	}
	return os.WriteFile(out, fit(rows, seed).Bytes(), 0o644)
}

// rowsOf returns the examples of a set. A name whose annotation only touches it, has no type of the
// general schema, or is a description, is none.
func rowsOf(items []eval.Item, set int) (rows []row) {
	for n, item := range items {
		if item.Entities == nil {
			continue
		}
		gold, touched := map[string]string{}, []string{}
		for _, e := range item.Entities {
			touched = append(touched, text.Normalise(e.Text))
			if e.Named() {
				gold[text.Normalise(e.Text)] = eval.TypeOf(e.Type)
			}
		}
		for i, f := range offline.CommonFeatures(item.Text) {
			if (i+n)%commonEach == 0 {
				rows = append(rows, row{set: set, half: n % 2, label: len(offline.NameTypes()) - 1, common: true, features: f})
			}
		}
		names, features := offline.NamedFeatures("", item.Text)
		for i, name := range names {
			name = text.Normalise(name)
			typ, ok := gold[name]
			if !ok && slices.ContainsFunc(touched, func(t string) bool { return strings.Contains(t, name) || strings.Contains(name, t) }) || ok && typ == "" {
				continue
			}
			if label := slices.Index(offline.NameTypes(), typ); label >= 0 {
				rows = append(rows, row{set: set, half: n % 2, label: label, features: features[i]})
			}
		}
	}
	return rows
}

func without(rows []row, held func(row) bool) []row {
	return slices.DeleteFunc(slices.Clone(rows), held)
}

// score counts the names among the rows chosen, and those that get their type.
func score(w offline.TypeWeights, rows []row, chosen func(row) bool) (right, n int) {
	for _, r := range rows {
		if chosen(r) && !r.common {
			n++
			if best, _ := w.Best(r.features, false); best == r.label {
				right++
			}
		}
	}
	return right, n
}

// shared numbers the features that enough rows and sets have.
func shared(rows []row) map[uint32]int {
	count, sets := map[uint32]int{}, map[uint32]map[int]bool{}
	for _, r := range rows {
		for _, f := range r.features {
			if sets[f] == nil {
				sets[f] = map[int]bool{}
			}
			sets[f][r.set] = true
			count[f]++
		}
	}
	out := map[uint32]int{}
	for _, f := range slices.Sorted(maps.Keys(count)) {
		if count[f] >= leastRows && len(sets[f]) >= leastSets {
			out[f] = len(out)
		}
	}
	return out
}

// fit fits a multinomial logistic regression by AdaGrad and rounds its weights.
func fit(rows []row, seed uint64) offline.TypeWeights {
	k := len(offline.NameTypes())
	used := shared(rows)
	at := make([][]int, len(rows))
	for i, r := range rows {
		for _, f := range r.features {
			if n, ok := used[f]; ok {
				at[i] = append(at[i], n*k)
			}
		}
	}
	w, squares := make([]float64, len(used)*k), make([]float64, len(used)*k)
	r := rand.New(rand.NewPCG(seed, 2))
	p := make([]float64, k)
	for range passes {
		for _, row := range r.Perm(len(rows)) {
			clear(p)
			for _, n := range at[row] {
				for c := range p {
					p[c] += w[n+c]
				}
			}
			softmax(p)
			p[rows[row].label]--
			for _, n := range at[row] {
				for c := range p {
					g := rows[row].weight*p[c] + penalty*w[n+c]
					squares[n+c] += g * g
					w[n+c] -= rate * g / math.Sqrt(squares[n+c]+1e-6)
				}
			}
		}
	}
	out := offline.TypeWeights{}
	for f, n := range used {
		of := out[f]
		for c := range of {
			of[c] = int8(max(-127, min(127, math.Round(w[n*k+c]*offline.TypeScale))))
		}
		out[f] = of
	}
	return out
}

// softmax turns log-odds into probabilities.
func softmax(p []float64) {
	most, sum := slices.Max(p), 0.0
	for i := range p {
		p[i] = math.Exp(p[i] - most)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
}
