package search

import (
	"context"
	"encoding/json"
	"fmt"

	index "github.com/blevesearch/bleve_index_api"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
)

// batchSize is how many changes go into the index in one write, which bounds
// the memory of catching up.
const batchSize = 500

// Sync applies the changes of the store. Chunks and the change number are one write, so that
// an interrupted Sync resumes where it stopped.
// A store whose change number is below the index's is another store: the index
// is rebuilt.
func (x *Index) Sync(ctx context.Context) error {
	release, err := x.write(ctx, "search.Sync")
	if err != nil {
		return err
	}
	defer release()
	return fault.Wrap(x.follow(ctx), "search.Sync", x.options.Dir)
}

// follow applies the feed of changes to its end. The caller is the writer.
func (x *Index) follow(ctx context.Context) error {
	number, err := x.source.ChangeNumber(ctx)
	if err != nil {
		return err
	}
	if number == x.state.Next-1 && x.state.After == "" {
		return nil
	}
	if number < x.state.reached() {
		x.options.rebuilding("it is ahead of the store")
		if err := x.empty(); err != nil {
			return err
		}
	}
	for more := true; more; {
		if more, err = x.step(ctx, number); err != nil {
			return err
		}
	}
	return nil
}

// step applies the next changes. A page that is not full is the feed's end: the
// index has then reached number, which was the store's before, or whatever
// later change the page has.
func (x *Index) step(ctx context.Context, number int64) (more bool, err error) {
	changes, err := x.source.Changes(ctx, graph.ChangesQuery{Since: x.state.Next, After: x.state.After, Limit: batchSize})
	if err != nil {
		return false, err
	}
	next := x.state
	if len(changes) > 0 {
		last := changes[len(changes)-1]
		next.Next, next.After = last.Number, last.Chunk
	}
	if more = len(changes) >= batchSize; !more {
		next.Next, next.After = max(number, next.reached())+1, ""
	}
	return more, x.apply(ctx, changes, next)
}

// apply writes what the chunks of the changes are now, with the state. A chunk
// that the store no longer has goes, whatever its change says: its tombstone
// follows in the feed.
func (x *Index) apply(ctx context.Context, changes []graph.ChunkChange, next state) error {
	rows, err := x.rows(ctx, changes)
	if err != nil {
		return err
	}
	batch := index.NewBatch()
	for _, c := range changes {
		if row, ok := rows[c.Chunk]; ok {
			batch.Update(entry(row))
		} else {
			batch.Delete(string(c.Chunk))
		}
	}
	body, err := json.Marshal(next)
	if err != nil {
		return fmt.Errorf("encode the state: %w", err)
	}
	batch.SetInternal([]byte(stateKey), body)
	if err := ctx.Err(); err != nil {
		return err
	}
	x.mu.RLock()
	writing := x.scorch
	x.mu.RUnlock()
	if err := writing.Batch(batch); err != nil {
		return fmt.Errorf("write %d chunks: %w", len(changes), err)
	}
	x.state = next
	return nil
}

// rows reads the chunks that came.
func (x *Index) rows(ctx context.Context, changes []graph.ChunkChange) (map[graph.ID]graph.ChunkRow, error) {
	var ids []graph.ID
	for _, c := range changes {
		if !c.Gone {
			ids = append(ids, c.Chunk)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	list, err := x.source.Chunks(ctx, graph.ChunksQuery{IDs: ids, Limit: len(ids)})
	return lists.Index(list, func(row graph.ChunkRow) graph.ID { return row.ID }), err
}

// format is the version of what an entry holds and how terms are made. It must
// rise when Bag or text.Terms gives other terms: indexes of another format are
// rebuilt on open.
const format = 1

// stateKey is where Bleve keeps the state, beside the entries and written in
// the same batch as they are.
const stateKey = "grove"

// state is the progress of the index.
type state struct {
	// Format and Store must be those that the index is opened with.
	Format int    `json:"format"`
	Store  string `json:"store"`
	// Next and After are where the feed of changes goes on: everything below
	// change number Next is in, and of Next the chunks up to and including After.
	Next  int64    `json:"next"`
	After graph.ID `json:"after"`
}

// reached returns the highest change number of which something may be in.
func (s state) reached() int64 {
	if s.After == "" {
		return s.Next - 1
	}
	return s.Next
}

// newState returns the state of an index without entries.
func (x *Index) newState() state { return state{Format: format, Store: x.options.Store} }

// readState reads the state. It is not known if what the index holds is of
// another format or another store; a new index's is.
func (x *Index) readState() (known bool, err error) {
	defer guard(&err, "search.readState", x.options.Dir)()
	r, err := x.reader("search.readState")
	if err != nil {
		return false, err
	}
	defer r.Close()
	entries, err := r.DocCount()
	if err != nil {
		return false, err
	}
	body, err := r.GetInternal([]byte(stateKey))
	if err != nil {
		return false, err
	}
	x.state = x.newState()
	if body == nil {
		return entries == 0, nil
	}
	var stored state
	if json.Unmarshal(body, &stored) != nil || stored.Format != format || stored.Store != x.options.Store {
		return false, nil // unreadable is as good as foreign: the index is derived
	}
	x.state = stored
	return true, nil
}
