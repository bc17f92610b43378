package community

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"grove/internal/fault"
)

// Options configure [Detect]. The zero value of each means its default.
type Options struct {
	// Method is one of [Methods]; default [Leiden].
	Method string
	// Resolution of modularity, above 0 and at most 16, in steps of 1/64: higher
	// makes smaller communities. Default 1. It serves Leiden and Structure at
	// level 0, and the larger levels of all.
	Resolution float64
	// Window is the number of entities that modularity compares with at level 0,
	// from 1 to 2^30; default 256, the best or nearly so on planted communities of 5 to
	// 60 entities, in networks of 1,000 to 100,000. See [Leiden].
	Window int
	// MaxSize is the number of entities above which a community of level 0 is
	// divided again by its own structure, as far as that has any parts; default
	// 100, at which Youtu-GraphRAG's code stops to merge. Leiden and Structure only.
	MaxSize int
	// MaxLevels bounds the number of levels, level 0 counted; default 4.
	MaxLevels int
	// Few is the number of communities that need no larger level; default 8.
	Few int
	// Keywords of each community; default 5, as in Youtu-GraphRAG's code.
	Keywords int
	// StructureWeight is lambda, the share of the relation types in the affinity,
	// in 0..1; the cosine of the vectors has the rest. Default 0.3, as in
	// Youtu-GraphRAG's code (the paper gives none). Without vectors it is 1, by
	// Embedding 0.
	StructureWeight float64
	// Epsilon is how far from 1 the affinity of two centres may be for their
	// communities to be fused, in 0..1; default 0.5. The paper gives no value.
	Epsilon float64
}

// maxResolution keeps gains inside an int64: see maxTotal.
const maxResolution = 16

// complete sets defaults and checks the options.
func (o *Options) complete() error {
	o.Method = cmp.Or(o.Method, Leiden)
	o.Resolution = cmp.Or(o.Resolution, 1)
	o.Window = cmp.Or(o.Window, 256)
	o.MaxSize = cmp.Or(o.MaxSize, 100)
	o.MaxLevels = cmp.Or(o.MaxLevels, 4)
	o.Few = cmp.Or(o.Few, 8)
	o.Keywords = cmp.Or(o.Keywords, 5)
	o.StructureWeight = cmp.Or(o.StructureWeight, 0.3)
	o.Epsilon = cmp.Or(o.Epsilon, 0.5)
	switch {
	case !slices.Contains(Methods(), o.Method):
		return invalid(o.Method, "no such method", "the methods are "+strings.Join(Methods(), ", "))
	case !(o.Resolution > 0 && o.Resolution <= maxResolution):
		return invalid("resolution", fmt.Sprintf("%v is out of range", o.Resolution), "give a number above 0 and at most 16")
	case !(o.StructureWeight >= 0 && o.StructureWeight <= 1), !(o.Epsilon >= 0 && o.Epsilon <= 1):
		return invalid("affinity", "structure weight and epsilon are shares", "give numbers from 0 to 1")
	case o.Window < 1 || o.Window > maxScale, o.MaxSize < 1, o.MaxLevels < 1, o.Few < 1, o.Keywords < 1:
		return invalid("sizes", "window, sizes, levels and keywords are counts", "give numbers from 1 on")
	}
	return nil
}

// units returns the resolution in units, at least one.
func (o *Options) units() int64 {
	return max(1, int64(math.Round(o.Resolution*resolutionUnit)))
}

// check returns an Invalid error for a malformed graph.
func (o *Options) check(g Graph) error {
	if g.Embed == nil && (o.Method == Paper || o.Method == Embedding) {
		return invalid(o.Method, "the method needs vectors", "give an embedder, or take the method "+Leiden)
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
