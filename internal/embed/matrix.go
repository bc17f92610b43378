package embed

import (
	"fmt"
	"math"

	"github.com/viterin/vek/vek32"

	"grove/internal/fault"
)

// Matrix is a list of vectors of one length. It is immutable
// and safe for concurrent use.
type Matrix struct {
	dim   int
	cells []float32
}

// NewMatrix copies the rows, which must all have the same length.
func NewMatrix(rows [][]float32) (*Matrix, error) {
	m := &Matrix{}
	for i, r := range rows {
		if i == 0 {
			m.dim = len(r)
			m.cells = make([]float32, 0, len(rows)*m.dim)
		}
		if len(r) != m.dim {
			return nil, wrongLength("embed.NewMatrix", len(r), m.dim)
		}
		m.cells = append(m.cells, r...)
	}
	return m, nil
}

// Rows returns the number of vectors.
func (m *Matrix) Rows() int {
	if m.dim == 0 {
		return 0
	}
	return len(m.cells) / m.dim
}

// Scores returns the dot product of every row with the query, rounded to 6
// decimals, because vector instructions add in another order than plain ones.
func (m *Matrix) Scores(query []float32) ([]float64, error) {
	scores := make([]float64, m.Rows())
	if len(scores) > 0 && len(query) != m.dim {
		return nil, wrongLength("embed.Scores", len(query), m.dim)
	}
	for i := range scores {
		dot := float64(vek32.Dot(m.cells[i*m.dim:(i+1)*m.dim], query))
		scores[i] = math.Round(dot*1e6) / 1e6
	}
	return scores, nil
}

func wrongLength(op string, got, want int) error {
	return fault.New(fault.Invalid, op, fmt.Sprintf("%d components", got), fmt.Sprintf("the vectors have %d components", want),
		"vectors of different models cannot be compared: `grove reembed` replaces them")
}

// steps is the largest component of a quantised vector.
const steps = 127

// Quantised is a unit vector in whole numbers from -127 to 127.
type Quantised []int8

// Quantise rounds a vector of unit length. What is not a number becomes 0.
func Quantise(v []float32) Quantised {
	q := make(Quantised, len(v))
	for i, c := range v {
		if s := math.Round(float64(c) * steps); s == s {
			q[i] = int8(max(-steps, min(steps, s)))
		}
	}
	return q
}

// Dot returns the product of two quantised vectors: whole, so exact, symmetric and the
// same everywhere. Divided by 127² it is near the cosine. Of vectors of
// different length the shorter counts.
func (q Quantised) Dot(other Quantised) int32 {
	sum := int32(0)
	for i := range min(len(q), len(other)) {
		sum += int32(q[i]) * int32(other[i])
	}
	return sum
}

// Likeness returns Dot in thousandths of its largest value, towards 0: of unit vectors
// their cosine, from -1000 to 1000 whatever rounding adds.
func (q Quantised) Likeness(other Quantised) int {
	return max(-1000, min(1000, int(q.Dot(other))*1000/(steps*steps)))
}
