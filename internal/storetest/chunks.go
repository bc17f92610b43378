package storetest

import (
	"fmt"

	"grove/internal/graph"
)

func chunkReads() []readCase {
	l := labelsOf(Small()...)
	ask := func(q graph.ChunksQuery) reading {
		return reads(graph.Reader.Chunks, q, func(c graph.ChunkRow) string {
			return fmt.Sprintf("%s after %s before %s", l.of(c.ID), l.of(c.Previous), l.of(c.Next))
		})
	}
	whole := reads(graph.Reader.Chunks, graph.ChunksQuery{Document: graph.DocumentID("voyage.txt"), From: 1, Limit: 1},
		func(c graph.ChunkRow) string {
			return fmt.Sprintf("%s %d | %d-%d %s| %d tokens | %s | %s | %s | %s | %s | %s", l.of(c.Document), c.Index, c.Start, c.End, c.Text,
				c.Tokens, c.Page, c.Heading, c.Name, c.Source, c.SourceID, c.Title)
		})
	voyage := Small()[0]
	log := Small()[1]
	return []readCase{
		{"chunks/of a document", ask(graph.ChunksQuery{Document: voyage.Document.ID}), []string{
			"voyage.txt#0 after - before voyage.txt#1",
			"voyage.txt#1 after voyage.txt#0 before voyage.txt#2",
			"voyage.txt#2 after voyage.txt#1 before -",
		}},
		{"chunks/from an index", ask(graph.ChunksQuery{Document: voyage.Document.ID, From: 2}), []string{"voyage.txt#2 after voyage.txt#1 before -"}},
		{"chunks/from past the end", ask(graph.ChunksQuery{Document: voyage.Document.ID, From: 3}), []string{}},
		{"chunks/limit", ask(graph.ChunksQuery{Document: voyage.Document.ID, Limit: 1}), []string{"voyage.txt#0 after - before voyage.txt#1"}},
		{"chunks/ids", ask(graph.ChunksQuery{IDs: []graph.ID{log.Chunks[0].ID, voyage.Chunks[2].ID, voyage.Chunks[0].ID, voyage.Chunks[0].ID, "cnobody"}}), []string{
			"voyage.txt#0 after - before voyage.txt#1",
			"voyage.txt#2 after voyage.txt#1 before -",
			"log.txt#0 after - before -",
		}},
		{"chunks/ids, limit", ask(graph.ChunksQuery{IDs: []graph.ID{log.Chunks[0].ID, voyage.Chunks[2].ID}, Limit: 1}), []string{
			"voyage.txt#2 after voyage.txt#1 before -",
		}},
		{"chunks/nothing asked", ask(graph.ChunksQuery{}), []string{}},
		{"chunks/unknown document", ask(graph.ChunksQuery{Document: "dnobody"}), []string{}},
		{"chunks/every field", whole, []string{
			"voyage.txt 1 | 26-83 Ishmael sails on the Pequod. The Pequod hunts the whale. | 10 tokens | iv | Chapter 1 | voyage.txt 2 | voyage.txt | v1 | Ahab at sea",
		}},
	}
}
