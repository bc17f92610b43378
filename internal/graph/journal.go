package graph

// ExtractionState is the progress of the extraction of a chunk.
type ExtractionState string

const (
	// Extracted is the state of a chunk whose reply was parsed into Result.
	Extracted ExtractionState = ""
	// Planned is the state of a chunk whose call, named by Packet, has no reply yet.
	Planned ExtractionState = "planned"
	// Quarantined is the state of a chunk whose replies could not be parsed: Error is the
	// reason, and Raw the last reply. The chunk is in the graph without evidence.
	Quarantined ExtractionState = "quarantined"
)

// MaxRawReply is the most bytes of an unreadable reply that are stored.
const MaxRawReply = 64 << 10

// Extraction is the journalled result of extracting one chunk: the parsed reply, from
// which the chunk's evidence follows. It is written as soon as the model has replied, and
// stored as long as its chunk.
type Extraction struct {
	// Chunk is the chunk's id, which is known before the chunk is in the graph.
	Chunk ID
	// Version is a hash of the model and of the prompt without the chunk's text.
	Version string
	// Result is the extraction as JSON; its shape belongs to the extraction step.
	Result string
	State  ExtractionState
	// Packet names the call that was planned for the chunk, which it may share with others; "" for none.
	Packet string
	// Attempts is the number of calls made for the chunk.
	Attempts int
	// Error and Raw are those of a Quarantined chunk, else "".
	Error, Raw string
}

// ExtractionsQuery asks for the journalled extractions of chunks, at most
// MaxIDs of them, that have this version. Order: chunk id.
type ExtractionsQuery struct {
	Chunks []ID
	// Version "" matches all versions.
	Version string
}

// Check returns an Invalid error for a query beyond the bounds.
func (q ExtractionsQuery) Check() error { return checkIDs("graph.Extractions", len(q.Chunks)) }

// QuarantinedQuery asks for the quarantined chunks after an id. Order: chunk id.
type QuarantinedQuery struct {
	After ID
	// Limit is the most rows; 0 is DefaultLimit.
	Limit int
}

// QuarantinedRow is a quarantined chunk and its place; Document and Source are "" while
// the chunk is not in the graph.
type QuarantinedRow struct {
	Extraction
	Document ID
	Source   string
	Index    int
}
