package pack_test

import (
	"slices"
	"testing"

	"grove/ingest/pack"
)

func TestPlan(t *testing.T) {
	for _, c := range []struct {
		name   string
		tokens []int
		limits pack.Limits
		want   [][2]int
	}{
		{"nothing", nil, pack.Limits{}, nil},
		{"by number", []int{1, 1, 1, 1, 1}, pack.Limits{Chunks: 2}, [][2]int{{0, 2}, {2, 4}, {4, 5}}},
		{"by size", []int{600, 300, 200, 900, 100}, pack.Limits{Tokens: 1000}, [][2]int{{0, 2}, {2, 3}, {3, 5}}},
		{"a large one alone", []int{10, 5000, 10, 10}, pack.Limits{}, [][2]int{{0, 1}, {1, 2}, {2, 4}}},
		{"one a call", []int{1, 1, 1}, pack.Limits{Chunks: 1}, [][2]int{{0, 1}, {1, 2}, {2, 3}}},
		{"empty chunks", []int{0, 0, 0}, pack.Limits{Tokens: 10}, [][2]int{{0, 3}}},
		{"defaults", make([]int, 17), pack.Limits{}, [][2]int{{0, 8}, {8, 16}, {16, 17}}},
	} {
		if got := pack.Plan(c.tokens, c.limits); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
