package tree

import (
	"context"
	"fmt"
	"slices"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/query"
)

// memory is the state of a question: the sub-queries, the conclusions, and the retrieved
// items and chunks, latest first.
type memory struct {
	asked []subQuery
	// outcomes has for each of asked what the search found, "" where that is only in the evidence.
	outcomes []string
	thoughts []string
	// statements are attributes and triples; chunks are the chunks read.
	statements, facts, communities []item
	chunks                         []graph.ChunkRow
	// retained are the pieces that a reflection found useful, with their texts by id: an excerpt stays as it was read.
	retained map[graph.ID]string
}

func (m *memory) retains(id graph.ID) bool {
	_, ok := m.retained[id]
	return ok
}

// remember puts the retrieved items and chunks before the existing ones and reads new
// chunks. Chunks that are no longer stored are left out.
func (r *run) remember(ctx context.Context, f fused) error {
	m := r.memory
	unread := lists.Filter(f.chunks, func(id graph.ID) bool {
		return !slices.ContainsFunc(m.chunks, func(c graph.ChunkRow) bool { return c.ID == id })
	})
	rows := m.chunks
	if len(unread) > 0 {
		read, err := r.Graph.Chunks(ctx, graph.ChunksQuery{IDs: unread, Limit: len(unread)})
		if err != nil {
			return err
		}
		rows = append(read, m.chunks...)
	}
	m.chunks = first(f.chunks, rows, func(c graph.ChunkRow) graph.ID { return c.ID })
	for _, x := range slices.Backward(f.items) {
		switch x.of {
		case attributeItem, tripleItem:
			m.statements = slices.Insert(without(m.statements, x.id), 0, x)
		case factItem:
			m.facts = slices.Insert(without(m.facts, x.id), 0, x)
		case communityItem:
			m.communities = slices.Insert(without(m.communities, x.id), 0, x)
		}
	}
	return nil
}

// first returns the things with the given ids in that order, then the others.
func first[T any](order []graph.ID, things []T, id func(T) graph.ID) []T {
	var out []T
	for _, wanted := range order {
		if i := slices.IndexFunc(things, func(t T) bool { return id(t) == wanted }); i >= 0 {
			out = append(out, things[i])
		}
	}
	return append(out, lists.Filter(things, func(t T) bool { return !slices.Contains(order, id(t)) })...)
}

func without(items []item, id graph.ID) []item {
	return slices.DeleteFunc(items, func(x item) bool { return x.id == id })
}

// lines returns the sub-queries and conclusions as lines for prompts, which fence them as
// they may quote documents.
func (m *memory) lines() []string {
	var out []string
	for i, q := range m.asked {
		line := "asked " + q.show()
		if q.relation != "" && q.words != "" {
			line += " " + query.OneLine(q.words)
		}
		if i < len(m.outcomes) && m.outcomes[i] != "" {
			line += ": " + m.outcomes[i]
		}
		out = append(out, llm.Defused(line))
	}
	for i, t := range m.thoughts {
		out = append(out, llm.Defused(fmt.Sprintf("step %d: %s", i+1, t)))
	}
	return out
}
