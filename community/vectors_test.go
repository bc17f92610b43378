package community

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestQuantised holds the bound that makes dot products exact, for vectors of all
// sizes and shapes.
func TestQuantised(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		vector := make([]float32, 1+r.IntN(1600))
		scale := math.Pow(10, float64(r.IntN(60)-30))
		for i := range vector {
			vector[i] = float32(r.NormFloat64() * scale)
		}
		var rows sparseRows
		if err := quantise(vector, &rows); err != nil {
			t.Fatal(err)
		}
		if square := rows.appendTo(nil)[0].square(); square > nameNorm*nameNorm {
			t.Errorf("the norm of %d dimensions is %v", len(vector), math.Sqrt(float64(square)))
		}
	}
	if 3*nameNorm*nameNorm > maxNorm*maxNorm || maxNorm*maxNorm >= 1<<24 {
		t.Error("the bounds do not fit each other")
	}
}

func TestDotIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 200 {
		sums := make([]int64, 1+r.IntN(3000))
		a, b, whole := make([]float32, len(sums)), make([]float32, len(sums)), make([]int32, len(sums))
		for _, out := range [][]float32{a, b} {
			for i := range sums {
				sums[i] = r.Int64N(1<<40) - 1<<38
			}
			if own := shrink(sums, squareOf(sums, fewMembers+1), whole); own > maxNorm*maxNorm {
				t.Fatalf("the norm is above %d", maxNorm)
			}
			for i, x := range whole {
				out[i] = float32(x)
			}
		}
		want := int64(0)
		for i := range a {
			want += int64(a[i]) * int64(b[i])
		}
		if got := dot(a, b); got != want {
			t.Fatalf("%d dimensions: %d, want %d", len(a), got, want)
		}
		if dot(a, a) > maxNorm*maxNorm {
			t.Fatalf("the norm is above %d", maxNorm)
		}
	}
}

// TestTimes: however the product of two vectors is computed, it is the same.
func TestTimes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		width := 1 + r.IntN(400)
		numbers := make([]int16, 2*width)
		for i := range numbers {
			if r.IntN(3) == 0 {
				numbers[i] = int16(r.IntN(101) - 50)
			}
		}
		rows := rowsOf(width, numbers)
		want, whole := int64(0), make([]int32, width)
		for i := range width {
			want += int64(numbers[i]) * int64(numbers[width+i])
			whole[i] = int32(numbers[width+i])
		}
		a, b, c := profile{row: rows[0]}, profile{row: rows[1]}, profile{whole: whole}
		for i, got := range []int64{a.times(b), b.times(a), a.times(c), c.times(a)} {
			if got != want {
				t.Fatalf("%d: %d, want %d", i, got, want)
			}
		}
	}
}

// TestSquareOf: the square of the sum of few vectors is the same by whole numbers
// as by floating point, up to the largest sum that there is.
func TestSquareOf(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 200 {
		sum, left := make([]int64, 1+r.IntN(2000)), float64(fewMembers*maxNorm)
		for i := range sum {
			x := r.Float64() * left
			sum[i] = int64(x)
			left = math.Sqrt(left*left - x*x)
		}
		if few, many := squareOf(sum, fewMembers), squareOf(sum, fewMembers+1); few != many || few >= 1<<53 {
			t.Fatalf("%v by whole numbers, %v by floats", few, many)
		}
	}
}

// rowsOf are vectors of the numbers, so many each.
func rowsOf(width int, numbers []int16) []sparse {
	var rows sparseRows
	for i, x := range numbers {
		if x != 0 {
			rows.add(i%width, x)
		}
		if i%width == width-1 {
			rows.end()
		}
	}
	return rows.appendTo(nil)
}

// blobs are points around far corners, and the corner of each.
func blobs(n, corners int) (*points, []int) {
	r := rand.New(rand.NewPCG(3, uint64(n)))
	var rows sparseRows
	of := make([]int, n)
	for i := range n {
		of[i] = r.IntN(corners)
		for j := range corners {
			x := int16(r.IntN(41) - 20)
			if j == of[i] {
				x += 1000
			}
			if x != 0 {
				rows.add(j, x)
			}
		}
		rows.end()
	}
	p := &points{width: corners, rows: rows.appendTo(nil)}
	for _, row := range p.rows {
		p.square = append(p.square, row.square())
	}
	return p, of
}

func TestKMeansFindsBlobs(t *testing.T) {
	p, want := blobs(400, 4)
	part, err := kmeans(t.Context(), p, 4)
	if err != nil {
		t.Fatal(err)
	}
	if nmi := NMI(widen(part), want); nmi != 1 {
		t.Errorf("NMI %v", nmi)
	}
}

// TestAssign compares the points' centres, found by looking at moved centres
// alone where that is enough, with those found by looking at all.
func TestAssign(t *testing.T) {
	p, _ := blobs(300, 6)
	l := &lloyd{points: p, part: make([]int32, p.size()), away: make([]int64, p.size())}
	r := random(seed)
	if err := l.spread(t.Context(), 20, &r); err != nil {
		t.Fatal(err)
	}
	for round := range 12 {
		if err := l.assign(t.Context()); err != nil {
			t.Fatal(err)
		}
		row := make([]float32, p.width)
		for i := range p.size() {
			p.rows[i].read(row)
			distances := make([]int64, len(l.centres))
			for c := range l.centres {
				distances[c] = l.distance(i, row, int32(c))
			}
			best := slices.Index(distances, slices.Min(distances))
			if int(l.part[i]) != best || l.away[i] != distances[best] {
				t.Fatalf("round %d: point %d is with %d at %d, nearest is %d at %d", round, i, l.part[i], l.away[i], best, distances[best])
			}
		}
		l.recentre()
	}
}

func TestFewDifferentPoints(t *testing.T) {
	p := &points{width: 2, rows: rowsOf(2, slices.Repeat([]int16{3, 4}, 30)), square: slices.Repeat([]int64{25}, 30)}
	part, err := kmeans(t.Context(), p, 3)
	if err != nil {
		t.Fatal(err)
	}
	if _, count := number(part); count != 1 {
		t.Errorf("%d clusters of equal points", count)
	}
}

func TestClusters(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 1, 3: 1, 4: 2, 25: 2, 30: 3, 1990: 199, 2000: 200, 100_000: 200} {
		if got := clusters(n); got != want {
			t.Errorf("%d entities: %d clusters, want %d", n, got, want)
		}
	}
}

// TestFusedToTheEnd holds that no two centres are left that should be fused, and
// that clusters stay whole.
func TestFusedToTheEnd(t *testing.T) {
	for seed := range uint64(40) {
		g := wild(seed)
		c := mustCanon(t, g)
		a, err := perceive(t.Context(), c, g, defaults(Paper))
		if err != nil {
			t.Fatal(err)
		}
		start := make([]int32, len(g.Names))
		for e := range start {
			start[e] = int32(e / 2)
		}
		start, count := number(start)
		fused, err := fuse(t.Context(), a, start, count, micro/2)
		if err != nil {
			t.Fatal(err)
		}
		for e := range start {
			if e%2 == 1 && fused[e] != fused[e-1] {
				t.Fatalf("seed %d: the cluster of entity %d was torn", seed, e)
			}
		}
		fused, count = number(fused)
		again, err := fuse(t.Context(), a, fused, count, micro/2)
		if err != nil {
			t.Fatal(err)
		}
		if _, left := number(again); left != count {
			t.Errorf("seed %d: %d communities could be fused to %d", seed, count, left)
		}
	}
}
