package graph

// ExtractionState tells how far the extraction of a chunk is.
type ExtractionState string

const (
	// Extracted is a reply that was read: Result holds it.
	Extracted ExtractionState = ""
	// Planned is a chunk whose call is planned: Packet names the call.
	Planned ExtractionState = "planned"
	// Quarantined is a chunk whose replies could not be read, whatever was tried:
	// Error says why and Raw is the last reply. The chunk stands in the graph
	// without evidence.
	Quarantined ExtractionState = "quarantined"
)

// MaxRawReply is the most bytes of an unreadable reply that are kept.
const MaxRawReply = 64 << 10

// Extraction is the journalled result of extracting one chunk: the reply as
// read, from which the chunk's evidence follows. It is written as soon as the
// model has answered and kept as long as its chunk.
type Extraction struct {
	// Chunk is the chunk's id, which is known before the chunk is in the graph.
	Chunk ID
	// Version names prompt, model and what the model was shown beside the text:
	// another version is another question.
	Version string
	// Result is the extraction as JSON; its shape belongs to the extraction step.
	Result string
	State  ExtractionState
	// Packet names the call that the chunk shares with others; "" where it has one of its own.
	Packet string
	// Attempts is how many calls were made for the chunk.
	Attempts int
	// Error and Raw are those of a Quarantined chunk, else "".
	Error, Raw string
}

// ExtractionsQuery asks for the journalled extractions of chunks, at most
// MaxIDs of them. Those not journalled under Version are left out. Order: chunk id.
type ExtractionsQuery struct {
	Chunks []ID
	// Version "" takes any: whatever was said of the chunk.
	Version string
}

// Check refuses a query beyond the bounds.
func (q ExtractionsQuery) Check() error { return checkIDs("graph.Extractions", len(q.Chunks)) }

// QuarantinedQuery asks for the quarantined chunks after one. Order: chunk id.
type QuarantinedQuery struct {
	After ID
	// Limit is the most rows; 0 is DefaultLimit.
	Limit int
}

// QuarantinedRow is a quarantined chunk and where it stands; Document and
// Source are "" while the chunk is not in the graph.
type QuarantinedRow struct {
	Extraction
	Document ID
	Source   string
	Index    int
}
