package community

import (
	"context"
	"fmt"
	"math"

	"grove/internal/fault"
)

const (
	// maxNorm bounds the Euclidean norm of every quantised vector. By the
	// inequality of Cauchy and Schwarz any partial sum of a dot product of two is
	// then a whole number below 2^24, which a float32 holds exactly: the order in
	// which a processor adds cannot show.
	maxNorm = 4095
	// nameNorm is maxNorm over the square root of 3: three of them side by side.
	nameNorm = 2364
	// embedBatch is how many texts one call of Graph.Embed gets.
	embedBatch = 1024
)

// vectors are the quantised embeddings of names and relations, of norm at most
// nameNorm.
type vectors struct {
	dim              int
	names, relations []sparse
}

// embed asks for the vectors of a graph.
func embed(ctx context.Context, c *canon, g Graph) (*vectors, error) {
	v := &vectors{}
	var err error
	if v.names, err = v.quantised(ctx, g, g.Names); err != nil {
		return nil, err
	}
	v.relations, err = v.quantised(ctx, g, c.relations)
	return v, err
}

func (v *vectors) quantised(ctx context.Context, g Graph, texts []string) ([]sparse, error) {
	all := make([]sparse, 0, len(texts))
	var rows sparseRows
	for from := 0; from < len(texts); from += embedBatch {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		batch := texts[from:min(from+embedBatch, len(texts))]
		got, err := g.Embed(ctx, batch)
		if err != nil {
			return nil, fault.Wrap(err, "community.embed", "")
		}
		if len(got) != len(batch) {
			return nil, badVectors(fmt.Sprintf("%d vectors for %d texts", len(got), len(batch)))
		}
		if v.dim == 0 {
			v.dim = len(got[0])
		}
		if v.dim > maxDim {
			return nil, badVectors(fmt.Sprintf("vectors of %d numbers; at most %d are", v.dim, maxDim))
		}
		for _, vector := range got {
			if len(vector) != v.dim || v.dim == 0 {
				return nil, badVectors(fmt.Sprintf("a vector of %d numbers among vectors of %d", len(vector), v.dim))
			}
			if err := quantise(vector, &rows); err != nil {
				return nil, err
			}
		}
		all = rows.appendTo(all)
	}
	return all, nil
}

func badVectors(message string) error {
	return fault.New(fault.BadReply, "community.embed", "", message, "see to it that one embedding model answers")
}

// quantise puts a row of the vector scaled to nameNorm, its numbers cut off
// towards zero, so that the norm stays below. A vector of zeros stays one.
func quantise(vector []float32, rows *sparseRows) error {
	square := 0.0
	for _, x := range vector {
		// The conversion forbids fusing the product with the sum, which some
		// machines would do and others not.
		square += float64(float64(x) * float64(x))
	}
	if math.IsNaN(square) || math.IsInf(square, 0) {
		return badVectors("a vector holds a number that is not finite")
	}
	scale := 0.0
	if square > 0 {
		scale = nameNorm / math.Sqrt(square)
	}
	for i, x := range vector {
		if x == 0 {
			continue // as most are
		}
		if whole := int16(float64(x) * scale); whole != 0 {
			rows.add(i, whole)
		}
	}
	rows.end()
	return nil
}
