package retrieve

import (
	"cmp"
	"slices"
)

// target is an entity that an alias may refer to. weight, in (0,1], is the confidence that
// the alias alone refers to it.
type target struct {
	entity int32
	weight float64
}

// alias is a name as a sequence of folded words, with its targets by weight from high to
// low, then entity.
type alias struct {
	words   []uint32
	targets []target
	// sum and squares are the sums of the weights and of their squares.
	sum, squares float64
}

// aliases is a table of names by their words.
type aliases struct {
	list []alias
	at   map[uint64][]int32 // hash of the words -> aliases
	// longest is the length, in words, of the longest alias that begins with a word.
	longest map[uint32]int
}

// maxAliasWords bounds the length of a name, in words.
const maxAliasWords = 16

func newAliases() *aliases {
	return &aliases{at: map[uint64][]int32{}, longest: map[uint32]int{}}
}

// add adds a name of an entity. Of two weights for the same entity the larger counts.
func (a *aliases) add(words []uint32, entity int32, weight float64) {
	if len(words) == 0 || len(words) > maxAliasWords {
		return
	}
	h := hashWords(words)
	id := a.find(h, words)
	if id < 0 {
		id = int32(len(a.list))
		a.list = append(a.list, alias{words: slices.Clone(words)})
		a.at[h] = append(a.at[h], id)
		a.longest[words[0]] = max(a.longest[words[0]], len(words))
	}
	targets := &a.list[id].targets
	if i := slices.IndexFunc(*targets, func(t target) bool { return t.entity == entity }); i >= 0 {
		(*targets)[i].weight = max((*targets)[i].weight, weight)
		return
	}
	*targets = append(*targets, target{entity, weight})
}

// finish sorts the targets and sums their weights.
func (a *aliases) finish() {
	for i := range a.list {
		e := &a.list[i]
		slices.SortFunc(e.targets, func(x, y target) int {
			return cmp.Or(cmp.Compare(y.weight, x.weight), cmp.Compare(x.entity, y.entity))
		})
		for _, t := range e.targets {
			e.sum += t.weight
			e.squares += float64(t.weight * t.weight)
		}
	}
}

// find returns the alias of exactly these words, or -1.
func (a *aliases) find(hash uint64, words []uint32) int32 {
	for _, id := range a.at[hash] {
		if slices.Equal(a.list[id].words, words) {
			return id
		}
	}
	return -1
}

// lookup returns the alias of exactly these words, or -1.
func (a *aliases) lookup(words []uint32) int32 { return a.find(hashWords(words), words) }

// hashWords returns the FNV-1a hash of the words.
func hashWords(words []uint32) uint64 {
	h := uint64(14695981039346656037)
	for _, w := range words {
		h = (h ^ uint64(w)) * 1099511628211
	}
	return h
}
