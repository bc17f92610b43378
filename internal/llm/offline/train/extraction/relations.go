package main

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"grove/internal/eval"
	"grove/internal/graph"
	"grove/internal/learn"
	"grove/internal/llm/offline"
	"grove/internal/text"
	"grove/schema"
)

// relations is the model of relations: each statement (a relation in one direction, or an attribute) is a logistic
// regression over the pairs of names whose types allow it. A pair that a set annotates with one of several relations of
// the general schema is an example of the first alone; of relations that a set does not annotate it says nothing.
type relations struct{}

// The parameters of its fitting: the least number of stated examples with a feature, and the weight of an example that is stated: few are.
const (
	relationPasses  = 6
	relationPenalty = 2e-6
	relationRows    = 3
	relationLeast   = 3
	statedWeight    = 5
)

// leftOut are attributes that annotators leave out as a rule: that a set does not annotate one says nothing.
var leftOut = map[string]bool{"occupation": true, "genre": true, "population": true, "other name": true}

// symmetric are relations that hold both ways: that one is not stated the other way says nothing.
var symmetric = map[string]bool{"KNOWS": true, "SPOUSE_OF": true, "SIBLING_OF": true, "RELATIVE_OF": true, "BORDERS": true}

// ownTexts are texts of our own with what they state, taleTexts such as tales have, where most names only stand side by side.
//
//go:embed own.txt
var ownTexts string

//go:embed tales.txt
var taleTexts string

// ownSets are our own texts by the names of their sets, with the weight of an example.
var ownSets = map[string]struct {
	texts  string
	weight float64
}{"own": {ownTexts, 4}, "tales": {taleTexts, 3}}

func (relations) own() (sets []eval.Items, rows []row) {
	for _, name := range slices.Sorted(maps.Keys(ownSets)) {
		sets = append(sets, eval.Items{Name: name, List: annotated(ownSets[name].texts)})
	}
	return sets, nil
}

// annotated reads lines of a text and what it states, each behind a bar.
func annotated(texts string) (list []eval.Item) {
	for line := range strings.Lines(texts) {
		parts := strings.Split(strings.TrimSpace(line), "|")
		if strings.HasPrefix(line, "#") || len(parts) < 2 {
			continue
		}
		item := eval.Item{ID: fmt.Sprint(len(list)), Text: strings.TrimSpace(parts[0]), Triples: [][3]string{}}
		for _, of := range parts[1:] {
			for _, t := range offline.Statements() {
				if head, tail, ok := strings.Cut(strings.TrimSpace(of), " "+t.Name+" "); ok && !t.Back {
					item.Triples = append(item.Triples, [3]string{head, t.Name, tail})
				}
			}
		}
		list = append(list, item)
	}
	return list
}

// score gives precision/recall/F1 of the triples of a set.
func (relations) score(w learn.Sparse, items eval.Items, _ []row) string {
	evidence := func(_ context.Context, title, body, lang string, _ *schema.Schema) (graph.Evidence, error) {
		var read eval.Read
		e := offline.ExtractWith(w, title, body, cmp.Or(lang, text.Language(body)))
		for _, t := range e.Triples {
			read.Triple(t.Head, t.Relation, t.Tail)
		}
		for _, a := range e.Attributes {
			read.Attribute(a.Entity, a.Key, a.Value)
		}
		return read.Evidence, nil
	}
	r, err := eval.Extraction{Concurrency: 2, Evidence: evidence}.Run(context.Background(), items)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%.3f/%.3f/%.3f", r.Triples.P, r.Triples.R, r.Triples.F1)
}

// rows returns the examples of a set.
func (relations) rows(items eval.Items, set int) (rows []row) {
	all := offline.Statements()
	ours, own := ownSets[items.Name]
	for n, item := range items.List {
		if item.Triples == nil {
			continue
		}
		gold := items.Gold(item)
		for _, p := range offline.Pairs(item.Title, item.Text, cmp.Or(item.Lang, text.Language(item.Text))) {
			for _, i := range p.Statements {
				head, tail := p.First, p.Second
				if all[i].Back {
					head, tail = tail, head
				}
				stated, known := gold.States(head, all[i].Name, tail)
				if back, _ := gold.States(tail, all[i].Name, head); back && !stated && symmetric[all[i].Name] {
					continue
				}
				if known && (stated || own || !leftOut[all[i].Name]) {
					example := learn.SparseRow{Features: p.Features, Outputs: []int{i}, Right: count(stated) - 1}
					rows = append(rows, row{SparseRow: example, set: set, half: n % 2, rare: stated})
				}
			}
		}
	}
	weigh(rows, func(r row) bool { return r.rare })
	for i := range rows {
		if rows[i].rare {
			rows[i].Weight *= statedWeight
		}
		if own {
			rows[i].Weight *= ours.weight
		}
	}
	return rows
}

// fit admits a feature that enough examples of what is stated have, of one statement.
func (relations) fit(rows []row, seed uint64) learn.Sparse {
	type key struct {
		feature   uint32
		statement int
	}
	number, good := map[key]int{}, map[uint32]bool{}
	for _, r := range rows {
		for _, f := range r.Features {
			if k := (key{f, r.Outputs[0]}); r.rare {
				number[k]++
				good[f] = good[f] || number[k] >= relationRows
			}
		}
	}
	f := learn.SparseFit{Outputs: len(offline.Statements()), Passes: relationPasses, Rate: 0.1, Penalty: relationPenalty,
		Scale: offline.RelationScale, Least: relationLeast, Seed: seed}
	return fit(f, rows, func(f uint32) bool { return good[f] })
}
