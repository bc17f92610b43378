package graph

// ChangesQuery asks which chunks came or went after a change number; Bleve
// follows the store by it. Order: change number, chunk id. To go on, ask with
// Since and After of the last row.
type ChangesQuery struct {
	// Since leaves out changes below this number, and of this number those up to
	// and including After.
	Since int64
	After ID
	Limit int
}

// ChunkChange is the last thing that happened to a chunk.
type ChunkChange struct {
	Number int64
	Chunk  ID
	// Gone is true for a chunk that was removed (a tombstone).
	Gone bool
}
