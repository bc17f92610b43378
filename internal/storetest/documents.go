package storetest

import (
	"fmt"
	"strings"
	"time"

	"grove/internal/graph"
)

func documentReads() []readCase {
	ask := func(q graph.DocumentsQuery) reading {
		return reads(graph.Reader.Documents, q, func(d graph.Document) string { return d.Source })
	}
	whole := reads(graph.Reader.Documents, graph.DocumentsQuery{}, func(d graph.Document) string {
		return fmt.Sprintf("%s | %s | %s | %s | %s | %s | %d tokens | %d runes | %s | %s", d.Source, d.SourceID, d.Title, d.Language,
			d.SHA256[:8], strings.Join(d.Tags, ","), d.Tokens, d.Runes, d.Origin, d.IngestedAt.Format(time.RFC3339Nano))
	})
	return []readCase{
		{"documents/all by id", ask(graph.DocumentsQuery{}), []string{"鲸.txt", "voyage.txt", "log.txt"}},
		{"documents/limit", ask(graph.DocumentsQuery{Limit: 2}), []string{"鲸.txt", "voyage.txt"}},
		{"documents/after", ask(graph.DocumentsQuery{After: graph.DocumentID("鲸.txt"), Limit: 1}), []string{"voyage.txt"}},
		{"documents/after the last", ask(graph.DocumentsQuery{After: graph.DocumentID("log.txt")}), []string{}},
		{"documents/ids", ask(graph.DocumentsQuery{IDs: []graph.ID{graph.DocumentID("log.txt"), graph.DocumentID("nobody"), graph.DocumentID("鲸.txt")}}),
			[]string{"鲸.txt", "log.txt"}},
		{"documents/an id twice", ask(graph.DocumentsQuery{IDs: []graph.ID{graph.DocumentID("log.txt"), graph.DocumentID("log.txt")}}), []string{"log.txt"}},
		{"documents/sources", ask(graph.DocumentsQuery{Sources: []string{"voyage.txt", "Voyage.txt"}}), []string{"voyage.txt"}},
		{"documents/source ids", ask(graph.DocumentsQuery{SourceIDs: []string{"l1", "v1"}}), []string{"voyage.txt", "log.txt"}},
		{"documents/origins", ask(graph.DocumentsQuery{Origins: []string{"/library/鲸.txt"}}), []string{"鲸.txt"}},
		{"documents/any of several", ask(graph.DocumentsQuery{IDs: []graph.ID{graph.DocumentID("log.txt")}, Sources: []string{"鲸.txt"}, SourceIDs: []string{"l1"}}),
			[]string{"鲸.txt", "log.txt"}},
		{"documents/any of several, after", ask(graph.DocumentsQuery{Sources: []string{"鲸.txt", "log.txt"}, After: graph.DocumentID("鲸.txt")}), []string{"log.txt"}},
		{"documents/none matches", ask(graph.DocumentsQuery{Sources: []string{"' OR 1=1 --"}}), []string{}},
		{"documents/every field", whole, []string{
			"鲸.txt |  | 白鲸 | zh | 84ee9274 |  | 1 tokens | 9 runes | /library/鲸.txt | 1851-11-14T12:30:15Z",
			"voyage.txt | v1 | Ahab at sea | en | bc1eb350 | author=Melville,year=1851 | 21 tokens | 117 runes | /library/voyage.txt | 1851-11-14T12:30:15Z",
			"log.txt | l1 |  | en | cee39ba8 |  | 8 tokens | 54 runes | /library/log.txt | 1851-11-14T12:30:15Z",
		}},
	}
}
