package community

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"grove/internal/fault"
)

// The values by which graphs are divided.
const (
	// window is the number of entities that modularity compares with at level 0: the best or
	// nearly so on planted communities of 5 to 60 entities, in networks of 1,000 to 100,000. See [Leiden].
	window = 256
	// maxSize is the number of entities above which a community of level 0 is divided again by its own
	// structure, as far as that has any parts: at which Youtu-GraphRAG's code stops to merge. Leiden and Structure only.
	maxSize = 100
	// maxLevels bounds the number of levels, level 0 counted; few communities need no larger level.
	maxLevels, few = 4, 8
	// keywords of each community, as in Youtu-GraphRAG's code.
	keywords = 5
	// structureWeight is lambda, the share of the relation types in the affinity, in micro; the cosine of the vectors
	// has the rest. It is that of Youtu-GraphRAG's code (the paper gives none). Without vectors it is 1, by Embedding 0.
	structureWeight = 3 * micro / 10
	// epsilon is how far from 1 the affinity of two centres may be for their communities to be fused, in micro. The
	// paper gives no value.
	epsilon = micro / 2
)

// options are the values that differ between methods and tests.
type options struct {
	method string
	// resolution of modularity in units: higher makes smaller communities. It serves Leiden and Structure at level 0, and the
	// larger levels of all.
	resolution   int64
	maxSize, few int
}

// defaults returns the options of a method, "" for [Leiden].
func defaults(method string) options {
	return options{cmp.Or(method, Leiden), resolutionUnit, maxSize, few}
}

// check returns an Invalid error for an unknown method or a malformed graph.
func (o options) check(g Graph) error {
	if !slices.Contains(Methods(), o.method) {
		return invalid(o.method, "no such method", "the methods are "+strings.Join(Methods(), ", "))
	}
	if g.Embed == nil && (o.method == Paper || o.method == Embedding) {
		return invalid(o.method, "the method needs vectors", "give an embedder, or take the method "+Leiden)
	}
	if len(g.Names) > math.MaxInt32 {
		return invalid("entities", fmt.Sprintf("%d are too many", len(g.Names)), "")
	}
	for i, t := range g.Triples {
		if min(t.Head, t.Tail) < 0 || max(t.Head, t.Tail) >= len(g.Names) {
			return invalid(fmt.Sprintf("triple %d", i), "head or tail is no entity", "")
		}
		if t.Support < 1 {
			return invalid(fmt.Sprintf("triple %d", i), fmt.Sprintf("support %d is below 1", t.Support), "")
		}
	}
	return nil
}

func invalid(item, message, hint string) error {
	return fault.New(fault.Invalid, "community.Detect", item, message, hint)
}
