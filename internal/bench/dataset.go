package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"grove/internal/eval/dataset"
	"grove/internal/fault"
	"grove/internal/load"
)

// datasets are the documents and questions of a query benchmark.
type datasets struct {
	sets []dataset.Set
	// limit is the maximum number of documents; 0 is all.
	limit int
	// ingested are the source ids of the documents that were read, by data set.
	ingested []map[string]bool
}

// errEnough ends a walk at the limit.
var errEnough = errors.New("enough documents")

// readDatasets reads the questions of data sets.
func readDatasets(folders []string, limit int) (*datasets, error) {
	d := &datasets{limit: limit}
	for _, dir := range folders {
		set, err := dataset.Read(dir)
		if err != nil {
			return nil, err
		}
		d.sets, d.ingested = append(d.sets, set), append(d.ingested, map[string]bool{})
	}
	return d, nil
}

// documents is the source of the documents, one data set after the other.
func (d *datasets) documents(ctx context.Context, yield func(load.Record, error) error) error {
	n := 0
	for i, set := range d.sets {
		o := load.Options{Collection: fmt.Sprintf("%d-%s", i, set.Name)}
		err := load.Walk(ctx, []string{set.Corpus}, o, func(r load.Record, err error) error {
			switch {
			case err != nil:
				return err
			case d.limit > 0 && n == d.limit:
				return errEnough
			}
			n++
			d.ingested[i][r.SourceID] = true
			return yield(r, nil)
		})
		if errors.Is(err, errEnough) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// questions returns at most limit questions whose gold documents were ingested, one of each
// data set in turn. Questions without gold qualify.
func (d *datasets) questions(limit int) ([]dataset.Question, error) {
	var out []dataset.Question
	left := make([][]dataset.Question, len(d.sets))
	for i, set := range d.sets {
		left[i] = slices.DeleteFunc(slices.Clone(set.Questions), func(q dataset.Question) bool {
			return slices.ContainsFunc(q.GoldIDs, func(id string) bool { return !d.ingested[i][id] })
		})
	}
	for before := -1; len(out) > before && len(out) < limit; {
		before = len(out)
		for i := range left {
			if len(left[i]) > 0 && len(out) < limit {
				out, left[i] = append(out, left[i][0]), left[i][1:]
			}
		}
	}
	if len(out) == 0 {
		return nil, fault.New(fault.Invalid, "bench.Query", "", "no question has its gold among the documents", "give --documents more")
	}
	return out, nil
}
