package main

import (
	"fmt"
	"slices"
	"strings"

	"grove/internal/eval"
	"grove/internal/learn"
	"grove/internal/lists"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// types is the model of the types of names. A name that is annotated is an example of its type, a name that no
// annotation touches is one of none. A feature counts only if two sets have it, so that the weights hold no name of one set.
type types struct{}

// The parameters of its fitting: the least number of examples and of sets with a feature; an annotated name is two examples, one as if no
// list of names, or of words that begin or end one, had it. commonEach draws one word of so many that a text has in lower case, commonWeight is its
// weight and that of the examples without lists.
const (
	typePasses   = 12
	typePenalty  = 1e-5
	typeRows     = 8
	typeSets     = 2
	typeLeast    = 4
	commonEach   = 2
	commonWeight = 0.5
)

// typeRow is an example of a type, by its index.
func typeRow(features []uint32, label int) row {
	outputs := lists.Indices(len(offline.NameTypes()))
	return row{SparseRow: learn.SparseRow{Features: features, Outputs: outputs, Right: label, Weight: 1}}
}

func (types) own() (sets []eval.Items, rows []row) {
	features, names := offline.ListFeatures()
	for i, f := range features {
		r := typeRow(f, slices.Index(offline.NameTypes(), names[i]))
		r.set = -1
		rows = append(rows, r)
	}
	return nil, rows
}

// rows returns the examples of a set. A name whose annotation only touches it, has no type of the general schema,
// or is a description, is none.
func (types) rows(items eval.Items, set int) (rows []row) {
	add := func(r row, n int) {
		r.set, r.half = set, n%2
		rows = append(rows, r)
	}
	for n, item := range items.List {
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
				r := typeRow(f, len(offline.NameTypes())-1)
				r.common = true
				add(r, n)
			}
		}
		names, features, unlisted := offline.NamedFeatures("", item.Text)
		for i, name := range names {
			name = text.Normalise(name)
			typ, ok := gold[name]
			touches := func(t string) bool { return strings.Contains(t, name) || strings.Contains(name, t) }
			if !ok && slices.ContainsFunc(touched, touches) || ok && typ == "" {
				continue
			}
			if label := slices.Index(offline.NameTypes(), typ); label >= 0 {
				add(typeRow(features[i], label), n)
				r := typeRow(unlisted[i], label)
				r.common = true
				add(r, n)
			}
		}
	}
	weigh(rows, func(r row) bool { return !r.common })
	for i := range rows {
		if rows[i].common {
			rows[i].Weight *= commonWeight
		}
	}
	return rows
}

// score gives the share of the names that get their type.
func (types) score(w learn.Sparse, _ eval.Items, rows []row) string {
	right, n := 0, 0
	for _, r := range rows {
		if !r.common {
			n++
			if best, _ := offline.BestType(w, r.Features, false); best == r.Right {
				right++
			}
		}
	}
	return fmt.Sprintf("%5d names %.3f", n, float64(right)/float64(n))
}

func (types) fit(rows []row, seed uint64) learn.Sparse {
	number, sets := map[uint32]int{}, map[uint32]map[int]bool{}
	for _, r := range rows {
		for _, f := range r.Features {
			if sets[f] == nil {
				sets[f] = map[int]bool{}
			}
			sets[f][r.set] = true
			number[f]++
		}
	}
	f := learn.SparseFit{Outputs: len(offline.NameTypes()), Passes: typePasses, Rate: 0.1, Penalty: typePenalty, Scale: offline.TypeScale,
		Least: typeLeast, Seed: seed}
	return fit(f, rows, func(f uint32) bool { return number[f] >= typeRows && len(sets[f]) >= typeSets })
}
