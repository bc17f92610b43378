package graph

// ChangesQuery asks for the chunks that were added or removed after a change number, by
// which the text index follows the store. Order: change number, chunk id. The next page
// begins at Since and After of the last row.
type ChangesQuery struct {
	// Since leaves out changes below this number, and of this number those up to
	// and including After.
	Since int64
	After ID
	Limit int
}

// ChunkChange is the last change of a chunk.
type ChunkChange struct {
	Number int64
	Chunk  ID
	// Gone is true for a chunk that was removed (a tombstone).
	Gone bool
}
