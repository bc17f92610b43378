package embed

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"grove/internal/fault"
)

func TestScores(t *testing.T) {
	m, err := NewMatrix([][]float32{{1, 0}, {0, 1}, {0.5, 0.5}, {0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := m.Scores([]float32{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff([]float64{0, 1, 0.5, 1}, got); diff != "" {
		t.Error(diff)
	}
}

func TestMatrixRefusesOtherLengths(t *testing.T) {
	if _, err := NewMatrix([][]float32{{1, 0}, {1}}); !fault.Is(err, fault.Invalid) {
		t.Errorf("rows: %v", err)
	}
	m, err := NewMatrix([][]float32{{1, 0}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Scores([]float32{1}); !fault.Is(err, fault.Invalid) {
		t.Errorf("query: %v", err)
	}
	none, err := NewMatrix(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := none.Scores([]float32{1}); err != nil || len(got) != 0 {
		t.Errorf("no rows: %v %v", got, err)
	}
}

// TestScoresAreExact compares the scan with plain sums: on built-in vectors both
// are exact, so nothing may differ.
func TestScoresAreExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	texts := make([]string, 200)
	for i := range texts {
		texts[i] = fmt.Sprintf("word%d word%d word%d", r.IntN(40), r.IntN(40), r.IntN(40))
	}
	rows := builtin(t, texts...)
	m, err := NewMatrix(rows)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]float64, len(rows))
	for i := range rows {
		want[i] = math.Round(dot(rows[i], rows[7])*1e6) / 1e6
	}
	got, err := m.Scores(rows[7])
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestQuantised(t *testing.T) {
	nan := float32(0)
	nan /= nan
	for name, c := range map[string]struct {
		a, b []float32
		want int32
	}{
		"itself":         {[]float32{1, 0}, []float32{1, 0}, 127 * 127},
		"opposite":       {[]float32{0, 1}, []float32{0, -1}, -127 * 127},
		"out of bounds":  {[]float32{9}, []float32{-9}, -127 * 127},
		"not a number":   {[]float32{nan, 1}, []float32{1, 1}, 127 * 127},
		"shorter counts": {[]float32{1, 1}, []float32{1}, 127 * 127},
		"between":        {[]float32{0.6, 0.8}, []float32{0.8, 0.6}, 2 * 76 * 102},
		"rounded up":     {[]float32{0.1, 0.1, 0.6, 0.8}, []float32{0.1, 0.1, 0.6, 0.8}, 2*13*13 + 76*76 + 102*102},
		"empty":          {nil, nil, 0},
	} {
		a, b := Quantise(c.a), Quantise(c.b)
		if got := a.Dot(b); got != c.want || b.Dot(a) != got {
			t.Errorf("%s: %d and %d, want %d", name, got, b.Dot(a), c.want)
		}
		if got, want := a.Likeness(b), max(-1000, min(1000, int(c.want)*1000/(127*127))); got != want {
			t.Errorf("%s: likeness %d, want %d", name, got, want)
		}
	}
}

func BenchmarkScores(b *testing.B) {
	const n = 6000
	rows := make([][]float32, n)
	for i := range rows {
		rows[i] = builtin(b, fmt.Sprint("passage number ", i))[0]
	}
	m, err := NewMatrix(rows)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := m.Scores(rows[1]); err != nil {
			b.Fatal(err)
		}
	}
}
