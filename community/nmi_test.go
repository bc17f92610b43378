package community

import (
	"math/rand/v2"
	"testing"
)

func TestNMI(t *testing.T) {
	for name, c := range map[string]struct {
		a, b []int
		want float64
	}{
		"same up to names": {[]int{0, 0, 1, 2}, []int{5, 5, 9, 1}, 1},
		"independent":      {[]int{0, 0, 1, 1}, []int{0, 1, 0, 1}, 0},
		"one part each":    {[]int{0, 0}, []int{3, 3}, 1},
		"one part":         {[]int{0, 0, 0, 0}, []int{0, 1, 2, 3}, 0},
		"nothing":          {nil, nil, 1},
		// H(a) = ln 2, H(b) = 1.5 ln 2, H(a, b) = 1.5 ln 2: 2 (ln 2) / (2.5 ln 2).
		"a finer one": {[]int{0, 0, 1, 1}, []int{0, 0, 1, 2}, 0.8},
	} {
		if got := NMI(c.a, c.b); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestNMIProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 100 {
		n := 1 + r.IntN(50)
		a, b := make([]int, n), make([]int, n)
		for i := range n {
			a[i], b[i] = r.IntN(6), r.IntN(4)
		}
		got := NMI(a, b)
		if got < 0 || got > 1 || NMI(b, a) != got {
			t.Fatalf("NMI %v one way, %v the other", got, NMI(b, a))
		}
		r.Shuffle(n, func(i, j int) { a[i], a[j], b[i], b[j] = a[j], a[i], b[j], b[i] })
		if shuffled := NMI(a, b); shuffled != got {
			t.Fatalf("NMI %v, in another order %v", got, shuffled)
		}
	}
}
