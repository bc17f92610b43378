package lists_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/lists"
)

// TestLists: each function on items, and on none.
func TestLists(t *testing.T) {
	type item struct {
		key string
		n   int
	}
	items := []item{{"a", 1}, {"b", 2}, {"a", 3}}
	key := func(i item) string { return i.key }
	odd := func(i item) bool { return i.n%2 == 1 }
	twice := func(i item) []int { return []int{i.n, i.n} }
	for name, c := range map[string]struct{ got, want any }{
		"Map":          {lists.Map(items, key), []string{"a", "b", "a"}},
		"Map, none":    {lists.Map(nil, key), []string{}},
		"Flat":         {lists.Flat(items, twice), []int{1, 1, 2, 2, 3, 3}},
		"Flat, none":   {lists.Flat(nil, twice), []int(nil)},
		"Filter":       {lists.Map(lists.Filter(items, odd), key), []string{"a", "a"}},
		"Filter, none": {lists.Filter([]int{2}, func(n int) bool { return n == 1 }), []int(nil)},
		"Count":        {lists.Count(items, odd), 2},
		"Sum":          {lists.Sum(items, func(i item) int { return i.n }), 6},
		"Once":         {lists.Once(lists.Map(items, key)), []string{"a", "b"}},
		"Once, none":   {lists.Once([]string{}), []string(nil)},
		"OnceBy":       {lists.OnceBy(items, key), items[:2]},
		"OnceBy, none": {lists.OnceBy([]item{}, key), []item(nil)},
		"Set":          {lists.Set([]int{1, 2, 1}), map[int]bool{1: true, 2: true}},
		"SetOf":        {lists.SetOf(items, key), map[string]bool{"a": true, "b": true}},
		"SetOf, none":  {lists.SetOf(nil, key), map[string]bool{}},
		"Index":        {lists.Sum([]item{lists.Index(items, key)["a"]}, func(i item) int { return i.n }), 3},
		"Index, none":  {len(lists.Index(nil, key)), 0},
		"Table":        {lists.Table(items, func(i item) (string, int) { return i.key, i.n }), map[string]int{"a": 3, "b": 2}},
		"Group":        {lists.Group([]int{1, 2, 3}, func(n int) bool { return n == 2 }), map[bool][]int{false: {1, 3}, true: {2}}},
		"Tally":        {lists.Tally(lists.Map(items, key)), map[string]int{"a": 2, "b": 1}},
		"Common":       {lists.Common(lists.Set([]int{1, 2, 3}), map[int]bool{1: false, 3: true, 4: true}), 1},
	} {
		if d := cmp.Diff(c.want, c.got, cmp.AllowUnexported(item{})); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}
