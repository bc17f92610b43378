package eval

import "slices"

// goldClusters numbers the character of each name and returns the names sorted, without
// those of two characters, which ambiguous counts.
func goldClusters(n Novel) (of map[string]int, names []string, ambiguous int) {
	of = map[string]int{}
	twice := map[string]bool{}
	for i, c := range n.Characters {
		for _, alias := range c.Aliases {
			if earlier, ok := of[alias]; ok && earlier != i {
				twice[alias] = true
			}
			of[alias] = i
		}
	}
	for alias := range of {
		if twice[alias] {
			delete(of, alias)
			continue
		}
		names = append(names, alias)
	}
	slices.Sort(names)
	return of, names, len(twice)
}

// predictedClusters numbers the group of each name; a name in no group gets its own, a
// name in several belongs to the first. seen counts the names in groups.
func predictedClusters(groups [][]string, names []string) (of map[string]int, seen int) {
	of = map[string]int{}
	for i, g := range groups {
		for _, n := range g {
			if _, ok := of[n]; !ok && slices.Contains(names, n) {
				of[n] = i
			}
		}
	}
	seen = len(of)
	for i, n := range names {
		if _, ok := of[n]; !ok {
			of[n] = len(groups) + i
		}
	}
	return of, seen
}

// clusterScores compares two clusterings of names: the pairs of names that are together, and
// the sums over the names of the shares of B-cubed precision and recall.
func clusterScores(names []string, gold, predicted map[string]int) (pairs tally, precision, recall float64) {
	for i, a := range names {
		var one tally // the names in the clusters of a, itself included
		for k, b := range names {
			together, merged := gold[a] == gold[b], predicted[a] == predicted[b]
			t := tally{predicted: count(merged), gold: count(together), right: count(together && merged), found: count(together && merged)}
			one.add(t)
			if k < i {
				pairs.add(t)
			}
		}
		precision += ratio(one.right, one.predicted)
		recall += ratio(one.right, one.gold)
	}
	return pairs, precision, recall
}

// count returns 1 for true.
func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
