package learn

import (
	"encoding/binary"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// Sparse is a linear model over hashed features: the weights of the outputs that each speaks for or
// against. A feature that it does not have says nothing.
type Sparse map[uint32][]SparseWeight

// SparseWeight is the weight of a feature for one output, in units of which SparseFit.Scale are a log-odd.
type SparseWeight struct {
	Output uint8
	Weight int8
}

// ParseSparse reads a model as Bytes writes it.
func ParseSparse(body []byte) Sparse {
	m := Sparse{}
	for len(body) >= 5 {
		h, n := binary.BigEndian.Uint32(body), int(body[4])
		body = body[5:]
		of := make([]SparseWeight, n)
		for i := range of {
			of[i], body = SparseWeight{body[0], int8(body[1])}, body[2:]
		}
		m[h] = of
	}
	return m
}

// Bytes are the weights as they are shipped, in the order of the hashes.
func (m Sparse) Bytes() (out []byte) {
	for _, h := range slices.Sorted(maps.Keys(m)) {
		out = append(binary.BigEndian.AppendUint32(out, h), byte(len(m[h])))
		for _, of := range m[h] {
			out = append(out, of.Output, byte(of.Weight))
		}
	}
	return out
}

// Add adds the weights of features to the sums of the outputs.
func (m Sparse) Add(features []uint32, sums []int) {
	for _, f := range features {
		for _, of := range m[f] {
			sums[of.Output] += int(of.Weight)
		}
	}
}

// Inputs are the features of an example by their hashes, each once, in the order of finding.
type Inputs struct{ List []uint32 }

// Add adds a feature of a kind with a value, unless the value is "".
func (f *Inputs) Add(kind, value string) {
	if value == "" {
		return
	}
	h := uint32(2166136261)
	for _, s := range [2]string{kind, value} {
		for i := range len(s) {
			h = (h ^ uint32(s[i])) * 16777619
		}
		h = (h ^ '=') * 16777619
	}
	if !slices.Contains(f.List, h) { // they are few
		f.List = append(f.List, h)
	}
}

// Flag adds a feature that is there or not.
func (f *Inputs) Flag(kind string, on bool) {
	if on {
		f.Add(kind, "yes")
	}
}

// SparseRow is an example of a sparse model.
type SparseRow struct {
	Features []uint32
	// Outputs are those that the example speaks of: of several exactly one holds, one alone may or may not.
	Outputs []int
	// Right is the index of the one that holds, -1 for none.
	Right  int
	Weight float64
}

// SparseFit has the parameters of fitting: the number of outputs, passes over the examples, the rate of AdaGrad,
// the penalty on a weight that is used, the units of a log-odd, the least weight kept, and the seed of the
// order of the examples.
type SparseFit struct {
	Outputs, Passes int
	Rate, Penalty   float64
	Scale, Least    int
	Seed            uint64
}

// Fit fits a logistic regression, multinomial where an example speaks of several outputs, over the features that
// use admits, and rounds its weights.
func (f SparseFit) Fit(rows []SparseRow, use func(feature uint32) bool) Sparse {
	index, used := map[uint32]int{}, 0 // where the weights of a feature begin
	at := make([][]int, len(rows))
	for i, r := range rows {
		for _, h := range r.Features {
			n, known := index[h]
			if !known {
				if n = -1; use(h) {
					n = used
					used += f.Outputs
				}
				index[h] = n
			}
			if n >= 0 {
				at[i] = append(at[i], n)
			}
		}
	}
	w, squares := make([]float64, used), make([]float64, used)
	r := rand.New(rand.NewPCG(f.Seed, 2))
	p := make([]float64, f.Outputs)
	for range f.Passes {
		for _, i := range r.Perm(len(rows)) {
			row := &rows[i]
			p = p[:len(row.Outputs)]
			clear(p)
			for _, n := range at[i] {
				for j, o := range row.Outputs {
					p[j] += w[n+o]
				}
			}
			probabilities(p)
			if row.Right >= 0 {
				p[row.Right]--
			}
			for _, n := range at[i] {
				for j, o := range row.Outputs {
					// Each product is rounded by itself, as some processors would fuse it with the sum.
					g := float64(row.Weight*p[j]) + float64(f.Penalty*w[n+o])
					squares[n+o] += float64(g * g)
					w[n+o] -= float64(f.Rate*g) / math.Sqrt(squares[n+o]+1e-6)
				}
			}
		}
	}
	out := Sparse{}
	for h, n := range index {
		for o := 0; n >= 0 && o < f.Outputs; o++ {
			v := int8(max(-127, min(127, math.Round(w[n+o]*float64(f.Scale)))))
			if int(v) >= f.Least || int(v) <= -f.Least {
				out[h] = append(out[h], SparseWeight{uint8(o), v})
			}
		}
	}
	return out
}

// probabilities turns log-odds into probabilities, those of several into parts of 1.
func probabilities(p []float64) {
	if len(p) == 1 {
		p[0] = 1 / (1 + math.Exp(-p[0]))
		return
	}
	most, sum := slices.Max(p), 0.0
	for i := range p {
		p[i] = math.Exp(p[i] - most)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
}
