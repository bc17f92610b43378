package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"golang.org/x/sync/errgroup"

	"grove/ingest/extract"
	"grove/ingest/pack"
	"grove/ingest/resolve"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/text"
)

// waiting is a chunk that is to be asked for.
type waiting struct {
	document *document
	index    int
	// packet names the call that an earlier run planned for it, "" if none did.
	packet string
	// attempts is how many calls earlier runs made for it.
	attempts int
}

func (w waiting) chunk() graph.Chunk { return w.document.chunks[w.index] }

// promptTitle is how many runes of a title a call shows: a longer one would crowd
// out the text.
const promptTitle = 500

func (w waiting) piece() extract.Piece {
	c := w.chunk()
	return extract.Piece{Title: text.Truncate(w.document.Title, promptTitle), Text: c.Text, Language: w.document.Language, Tokens: c.Tokens, Chunk: c.ID}
}

// start has every chunk of the documents extracted; the last chunk of each to
// be ready hands the document to the writer.
func (r *run) start(ctx context.Context, docs []*document, calls *errgroup.Group) error {
	var open []waiting
	for _, d := range docs {
		d.left.Store(int64(len(d.chunks)))
		r.chunksSeen.Add(int64(len(d.chunks)))
		if len(d.chunks) == 0 {
			r.writer <- message{complete: d}
		}
		ask, err := r.lookUp(ctx, d, func(i int, e graph.Extraction) error {
			if r.restates && !r.anew {
				r.pass(d)
				return ctx.Err()
			}
			calls.Go(func() (err error) {
				defer fault.Recover(ctx, &err, "ingest.kept", d.Source)
				return r.kept(ctx, d, i, e)
			})
			return ctx.Err()
		})
		if err != nil {
			return err
		}
		open = append(open, ask...)
	}
	packets, fresh := r.plan(open)
	if err := r.keep(ctx, fresh); err != nil {
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

// lookUp gives the document's chunks that are to be asked for, and calls known
// for those that are settled by the journal.
func (r *run) lookUp(ctx context.Context, d *document, known func(i int, e graph.Extraction) error) (ask []waiting, err error) {
	journal, err := r.journalled(ctx, d)
	if err != nil {
		return nil, err
	}
	for i, c := range d.chunks {
		e, ok := journal[c.ID]
		if ok && (e.State == graph.Extracted || e.State == graph.Quarantined && !r.again) {
			if err := known(i, e); err != nil {
				return nil, err
			}
			continue
		}
		ask = append(ask, waiting{d, i, e.Packet, e.Attempts})
	}
	return ask, nil
}

// journalled gives the extractions of the document's chunks that an earlier run kept.
func (r *run) journalled(ctx context.Context, d *document) (map[graph.ID]graph.Extraction, error) {
	known := map[graph.ID]graph.Extraction{}
	for from := 0; from < len(d.chunks); from += graph.MaxIDs {
		var ids []graph.ID
		for _, c := range d.chunks[from:min(from+graph.MaxIDs, len(d.chunks))] {
			ids = append(ids, c.ID)
		}
		q := graph.ExtractionsQuery{Chunks: ids, Version: r.versionOf(d)}
		if r.again {
			q.Version = "" // what any model said under any schema is no reason to ask again
		}
		kept, err := r.Store.Extractions(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, e := range kept {
			known[e.Chunk] = e
		}
	}
	return known, nil
}

// plan puts the chunks into packets: those of an earlier run's plan together
// again, so that its calls are the same and replies that were paid for are found;
// the others in their order. What is new in the plan is to be journalled before
// the first call. Offline a call costs nothing, and each chunk has its own.
func (r *run) plan(open []waiting) (packets [][]waiting, news []graph.Extraction) {
	if r.Client.Model == nil || r.Pack == 1 || r.again {
		packets = make([][]waiting, len(open))
		for i := range open {
			packets[i] = open[i : i+1]
		}
		return packets, nil
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
		if len(packet) == 1 {
			continue
		}
		name := packetName(packet)
		for i := range packet {
			packet[i].packet = name
			news = append(news, graph.Extraction{Chunk: packet[i].chunk().ID, Version: r.versionOf(packet[i].document),
				State: graph.Planned, Packet: name})
		}
	}
	if r.restates {
		news = nil // a plan must not take the place of what was said
	}
	return packets, news
}

// keep journals rows and waits until they are on the disk.
func (r *run) keep(ctx context.Context, rows []graph.Extraction) error {
	if len(rows) == 0 {
		return nil
	}
	kept := make(chan struct{})
	r.writer <- message{extractions: rows, kept: kept}
	select {
	case <-kept:
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

// kept resolves a chunk that the journal has.
func (r *run) kept(ctx context.Context, d *document, i int, e graph.Extraction) error {
	var found extract.Extraction
	r.chunksKept.Add(1)
	if e.State == graph.Quarantined {
		r.settle(ctx, d, i, found, true)
		return nil
	}
	if err := json.Unmarshal([]byte(e.Result), &found); err != nil {
		return &fault.Error{Kind: fault.Corrupt, Op: "ingest.kept", Item: string(e.Chunk), Err: err,
			Hint: "the journal holds an extraction that does not parse"}
	}
	r.settle(ctx, d, i, found, false)
	return nil
}

// packet asks for a packet's chunks, journals what was said and resolves it. A
// chunk whose replies could not be read is quarantined; an outage stops the run,
// a limit only further calls.
func (r *run) packet(ctx context.Context, packet []waiting) error {
	if r.stopped.Load() {
		return nil
	}
	pieces := make([]extract.Piece, len(packet))
	for i, w := range packet {
		pieces[i] = w.piece()
	}
	outcomes, callErr := r.extract(ctx, pieces)
	rows := make([]graph.Extraction, 0, len(packet))
	for i, o := range outcomes {
		if !o.Done {
			continue
		}
		if r.anew && o.Way == extract.GivenUp {
			continue // the chunk goes on saying what it said
		}
		row, err := r.row(packet[i], o)
		if err != nil {
			return err
		}
		if r.restates && o.Way != extract.GivenUp {
			packet[i].document.journal(packet[i].index, row)
			continue
		}
		rows = append(rows, row)
	}
	if len(rows) > 0 {
		// Not given up when the context ends: the writer reads until the channel is
		// closed, and what was paid for is kept.
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
				d.fail(&fault.Error{Kind: fault.WindowTooSmall, Op: "ingest.packet", Item: d.Source, Err: callErr,
					Hint: "give a larger --extract-window, or a smaller schema"})
				r.settle(ctx, d, packet[i].index, extract.Extraction{}, false)
			}
		}
	case callErr != nil:
		return callErr
	}
	return nil
}

// extract asks for a packet's chunks. A panic is an error.
func (r *run) extract(ctx context.Context, pieces []extract.Piece) (_ []extract.Outcome, err error) {
	defer fault.Recover(ctx, &err, "ingest.extract", "")
	return r.extractor.Extract(ctx, pieces)
}

// row is the journal's row of an outcome.
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

// settle resolves what a chunk says; the last chunk of a document hands it to the writer.
func (r *run) settle(ctx context.Context, d *document, i int, found extract.Extraction, quarantined bool) {
	err := InStage(ctx, StageResolve, func(ctx context.Context) (err error) {
		defer fault.Recover(ctx, &err, "ingest.settle", d.Source)
		evidence, dropped := resolve.Evidence(resolve.Input{Title: d.Title, Chunk: d.chunks[i], Extraction: found, Schema: r.schema})
		d.add(i, evidence, dropped, quarantined, !quarantined && found.Empty())
		return nil
	})
	if err != nil {
		d.fail(err)
	} else if r.restates && !quarantined {
		r.writer <- d.restatement(i)
	}
	r.pass(d)
}

// pass counts a chunk as done.
func (r *run) pass(d *document) {
	r.chunks.Add(1)
	r.tell()
	if d.left.Add(-1) == 0 {
		r.writer <- message{complete: d}
	}
}
