package tree

import (
	"context"
	"fmt"
	"slices"

	"grove/internal/graph"
	"grove/query"
)

// memory is the history of a question: what was asked, what each step of
// reasoning concluded, and what was retrieved, the latest first.
type memory struct {
	asked    []subQuery
	thoughts []string
	// statements are attributes and triples, chunks those read.
	statements, communities []item
	chunks                  []graph.ChunkRow
	// kept are what a step of reasoning found useful: they stay in view.
	kept map[graph.ID]bool
}

func newMemory() *memory { return &memory{kept: map[graph.ID]bool{}} }

// remember puts what was retrieved before what was there, and reads the chunks
// that are new. A chunk that is gone by now is left out.
func (r *run) remember(ctx context.Context, f fused) error {
	m := r.memory
	var unread []graph.ID
	for _, id := range f.chunks {
		if !slices.ContainsFunc(m.chunks, func(c graph.ChunkRow) bool { return c.ID == id }) {
			unread = append(unread, id)
		}
	}
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
		case communityItem:
			m.communities = slices.Insert(without(m.communities, x.id), 0, x)
		}
	}
	return nil
}

// first gives the things with these ids in their order, then the others in theirs.
func first[T any](order []graph.ID, things []T, id func(T) graph.ID) []T {
	var out []T
	for _, wanted := range order {
		if i := slices.IndexFunc(things, func(t T) bool { return id(t) == wanted }); i >= 0 {
			out = append(out, things[i])
		}
	}
	for _, t := range things {
		if !slices.Contains(order, id(t)) {
			out = append(out, t)
		}
	}
	return out
}

func without(items []item, id graph.ID) []item {
	return slices.DeleteFunc(items, func(x item) bool { return x.id == id })
}

// lines are the earlier steps as prompts show them: what each asked and
// concluded. They may quote documents, so that prompts fence them.
func (m *memory) lines() []string {
	var out []string
	for _, q := range m.asked {
		out = append(out, query.Defused("asked "+q.show()))
	}
	for i, t := range m.thoughts {
		out = append(out, query.Defused(fmt.Sprintf("step %d: %s", i+1, t)))
	}
	return out
}
