package query

import (
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/text"
)

// Bounds of Grams: of a text, in runes, and in an n-gram, in words, or in characters
// for scripts without spaces.
const (
	gramText = 2000
	maxGram  = 10
)

// Grams are the normalised n-grams of a question that may be names in it, sorted,
// each once, at most graph.MaxIDs: of a long question only shorter ones.
func Grams(question string) []string {
	question = text.Truncate(question, gramText)
	words := text.Words(question)
	longest := min(maxGram, graph.MaxIDs/max(len(words), 1))
	var out []string
	for i := range words {
		for j := i; j < len(words) && j < i+longest; j++ {
			n := text.Normalise(text.Slice(question, words[i].Start, words[j].End))
			if strings.TrimSpace(n) != "" && !text.IsStop(strings.ToLower(n)) {
				out = append(out, n)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
