// Package community divides a graph of entities into communities. It is pure: it
// reads nothing but its arguments, and the same graph gives the same result
// whatever the order of its triples, the number of processors or the machine.
// No decision hangs on the last bits of floating point: weights, gains, vectors
// and affinities are whole numbers, and every tie goes to the smaller id.
//
// Two methods are offered, with one affinity, of relation types and of vectors:
//
//   - [Leiden] starts from the structure alone and lets the affinity decide where
//     the structure does not.
//   - [Paper] is the dual perception of Youtu-GraphRAG (arXiv 2508.19855): K-means
//     over the entities' vectors, whose clusters are fused by the affinity of
//     their centres.
//
// [Structure] and [Embedding] are each a half of them, to measure what it brings.
package community

import (
	"context"

	"grove/internal/fault"
)

// The methods of Detect.
const (
	// Leiden is the Leiden algorithm for modularity, refined by affinity. Its
	// communities are connected. The default.
	//
	// Modularity compares a community with what chance would tie together in the
	// whole network: so the size of communities grows with the network, and a
	// change in one corner moves those in another. Here a network above a bound in
	// weight is taken for one of that bound, which makes communities a
	// matter of their surroundings: adding one entity to 10,000 leaves most as they are.
	Leiden = "leiden"
	// Paper is K-means over entity vectors, fused by affinity. It needs [Graph.Embed].
	Paper = "paper"
	// Structure is Leiden without the refinement by affinity.
	Structure = "structure"
	// Embedding is Paper with an affinity of the vectors alone. It needs [Graph.Embed].
	Embedding = "embedding"
)

// Methods lists the methods, the default first.
func Methods() []string { return []string{Leiden, Paper, Structure, Embedding} }

// Graph is the input of Detect.
type Graph struct {
	// Names of the entities, in the order of their ids: where this package speaks
	// of the smaller id, it is the smaller index here. Entities are visited in the
	// order of their names' hashes, and the names are embedded.
	Names []string
	// Triples in any order. Equal ones add up.
	Triples []Triple
	// Embed gives a vector for each text, all of one dimension. It is asked for
	// the names of entities and relations, some at a time, one call after the
	// other. May be nil: then vectors play no part in the affinity.
	Embed func(ctx context.Context, texts []string) ([][]float32, error)
	// Vectors, if set, keeps what Embed gave for the next Detect.
	Vectors *Vectors
}

// Triple is a relation between two entities.
type Triple struct {
	// Head and Tail are indexes of entities. They may be equal.
	Head, Tail int
	// Relation is the relation's type.
	Relation string
	// Support is the weight of the triple, at least 1.
	Support int
}

// Result is the communities of a graph.
type Result struct {
	// Method that was used.
	Method string
	// Communities by level, and on one level by their first member.
	Communities []Community
	// Of is the index of each entity's community of level 0.
	Of []int
	// Modularity of level 0, at resolution 1, to six decimals; 0 without triples.
	Modularity float64
}

// Community is a group of entities that belong together.
type Community struct {
	// Level 0 holds every entity in exactly one community. A community of a
	// larger level unites at least two smaller ones.
	Level int
	// Parent is the index of the next larger community, or -1.
	Parent int
	// Members are entities, ascending.
	Members []int
	// Keywords are the members of highest affinity with the community, highest first.
	Keywords []int
}

// Detect finds the communities of g by one of [Methods], "" for the first. Every entity is in exactly one community of level 0; one
// without relations to others is a community of its own, except by the methods
// that cluster vectors. The error's kind is Invalid for another method or a graph that
// makes no sense, Canceled, or what Embed failed with.
func Detect(ctx context.Context, g Graph, method string) (Result, error) {
	return find(ctx, g, defaults(method))
}

// find is Detect by other values than the defaults.
func find(ctx context.Context, g Graph, o options) (Result, error) {
	const op = "community.Detect"
	if err := o.check(g); err != nil {
		return Result{}, err
	}
	if len(g.Names) == 0 {
		return Result{Method: o.method}, nil
	}
	c, err := canonical(g)
	if err != nil {
		return Result{}, err
	}
	g.Triples = nil // read: large graphs need the memory
	a, err := perceive(ctx, c, g, o)
	if err != nil {
		return Result{}, fault.Wrap(err, op, "")
	}
	part, err := divide(ctx, c, a, o)
	if err != nil {
		return Result{}, fault.Wrap(err, op, "")
	}
	result, err := build(ctx, c, a, part, o)
	return result, fault.Wrap(err, op, "")
}

// divide returns the community of level 0 of each entity, by a name.
func divide(ctx context.Context, c *canon, a *affinity, o options) ([]int32, error) {
	if o.method == Paper || o.method == Embedding {
		return dualPerception(ctx, a)
	}
	g := c.network
	g.scale = min(g.total, g.scaleTo(window))
	part, err := leiden(ctx, g, o.resolution)
	if err != nil {
		return nil, err
	}
	if part, err = split(ctx, g, part, o); err != nil {
		return nil, err
	}
	return settle(ctx, g, a, part, o)
}
