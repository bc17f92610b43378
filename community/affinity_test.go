package community

import (
	"math"
	"testing"
)

func TestOverlap(t *testing.T) {
	counts := func(c ...int64) (types []typeCount) {
		for relation, n := range c {
			if n > 0 {
				types = append(types, typeCount{int32(relation), n})
			}
		}
		return types
	}
	for name, c := range map[string]struct {
		p, q []typeCount
		want float64
	}{
		"same":       {counts(2, 0, 1), counts(2, 0, 1), 1},
		"nothing":    {nil, nil, 0},
		"one empty":  {counts(3), nil, 0},
		"disjoint":   {counts(1, 0, 2), counts(0, 4), 0},
		"different":  {counts(3, 1, 0, 2), counts(1, 1, 5), math.Sqrt(2.0 / (9 + 1 + 25 + 4))},
		"a multiple": {counts(1, 2), counts(2, 4), 0.5},
	} {
		if got := overlap(c.p, c.q); got != toMicro(c.want) || got != overlap(c.q, c.p) {
			t.Errorf("%s: %d, want %d both ways", name, got, toMicro(c.want))
		}
	}
}

func TestBetween(t *testing.T) {
	vector := func(v ...int16) profile {
		row := rowsOf(len(v), v)[0]
		return profile{row: row, square: row.square(), types: []typeCount{{0, 1}}}
	}
	a := &affinity{lambda: 300_000}
	for name, c := range map[string]struct {
		p, q profile
		want int64
	}{
		"same direction": {vector(100, 200), vector(10, 20), micro},
		"square":         {vector(100, 0), vector(0, 7), 300_000},
		"opposite":       {vector(5, 5), vector(-5, -5), -400_000},
		"no vector":      {vector(5, 5), vector(0, 0), 300_000},
		"45 degrees":     {vector(9, 0), vector(4, 4), 300_000 + 494_975},
	} {
		if got := a.between(c.p, c.q); got < c.want-1 || got > c.want+1 {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// TestMeanOfTriples checks the vector of an entity: the mean of head, relation
// and tail of its triples, side by side.
func TestMeanOfTriples(t *testing.T) {
	g := bare(4)
	g.relate(0, "A", 1)
	g.relate(2, "B", 0)
	c := mustCanon(t, g)
	v := &vectors{dim: 1, names: rowsOf(1, []int16{100, 10, 20, 7}), relations: rowsOf(1, []int16{3, 5})}
	p, err := pointsOf(t.Context(), c, v)
	if err != nil {
		t.Fatal(err)
	}
	for e, want := range [][3]int16{{(100 + 20) / 2, (3 + 5) / 2, (10 + 100) / 2}, {100, 3, 10}, {20, 5, 100}, {7, 0, 7}} {
		row := make([]float32, 3)
		p.rows[e].read(row)
		if got := [3]int16{int16(row[0]), int16(row[1]), int16(row[2])}; got != want {
			t.Errorf("entity %d: %v, want %v", e, got, want)
		}
	}
}

// TestTies holds that the affinity decides between two communities that an entity
// is tied to equally, and only there.
func TestTies(t *testing.T) {
	g := bare(9)
	for c, relation := range []string{"BUILDS", "SINGS"} {
		for i := range 4 {
			for j := range i {
				g.relate(4*c+i, relation, 4*c+j)
			}
		}
	}
	g.relate(8, "SINGS", 0)
	g.relate(8, "SINGS", 4)
	g.Embed = nil
	for _, start := range []int32{0, 1} {
		part := []int32{0, 0, 0, 0, 1, 1, 1, 1, start}
		c := mustCanon(t, g)
		got, err := settle(t.Context(), c.network, &affinity{kinds: kindsOf(c), lambda: micro}, part, options{maxSize: 100})
		if err != nil {
			t.Fatal(err)
		}
		if got[8] != got[4] || got[8] == got[0] {
			t.Errorf("from %d: %v, want the last entity among the singers", start, got)
		}
	}
}
