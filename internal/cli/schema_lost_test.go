package cli

import (
	"fmt"
	"strings"
	"testing"

	"grove/internal/graph"
)

// All that is lost is listed where it is asked for; else the first names, and how many more.
func TestLosses(t *testing.T) {
	var lost []graph.Term
	for i := range maxLost + 3 {
		lost = append(lost, graph.Term{Part: graph.PartRelation, Name: fmt.Sprint("R", i), Count: i + 1})
	}
	if s := lostNames(lost, maxLost); !strings.Contains(s, "proposals: 13 of relation R12, ") || strings.Contains(s, " R0") || !strings.HasSuffix(s, "and those of 3 more names") {
		t.Error(s)
	}
	if s := lostNames(lost, len(lost)); !strings.HasSuffix(s, ", 1 of relation R0") {
		t.Error(s)
	}
}
