// Package exchange exports the graph of a workspace, and imports the canonical form.
package exchange

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"io"

	"grove/internal/fault"
	"grove/internal/graph"
)

// pageSize is how many things are held in memory at a time.
const pageSize = 1000

// JSONL writes the canonical export: one JSON object a line, by kind (document,
// chunk, episode, fact, key_element, attribute, triple, keyword, community, proposal, schema, decision) and then id, with all
// evidence. It holds no times, jobs, usage, origins, change numbers or
// workspace, so the same documents give the same bytes from either store. It
// returns the number of lines. A partly written document is an error.
func JSONL(ctx context.Context, r graph.Reader, w io.Writer) (int, error) {
	const op = "exchange.JSONL"
	out := bufio.NewWriterSize(w, 1<<20)
	l := &lines{encoder: encoderTo(out)}
	for _, kind := range []func() error{
		func() error { return documents(ctx, r, l) },
		pages(ctx, l, r.PageChunks, func(c graph.Chunk) any { return chunkLine{"chunk", c} }),
		pages(ctx, l, r.PageEpisodes, func(e graph.Episode) any { return episodeLine{"episode", e} }),
		pages(ctx, l, r.PageFacts, func(f graph.FactPage) any { return lineOfFact(f) }),
		pages(ctx, l, r.PageKeyElements, func(k graph.KeyElementPage) any { return keyElementLine{"key_element", k.KeyElement, k.Evidence} }),
		pages(ctx, l, r.PageAttributes, func(a graph.AttributePage) any { return attributeLine{"attribute", a.Attribute, a.Evidence} }),
		pages(ctx, l, r.PageTriples, func(t graph.TriplePage) any { return tripleLine{"triple", t.Triple, t.Evidence} }),
		pages(ctx, l, r.PageKeywords, func(w graph.Keyword) any { return keywordLine{"keyword", w} }),
		pages(ctx, l, r.PageCommunities, func(c graph.CommunityPage) any { return lineOfCommunity(c) }),
		pages(ctx, l, r.PageProposals, func(p graph.ProposalPage) any { return proposalLine{"proposal", p.Proposal, p.Evidence} }),
		func() error { return schemaLines(ctx, r, l) },
		func() error { return decisionLines(ctx, r, l) },
		out.Flush,
	} {
		if err := kind(); err != nil {
			return l.n, fault.Wrap(err, op, "")
		}
	}
	return l.n, nil
}

type lines struct {
	encoder *json.Encoder
	n       int
}

func (l *lines) write(v any) error {
	l.n++
	return l.encoder.Encode(v)
}

func documents(ctx context.Context, r graph.Reader, l *lines) error {
	partial := ""
	for d, err := range graph.Rows(ctx, r.Documents, graph.DocumentsQuery{Limit: pageSize}) {
		if err != nil {
			return err
		}
		if d.Partial {
			partial = cmp.Or(partial, d.Source)
		}
		if err := l.write(lineOfDocument(d)); err != nil {
			return err
		}
	}
	if partial != "" {
		return fault.New(fault.Held, "", partial, "the document is not wholly written",
			"wait for the ingest that writes it, or run it again if it was interrupted")
	}
	return nil
}

// pages returns a function that writes everything of one kind, a page at a time.
func pages[R graph.Row](ctx context.Context, l *lines, read func(context.Context, graph.PageQuery) ([]R, error), line func(R) any) func() error {
	return func() error {
		for row, err := range graph.Rows(ctx, read, graph.PageQuery{Limit: pageSize}) {
			if err == nil {
				err = l.write(line(row))
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
}

func schemaLines(ctx context.Context, r graph.Reader, l *lines) error {
	s, err := r.Schema(ctx)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return l.write(schemaLine{"schema", json.RawMessage(s.Body)})
}
