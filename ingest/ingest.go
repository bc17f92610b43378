// Package ingest makes documents into a graph: load, language, chunks,
// packets of short chunks, extraction (journalled reply by reply), resolution
// into evidence, one write for each group of whole documents, and the index. The
// steps are its folders, in running order: chunk, pack, extract, resolve.
package ingest

import (
	"context"
	"time"

	"grove/ingest/extract"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/load"
	"grove/internal/text"
	"grove/schema"
)

// Store is what the pipeline needs of a workspace.
type Store interface {
	Documents(context.Context, graph.DocumentsQuery) ([]graph.Document, error)
	Chunks(context.Context, graph.ChunksQuery) ([]graph.ChunkRow, error)
	Extractions(context.Context, graph.ExtractionsQuery) ([]graph.Extraction, error)
	Quarantined(context.Context, graph.QuarantinedQuery) ([]graph.QuarantinedRow, error)
	Counts(context.Context) (graph.Counts, error)
	Schema(context.Context) (graph.SchemaVersion, error)
	SchemaVersions(context.Context, graph.SchemaVersionsQuery) ([]graph.SchemaVersion, error)
	PutSchema(ctx context.Context, body string) (graph.SchemaVersion, error)
	SettleSchema(ctx context.Context, version int) error
	Decisions(context.Context, graph.DecisionsQuery) ([]graph.Decision, error)
	Proposals(context.Context, graph.ProposalsQuery) ([]graph.ProposalRow, error)
	Proposing(context.Context, graph.ProposingQuery) ([]graph.ProposingRow, error)
	PageChunks(context.Context, graph.PageQuery) ([]graph.Chunk, error)
	Evidence(context.Context, graph.EvidenceQuery) (graph.Evidence, error)
	Journal(context.Context, []graph.Extraction) error
	Apply(context.Context, graph.Change) (graph.Applied, error)
}

// Index is the text index that follows the store.
type Index interface {
	Sync(context.Context) error
}

// Source streams records: it calls yield for each, or with the error of an item
// that could not be read, and stops at the first error that yield returns.
type Source func(ctx context.Context, yield func(load.Record, error) error) error

// Pipeline ingests into one workspace. Its fields are set once; Run may be
// called again, but not twice at a time: a workspace has one writer.
type Pipeline struct {
	Store  Store
	Index  Index
	Client *llm.Client
	// Counter counts tokens.
	Counter *text.Counter
	// Schema is what a workspace without one gets; nil is the general schema. It
	// must be the workspace's own where the workspace holds documents.
	Schema *schema.Schema
	// Evolution says what becomes of names outside the schema; "" leaves it as the
	// workspace has it (a new one: as its schema's file says, else propose).
	Evolution schema.Evolution
	// Window bounds each extraction call, in tokens; 0 is DefaultWindow.
	Window int
	// Bounds limit what the calls of a run may cost; its Window and Fresh are the run's own.
	Bounds llm.Bounds
	// Pack is the most short chunks that share a call; 0 is pack.DefaultChunks.
	Pack int
	// ChunkTokens bounds the chunks that new documents are cut into; 0 is
	// chunk.MaxTokens. Documents that are there unchanged keep theirs.
	ChunkTokens int
	// Separate asks for facts and for the graph in two calls, as the papers do.
	Separate bool
	// Concurrency bounds the extraction calls in flight; 0 is DefaultConcurrency.
	Concurrency int
	// GroupRows is how many rows a group of documents has when it is written, and
	// the most that a slice of a larger document has, if it has several chunks; 0 is
	// graph.MaxRows. A killed run asks for nothing again, however large a group is.
	GroupRows int
	// Replace lets a source's document be replaced by one of another origin.
	Replace bool
	// Tags are "key=value" strings, sorted. Every document of the run has them from
	// then on in the place of those it had, one with the same text too; none leave
	// each document those it has.
	Tags []string
	// Now gives the time of ingestion.
	Now func() time.Time
	// Progress, if set, is told of progress from several goroutines.
	Progress func(Progress)
}

const (
	// DefaultWindow bounds an extraction call, in tokens (prompt, schema and reply).
	DefaultWindow = 8192
	// DefaultConcurrency is how many extraction calls run at once.
	DefaultConcurrency = 8
)

// Progress is how far a run is.
type Progress struct {
	// Documents are written, Chunks are done, ChunksSeen were cut so far.
	Documents  int64 `json:"documents"`
	Chunks     int64 `json:"chunks"`
	ChunksSeen int64 `json:"chunks_seen"`
	// ChunksKept are those of Chunks that an earlier run had asked for.
	ChunksKept int64 `json:"chunks_kept"`
	// Read is the share of the source, 0 to 1, that was read so far, roughly; 0
	// where it is not known.
	Read float64 `json:"read"`
	// Tokens are those to and from the model so far; 0 offline.
	Tokens int64 `json:"tokens"`
}

// Report is what a run did.
type Report struct {
	// Job is the id of the job that the run was, "" if it was none.
	Job       graph.ID       `json:"job,omitempty"`
	Documents DocumentCounts `json:"documents"`
	// Chunks, Facts, KeyElements, Triples and Attributes count what this run
	// wrote, the items of each document apart: one that two documents name counts
	// twice, while the workspace's counts have it once.
	Chunks int `json:"chunks"`
	// Tokens are those of the chunks' texts.
	Tokens      int `json:"tokens"`
	Facts       int `json:"facts"`
	KeyElements int `json:"key_elements"`
	Triples     int `json:"triples"`
	Attributes  int `json:"attributes"`
	Communities int `json:"communities"`
	// Quarantined are chunks whose replies could not be read, whatever was tried.
	Quarantined int `json:"quarantined"`
	// Replies tell how the replies of this run's calls came to be read, by chunk.
	Replies Replies `json:"replies"`
	// Stopped is why the run ended before its end, nil if it did not.
	Stopped *ItemError `json:"stopped,omitempty"`
	Dropped Dropped    `json:"dropped"`
	// Causes say why documents were written and no entity or no fact was found in
	// any: what is missing, and likely causes with counts. Empty otherwise.
	Causes []string `json:"causes,omitempty"`
	// Evolution is what became of the schema at the end; nil where the run did not get there.
	Evolution *Evolution  `json:"evolution,omitempty"`
	Usage     llm.Usage   `json:"usage"`
	Model     string      `json:"model"`
	Ms        int64       `json:"ms"`
	Errors    []ItemError `json:"errors"`
	// SkippedFiles names the first MaxSkipped files that were passed over, in the
	// order of the walk; Documents.Skipped counts all.
	SkippedFiles []SkippedFile `json:"skipped_files"`
	// Elsewhere names the documents written whose files are in the graph under other
	// sources too, the first MaxElsewhere.
	Elsewhere []Elsewhere `json:"elsewhere,omitempty"`
}

// DocumentCounts count the documents of a run by what became of them.
type DocumentCounts struct {
	New       int `json:"new"`
	Unchanged int `json:"unchanged"`
	// Retagged are those of Unchanged that got other tags.
	Retagged int `json:"retagged"`
	Replaced int `json:"replaced"`
	Failed   int `json:"failed"`
	// Skipped are files of a folder that are hidden or of no kind that Grove reads.
	Skipped int `json:"skipped"`
}

// ItemError is one item that failed, in a form for people and scripts.
type ItemError struct {
	Item    string `json:"item"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

// Replies count chunks by how their extraction came about.
type Replies struct {
	AsIs       int `json:"as_is"`
	Repaired   int `json:"repaired"`
	Salvaged   int `json:"salvaged"`
	AskedAgain int `json:"asked_again"`
	Split      int `json:"split"`
	GivenUp    int `json:"given_up"`
}

func (r *Replies) add(way extract.Way) {
	switch way {
	case extract.Repaired:
		r.Repaired++
	case extract.Salvaged:
		r.Salvaged++
	case extract.AskedAgain:
		r.AskedAgain++
	case extract.Split:
		r.Split++
	case extract.GivenUp:
		r.GivenUp++
	default:
		r.AsIs++
	}
}

// Merge adds what another run did.
func (rep *Report) Merge(other Report) {
	d, o := &rep.Documents, other.Documents
	d.New += o.New
	d.Unchanged += o.Unchanged
	d.Retagged += o.Retagged
	d.Replaced += o.Replaced
	d.Failed += o.Failed
	d.Skipped += o.Skipped
	rep.Chunks += other.Chunks
	rep.Tokens += other.Tokens
	rep.Facts += other.Facts
	rep.KeyElements += other.KeyElements
	rep.Triples += other.Triples
	rep.Attributes += other.Attributes
	rep.Communities = max(rep.Communities, other.Communities)
	rep.Quarantined = other.Quarantined
	rep.Replies.merge(other.Replies)
	rep.Dropped.Add(other.Dropped)
	if other.Evolution != nil {
		rep.Evolution = other.Evolution
	}
	rep.Usage.Add(other.Usage)
	rep.Job, rep.Model, rep.Stopped = other.Job, other.Model, other.Stopped
	rep.Ms += other.Ms
	rep.Errors = append(rep.Errors, other.Errors...)
	for _, s := range other.SkippedFiles {
		rep.SkippedFiles = AddSkipped(rep.SkippedFiles, s)
	}
	rep.addElsewhere(other.Elsewhere)
	rep.Causes = append(rep.Causes, other.Causes...)
}

func (r *Replies) merge(other Replies) {
	r.AsIs += other.AsIs
	r.Repaired += other.Repaired
	r.Salvaged += other.Salvaged
	r.AskedAgain += other.AskedAgain
	r.Split += other.Split
	r.GivenUp += other.GivenUp
}
