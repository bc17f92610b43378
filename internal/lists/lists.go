// Package lists has the loops over lists that package slices lacks.
package lists

import (
	"cmp"
	"slices"
)

// Map returns the results of f for all items, in order; never nil.
func Map[T, U any](items []T, f func(T) U) []U {
	out := make([]U, len(items))
	for i, item := range items {
		out[i] = f(item)
	}
	return out
}

// Flat returns the lists that f returns for the items, joined; nil for none.
func Flat[T, U any](items []T, f func(T) []U) (out []U) {
	for _, item := range items {
		out = append(out, f(item)...)
	}
	return out
}

// Filter returns the items that f is true for, in order; nil for none.
func Filter[T any](items []T, f func(T) bool) (out []T) {
	for _, item := range items {
		if f(item) {
			out = append(out, item)
		}
	}
	return out
}

// Count returns the number of items that f is true for.
func Count[T any](items []T, f func(T) bool) (n int) {
	for _, item := range items {
		if f(item) {
			n++
		}
	}
	return n
}

// Sum adds the results of f for all items, in order.
func Sum[T any, N cmp.Ordered](items []T, f func(T) N) (sum N) {
	for _, item := range items {
		sum += f(item)
	}
	return sum
}

// Once returns each value once, in the order of their first occurrences; nil for none.
func Once[S ~[]E, E comparable](values S) (out S) {
	return OnceBy(values, func(v E) E { return v })
}

// OnceBy returns the first item of each key, in order; nil for none.
func OnceBy[S ~[]T, T any, K comparable](items S, key func(T) K) (out S) {
	seen := make(map[K]bool, len(items))
	for _, item := range items {
		if k := key(item); !seen[k] {
			seen[k] = true
			out = append(out, item)
		}
	}
	return out
}

// Set returns the set of values; never nil.
func Set[E comparable](values []E) map[E]bool {
	return SetOf(values, func(v E) E { return v })
}

// SetOf returns the set of the items' keys; never nil.
func SetOf[T any, K comparable](items []T, key func(T) K) map[K]bool {
	out := make(map[K]bool, len(items))
	for _, item := range items {
		out[key(item)] = true
	}
	return out
}

// Index returns the items by key, of several with one key the last; never nil.
func Index[T any, K comparable](items []T, key func(T) K) map[K]T {
	out := make(map[K]T, len(items))
	for _, item := range items {
		out[key(item)] = item
	}
	return out
}

// Table returns the pairs that f gives for the items, of several with one key the last; never nil.
func Table[T any, K comparable, V any](items []T, f func(T) (K, V)) map[K]V {
	out := make(map[K]V, len(items))
	for _, item := range items {
		key, value := f(item)
		out[key] = value
	}
	return out
}

// Group returns the items of each key, in order; never nil.
func Group[T any, K comparable](items []T, key func(T) K) map[K][]T {
	out := map[K][]T{}
	for _, item := range items {
		k := key(item)
		out[k] = append(out[k], item)
	}
	return out
}

// Tally returns how often each value occurs; never nil.
func Tally[E comparable](values []E) map[E]int {
	out := make(map[E]int, len(values))
	for _, v := range values {
		out[v]++
	}
	return out
}

// Common returns the number of keys that two sets share.
func Common[K comparable](a, b map[K]bool) (n int) {
	for k := range a {
		if b[k] {
			n++
		}
	}
	return n
}

// Sorted returns the values sorted, each once. The argument is unchanged.
func Sorted[S ~[]E, E cmp.Ordered](values S) S {
	values = slices.Clone(values)
	slices.Sort(values)
	return slices.Compact(values)
}

// Indices returns 0 to n-1.
func Indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
