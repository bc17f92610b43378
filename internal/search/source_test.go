package search

import (
	"cmp"
	"context"
	"slices"

	"grove/internal/graph"
)

// memory is a store in memory: chunks, and the feed of what happened to them.
type memory struct {
	number int64
	rows   map[graph.ID]graph.ChunkRow
	last   map[graph.ID]graph.ChunkChange
	// fail, if set, is asked before each read of the feed.
	fail func() error
}

func newMemory(rows ...graph.ChunkRow) *memory {
	m := &memory{rows: map[graph.ID]graph.ChunkRow{}, last: map[graph.ID]graph.ChunkChange{}}
	if len(rows) > 0 {
		m.put(rows...)
	}
	return m
}

func chunk(id, title, body string) graph.ChunkRow {
	return graph.ChunkRow{Chunk: graph.Chunk{ID: graph.ID(id), Text: body}, Title: title}
}

// put writes chunks in one change.
func (m *memory) put(rows ...graph.ChunkRow) {
	m.number++
	for _, r := range rows {
		m.rows[r.ID] = r
		m.last[r.ID] = graph.ChunkChange{Number: m.number, Chunk: r.ID}
	}
}

// remove deletes chunks in one change.
func (m *memory) remove(ids ...graph.ID) {
	m.number++
	for _, id := range ids {
		delete(m.rows, id)
		m.last[id] = graph.ChunkChange{Number: m.number, Chunk: id, Gone: true}
	}
}

func (m *memory) ChangeNumber(context.Context) (int64, error) { return m.number, nil }

func (m *memory) Changes(_ context.Context, q graph.ChangesQuery) ([]graph.ChunkChange, error) {
	if m.fail != nil {
		if err := m.fail(); err != nil {
			return nil, err
		}
	}
	var changes []graph.ChunkChange
	for _, c := range m.last {
		if c.Number > q.Since || c.Number == q.Since && c.Chunk > q.After {
			changes = append(changes, c)
		}
	}
	slices.SortFunc(changes, func(a, b graph.ChunkChange) int {
		return cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(a.Chunk, b.Chunk))
	})
	return changes[:min(len(changes), graph.Limit(q.Limit))], nil
}

func (m *memory) Chunks(_ context.Context, q graph.ChunksQuery) ([]graph.ChunkRow, error) {
	var rows []graph.ChunkRow
	for _, id := range q.IDs {
		if row, ok := m.rows[id]; ok {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

func (m *memory) PageChunks(_ context.Context, q graph.PageQuery) ([]graph.Chunk, error) {
	var page []graph.Chunk
	for _, row := range m.rows {
		if row.ID > q.After {
			page = append(page, row.Chunk)
		}
	}
	slices.SortFunc(page, func(a, b graph.Chunk) int { return cmp.Compare(a.ID, b.ID) })
	return page[:min(len(page), graph.Limit(q.Limit))], nil
}
