package sqlite

import (
	"context"
	"slices"
	"sync"
	"unsafe"

	"grove/internal/graph"
)

const (
	// memoBytes bounds what a memo holds, by estimate; one that is full begins anew.
	memoBytes = 64 << 20
	// memoRows is how many rows are read at once to be remembered. What has more is a
	// hub, and is read with its limit each time.
	memoRows = 8192
)

// memo remembers rows of one state of the database by the item that they belong
// to: one question after another, and the steps of each, read about the same things. The rows
// are shared, so nobody may change what they hold. It is safe for concurrent use.
type memo struct {
	mu    sync.RWMutex
	rows  map[memoKey]any
	bytes int
}

// memoKey is what was read, such as the facts, and of which item.
type memoKey struct {
	what string
	item graph.ID
}

// recall appends what is remembered of the items, and gives those of which nothing is.
func recall[R any](m *memo, what string, items []graph.ID) (known []R, missing []graph.ID) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	for _, item := range items {
		if rows, ok := m.rows[memoKey{what, item}]; ok {
			known = append(known, rows.([]R)...)
		} else {
			missing = append(missing, item)
		}
	}
	return known, missing
}

// keep remembers all rows of an item. texts is the length of the long ones in a
// row; ids and names are estimated.
func keep[R any](m *memo, what string, item graph.ID, rows []R, texts func(R) int) {
	var row R
	size := len(item) + (len(rows)+1)*3*int(unsafe.Sizeof(row))
	if texts != nil {
		for _, r := range rows {
			size += texts(r)
		}
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

// listing is a read of rows each of which belongs to one of some items.
type listing[R any] struct {
	op    string
	items []graph.ID
	// limit is the most rows, scope what bounds them; only what nothing bounds is remembered.
	limit int
	scope graph.Scope
	// read gives the first rows of items; item is whose a row is, compare the total
	// order of rows, texts the length of a row's long texts (nil: it has none).
	read    func(ctx context.Context, items []graph.ID, limit int) ([]R, error)
	item    func(R) graph.ID
	compare func(a, b R) int
	texts   func(R) int
}

// listed carries out a listing: what is remembered is not read again.
func listed[R any](ctx context.Context, r reader, l listing[R]) (out []R, err error) {
	ctx, end := r.observe.Begin(ctx, l.op)
	defer func() { end(err) }()
	m := r.memo()
	if m == nil || !l.scope.Empty() {
		return l.read(ctx, l.items, l.limit)
	}
	if err := ctx.Err(); err != nil {
		return nil, mapped(ctx, err, l.op, "")
	}
	rows, missing := recall[R](m, l.op, each(l.items))
	if len(missing) > 0 {
		fresh, err := l.read(ctx, missing, memoRows)
		if err != nil {
			return nil, err
		}
		if len(fresh) == memoRows {
			return l.read(ctx, l.items, l.limit)
		}
		of := make(map[graph.ID][]R, len(missing))
		for _, row := range fresh {
			of[l.item(row)] = append(of[l.item(row)], row)
		}
		for _, item := range missing {
			keep(m, l.op, item, of[item], l.texts)
		}
		rows = append(rows, fresh...)
	}
	slices.SortFunc(rows, l.compare)
	return rows[:min(len(rows), l.limit)], nil
}

// remembered carries out a read whose rows belong to its question as a whole, such
// as the members of a community.
func remembered[R any](ctx context.Context, r reader, op, question string, read func(context.Context) ([]R, error)) (rows []R, err error) {
	ctx, end := r.observe.Begin(ctx, op)
	defer func() { end(err) }()
	m := r.memo()
	if m == nil {
		return read(ctx)
	}
	if err := ctx.Err(); err != nil {
		return nil, mapped(ctx, err, op, "")
	}
	if known, missing := recall[R](m, op, []graph.ID{graph.ID(question)}); len(missing) == 0 {
		return known, nil
	}
	if rows, err = read(ctx); err == nil {
		keep(m, op, graph.ID(question), slices.Clone(rows), nil)
	}
	return rows, err
}
