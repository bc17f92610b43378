package query

import (
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/text"
)

// Bounds of Grams: in a text, in runes, and in an n-gram, in words, or in characters
// for scripts without spaces.
const (
	gramText = 2000
	maxGram  = 10
)

// Grams are the normalised n-grams of a question that may be names in it, sorted,
// each once, at most graph.MaxIDs.
func Grams(question string) []string {
	question = text.Truncate(question, gramText)
	words := text.Words(question)
	var out []string
	for i := range words {
		for j := i; j < len(words) && j < i+maxGram; j++ {
			n := text.Normalise(text.Slice(question, words[i].Start, words[j].End))
			if strings.TrimSpace(n) != "" && !text.IsStop(strings.ToLower(n)) {
				out = append(out, n)
			}
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return out[:min(len(out), graph.MaxIDs)]
}
