package sqlite

import (
	"sync/atomic"

	"grove/internal/graph"
)

// cache holds counts and rows of one state of the database. States are numbered by the
// writes of this process, which is the only writer. It is safe for concurrent use; a nil
// cache holds nothing.
type cache struct {
	// writing is how many writes are under way, written how many have ended.
	writing, written atomic.Int64
	counts           atomic.Pointer[cachedCounts]
	memo             atomic.Pointer[cachedMemo]
}

// cachedCounts are the counts of a state.
type cachedCounts struct {
	at     int64
	counts graph.Counts
}

// cachedMemo are the cached rows of a state.
type cachedMemo struct {
	at int64
	memo
}

// memoOf returns the memo of a state. Snapshots of an older one keep theirs.
func (k *cache) memoOf(at int64) *memo {
	existing := k.memo.Load()
	if existing == nil || existing.at != at {
		fresh := &cachedMemo{at: at}
		if !k.memo.CompareAndSwap(existing, fresh) {
			return &fresh.memo // a concurrent call was first: this one serves a single question
		}
		existing = fresh
	}
	return &existing.memo
}

// stamp returns the number of the present state, with k; nil while a write is under way.
// A read with the same stamp before and after saw that state.
func (k *cache) stamp() (int64, *cache) {
	if k == nil {
		return 0, nil
	}
	at := k.written.Load()
	if k.writing.Load() != 0 || k.written.Load() != at {
		return 0, nil
	}
	return at, k
}

// begin and end enclose a write.
func (k *cache) begin() { k.writing.Add(1) }

func (k *cache) end() {
	k.written.Add(1)
	k.writing.Add(-1)
}
