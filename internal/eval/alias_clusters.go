package eval

import "slices"

// goldClusters numbers the character of each name and returns the names sorted, without
// those of two characters, which ambiguous counts.
func goldClusters(n Novel) (of map[string]int, names []string, ambiguous int) {
	of = map[string]int{}
	twice := map[string]bool{}
	for i, c := range n.Characters {
		for _, alias := range c.Aliases {
			if have, ok := of[alias]; ok && have != i {
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
	requested := map[string]bool{}
	for _, n := range names {
		requested[n] = true
	}
	for i, g := range groups {
		for _, n := range g {
			if _, ok := of[n]; !ok && requested[n] {
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

func distinct(of map[string]int) int {
	numbers := map[int]bool{}
	for _, n := range of {
		numbers[n] = true
	}
	return len(numbers)
}

func pairsOf(names []string, gold, predicted map[string]int) tally {
	var t tally
	for i, a := range names {
		for _, b := range names[:i] {
			together, merged := gold[a] == gold[b], predicted[a] == predicted[b]
			if together {
				t.gold++
			}
			if merged {
				t.predicted++
			}
			if together && merged {
				t.right++
				t.found++
			}
		}
	}
	return t
}

// bCubed sums precision and recall over the names.
func bCubed(names []string, gold, predicted map[string]int) (precision, recall float64) {
	for _, a := range names {
		both, inGold, inPredicted := 0, 0, 0
		for _, b := range names {
			together, merged := gold[a] == gold[b], predicted[a] == predicted[b]
			if together {
				inGold++
			}
			if merged {
				inPredicted++
			}
			if together && merged {
				both++
			}
		}
		precision += ratio(both, inPredicted)
		recall += ratio(both, inGold)
	}
	return precision, recall
}
