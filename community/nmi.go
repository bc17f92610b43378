package community

import (
	"cmp"
	"math"
	"slices"
)

// NMI returns how well two partitions of the same elements agree, from 0 (not at all)
// to 1 (the same up to names): their mutual information over the mean of their
// entropies, to six decimals. a[i] and b[i] are the names of element i's parts;
// elements past the shorter one are left out. Two partitions without any entropy
// are the same.
func NMI(a, b []int) float64 {
	n := min(len(a), len(b))
	pairs := make([][2]int, n)
	for i := range pairs {
		pairs[i] = [2]int{a[i], b[i]}
	}
	joint := entropy(pairs, func(p, q [2]int) int { return cmp.Or(cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1])) })
	entropyA, entropyB := entropy(a[:n], cmp.Compare[int]), entropy(b[:n], cmp.Compare[int])
	if entropyA+entropyB == 0 {
		return 1
	}
	share := 2 * (entropyA + entropyB - joint) / (entropyA + entropyB)
	return math.Round(min(1, max(0, share))*1e6) / 1e6
}

// entropy of the names that elements carry, in nats. It sums in the order of the
// names, so that it does not depend on that of the elements.
func entropy[T comparable](names []T, compare func(T, T) int) float64 {
	names = slices.Clone(names)
	slices.SortFunc(names, compare)
	sum := 0.0
	for from := 0; from < len(names); {
		end := from
		for end < len(names) && names[end] == names[from] {
			end++
		}
		share := float64(end-from) / float64(len(names))
		sum -= float64(share * math.Log(share))
		from = end
	}
	return sum
}
