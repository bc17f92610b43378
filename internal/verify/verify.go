// Package verify checks the invariants of a workspace: the graph follows from its evidence,
// the evidence is in the text, and the text index has the chunks of the graph. It reads page
// by page; the largest document and the ids of the index are held in memory.
package verify

import (
	"context"
	"slices"

	"grove/internal/fault"
	"grove/internal/graph"
)

// The names of the checks that are made here; those of package graph are made
// by the store.
const (
	// Partition finds documents whose chunks are not their text.
	Partition = "partition"
	// Episodes finds documents whose episodes are not their text, or not of one preset.
	Episodes = "episodes"
	// Partial finds documents that are written, or deleted, only in part.
	Partial = "partial"
	// Spans finds evidence that does not quote what stands at its offsets.
	Spans = "spans"
	// Aggregates finds counts, captions, types, aliases and supports that do not
	// follow from the evidence.
	Aggregates = "aggregates"
	// Orphans finds facts, key elements, attributes, triples and proposals without evidence.
	Orphans = "orphans"
	// Schema finds a workspace with documents that no schema bounds.
	Schema = "schema"
	// Communities finds entities that are in no community or in several, and
	// communities that are not made of what is under them.
	Communities = "communities"
	// Index finds chunks that the text index lacks, and those that it alone has.
	Index = "index"
)

// TextIndex is the part of the text index that is read.
type TextIndex interface {
	// Entries are the chunks in the index, sorted, and the change number that it
	// has reached.
	Entries(context.Context) (chunks []graph.ID, number int64, err error)
}

// Options configure Run.
type Options struct {
	// Index is the text index; nil leaves its check out.
	Index TextIndex
	// CheckSchema refuses a stored schema that cannot be read; nil takes any.
	CheckSchema func(body string) error
}

// Run makes every check, on one state if the store has snapshots. It returns an error if the store could not
// be read, or was written meanwhile.
func Run(ctx context.Context, r graph.Reader, o Options) ([]graph.Check, error) {
	const op = "verify.Run"
	number, err := r.ChangeNumber(ctx)
	if err != nil {
		return nil, fault.Wrap(err, op, "")
	}
	var checks []graph.Check
	for _, part := range []func() ([]graph.Check, error){
		func() ([]graph.Check, error) { return checkTexts(ctx, r) },
		func() ([]graph.Check, error) { return checkItems(ctx, r) },
		func() ([]graph.Check, error) { return r.Integrity(ctx) },
		func() ([]graph.Check, error) { return checkSchema(ctx, r, o.CheckSchema) },
		func() ([]graph.Check, error) { return checkCommunities(ctx, r, number) },
		func() ([]graph.Check, error) { return checkIndex(ctx, r, o.Index, number) },
	} {
		done, err := part()
		if err != nil {
			return nil, fault.Wrap(err, op, "")
		}
		checks = append(checks, done...)
	}
	after, err := r.ChangeNumber(ctx)
	if err != nil {
		return nil, fault.Wrap(err, op, "")
	}
	if after != number {
		return nil, fault.New(fault.Held, op, "", "the workspace was written while it was checked",
			"run it again when no ingest is under way")
	}
	for i := range checks {
		if checks[i].Count > 0 {
			checks[i].Hint = hint(checks[i].Name)
		}
	}
	return checks, nil
}

// OK reports whether nothing is wrong.
func OK(checks []graph.Check) bool {
	return !slices.ContainsFunc(checks, func(c graph.Check) bool { return !c.OK })
}

// Meaning returns what holds where a check of this name finds nothing.
func Meaning(check string) string {
	return map[string]string{
		Partition:            "the chunks of each document are its text, in order",
		Episodes:             "the episodes of each document, where it has some, are its text, in order",
		Partial:              "no document is written or deleted only in part",
		Spans:                "evidence quotes the text at its offsets",
		Aggregates:           "counts, captions, types and aliases follow from the evidence",
		Orphans:              "every item of the graph has evidence",
		graph.SourcesCheck:   "every chunk has its document, and evidence its chunk",
		graph.DanglingCheck:  "every edge leads to an item that exists",
		graph.RelationsCheck: "each triple has its typed relation, and the reverse",
		graph.JournalCheck:   "stored replies are for chunks of the graph",
		graph.StorageCheck:   "the database is undamaged, its indexes are there",
		Schema:               "a schema bounds the types",
		Communities:          "every entity is in one community",
		Index:                "the text index has the chunks of the graph",
	}[check]
}

// hint is the remedy for the findings of a check.
func hint(check string) string {
	switch check {
	case Partial:
		return "ingest these documents again, or delete them"
	case Episodes:
		return "make them anew: `grove ingest PATH --gists=off`, then `grove ingest PATH --gists`"
	case Schema:
		return "ingest a document with --schema FILE, or without one for the general schema"
	case Communities:
		return "run `grove communities rebuild`"
	case Index:
		return "remove the workspace's folder index: the next command makes it anew"
	case graph.JournalCheck:
		return "no damage: replies kept for chunks that are not in the graph; the next ingest of their documents uses them"
	case graph.StorageCheck:
		return "open the workspace again, which makes what is missing; if that does not help, restore a copy"
	}
	return "delete the documents concerned and ingest them again, or restore a copy"
}

// Store is a store whose graph is verified.
type Store interface {
	ChangeNumber(context.Context) (int64, error)
	Snapshot(context.Context) (graph.Reader, func(), error)
}

// Result lists the checks that Workspace made.
type Result struct {
	// OK reports whether every check passed.
	OK     bool          `json:"ok"`
	Checks []graph.Check `json:"checks"`
}

// Workspace brings the derived layers up to date by refresh, and makes every check on one
// state of the store. The index is compared as it was before the refresh, which would
// repair it: a gap must be reported.
func Workspace(ctx context.Context, store Store, index TextIndex, refresh func(context.Context) error,
	checkSchema func(body string) error) (Result, error) {
	before, err := store.ChangeNumber(ctx)
	if err != nil {
		return Result{}, err
	}
	var entries indexEntries
	if entries.chunks, entries.number, err = index.Entries(ctx); err != nil {
		return Result{}, err
	}
	if err := refresh(ctx); err != nil {
		return Result{}, err
	}
	if entries.number == before { // the changes of the refresh itself are no gap
		if entries.number, err = store.ChangeNumber(ctx); err != nil {
			return Result{}, err
		}
	}
	snapshot, release, err := store.Snapshot(ctx)
	if err != nil {
		return Result{}, err
	}
	defer release()
	checks, err := Run(ctx, snapshot, Options{Index: entries, CheckSchema: checkSchema})
	if err != nil {
		return Result{}, err
	}
	return Result{OK(checks), checks}, nil
}

// indexEntries is a TextIndex of entries that were read before.
type indexEntries struct {
	chunks []graph.ID
	number int64
}

func (e indexEntries) Entries(context.Context) ([]graph.ID, int64, error) {
	return e.chunks, e.number, nil
}
