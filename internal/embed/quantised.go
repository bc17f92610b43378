package embed

import "math"

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
