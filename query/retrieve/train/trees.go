package main

import (
	"math"
	"slices"

	"grove/query/retrieve"
)

// boosting bounds gradient boosting.
type boosting struct {
	trees, leaves, leastRows int
	rate, l2                 float64
}

// bins is the largest number of bins of a feature.
const bins = 64

// fitTrees fits gradient boosted trees on log loss, with Newton leaves.
func fitTrees(names []string, rows []row, b boosting) retrieve.Model {
	binned := bin(rows, len(names))
	positive, total := 0.0, 0.0
	for _, r := range rows {
		positive += r.weight * target(r)
		total += r.weight
	}
	m := retrieve.Model{Features: names, Bias: math.Log(positive / (total - positive))}
	odds := make([]float64, len(rows))
	for i := range odds {
		odds[i] = m.Bias
	}
	g, h := make([]float64, len(rows)), make([]float64, len(rows))
	for range b.trees {
		for i, r := range rows {
			p := 1 / (1 + math.Exp(-odds[i]))
			g[i], h[i] = r.weight*(p-target(r)), r.weight*p*(1-p)
		}
		t := b.grow(binned, g, h, odds)
		m.Trees = append(m.Trees, t)
	}
	return m
}

// binning has the features of all rows as bin numbers; limits[f][k] is the
// largest value in bin k.
type binning struct {
	cells  [][]uint8 // by feature, then row
	limits [][]float64
}

func bin(rows []row, d int) binning {
	var b binning
	for f := range d {
		values := make([]float64, len(rows))
		for i, r := range rows {
			values[i] = r.features[f]
		}
		slices.Sort(values)
		distinct := slices.Compact(slices.Clone(values))
		var limits []float64
		if len(distinct) <= bins {
			limits = distinct
		} else {
			for k := 1; k <= bins; k++ {
				limits = append(limits, values[len(values)*k/bins-1])
			}
			limits = slices.Compact(limits)
		}
		cells := make([]uint8, len(rows))
		for i, r := range rows {
			k, _ := slices.BinarySearch(limits, r.features[f])
			cells[i] = uint8(k)
		}
		b.cells, b.limits = append(b.cells, cells), append(b.limits, limits)
	}
	return b
}

// leaf is a subset of the rows with its best split.
type leaf struct {
	node    int
	rows    []int32
	g, h    float64
	gain    float64
	feature int
	cut     int
}

// grow grows one tree, the best split first, and adds its values to the odds.
func (b boosting) grow(x binning, g, h, odds []float64) retrieve.Tree {
	t := retrieve.Tree{Feature: []int{0}, Limit: []float64{0}, Left: []int{0}}
	all := make([]int32, len(g))
	for i := range all {
		all[i] = int32(i)
	}
	leaves := []leaf{b.split(x, g, h, leaf{rows: all})}
	for len(leaves) < b.leaves {
		best := 0
		for i, l := range leaves {
			if l.gain > leaves[best].gain {
				best = i
			}
		}
		l := leaves[best]
		if l.gain <= 1e-9 {
			break
		}
		left, right := leaf{node: len(t.Left)}, leaf{node: len(t.Left) + 1}
		for _, i := range l.rows {
			if int(x.cells[l.feature][i]) <= l.cut {
				left.rows = append(left.rows, i)
			} else {
				right.rows = append(right.rows, i)
			}
		}
		limits := x.limits[l.feature]
		t.Feature[l.node], t.Left[l.node] = l.feature, left.node
		t.Limit[l.node] = short((limits[l.cut] + limits[l.cut+1]) / 2)
		for range 2 {
			t.Feature, t.Limit, t.Left = append(t.Feature, 0), append(t.Limit, 0), append(t.Left, 0)
		}
		leaves[best] = b.split(x, g, h, left)
		leaves = append(leaves, b.split(x, g, h, right))
	}
	for _, l := range leaves {
		t.Limit[l.node] = short(-b.rate * l.g / (l.h + b.l2))
		for _, i := range l.rows {
			odds[i] += t.Limit[l.node]
		}
	}
	return t
}

// short rounds to 5 significant digits, so that weights stay readable.
func short(v float64) float64 {
	if v == 0 {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(math.Abs(v)))-4)
	return math.Round(v/unit) * unit
}

// split finds the best split of a leaf.
func (b boosting) split(x binning, g, h []float64, l leaf) leaf {
	l.g, l.h, l.gain = 0, 0, 0
	for _, i := range l.rows {
		l.g += g[i]
		l.h += h[i]
	}
	if len(l.rows) < 2*b.leastRows {
		return l
	}
	score := func(g, h float64) float64 { return g * g / (h + b.l2) }
	for f, cells := range x.cells {
		var sumG, sumH [bins + 1]float64
		var count [bins + 1]int
		for _, i := range l.rows {
			c := cells[i]
			sumG[c] += g[i]
			sumH[c] += h[i]
			count[c]++
		}
		leftG, leftH, n := 0.0, 0.0, 0
		for c := range len(x.limits[f]) - 1 {
			leftG += sumG[c]
			leftH += sumH[c]
			n += count[c]
			if n < b.leastRows || len(l.rows)-n < b.leastRows {
				continue
			}
			gain := score(leftG, leftH) + score(l.g-leftG, l.h-leftH) - score(l.g, l.h)
			if gain > l.gain+1e-9 {
				l.gain, l.feature, l.cut = gain, f, c
			}
		}
	}
	return l
}
