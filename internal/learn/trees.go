package learn

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"grove/internal/lists"
)

// Boosting bounds gradient boosting.
type Boosting struct {
	// Trees is their number, Leaves that of each; LeastRows are the rows of a leaf, of those that the tree is grown on.
	Trees, Leaves, LeastRows int
	// Rate is the share of each tree that counts, L2 the penalty of its values, above 0.
	Rate, L2 float64
	// Unseen is the share of the features that a tree does not see, below 1, drawn anew for each, so that no
	// feature stands for all that agree with it.
	Unseen float64
	// Steep is the share, below 0.5, of the rows with the steepest gradients, as estimated from a part, that each tree is grown on; about
	// as many of the others are drawn anew for each, and weighed so that they stand for all others. 0 is for all rows.
	Steep float64
}

// bins is the largest number of bins of a feature.
const bins = 64

// FitTrees fits gradient boosted trees with Newton leaves: on log loss, for rows of a group on the
// cross-entropy of their softmax, where choosing none has the log-odds 0. Without rows the model has no trees.
func FitTrees(names []string, rows []Row, b Boosting) Model {
	if len(rows) == 0 {
		return Model{Features: names}
	}
	binned := bin(rows, len(names))
	positive, total := 0.0, 0.0
	for _, r := range rows {
		positive += r.Weight * r.Target
		total += r.Weight
	}
	m := Model{Features: names, Bias: math.Log(positive / (total - positive))}
	odds := slices.Repeat([]float64{m.Bias}, len(rows))
	g, h := make([]float64, len(rows)), make([]float64, len(rows))
	draw := rand.New(rand.NewPCG(1, 0))
	for range b.Trees {
		binned.seen = draw.Perm(len(names))[int(b.Unseen*float64(len(names))):]
		slices.Sort(binned.seen)
		gradients(rows, odds, g, h)
		b.sample(g, h, draw)
		t := b.grow(binned, g, h, odds)
		m.Trees = append(m.Trees, t)
	}
	return m
}

// gradients sets the first and second derivatives g and h of the loss by the odds of each row.
func gradients(rows []Row, odds, g, h []float64) {
	parts := runtime.GOMAXPROCS(0)
	start := func(part int) int { // that of a group
		i := len(rows) * part / parts
		for 0 < i && i < len(rows) && rows[i].Group != 0 && rows[i].Group == rows[i-1].Group {
			i++
		}
		return i
	}
	lists.Parallel(parts, func(part int) {
		for i, last := start(part), start(part+1); i < last; {
			end := i + 1
			for rows[i].Group != 0 && end < len(rows) && rows[end].Group == rows[i].Group {
				end++
			}
			top := max(0, slices.Max(odds[i:end]))
			sum := math.Exp(-top)
			for k := i; k < end; k++ {
				sum += math.Exp(odds[k] - top)
			}
			for ; i < end; i++ {
				p := math.Exp(odds[i]-top) / sum
				g[i], h[i] = rows[i].Weight*(p-rows[i].Target), rows[i].Weight*p*(1-p)
			}
		}
	})
}

// sample sets the derivatives of the rows that a tree is not grown on to 0, gradient-based one-side sampling: Ke et al., LightGBM, NIPS
// 2017, algorithm 2.
func (b Boosting) sample(g, h []float64, draw *rand.Rand) {
	if b.Steep == 0 {
		return
	}
	var steps []float64
	for i := 0; i < len(g); i += 1 + len(g)/5000 {
		steps = append(steps, math.Abs(g[i]))
	}
	slices.Sort(steps)
	steep, keep := steps[int((1-b.Steep)*float64(len(steps)))], b.Steep/(1-b.Steep)
	for i := range g {
		switch {
		case math.Abs(g[i]) > steep:
		case draw.Float64() < keep:
			g[i], h[i] = g[i]/keep, h[i]/keep
		default:
			g[i], h[i] = 0, 0
		}
	}
}

// binning has the features of all rows as bin numbers; limits[f][k] is the
// largest value in bin k.
type binning struct {
	cells  []uint8 // by row, then feature, so that a row is read at once
	width  int     // the number of features
	limits [][]float64
	seen   []int // the features that the tree in growth sees
}

func bin(rows []Row, d int) binning {
	b := binning{cells: make([]uint8, len(rows)*d), width: d, limits: make([][]float64, d)}
	lists.Parallel(d, func(f int) {
		values := make([]float64, len(rows))
		for i, r := range rows {
			values[i] = r.Features[f]
		}
		slices.Sort(values)
		limits := slices.Compact(slices.Clone(values))
		if len(limits) > bins {
			limits = limits[:0]
			for k := 1; k <= bins; k++ {
				limits = append(limits, values[len(values)*k/bins-1])
			}
			limits = slices.Compact(limits)
		}
		for i, r := range rows {
			k, _ := slices.BinarySearch(limits, r.Features[f])
			b.cells[i*d+f] = uint8(k)
		}
		b.limits[f] = slices.Clone(limits)
	})
	return b
}

// leaf is a subset of the rows with its best split.
type leaf struct {
	node    int
	rows    []int32
	sums    []histogram // of the features seen
	g, h    float64
	count   int // of the rows that the tree is grown on
	gain    float64
	feature int
	cut     int
}

// grow grows one tree, the best split first, and adds its values to the odds.
func (b Boosting) grow(x binning, g, h, odds []float64) Tree {
	t := Tree{Feature: []int{0}, Limit: []float64{0}, Left: []int{0}}
	all := make([]int32, len(g))
	for i := range all {
		all[i] = int32(i)
	}
	leaves := []leaf{b.split(x, leaf{rows: all, sums: x.sum(g, h, all)})}
	for len(leaves) < b.Leaves {
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
			if int(x.cells[int(i)*x.width+l.feature]) <= l.cut {
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
		few, many := &left, &right
		if len(few.rows) > len(many.rows) {
			few, many = many, few
		}
		few.sums, many.sums = x.sum(g, h, few.rows), l.sums
		for k := range many.sums {
			many.sums[k].subtract(&few.sums[k])
		}
		leaves[best] = b.split(x, left)
		leaves = append(leaves, b.split(x, right))
	}
	for _, l := range leaves {
		t.Limit[l.node] = short(-b.Rate * l.g / (l.h + b.L2))
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

// histogram has the sums of the rows in each bin of a feature.
type histogram [bins + 1]struct {
	g, h float64
	n    int
}

func (a *histogram) subtract(b *histogram) {
	for c := range a {
		a[c].g -= b[c].g
		a[c].h -= b[c].h
		a[c].n -= b[c].n
	}
}

// sum returns the histograms of the features seen.
func (x binning) sum(g, h []float64, rows []int32) []histogram {
	out := make([]histogram, len(x.seen))
	parts := runtime.GOMAXPROCS(0)
	lists.Parallel(parts, func(part int) {
		from, to := len(out)*part/parts, len(out)*(part+1)/parts
		for _, i := range rows {
			if g[i] == 0 && h[i] == 0 {
				continue
			}
			row := x.cells[int(i)*x.width:][:x.width]
			for k := from; k < to; k++ {
				s := &out[k][row[x.seen[k]]]
				s.g += g[i]
				s.h += h[i]
				s.n++
			}
		}
	})
	return out
}

// split finds the best split of a leaf.
func (b Boosting) split(x binning, l leaf) leaf {
	for _, s := range l.sums[0] {
		l.g += s.g
		l.h += s.h
		l.count += s.n
	}
	if l.count < 2*b.LeastRows {
		return l
	}
	score := func(g, h float64) float64 { return g * g / (h + b.L2) }
	for k, f := range x.seen {
		leftG, leftH, n := 0.0, 0.0, 0
		for c := range len(x.limits[f]) - 1 {
			leftG += l.sums[k][c].g
			leftH += l.sums[k][c].h
			n += l.sums[k][c].n
			if n < b.LeastRows || l.count-n < b.LeastRows {
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
