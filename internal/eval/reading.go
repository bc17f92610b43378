package eval

import (
	"context"

	"grove/query"
)

// Read returns the documents whose chunks an answer's trace reads, by source id (own id
// where there is none), without duplicates.
type Read func(ctx context.Context, a query.Answer) ([]string, error)

// readRecall is the share of the gold among the documents read; nil where the gold is
// incomplete.
func readRecall(q Question, read []string) *float64 {
	if !q.GoldComplete || len(q.GoldIDs) == 0 {
		return nil
	}
	share := Recall(q.GoldIDs, read, len(read))
	return &share
}

// meanRecall is the mean over the rows that have one; nil where none has.
func meanRecall(rows []Answered) *float64 {
	n, sum := 0, 0.0
	for _, row := range rows {
		if row.Recall != nil {
			n, sum = n+1, sum+*row.Recall
		}
	}
	if n == 0 {
		return nil
	}
	mean := round(sum / float64(n))
	return &mean
}
