// Command train fits the ranker of query/retrieve on data sets of questions
// with known passages, and reports how well it finds them:
//
//	go run ./query/retrieve/train --out query/retrieve/weights.json \
//	  --dataset sets/2wiki=1 --dataset sets/hotpotqa=2 --dataset sets/musique=2 --dataset sets/nq=0.15 \
//	  --untitled sets/2wiki=0.3 --untitled sets/hotpotqa=0.6 --untitled sets/musique=0.6 --untitled sets/nq=0.05
//
// A data set is a folder with corpus.jsonl ({id, title, text} a line) and
// questions.jsonl ({question, gold_ids, gold_complete}); the number after = is the
// weight of its questions, 0 for a set that is only measured. The shipped weights
// were made by the command above.
//
// It prints, for each set, recall at 2 and 5 of the untrained walk and of the
// chain by cross-validation (every question is ranked by a chain that never saw
// it, with or without titles), the deviation between folds, and the gain with its 95 %
// interval by paired bootstrap; then each set ranked by a chain that was fitted on
// the other sets alone. The same sets and seed give the same weights.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"

	"grove/internal/lists"
	"grove/query/retrieve"
)

// options are the flags.
type options struct {
	// datasets are read with their titles, untitled without.
	datasets, untitled []string
	out                string
	folds              int
	seed               uint64
	transfer           bool
}

func main() {
	if err := run(readFlags()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func readFlags() (o options) {
	add := func(to *[]string) func(string) error {
		return func(s string) error { *to = append(*to, s); return nil }
	}
	flag.Func("dataset", "folder of a data set, followed by =WEIGHT (default 1); may be repeated", add(&o.datasets))
	flag.Func("untitled", "like --dataset, without titles", add(&o.untitled))
	flag.StringVar(&o.out, "out", "", "fit on all questions and write the weights to this file")
	flag.IntVar(&o.folds, "folds", 5, "folds of cross-validation; below 2 there is none")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the folds and of the bootstrap")
	flag.BoolVar(&o.transfer, "transfer", true, "rank each set by a chain fitted on the others")
	flag.Parse()
	return o
}

func run(o options) error {
	t, err := newTeacher(o)
	if err != nil {
		return err
	}
	if o.folds > 1 {
		t.crossValidate(os.Stdout, o)
	}
	if o.transfer && len(t.sets) > 1 {
		t.transfer(os.Stdout)
	}
	if o.out == "" {
		return nil
	}
	body, err := json.Marshal(t.fit(func(asked) bool { return true }))
	if err != nil {
		return err
	}
	if _, err := retrieve.ParseChain(body); err != nil {
		return err
	}
	return os.WriteFile(o.out, append(body, '\n'), 0o644)
}

// newTeacher reads the data sets and deals the questions of each into folds.
func newTeacher(o options) (*teacher, error) {
	if len(o.datasets)+len(o.untitled) == 0 {
		return nil, errors.New("no data set: give --dataset DIR")
	}
	t := &teacher{}
	for i, name := range slices.Concat(o.datasets, o.untitled) {
		dir, weight, err := weighed(name)
		if err != nil {
			return nil, err
		}
		s, err := readSet(dir, i, i < len(o.datasets))
		if err != nil {
			return nil, err
		}
		s.weight = weight
		for n, at := range rand.New(rand.NewPCG(o.seed, 0)).Perm(len(s.questions)) {
			s.questions[at].fold = n % max(o.folds, 1)
		}
		lists.Parallel(len(s.questions), func(n int) { s.questions[n].study = s.index.Study(s.questions[n].text) })
		t.sets = append(t.sets, s)
	}
	return t, nil
}

// weighed reads FOLDER=WEIGHT.
func weighed(s string) (dir string, weight float64, err error) {
	dir, w, ok := strings.Cut(s, "=")
	if !ok {
		return dir, 1, nil
	}
	if weight, err = strconv.ParseFloat(w, 64); err != nil || weight < 0 {
		return "", 0, fmt.Errorf("%s: the weight is not a number of at least 0", s)
	}
	return dir, weight, nil
}
