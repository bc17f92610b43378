package offline

import (
	_ "embed"
	"iter"
	"slices"
	"strings"

	"grove/internal/text"
)

//go:embed relations.txt
var relationTable string

// Relations yields the rows of the table of relations: words of questions, and words of texts
// that state what they ask for.
func Relations() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for row := range strings.Lines(relationTable) {
			asks, states, directed := strings.Cut(strings.TrimSpace(row), ":")
			if directed && !strings.HasPrefix(row, "#") && !yield(asks, states) {
				return
			}
		}
	}
}

// relations are the terms of texts by term of a question, relationTerms the terms of questions
// for relations.
var relations, relationTerms = readRelations()

func readRelations() (of map[string][]string, asked map[string]bool) {
	of, asked = map[string][]string{}, map[string]bool{}
	add := func(asks, states []string) {
		for _, t := range asks {
			for _, n := range states {
				if n != t && !slices.Contains(of[t], n) {
					of[t] = append(of[t], n)
				}
			}
		}
	}
	for asks, states := range Relations() {
		terms := distinct(text.Terms(asks))
		add(terms, distinct(text.Terms(states)))
		for _, t := range terms {
			asked[t] = true
		}
	}
	for row := range strings.Lines(relationTable) {
		if !strings.Contains(row, ":") && !strings.HasPrefix(row, "#") {
			terms := distinct(text.Terms(row))
			add(terms, terms)
		}
	}
	return of, asked
}
