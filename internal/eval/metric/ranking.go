package metric

import (
	"math"
	"slices"

	"grove/internal/lists"
)

// Recall returns the share, 0 to 1, of the gold ids among the first k found; 0 without gold.
func Recall(gold, found []string, k int) float64 {
	if len(gold) == 0 {
		return 0
	}
	n := lists.Count(gold, func(id string) bool { return slices.Contains(found[:min(k, len(found))], id) })
	return float64(n) / float64(len(gold))
}

// ReciprocalRank returns 1/rank of the first gold id among those found, 0 if none is; its mean is MRR.
func ReciprocalRank(gold, found []string) float64 {
	for i, id := range found {
		if slices.Contains(gold, id) {
			return 1 / float64(i+1)
		}
	}
	return 0
}

// NDCG returns the normalised discounted cumulative gain of the first k found, 0 to 1, with gain 1
// for a gold id and the discount log2(rank+1) (Järvelin and Kekäläinen 2002); 0 without gold.
func NDCG(gold, found []string, k int) float64 {
	got, ideal := 0.0, 0.0
	for i, id := range found[:min(k, len(found))] {
		if slices.Contains(gold, id) {
			got += 1 / math.Log2(float64(i+2))
		}
	}
	for i := range min(k, len(gold)) {
		ideal += 1 / math.Log2(float64(i+2))
	}
	if ideal == 0 {
		return 0
	}
	return got / ideal
}
