package storetest

import (
	"fmt"

	"grove/internal/graph"
)

func mentionReads() []readCase {
	l := labelsOf(Small()...)
	voyage, log := Small()[0].Chunks, Small()[1].Chunks
	ask := func(limit int, chunks ...graph.ID) reading {
		return reads(graph.Reader.Mentions, graph.MentionsQuery{Chunks: chunks, Limit: limit}, func(m graph.MentionRow) string {
			return fmt.Sprintf("%s %d times %s (%s)", l.of(m.Chunk), m.Count, m.Norm, m.Name)
		})
	}
	return []readCase{
		{"mentions/of a chunk, surfaces summed", ask(0, voyage[1].ID), []string{
			"voyage.txt#1 1 times ishmael (Ishmael)",
			"voyage.txt#1 1 times whale (whale)",
			"voyage.txt#1 3 times pequod (Pequod)",
		}},
		{"mentions/of several chunks, title counted", ask(0, voyage[0].ID, log[0].ID, log[0].ID), []string{
			"log.txt#0 3 times ahab (Ahab)",
			"log.txt#0 1 times captain (Captain)",
			"log.txt#0 1 times pequod (Pequod)",
			"log.txt#0 1 times starbuck (Starbuck)",
			"voyage.txt#0 2 times ahab (Ahab)",
			"voyage.txt#0 1 times pequod (Pequod)",
		}},
		{"mentions/limit", ask(1, voyage[1].ID), []string{"voyage.txt#1 1 times ishmael (Ishmael)"}},
		{"mentions/unknown chunk", ask(0, "cnobody"), []string{}},
		{"mentions/nothing asked", ask(0), []string{}},
	}
}
