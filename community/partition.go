package community

import (
	"slices"

	"grove/internal/lists"
)

// A partition of n elements names the part of each, below n.

// singletons returns the partition in which every element is a part of its own.
func singletons(n int) []int32 {
	part := make([]int32, n)
	for v := range part {
		part[v] = int32(v)
	}
	return part
}

// compose gives, for each element, the part of the node that holds it.
func compose(node, part []int32) []int32 {
	return lists.Map(node, func(n int32) int32 { return part[n] })
}

// number renames the parts to 0, 1, ... in the order of their first elements,
// and gives how many there are. Names are below the number of elements.
func number(part []int32) ([]int32, int) {
	names := slices.Repeat([]int32{-1}, len(part))
	numbered, count := make([]int32, len(part)), int32(0)
	for v, p := range part {
		if names[p] < 0 {
			names[p] = count
			count++
		}
		numbered[v] = names[p]
	}
	return numbered, int(count)
}

// members lists the elements of each of count parts, ascending.
func members(part []int32, count int) [][]int32 {
	size := make([]int, count+1)
	for _, p := range part {
		size[p+1]++
	}
	for p := range count {
		size[p+1] += size[p]
	}
	all := make([]int32, len(part))
	next := slices.Clone(size[:count])
	for v, p := range part {
		all[next[p]] = int32(v)
		next[p]++
	}
	lists := make([][]int32, count)
	for p := range lists {
		lists[p] = all[size[p]:size[p+1]:size[p+1]]
	}
	return lists
}

func widen(elements []int32) []int {
	return lists.Map(elements, func(e int32) int { return int(e) })
}
