package graphreader

import (
	"strings"

	"grove/internal/text"
)

// placeOf finds what a model calls something among the names that it was
// offered: the name to the letter, else the only one that is the same but for
// case, width, quotes and the marks of a list. -1 where there is none.
func placeOf(names []string, said string) int {
	said = strings.TrimSpace(said)
	for i, n := range names {
		if n == said {
			return i
		}
	}
	found := -1
	norm := text.Normalise(strings.Trim(said, " \t\"'`*-•·.“”‘’「」"))
	if norm == "" {
		return -1
	}
	for i, n := range names {
		if text.Normalise(n) == norm {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}
