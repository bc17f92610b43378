package query

import (
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/text"
)

// gramText bounds the text of Grams, in runes; maxGram bounds an n-gram, in words, or in
// characters for scripts without spaces.
const (
	gramText = 2000
	maxGram  = 10
)

// Grams returns the normalised n-grams of a question that may be names, sorted and
// distinct, at most graph.MaxIDs; for long questions only shorter n-grams.
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
	return lists.Sorted(out)
}
