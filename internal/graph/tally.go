package graph

import (
	"cmp"
	"slices"
)

// Tally counts how often each of several strings was given: the surfaces or
// the types of a key element, say. What is shown for the element follows from
// its tallies alone, so the order in which evidence came cannot show.
// Counts are positive; a string whose count falls to 0 is gone.
type Tally map[string]int

// Add raises (or with a negative n lowers) the count of s. The empty string is
// never counted. The receiver must not be nil.
func (t Tally) Add(s string, n int) {
	if s == "" || n == 0 {
		return
	}
	t[s] += n
	if t[s] <= 0 {
		delete(t, s)
	}
}

// Top is the string with the highest count, the smaller string on a tie, "" if empty.
func (t Tally) Top() string {
	best := ""
	for s, n := range t {
		if m := t[best]; best == "" || n > m || n == m && s < best {
			best = s
		}
	}
	return best
}

// Keys are the counted strings, sorted.
func (t Tally) Keys() []string {
	keys := make([]string, 0, len(t))
	for s := range t {
		keys = append(keys, s)
	}
	slices.Sort(keys)
	return keys
}

// Pairs are the strings, sorted, and their counts in the same order: the form
// in which stores keep a tally.
func (t Tally) Pairs() (keys []string, counts []int64) {
	keys = t.Keys()
	counts = make([]int64, len(keys))
	for i, k := range keys {
		counts[i] = int64(t[k])
	}
	return keys, counts
}

// TallyOf is the tally with these strings and counts; pairs without a partner
// or with a count below 1 are left out.
func TallyOf(keys []string, counts []int64) Tally {
	t := make(Tally, len(keys))
	for i := range min(len(keys), len(counts)) {
		t.Add(keys[i], int(max(counts[i], 0)))
	}
	return t
}

func (t Tally) clone() Tally {
	c := make(Tally, len(t))
	for k, v := range t {
		c[k] = v
	}
	return c
}

// sortedKeys are a map's keys in order.
func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
