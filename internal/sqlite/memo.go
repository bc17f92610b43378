package sqlite

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"unsafe"

	"grove/internal/graph"
	"grove/internal/lists"
)

const (
	// memoBytes is the estimated size at which a memo is emptied.
	memoBytes = 64 << 20
	// memoRows is the most rows of a read that are cached. Items with more are hubs, and
	// are read with the query's limit each time.
	memoRows = 8192
)

// memo caches rows of one state of the database by the item that they belong to, as
// questions and their steps often read the same items. The rows are shared and must not be
// changed. It is safe for concurrent use.
type memo struct {
	mu    sync.RWMutex
	rows  map[memoKey]any
	bytes int
}

// memoKey is an operation and an item.
type memoKey struct {
	what string
	item graph.ID
}

// recall returns the cached rows of the items, and the items without any.
func recall[R any](m *memo, what string, items []graph.ID) (cached []R, missing []graph.ID) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	for _, item := range items {
		if rows, ok := m.rows[memoKey{what, item}]; ok {
			cached = append(cached, rows.([]R)...)
		} else {
			missing = append(missing, item)
		}
	}
	return cached, missing
}

// keep caches all rows of an item. texts returns the length of the long texts of a row; ids
// and names are estimated.
func keep[R any](m *memo, what string, item graph.ID, rows []R, texts func(R) int) {
	var row R
	size := len(item) + (len(rows)+1)*3*int(unsafe.Sizeof(row))
	if texts != nil {
		size += lists.Sum(rows, texts)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.rows == nil || m.bytes+size > memoBytes {
		m.rows, m.bytes = map[memoKey]any{}, 0
	}
	if size <= memoBytes {
		m.rows[memoKey{what, item}] = rows
		m.bytes += size
	}
}

// listing is a read of rows that each belong to one of some items.
type listing[R any] struct {
	op    string
	items []graph.ID
	// limit is the most rows. Reads with a scope are not cached.
	limit int
	scope graph.Scope
	// read returns the first rows of items, item the item of a row, texts the length of a
	// row's long texts (nil: none); compare is the total order of rows.
	read    func(ctx context.Context, items []graph.ID, limit int) ([]R, error)
	item    func(R) graph.ID
	compare func(a, b R) int
	texts   func(R) int
}

// listed carries out a listing. Cached rows are not read again.
func listed[R any](ctx context.Context, r reader, l listing[R]) (out []R, err error) {
	ctx, end := r.observe.Begin(ctx, l.op)
	defer func() { end(err) }()
	m := r.memo()
	if m == nil || !l.scope.Empty() {
		return l.read(ctx, l.items, l.limit)
	}
	if err := cmp.Or(r.refused, mapped(ctx, ctx.Err(), l.op, "")); err != nil {
		return nil, err
	}
	rows, missing := recall[R](m, l.op, lists.Sorted(l.items))
	if len(missing) > 0 {
		fresh, err := l.read(ctx, missing, memoRows)
		if err != nil {
			return nil, err
		}
		if len(fresh) == memoRows {
			return l.read(ctx, l.items, l.limit)
		}
		of := lists.Group(fresh, l.item)
		for _, item := range missing {
			keep(m, l.op, item, of[item], l.texts)
		}
		rows = append(rows, fresh...)
	}
	slices.SortFunc(rows, l.compare)
	return rows[:min(len(rows), l.limit)], nil
}

// cachedWhole carries out a read whose rows are cached together, such as the members of a
// community.
func cachedWhole[R any](ctx context.Context, r reader, op, question string, read func(context.Context) ([]R, error)) (rows []R, err error) {
	ctx, end := r.observe.Begin(ctx, op)
	defer func() { end(err) }()
	m := r.memo()
	if m == nil {
		return read(ctx)
	}
	if err := cmp.Or(r.refused, mapped(ctx, ctx.Err(), op, "")); err != nil {
		return nil, err
	}
	if cached, missing := recall[R](m, op, []graph.ID{graph.ID(question)}); len(missing) == 0 {
		return cached, nil
	}
	if rows, err = read(ctx); err == nil {
		keep(m, op, graph.ID(question), slices.Clone(rows), nil)
	}
	return rows, err
}
