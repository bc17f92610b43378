package ingest

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"grove/ingest/chunk"
	"grove/ingest/resolve"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/load"
	"grove/internal/text"
)

// Dropped counts the extracted items that resolution left out.
type Dropped = resolve.Dropped

// document is one document in the pipeline.
type document struct {
	graph.Document
	chunks []graph.Chunk
	// replaces is true where the document replaces the stored one of its source.
	replaces bool
	// restates is true where the evidence of single chunks is replaced, and the document
	// stays as it is; anew does so for all chunks. A document to be reread is both.
	restates, anew, reread bool
	// former is the stored document whose file got another name, nil for none.
	former *graph.Document
	// inherited are the extractions of former, as those of the chunks here.
	inherited []graph.Extraction
	// left are the chunks not resolved yet.
	left atomic.Int64

	// evidence is that of each chunk, in the order of chunks; nil where it is not held: it
	// is then resolved from the journal when the document is written.
	evidence []*graph.Evidence
	// held are the rows of evidence, counted against run.held.
	held atomic.Int64

	mu sync.Mutex
	// found has hashes of the items of the evidence, which are millions, counts their numbers by the
	// kind letter of their ids.
	found  map[uint64]struct{}
	counts map[byte]int
	// facts and entities are the facts, and the mentions with a type.
	facts, entities int
	dropped         Dropped
	// rows wait to be journalled once their chunk is restated; restated are those chunks.
	rows     map[int]graph.Extraction
	restated int
	// quarantined are the chunks whose replies could not be read.
	quarantined int
	// silent are the chunks whose reply was read and has nothing.
	silent int
	failed error
}

// add counts the evidence of a chunk.
func (d *document) add(e graph.Evidence, dropped Dropped, quarantined, silent bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.count(e)
	if silent {
		d.silent++
	}
	d.dropped.Add(dropped)
	if quarantined {
		d.quarantined++
	}
}

// count counts the items of evidence, each once a document. d.mu is held.
func (d *document) count(e graph.Evidence) {
	if d.found == nil {
		d.found, d.counts = map[uint64]struct{}{}, map[byte]int{}
	}
	item := func(id graph.ID) {
		h := fnv.New64a()
		h.Write([]byte(id))
		key := h.Sum64()
		if _, seen := d.found[key]; !seen {
			d.found[key] = struct{}{}
			d.counts[id[0]]++
		}
	}
	for _, f := range e.Facts {
		item(f.Fact)
	}
	for _, m := range e.Mentions {
		item(m.Element)
		if m.Type != "" {
			d.entities++
		}
	}
	for _, t := range e.Triples {
		item(t.Triple)
	}
	for _, a := range e.Attributes {
		item(a.Attribute)
	}
	d.facts += len(e.Facts)
}

// fail sets the first failure: the document is not written.
func (d *document) fail(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.failed = cmp.Or(d.failed, err)
}

// prepare returns the documents to be ingested, cut into chunks; unchanged and refused
// records are reported.
func (r *run) prepare(ctx context.Context, records []load.Record) ([]*document, error) {
	if len(records) == 0 {
		return nil, nil
	}
	ids := lists.Map(records, func(record load.Record) graph.ID { return graph.DocumentID(record.Source) })
	rows, err := r.Store.Documents(ctx, graph.DocumentsQuery{IDs: ids, Limit: len(ids)})
	if err != nil {
		return nil, err
	}
	stored := lists.Index(rows, func(d graph.Document) graph.ID { return d.ID })
	var out []*document
	for i, record := range records {
		if err := tooLong(record); err != nil {
			r.fail(err)
			continue
		}
		r.count(func(rep *Report) { rep.addUnread(record.Unread) })
		digest := graph.Digest(record.Title, record.Text)
		old, exists := stored[ids[i]]
		met, again := r.sources[record.Source]
		r.sources[record.Source] = digest
		switch {
		case again && met == digest || exists && old.SHA256 == digest && !old.Partial:
			d, err := r.unchanged(ctx, ids[i], old, record, again)
			if err != nil {
				return nil, err
			}
			if d != nil {
				out = append(out, d)
			}
			continue
		case again, exists && old.SHA256 != digest && !r.replaces(old, record):
			r.sources[record.Source] = met
			r.fail(sourceTaken(record, old.Origin))
			continue
		}
		d, err := r.cut(ctx, record, ids[i], digest)
		if fault.IsPanic(err) {
			r.fail(err)
			continue
		}
		if err != nil {
			return nil, err
		}
		// A document of this text that is partly written is continued.
		if d.replaces = exists && old.SHA256 != digest; exists && !d.replaces {
			if d.replaces, err = r.cutOtherwise(ctx, d); err != nil {
				return nil, err
			}
		}
		d.Gists = r.gists(old)
		if exists && len(r.Tags) == 0 {
			d.Tags = old.Tags
		}
		if !d.replaces {
			if err := r.rename(ctx, d); err != nil {
				return nil, err
			}
		}
		if err := r.priced(d.Gists, record.Text, d.Tokens); err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, r.noteElsewhere(ctx, out)
}

// unchanged counts a document whose text is unchanged, and returns it if it is to be extracted again; again tells that the run has
// met it before.
func (r *run) unchanged(ctx context.Context, id graph.ID, old graph.Document, record load.Record, again bool) (*document, error) {
	r.count(func(rep *Report) {
		rep.Documents.Unchanged++
		rep.document(id)
	})
	if again {
		return nil, nil
	}
	r.retag(old)
	if err := r.want(old, record.Text); err != nil {
		return nil, err
	}
	return r.readByOther(ctx, old)
}

// cutOtherwise reports whether a document's stored chunks differ from those it has now:
// they were cut with another ChunkTokens.
func (r *run) cutOtherwise(ctx context.Context, d *document) (bool, error) {
	for row, err := range graph.ChunkRows(ctx, r.Store.Chunks, d.ID, graph.MaxRows) {
		if err != nil {
			return false, err
		}
		if row.Index >= len(d.chunks) || d.chunks[row.Index].ID != row.ID {
			return true, nil
		}
	}
	return false, nil
}

// tooLong refuses a record with names that the stores cannot look up: written in a group
// it would fail others too.
func tooLong(record load.Record) error {
	longest := max(len(record.Source), len(record.SourceID), len(record.Origin))
	if longest <= graph.MaxLookupBytes {
		return nil
	}
	return fault.New(fault.Invalid, "ingest.prepare", text.Truncate(record.Source, 80),
		fmt.Sprintf("its source, source id or origin has %d bytes", longest), fmt.Sprintf("use at most %d", graph.MaxLookupBytes))
}

// replaces reports whether a record may replace a stored document: it was read from the
// same origin, the stored one has none (it was imported), or Pipeline.Replace is set.
func (r *run) replaces(old graph.Document, record load.Record) bool {
	return r.Replace || old.Origin == "" || old.Origin == record.Origin
}

func sourceTaken(record load.Record, holder string) error {
	holder = cmp.Or(holder, "elsewhere in this run")
	return fault.New(fault.SourceTaken, "ingest.prepare", record.Source,
		fmt.Sprintf("a document with another text already has this source: that one is from %s, this one from %s", holder, record.Origin),
		"give it a source of its own with --collection NAME or --source S, or put it in the other's place with --replace")
}

// cut makes a record into a document and its chunks.
func (r *run) cut(ctx context.Context, record load.Record, id graph.ID, digest string) (d *document, err error) {
	defer fault.Recover(ctx, &err, "ingest.cut", record.Source)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d = &document{Document: graph.Document{
		ID: id, Source: record.Source, SourceID: record.SourceID, Title: record.Title, Origin: record.Origin,
		Language: text.Language(record.Text), SHA256: digest, Runes: utf8.RuneCountInString(record.Text),
		Tags: r.Tags, IngestedAt: r.now(),
	}}
	caption := cmp.Or(record.Title, record.Source)
	occurrences := map[string]int{}
	for i, piece := range (chunk.Splitter{Counter: r.Counter, MaxTokens: r.ChunkTokens}).Split(record.Text, record.Headings) {
		d.chunks = append(d.chunks, graph.Chunk{
			ID: graph.ChunkID(id, piece.Text, occurrences[piece.Text]), Document: id, Index: i,
			Start: piece.Start, End: piece.End, Text: piece.Text, Tokens: piece.Tokens,
			Heading: piece.Heading, Name: fmt.Sprintf("%s · %d", text.Truncate(caption, 80), i+1),
		})
		occurrences[piece.Text]++
		d.Tokens += piece.Tokens
	}
	d.evidence = make([]*graph.Evidence, len(d.chunks))
	return d, nil
}

// count changes the report under its lock.
func (r *run) count(change func(*Report)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change(&r.report)
}

// journal holds a chunk's row until the chunk is restated.
func (d *document) journal(i int, row graph.Extraction) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.rows == nil {
		d.rows = map[int]graph.Extraction{}
	}
	d.rows[i] = row
}

// restatement returns the message that writes the new evidence of the i-th chunk: first
// to the graph, then to the journal, so that after an interruption between the two the
// chunk is extracted again rather than skipped.
func (d *document) restatement(i int, e graph.Evidence) message {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.restated++
	m := message{restate: &graph.Restatement{Document: d.ID, Chunks: []graph.ID{d.chunks[i].ID}, Evidence: e}}
	if row, ok := d.rows[i]; ok {
		m.after = []graph.Extraction{row}
		delete(d.rows, i)
	}
	return m
}
