package search

import (
	"encoding/json"

	"grove/internal/graph"
)

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
