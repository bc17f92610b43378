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
