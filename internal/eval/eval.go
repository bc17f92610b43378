// Package eval measures retrieval, answers, extraction and the merging of names against
// annotated data sets of JSON Lines. What is measured comes in as a Workspace or as
// functions, so that the package knows no agent, no search method and no store.
package eval

import "math"

// PRF is precision, recall and their harmonic mean, from 0 to 1. All are 0 without gold and
// predictions.
type PRF struct {
	P  float64 `json:"p"`
	R  float64 `json:"r"`
	F1 float64 `json:"f1"`
}

// prf returns the PRF of precision and recall.
func prf(p, r float64) PRF {
	f1 := 0.0
	if p+r > 0 {
		f1 = 2 * p * r / (p + r)
	}
	return PRF{round(p), round(r), round(f1)}
}

// tally counts predictions, gold items, right predictions and found gold items. The latter
// two differ if one prediction matches two gold items.
type tally struct {
	predicted, gold, right, found int
}

func (t *tally) add(other tally) {
	t.predicted += other.predicted
	t.gold += other.gold
	t.right += other.right
	t.found += other.found
}

func (t tally) prf() PRF { return prf(ratio(t.right, t.predicted), ratio(t.found, t.gold)) }

func ratio(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

// round rounds to six decimals.
func round(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// Times are milliseconds: the median and the 95th percentile.
type Times struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
}
