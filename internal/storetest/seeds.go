package storetest

import (
	"grove/internal/graph"
	"grove/internal/sqlite"
)

// seeds returns how many of n random sequences are played on a store: all on the embedded one; on a server, where each takes
// many times as long, and which is given the same graph.Delta, the first of serverShare equal parts.
func seeds(store graph.Store, n uint64) uint64 {
	if _, embedded := store.(*sqlite.Store); embedded {
		return n
	}
	return n / serverShare
}
