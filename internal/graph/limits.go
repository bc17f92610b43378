package graph

import (
	"fmt"

	"grove/internal/fault"
)

// Bounds of every operation.
const (
	// MaxRows is the most rows that one statement writes and one query returns.
	MaxRows = 5000
	// MaxIDs is the most ids one query may name.
	MaxIDs = 5000
	// DefaultLimit is the limit of a query with Limit 0.
	DefaultLimit = 1000
	// MaxHops is the most hops of a path (the depth of DFS paths in Youtu-GraphRAG).
	MaxHops = 5
	// DefaultFanout is the number of relations of one element that a path may try.
	DefaultFanout = 50
	// DefaultBeam is the number of open paths that each hop retains.
	DefaultBeam = 500
)

// Limit returns the effective limit: DefaultLimit for n <= 0, and at most MaxRows.
func Limit(n int) int {
	if n <= 0 {
		return DefaultLimit
	}
	return min(n, MaxRows)
}

// checked returns an Invalid error for a scope or a number of ids beyond the bounds.
func checked(op string, s Scope, n int) error {
	if err := s.Check(); err != nil {
		return err
	}
	return checkIDs(op, n)
}

func checkIDs(op string, n int) error {
	if n > MaxIDs {
		return fault.New(fault.Invalid, op, fmt.Sprintf("%d ids", n),
			fmt.Sprintf("at most %d ids in one query", MaxIDs), "ask in several queries")
	}
	return nil
}
