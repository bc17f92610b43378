package tree

import (
	"math/rand/v2"
	"testing"
)

// Added up side by side or alone, cosines are the same to the last bit.
func TestCosines(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	vector := func(n int) []float32 {
		out := make([]float32, n)
		for i := range out {
			out[i] = random.Float32()*2 - 1
		}
		return out
	}
	for n := range 11 {
		a, others := vector(64), make([][]float32, n)
		for i := range others {
			others[i] = vector(64)
		}
		if n > 5 {
			others[5] = vector(63) // of another model
		}
		for i, got := range cosines(a, others) {
			if want := cosine(a, others[i]); got != want || n > 5 && i == 5 && got != 0 {
				t.Errorf("%d of %d: %v, alone %v", i, n, got, want)
			}
		}
	}
}
