// Package ingest makes documents into a graph: load, language, chunks,
// packets of short chunks, extraction (journalled reply by reply), resolution
// into evidence, one write for each group of whole documents, and the index. The
// steps are its folders, in running order: chunk, pack, extract, resolve.
package ingest

import (
	"context"
	"time"

	"grove/ingest/extract"
	"grove/internal/gist"
	"grove/internal/graph"
	"grove/internal/lists"
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
	SetGists(ctx context.Context, documents []graph.ID, preset string) error
}

// Index is the text index of the store.
type Index interface {
	Sync(context.Context) error
}

// Source streams records: it calls yield with each record, or with the error of an
// unreadable item, and stops at the first error that yield returns.
type Source func(ctx context.Context, yield func(load.Record, error) error) error

// Pipeline ingests into one workspace. Its fields are set once; Run may be
// called again, but not twice at a time: a workspace has one writer.
type Pipeline struct {
	Store  Store
	Index  Index
	Client *llm.Client
	// Counter counts tokens.
	Counter *text.Counter
	// Schema is the schema of a workspace without one; nil is the general schema. A
	// workspace with documents accepts only its own.
	Schema *schema.Schema
	// Evolution is the handling of names outside the schema; "" is the workspace's own
	// (of a new one that of the schema's file, else propose).
	Evolution schema.Evolution
	// Window bounds each extraction call, in tokens; 0 is DefaultWindow.
	Window int
	// Bounds limit the cost of a run; the run sets Window and Fresh itself.
	Bounds llm.Bounds
	// Pack is the most short chunks that share a call; 0 is pack.DefaultChunks.
	Pack int
	// ChunkTokens bounds the chunks of new and changed documents; 0 is chunk.MaxTokens.
	ChunkTokens int
	// Separate extracts facts and the graph by two calls, as the papers do.
	Separate bool
	// Concurrency bounds the extraction calls in flight; 0 is DefaultConcurrency.
	Concurrency int
	// GroupRows is the number of rows from which a group of documents is written, and the
	// most of a slice of a larger document with several chunks; 0 is graph.MaxRows. A
	// killed run repeats no call, however large a group is.
	GroupRows int
	// HeldRows is the most rows of evidence that wait in memory for the rest of their
	// documents; the evidence of others is resolved again from the journal when it is
	// written. 0 is 50,000. The graph does not depend on it.
	HeldRows int
	// Replace lets a source's document be replaced by one of another origin.
	Replace bool
	// Reread extracts unchanged documents again that another model than today's, or other instructions,
	// extracted.
	Reread bool
	// Moved, if set, takes a stored document whose text has this digest and whose file is gone, as
	// the former state of a new one; false where there is none.
	Moved func(ctx context.Context, digest string) (graph.Document, bool, error)
	// Tags are sorted "key=value" strings that replace the tags of every document of the
	// run, unchanged ones included; none leave the tags as they are.
	Tags []string
	// Gists is the preset of the episodes that are wanted of every document of the run, unchanged ones
	// included, or gist.Off; "" leaves what is wanted of a document as it is.
	Gists string
	// Now gives the time of ingestion.
	Now func() time.Time
	// Progress, if set, is called concurrently.
	Progress func(Progress)
	// Untitled has an estimate count no calls for titles of communities.
	Untitled bool
}

const (
	// DefaultWindow bounds an extraction call, in tokens (prompt, schema and reply).
	DefaultWindow = 8192
	// DefaultConcurrency is how many extraction calls run at once.
	DefaultConcurrency = 8
)

// Progress is the progress of a run.
type Progress struct {
	// Documents are those written, Chunks those done, ChunksSeen those read so far.
	Documents  int64 `json:"documents"`
	Chunks     int64 `json:"chunks"`
	ChunksSeen int64 `json:"chunks_seen"`
	// ChunksKept are those of Chunks that an earlier run extracted.
	ChunksKept int64 `json:"chunks_kept"`
	// Read is the approximate share of the source read so far, 0 to 1; 0 if unknown.
	Read float64 `json:"read"`
	// Tokens are those to and from the model so far; 0 offline.
	Tokens int64 `json:"tokens"`
	// Pages are those whose gists were made so far.
	Pages int64 `json:"pages,omitempty"`
}

// Report is the result of a run.
type Report struct {
	// Job is the id of the run's job, "" for none.
	Job       graph.ID       `json:"job,omitempty"`
	Documents DocumentCounts `json:"documents"`
	// DocumentIDs are the ids of the first MaxDocumentIDs documents that are new, replaced or unchanged.
	DocumentIDs []graph.ID `json:"document_ids,omitempty"`
	// Chunks, Facts, KeyElements, Triples and Attributes are the numbers written, per
	// document: an item that two documents share counts twice here, and once in the
	// workspace's counts.
	Chunks int `json:"chunks"`
	// Tokens are those of the chunks' texts.
	Tokens      int `json:"tokens"`
	Facts       int `json:"facts"`
	KeyElements int `json:"key_elements"`
	Triples     int `json:"triples"`
	Attributes  int `json:"attributes"`
	Communities int `json:"communities"`
	// Gists are the episodes that were made; nil if none were due.
	Gists *gist.Report `json:"gists,omitempty"`
	// Quarantined is the number of chunks without a readable reply, after all repairs.
	Quarantined int `json:"quarantined"`
	// Replies counts the chunks by how their replies were read.
	Replies Replies `json:"replies"`
	// Stopped is the limit that stopped the run early, nil for none.
	Stopped *ItemError `json:"stopped,omitempty"`
	Dropped Dropped    `json:"dropped"`
	// Causes explains why documents were written without any entity or any fact: what is
	// missing, and the likely causes with counts. Empty otherwise.
	Causes []string `json:"causes,omitempty"`
	// Evolution is the change of the schema at the end; nil where the run ended before.
	Evolution *Evolution  `json:"evolution,omitempty"`
	Usage     llm.Usage   `json:"usage"`
	Model     string      `json:"model"`
	Ms        int64       `json:"ms"`
	Errors    []ItemError `json:"errors"`
	// SkippedFiles are the first MaxSkipped skipped files, in the order of the walk;
	// Documents.Skipped counts all.
	SkippedFiles []SkippedFile `json:"skipped_files"`
	// UnreadFields are fields of JSON records that were not read, the first MaxUnread by name: a
	// record's text is its text field alone.
	UnreadFields []string `json:"unread_fields,omitempty"`
	// Elsewhere are the first MaxElsewhere documents written whose files are in the graph
	// under other sources too.
	Elsewhere []Elsewhere `json:"elsewhere,omitempty"`
	// Renamed are the first MaxRenamed renamed documents.
	Renamed []Renamed `json:"renamed,omitempty"`
	// Deleted are the sources of the first MaxRenamed documents that were deleted as their files are gone.
	Deleted []string `json:"deleted,omitempty"`
	// OtherModels are the models of Documents.OtherModel, with "+" and a hash where other instructions replaced the prompt's.
	OtherModels []string `json:"other_models,omitempty"`
}

// MaxDocumentIDs is the most ids in Report.DocumentIDs.
const MaxDocumentIDs = 1000

// document adds the id of a document that is in the graph.
func (rep *Report) document(id graph.ID) {
	if len(rep.DocumentIDs) < MaxDocumentIDs {
		rep.DocumentIDs = append(rep.DocumentIDs, id)
	}
}

// DocumentCounts are the numbers of documents of a run by outcome.
type DocumentCounts struct {
	New       int `json:"new"`
	Unchanged int `json:"unchanged"`
	// Retagged are those of Unchanged that got other tags.
	Retagged int `json:"retagged"`
	// OtherModel are those of Unchanged that stay as another model than the run's, or other instructions, extracted
	// them; Reread those that were extracted again by the run's.
	OtherModel int `json:"other_model"`
	Reread     int `json:"reread"`
	Replaced   int `json:"replaced"`
	// Renamed are those that took the place of one of the same text whose file is gone.
	Renamed int `json:"renamed"`
	// Deleted are those whose files are gone.
	Deleted int `json:"deleted"`
	Failed  int `json:"failed"`
	// Skipped are files of a folder that are hidden or of an unsupported format.
	Skipped int `json:"skipped"`
}

// Done counts the documents that are in the graph as they were read.
func (c DocumentCounts) Done() int { return c.New + c.Unchanged + c.Replaced + c.Renamed }

// ItemError is the error of one item.
type ItemError struct {
	Item    string `json:"item"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

// Replies are the numbers of chunks by extract.Way.
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

// Merge adds the report of another run.
func (rep *Report) Merge(other Report) {
	d, o := &rep.Documents, other.Documents
	d.New += o.New
	d.Unchanged += o.Unchanged
	d.Retagged += o.Retagged
	d.OtherModel += o.OtherModel
	d.Reread += o.Reread
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
	rep.addUnread(other.UnreadFields)
	rep.Causes = append(rep.Causes, other.Causes...)
	if other.Gists != nil {
		rep.Gists = other.Gists
	}
}

// MaxUnread is the most names in Report.UnreadFields.
const MaxUnread = 20

func (rep *Report) addUnread(fields []string) {
	if len(fields) > 0 {
		rep.UnreadFields = lists.Sorted(append(rep.UnreadFields, fields...))
		rep.UnreadFields = rep.UnreadFields[:min(len(rep.UnreadFields), MaxUnread)]
	}
}

func (r *Replies) merge(other Replies) {
	r.AsIs += other.AsIs
	r.Repaired += other.Repaired
	r.Salvaged += other.Salvaged
	r.AskedAgain += other.AskedAgain
	r.Split += other.Split
	r.GivenUp += other.GivenUp
}
