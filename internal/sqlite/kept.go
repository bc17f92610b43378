package sqlite

import (
	"sync/atomic"

	"grove/internal/graph"
)

// kept is what is remembered of one state of the database. States are numbered by
// the writes of this process, which is the only one that writes. It is safe for
// concurrent use; a nil one knows no state.
type kept struct {
	// writing is how many writes are under way, written how many have ended.
	writing, written atomic.Int64
	counts           atomic.Pointer[keptCounts]
	memo             atomic.Pointer[keptMemo]
}

// keptCounts are the counts of a state.
type keptCounts struct {
	at     int64
	counts graph.Counts
}

// keptMemo are the rows that are remembered of a state.
type keptMemo struct {
	at int64
	memo
}

// memoOf returns the memo of a state. Snapshots of an older one keep theirs.
func (k *kept) memoOf(at int64) *memo {
	known := k.memo.Load()
	if known == nil || known.at != at {
		fresh := &keptMemo{at: at}
		if !k.memo.CompareAndSwap(known, fresh) {
			return &fresh.memo // another state's came first, or this one's: this serves one question
		}
		known = fresh
	}
	return &known.memo
}

// stamp returns the number of the present state, with k; nil while something is written.
// Where a read has the same stamp before and after, it saw that state.
func (k *kept) stamp() (int64, *kept) {
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
func (k *kept) begin() { k.writing.Add(1) }

func (k *kept) end() {
	k.written.Add(1)
	k.writing.Add(-1)
}
