package eval

import (
	"context"

	"grove/query"
)

// Read gives the documents whose chunks an answer's trace reads, by source id (own id
// where there is none), each once.
type Read func(ctx context.Context, a query.Answer) ([]string, error)

// reading is the share of the gold that is among what was read; nil where the set
// doesn't say all that the answer needs.
func reading(q Question, read []string) *float64 {
	if !q.GoldComplete || len(q.GoldIDs) == 0 {
		return nil
	}
	share := Recall(q.GoldIDs, read, len(read))
	return &share
}

// meanReading is the mean over the rows that have one; nil where none has.
func meanReading(rows []Answered) *float64 {
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
