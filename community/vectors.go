package community

import (
	"context"
	"fmt"
	"math"
	"slices"

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

// embed asks for the vectors of a graph, as far as they are not kept.
func embed(ctx context.Context, c *canon, g Graph) (*vectors, error) {
	known := g.Vectors.take()
	v := &vectors{dim: known.dim}
	var err error
	if v.names, err = v.quantised(ctx, g, known.rows, g.Names); err != nil {
		return nil, err
	}
	if v.relations, err = v.quantised(ctx, g, known.rows, c.relations); err != nil {
		return nil, err
	}
	g.Vectors.keep(v, g.Names, c.relations)
	return v, nil
}

func (v *vectors) quantised(ctx context.Context, g Graph, known map[string]sparse, texts []string) ([]sparse, error) {
	all := make([]sparse, len(texts))
	var missing []string
	var places []int
	for i, t := range texts {
		row, ok := known[t]
		if all[i] = row; !ok {
			missing, places = append(missing, t), append(places, i)
		}
	}
	var rows sparseRows
	var made []sparse
	for batch := range slices.Chunk(missing, embedBatch) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := v.ask(ctx, g, batch, &rows); err != nil {
			return nil, err
		}
		made = rows.appendTo(made[:0])
		for i, row := range made {
			all[places[i]] = row
		}
		places = places[len(made):]
	}
	return all, nil
}

// ask puts the vectors of some texts at the end of the rows.
func (v *vectors) ask(ctx context.Context, g Graph, texts []string, rows *sparseRows) error {
	got, err := g.Embed(ctx, texts)
	if err != nil {
		return fault.Wrap(err, "community.embed", "")
	}
	if len(got) != len(texts) {
		return badVectors(fmt.Sprintf("%d vectors for %d texts", len(got), len(texts)))
	}
	if v.dim == 0 {
		v.dim = len(got[0])
	}
	if v.dim > maxDim {
		return badVectors(fmt.Sprintf("vectors of %d numbers; at most %d are", v.dim, maxDim))
	}
	for _, vector := range got {
		if len(vector) != v.dim || v.dim == 0 {
			return badVectors(fmt.Sprintf("a vector of %d numbers among vectors of %d", len(vector), v.dim))
		}
		if err := quantise(vector, rows); err != nil {
			return err
		}
	}
	return nil
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
