// Package eval measures: which passages a search finds, how right answers are,
// what extraction finds of what people marked, and which names are merged. It
// reads data sets of JSON Lines and computes figures; what is measured comes in
// as functions, so that nothing here knows an agent, a method or a store.
package eval

import (
	"cmp"
	"math"
	"slices"
)

// PRF is precision, recall and their harmonic mean, fractions 0..1. Where
// nothing was to be found and nothing was said, all are 0.
type PRF struct {
	P  float64 `json:"p"`
	R  float64 `json:"r"`
	F1 float64 `json:"f1"`
}

// prf makes a PRF of precision and recall.
func prf(p, r float64) PRF {
	f1 := 0.0
	if p+r > 0 {
		f1 = 2 * p * r / (p + r)
	}
	return PRF{round(p), round(r), round(f1)}
}

// tally counts what was said, what was to be found, and what of each agrees.
// The two agreements differ where one thing said answers two of the gold.
type tally struct {
	said, gold, right, found int
}

func (t *tally) add(other tally) {
	t.said += other.said
	t.gold += other.gold
	t.right += other.right
	t.found += other.found
}

func (t tally) prf() PRF { return prf(ratio(t.right, t.said), ratio(t.found, t.gold)) }

func ratio(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

// round keeps six decimals, so that figures read alike everywhere.
func round(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// Times are milliseconds: the median and the 95th percentile.
type Times struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
}

// percentile is the nearest-rank percentile: the least value that a share of
// all values does not exceed; 0 without values.
func percentile[N cmp.Ordered](values []N, share float64) N {
	if len(values) == 0 {
		var none N
		return none
	}
	sorted := slices.Sorted(slices.Values(values))
	rank := int(math.Ceil(share * float64(len(sorted))))
	return sorted[max(rank, 1)-1]
}
