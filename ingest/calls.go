package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"golang.org/x/sync/errgroup"

	"grove/ingest/extract"
	"grove/ingest/pack"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/text"
)

// waiting is a chunk without an extraction.
type waiting struct {
	document *document
	index    int
	// packet names the call that an earlier run planned for it, "" for none.
	packet string
	// attempts is the number of calls that earlier runs made for it.
	attempts int
}

func (w waiting) chunk() graph.Chunk { return w.document.chunks[w.index] }

// promptTitle is the most runes of a title in a prompt: a longer one would crowd out
// the text.
const promptTitle = 500

func (w waiting) piece() extract.Piece {
	c := w.chunk()
	return extract.Piece{Title: text.Truncate(w.document.Title, promptTitle), Text: c.Text, Language: w.document.Language,
		Tokens: c.Tokens, Chunk: c.ID}
}

// start extracts every chunk of the documents; a document is sent to the writer with its
// last chunk.
func (r *run) start(ctx context.Context, docs []*document, calls *errgroup.Group) error {
	var open []waiting
	for _, d := range docs {
		d.left.Store(int64(len(d.chunks)))
		r.chunksSeen.Add(int64(len(d.chunks)))
		if len(d.chunks) == 0 {
			r.writer <- message{complete: d}
		}
		if err := r.journalNow(ctx, d.inherited); err != nil {
			return err
		}
		d.inherited = nil
		without, err := r.lookUp(ctx, d, func(i int, e graph.Extraction) error {
			if d.restates && !d.anew {
				r.pass(d)
				return ctx.Err()
			}
			calls.Go(func() (err error) {
				defer fault.Recover(ctx, &err, "ingest.journalled", d.Source)
				return r.resolveJournalled(ctx, d, i, e)
			})
			return ctx.Err()
		})
		if err != nil {
			return err
		}
		open = append(open, without...)
	}
	packets, planned := r.plan(open)
	if err := r.journalNow(ctx, planned); err != nil {
		return err
	}
	for _, p := range packets {
		calls.Go(func() (err error) {
			defer fault.Recover(ctx, &err, "ingest.packet", p[0].document.Source)
			return InStage(ctx, StageAsk, func(ctx context.Context) error { return r.packet(ctx, p) })
		})
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// lookUp returns the document's chunks without an extraction, and calls existing for
// those that the journal has.
func (r *run) lookUp(ctx context.Context, d *document, existing func(i int, e graph.Extraction) error) (open []waiting, err error) {
	inherited := lists.Index(d.inherited, chunkOf)
	for from := 0; from < len(d.chunks); from += journalChunks {
		some := d.chunks[from:min(from+journalChunks, len(d.chunks))]
		journal, err := r.journalled(ctx, d, some)
		if err != nil {
			return nil, err
		}
		for i, c := range some {
			e, ok := journal[c.ID]
			if !ok {
				e, ok = inherited[c.ID]
			}
			if ok && (e.State == graph.Extracted || e.State == graph.Quarantined && !r.again) {
				if err := existing(from+i, e); err != nil {
					return nil, err
				}
				continue
			}
			open = append(open, waiting{d, from + i, e.Packet, e.Attempts})
		}
	}
	return open, nil
}

// plan groups the chunks into packets, one a call: those of an earlier run's plan as
// planned, so that its calls are the same and their cached replies are found; the others
// in their order. The rows that it adds must be journalled before the first call. Without
// a model each chunk is a packet.
func (r *run) plan(open []waiting) (packets [][]waiting, planned []graph.Extraction) {
	if r.Client.Model == nil || r.Pack == 1 || r.again {
		return slices.Collect(slices.Chunk(open, 1)), nil
	}
	at := map[string]int{}
	var fresh []waiting
	var tokens []int
	for _, w := range open {
		if w.packet == "" {
			fresh, tokens = append(fresh, w), append(tokens, w.chunk().Tokens)
			continue
		}
		i, ok := at[w.packet]
		if !ok {
			i = len(packets)
			at[w.packet] = i
			packets = append(packets, nil)
		}
		packets[i] = append(packets[i], w)
	}
	for _, span := range pack.Plan(tokens, pack.Limits{Chunks: r.Pack}) {
		packet := fresh[span[0]:span[1]]
		packets = append(packets, packet)
		// A packet of one chunk is planned too: the next run would pack it together with others that were alone.
		name := packetName(packet)
		for i := range packet {
			packet[i].packet = name
			if packet[i].document.restates {
				continue // a plan must not replace an extraction
			}
			planned = append(planned, graph.Extraction{Chunk: packet[i].chunk().ID, Version: r.versionOf(packet[i].document),
				State: graph.Planned, Packet: name})
		}
	}
	return packets, planned
}

// journalNow journals rows and waits until they are on disk.
func (r *run) journalNow(ctx context.Context, rows []graph.Extraction) error {
	if len(rows) == 0 {
		return nil
	}
	written := make(chan struct{})
	r.writer <- message{extractions: rows, written: written}
	select {
	case <-written:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// packetName names a packet by its chunks.
func packetName(packet []waiting) string {
	h := sha256.New()
	for _, w := range packet {
		h.Write([]byte(w.chunk().ID)) // ids are of one length
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// resolveJournalled resolves a chunk from its journalled extraction.
func (r *run) resolveJournalled(ctx context.Context, d *document, i int, e graph.Extraction) error {
	r.chunksKept.Add(1)
	found, err := extractionOf(e)
	if err != nil {
		return err
	}
	r.settle(ctx, d, i, found, e.State == graph.Quarantined)
	return nil
}

// packet extracts a packet's chunks, journals the extractions and resolves them. A chunk
// without a readable reply is quarantined; an outage stops the run, a limit only further
// calls.
func (r *run) packet(ctx context.Context, packet []waiting) error {
	if r.stopped.Load() {
		return nil
	}
	outcomes, callErr := r.extract(ctx, lists.Map(packet, waiting.piece))
	rows := make([]graph.Extraction, 0, len(packet))
	for i, o := range outcomes {
		if !o.Done {
			continue
		}
		d := packet[i].document
		if d.anew && o.Way == extract.GivenUp {
			continue // the chunk keeps its evidence
		}
		row, err := r.row(packet[i], o)
		if err != nil {
			return err
		}
		if d.restates && o.Way != extract.GivenUp {
			d.journal(packet[i].index, row)
			continue
		}
		rows = append(rows, row)
	}
	if len(rows) > 0 {
		// Sent even when the context ends: the writer reads until the channel is closed,
		// and replies that were paid for are journalled.
		r.writer <- message{extractions: rows}
	}
	for i, o := range outcomes {
		if o.Done {
			r.count(func(rep *Report) { rep.Replies.add(o.Way) })
			r.settle(ctx, packet[i].document, packet[i].index, o.Extraction, o.Way == extract.GivenUp)
		}
	}
	switch {
	case fault.IsPanic(callErr): // only these documents fail
		for _, w := range packet {
			w.document.fail(fault.Wrap(callErr, "ingest.packet", w.document.Source))
			r.pass(w.document)
		}
	case fault.Is(callErr, fault.LimitReached):
		r.stop(callErr)
	case fault.Is(callErr, fault.WindowTooSmall):
		for i, o := range outcomes {
			if d := packet[i].document; !o.Done {
				d.fail(fault.From(fault.WindowTooSmall, "ingest.packet", d.Source, callErr,
					"give a larger --extract-window, or a smaller schema"))
				r.settle(ctx, d, packet[i].index, extract.Extraction{}, false)
			}
		}
	case callErr != nil:
		return callErr
	}
	return nil
}

// extract calls the extractor for a packet's chunks. A panic is an error.
func (r *run) extract(ctx context.Context, pieces []extract.Piece) (_ []extract.Outcome, err error) {
	defer fault.Recover(ctx, &err, "ingest.extract", "")
	return r.extractor.Extract(ctx, pieces)
}

// row returns the journal's row of an outcome.
func (r *run) row(w waiting, o extract.Outcome) (graph.Extraction, error) {
	row := graph.Extraction{Chunk: w.chunk().ID, Version: r.versionOf(w.document), Packet: w.packet, Attempts: w.attempts + o.Attempts}
	if o.Way == extract.GivenUp {
		row.State, row.Error, row.Raw = graph.Quarantined, o.Reason, o.Raw
		return row, nil
	}
	raw, err := json.Marshal(o.Extraction)
	row.Result = string(raw)
	return row, fault.Wrap(err, "ingest.row", string(row.Chunk))
}

// settle resolves a chunk's extraction, if the run can hold the evidence until the document is written;
// the last chunk of a document sends it to the writer.
func (r *run) settle(ctx context.Context, d *document, i int, found extract.Extraction, quarantined bool) {
	if !d.restates && r.full() {
		r.pass(d)
		return
	}
	var evidence graph.Evidence
	err := InStage(ctx, StageResolve, func(ctx context.Context) (err error) {
		defer fault.Recover(ctx, &err, "ingest.settle", d.Source)
		evidence = r.resolve(d, i, found, quarantined)
		return nil
	})
	switch {
	case err != nil:
		d.fail(err)
	case !d.restates:
		r.hold(d, i, evidence)
	case !quarantined:
		r.writer <- d.restatement(i, evidence)
	}
	r.pass(d)
}

// pass counts a chunk as done, and sends a document to the writer with its last.
func (r *run) pass(d *document) {
	r.chunks.Add(1)
	r.reportProgress()
	if d.left.Add(-1) == 0 {
		r.writer <- message{complete: d}
	}
}
