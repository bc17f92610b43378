package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"grove/internal/eval"
	"grove/internal/fault"
	"grove/internal/load"
)

// benchSet is the documents and the questions of a bench.
type benchSet struct {
	sets []eval.Dataset
	// most bounds the documents; 0 is all.
	most int
	// held are the source ids of the documents that were read, by data set.
	held []map[string]bool
}

// errBenchFull ends a walk.
var errBenchFull = errors.New("enough documents")

// readBenchSet reads the questions of the data sets; without any, documents and
// questions are made.
func readBenchSet(folders []string, most int) (*benchSet, error) {
	b := &benchSet{most: most, held: make([]map[string]bool, len(folders))}
	if len(folders) == 0 && most == 0 {
		b.most = DefaultBenchDocuments
	}
	for i, dir := range folders {
		set, err := eval.ReadDataset(dir)
		if err != nil {
			return nil, err
		}
		b.sets, b.held[i] = append(b.sets, set), map[string]bool{}
	}
	return b, nil
}

// documents is the source of the first documents of the sets, one set after the other.
func (b *benchSet) documents(ctx context.Context, yield func(load.Record, error) error) error {
	if len(b.sets) == 0 {
		return b.makeDocuments(yield)
	}
	n := 0
	for i, set := range b.sets {
		o := load.Options{Collection: fmt.Sprintf("%d-%s", i, set.Name)}
		err := load.Walk(ctx, []string{set.Corpus}, o, func(r load.Record, err error) error {
			switch {
			case err != nil:
				return err
			case b.most > 0 && n == b.most:
				return errBenchFull
			}
			n++
			b.held[i][r.SourceID] = true
			return yield(r, nil)
		})
		if errors.Is(err, errBenchFull) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// makeDocuments yields the documents of the bench of ingestion.
func (b *benchSet) makeDocuments(yield func(load.Record, error) error) error {
	for in := json.NewDecoder(made(b.most)); ; {
		var d struct{ ID, Title, Text string }
		switch err := in.Decode(&d); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		if err := yield(load.Record{Source: d.ID, SourceID: d.ID, Title: d.Title, Text: d.Text, Origin: d.ID}, nil); err != nil {
			return err
		}
	}
}

// questions are the first questions whose gold documents are there, of the sets in
// turn. Where no set knows its gold, all count.
func (b *benchSet) questions(limit int) ([]eval.Question, error) {
	if len(b.sets) == 0 {
		return madeQuestions(min(limit, b.most)), nil
	}
	var out []eval.Question
	left := make([][]eval.Question, len(b.sets))
	for i, set := range b.sets {
		left[i] = slices.DeleteFunc(slices.Clone(set.Questions), func(q eval.Question) bool {
			return slices.ContainsFunc(q.GoldIDs, func(id string) bool { return !b.held[i][id] })
		})
	}
	for len(out) < limit {
		before := len(out)
		for i := range left {
			if len(left[i]) > 0 && len(out) < limit {
				out, left[i] = append(out, left[i][0]), left[i][1:]
			}
		}
		if len(out) == before {
			break
		}
	}
	if len(out) == 0 {
		return nil, fault.New(fault.Invalid, "app.BenchQuery", "", "no question has its gold among the documents", "give --documents more")
	}
	return out, nil
}

// madeQuestions ask about made documents, over one step and over two.
func madeQuestions(n int) []eval.Question {
	out := make([]eval.Question, n)
	for i := range out {
		text := "Where was " + person(i) + " born?"
		if i%2 == 1 {
			text = "Where does the person live who " + person(i) + " is married to?"
		}
		out[i] = eval.Question{ID: fmt.Sprintf("q%05d", i), Question: text}
	}
	return out
}
