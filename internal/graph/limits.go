package graph

import (
	"fmt"

	"grove/internal/fault"
)

// Bounds that every operation keeps, whatever the caller asks.
const (
	// MaxRows is the most rows one statement writes and one query returns.
	MaxRows = 5000
	// MaxIDs is the most ids one query may name.
	MaxIDs = 5000
	// DefaultLimit stands in for a Limit of 0.
	DefaultLimit = 1000
	// MaxHops is the longest path that may be asked for (the tree agent's depth
	// of DFS paths, Youtu-GraphRAG).
	MaxHops = 5
	// DefaultFanout is how many relations of one element a path may try.
	DefaultFanout = 50
	// DefaultBeam is how many open paths each hop keeps.
	DefaultBeam = 500
)

// Limit reads a limit: 0 is DefaultLimit, anything above MaxRows is MaxRows.
// A negative limit counts as 0.
func Limit(n int) int {
	if n <= 0 {
		return DefaultLimit
	}
	return min(n, MaxRows)
}

// checked refuses a scope or a number of ids beyond the bounds.
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
