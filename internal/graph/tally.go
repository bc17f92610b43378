package graph

import (
	"cmp"
	"maps"
	"slices"

	"grove/internal/lists"
)

// Tally counts the occurrences of strings, such as the surfaces of a key element. The
// captions of elements are derived from tallies, so that they do not depend on the order of
// evidence. Counts are positive; a string whose count falls to 0 is deleted.
type Tally map[string]int

// Add adds n, which may be negative, to the count of s. The empty string is not counted.
// The receiver must not be nil.
func (t Tally) Add(s string, n int) {
	if s == "" || n == 0 {
		return
	}
	t[s] += n
	if t[s] <= 0 {
		delete(t, s)
	}
}

// Top returns the string with the highest count, the smaller string on a tie, "" if empty.
func (t Tally) Top() string {
	best := ""
	for s, n := range t {
		if m := t[best]; best == "" || n > m || n == m && s < best {
			best = s
		}
	}
	return best
}

// Keys returns the counted strings, sorted.
func (t Tally) Keys() []string { return sortedKeys(t) }

// Pairs returns the strings, sorted, and their counts in the same order: the form in which
// Neo4j stores a tally.
func (t Tally) Pairs() (keys []string, counts []int64) {
	keys = t.Keys()
	return keys, lists.Map(keys, func(k string) int64 { return int64(t[k]) })
}

// TallyOf returns the tally with these strings and counts. Strings without a count of at
// least 1 are left out.
func TallyOf(keys []string, counts []int64) Tally {
	t := make(Tally, len(keys))
	for i := range min(len(keys), len(counts)) {
		t.Add(keys[i], int(max(counts[i], 0)))
	}
	return t
}

func (t Tally) clone() Tally {
	c := make(Tally, len(t))
	maps.Copy(c, t)
	return c
}

// sortedKeys returns the keys of a map in order, never nil.
func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	keys := slices.AppendSeq(make([]K, 0, len(m)), maps.Keys(m))
	slices.Sort(keys)
	return keys
}
