// Command train fits the offline model of answers on data sets of questions with known answers,
// and reports how well it answers:
//
//	go run ./internal/llm/offline/train --limit 500 --out internal/llm/offline/reader.json \
//	  --dataset SETS/2wiki_train500 --dataset SETS/hotpotqa_train100=2 --dataset SETS/musique_train100=2 \
//	  --dataset SETS/nq_oracle=1.5 --dataset SETS/longbench_multifieldqa_zh=3 --dataset TEXTS/office \
//	  --dataset TEXTS/linked --dataset TEXTS/hops --dataset TEXTS/forms --dataset TEXTS/zh \
//	  --dataset TEXTS/office_long=0.5 --dataset TEXTS/mixed=0.5 --dataset TEXTS/zh_office --dataset TEXTS/zh_long \
//	  --dataset SETS/cmrc2018 --dataset SETS/xquad_zh --dataset SETS/squad2=0 --dataset TEXTS/traps \
//	  --dataset TEXTS/reworded --dataset TEXTS/zh_reworded --dataset TEXTS/parallel --dataset TEXTS/zh_parallel --dataset TEXTS/reports \
//	  --dataset TEXTS/heldout=0 --dataset TEXTS/rules=0 --made SETS/2wiki_train500=0.5 --made SETS/hotpotqa_train100=0.5 \
//	  --made SETS/musique_train100=0.5
//
// made the shipped weights, in 45 minutes on two busy cores, with 3.4 GB of memory; TEXTS is internal/llm/offline/train. A
// data set is a folder with corpus.jsonl or docs.jsonl ({id, title, text} a line) and questions.jsonl ({question, answers});
// a question without answers has none in the documents. The number after = is the weight of its
// questions, 0 for a set that is only measured. The same sets, in this order, and seed give the same weights. Nineteen
// folders have texts and questions that were written for this: office those of an office, linked
// short texts about families, firms, books and places that name each other, hops others with questions
// over two to four of them, forms tables, lists and notes with questions in other words than theirs,
// zh Chinese papers, judgments, notices and reports; by writers who did not know the program office_long and zh_office
// office documents of a page or two, mixed letters, manuals, articles and records, zh_long long Chinese texts, traps
// office documents with values that are easily confused and with questions that they do not answer, reworded and zh_reworded
// documents of many kinds, asked in other words than theirs and often for one of parallel items, parallel (20 of
// its 44 documents by one who knew it) and zh_parallel documents whose sentences say the same of several names, each of which is
// asked for, reports what people keep at work and at
// home, zh_reports and chains (in no training) long Chinese reports, judgments and papers, and questions over two to four of 90 short
// articles, rules what is allowed where, most of it asked for yes or no, and heldout office documents with questions in other words. squad.py
// makes cmrc2018 of cmrc2018_dev.json and
// cmrc2018_trial.json (squad-style-data of github.com/ymcui/cmrc2018 at c0eb1b6), xquad_zh of xquad.zh.json
// (github.com/google-deepmind/xquad at 7d30520) and squad2 of dev-v2.0.json (data of github.com/chrischute/squad at 85623ad),
// all CC BY-SA 4.0.
//
// Of --made, the questions are made by templates from the triples and attributes that the kit
// extracts from the corpus. Each question is read again with notes of its passages, some sentences
// in another order and without titles, and with passages that do not answer it.
//
// It prints for each set by cross-validation (every question is answered by a model that never saw
// it) and for those of --transfer by transfer (by a model fitted on the other sets alone): the exact match and F1 of the
// best candidate, and the share, exact match and F1 of the answers above the threshold. With --ranker SET=FILE, weights that
// query/retrieve/train fitted without the set rank its passages too.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"grove/internal/llm/offline"
)

// options are the flags.
type options struct {
	// datasets are read with their questions; from made, questions are made by templates.
	datasets, made []string
	out            string
	// rankers are files with weights of the ranker of passages, by the name of a set.
	rankers      map[string]string
	folds, limit int
	seed         uint64
	transfer     []string
	answered     float64
}

func main() {
	if err := run(readFlags()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func readFlags() (o options) {
	o.rankers = map[string]string{}
	flag.Func("dataset", "folder of a data set, followed by =WEIGHT (default 1); may be repeated",
		func(s string) error { o.datasets = append(o.datasets, s); return nil })
	flag.Func("made", "like --dataset, with questions made from what the corpus states",
		func(s string) error { o.made = append(o.made, s); return nil })
	flag.StringVar(&o.out, "out", "", "fit on all questions and write the weights to this file")
	flag.Func("ranker", "SET=FILE, weights that rank the passages of a set (default: the shipped ones); repeatable", func(s string) error {
		name, file, ok := strings.Cut(s, "=")
		if o.rankers[name] = file; !ok {
			return errors.New("not SET=FILE")
		}
		return nil
	})
	flag.IntVar(&o.folds, "folds", 4, "folds of cross-validation, at least 2")
	flag.IntVar(&o.limit, "limit", 500, "largest number of questions of a set, drawn by seed")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the draw and the examples")
	flag.Func("transfer", "name of a data set to answer also by a model fitted on the others (repeatable)", func(name string) error {
		o.transfer = append(o.transfer, name)
		return nil
	})
	flag.Float64Var(&o.answered, "answered", 0.7, "mean F1 of the answers above the threshold, all sets counting the same")
	flag.Parse()
	return o
}

func run(o options) error {
	sets, err := readSets(o)
	if err != nil {
		return err
	}
	outcomes := crossValidate(sets, o)
	validated := judged(weighted(outcomes), outcomes, o, sameFold)
	for i, s := range sets {
		report(os.Stdout, s.name+", cross-validated", of(validated, i), o.seed)
	}
	if o.out != "" {
		if err := write(sets, outcomes, o); err != nil {
			return err
		}
	}
	transfer(os.Stdout, sets, outcomes, o)
	return nil
}

// write fits the model on all sets and writes it.
func write(sets []set, outcomes []outcome, o options) error {
	r := offline.Reader{Candidates: fitCandidates(sets, func(*asked) bool { return true })}
	r.Sure, r.Threshold = fitSure(weighted(outcomes), o.answered)
	fmt.Printf("threshold %.3f\n", r.Threshold)
	body, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := offline.ParseReader(body); err != nil {
		return err
	}
	return os.WriteFile(o.out, append(body, '\n'), 0o644)
}

// readSets reads the data sets.
func readSets(o options) (sets []set, err error) {
	if len(o.datasets) == 0 || o.folds < 2 {
		return nil, errors.New("give --dataset DIR, and at least 2 folds")
	}
	for i, name := range slices.Concat(o.datasets, o.made) {
		dir, w, weighted := strings.Cut(name, "=")
		weight := 1.0
		if weighted {
			if weight, err = strconv.ParseFloat(w, 64); err != nil || weight < 0 {
				return nil, fmt.Errorf("%s: the weight is not a number of at least 0", name)
			}
		}
		s, err := readSet(dir, i, i >= len(o.datasets), o)
		if err != nil {
			return nil, err
		}
		for _, q := range s.questions {
			q.weight = weight
		}
		sets = append(sets, s)
	}
	for _, name := range slices.AppendSeq(slices.Clone(o.transfer), maps.Keys(o.rankers)) {
		if !slices.ContainsFunc(sets, func(s set) bool { return s.name == name }) {
			return nil, fmt.Errorf("--transfer or --ranker %s: no such data set", name)
		}
	}
	return sets, nil
}
