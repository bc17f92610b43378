// Package exchange exports the graph of a workspace, and imports the canonical form.
package exchange

import (
	"bufio"
	"context"
	"encoding/json"
	"io"

	"grove/internal/fault"
	"grove/internal/graph"
)

// Reader is the part of a store that an export reads.
type Reader interface {
	Documents(context.Context, graph.DocumentsQuery) ([]graph.Document, error)
	PageChunks(context.Context, graph.PageQuery) ([]graph.Chunk, error)
	PageFacts(context.Context, graph.PageQuery) ([]graph.FactPage, error)
	PageKeyElements(context.Context, graph.PageQuery) ([]graph.KeyElementPage, error)
	PageAttributes(context.Context, graph.PageQuery) ([]graph.AttributePage, error)
	PageTriples(context.Context, graph.PageQuery) ([]graph.TriplePage, error)
	PageKeywords(context.Context, graph.PageQuery) ([]graph.Keyword, error)
	PageCommunities(context.Context, graph.PageQuery) ([]graph.CommunityPage, error)
	PageProposals(context.Context, graph.PageQuery) ([]graph.ProposalPage, error)
	Schema(context.Context) (graph.SchemaVersion, error)
	Decisions(context.Context, graph.DecisionsQuery) ([]graph.Decision, error)
}

// pageSize is how many things are held in memory at a time.
const pageSize = 1000

// JSONL writes the canonical export: one JSON object a line, by kind (document,
// chunk, fact, key_element, attribute, triple, keyword, community, proposal, schema, decision) and then id, with all
// evidence. It holds no times, jobs, usage, origins, change numbers or
// workspace, so the same documents give the same bytes from either store. It
// returns the number of lines. A partly written document is an error.
func JSONL(ctx context.Context, r Reader, w io.Writer) (int, error) {
	const op = "exchange.JSONL"
	out := bufio.NewWriterSize(w, 1<<20)
	l := &lines{encoder: json.NewEncoder(out)}
	l.encoder.SetEscapeHTML(false)
	for _, kind := range []func() error{
		func() error { return documents(ctx, r, l) },
		func() error {
			return pages(ctx, l, r.PageChunks, func(c graph.Chunk) (graph.ID, any) { return c.ID, chunkLine{"chunk", c} })
		},
		func() error {
			return pages(ctx, l, r.PageFacts, func(f graph.FactPage) (graph.ID, any) { return f.ID, lineOfFact(f) })
		},
		func() error {
			return pages(ctx, l, r.PageKeyElements, func(k graph.KeyElementPage) (graph.ID, any) {
				return k.ID, keyElementLine{"key_element", k.KeyElement, k.Evidence}
			})
		},
		func() error {
			return pages(ctx, l, r.PageAttributes, func(a graph.AttributePage) (graph.ID, any) {
				return a.ID, attributeLine{"attribute", a.Attribute, a.Evidence}
			})
		},
		func() error {
			return pages(ctx, l, r.PageTriples, func(t graph.TriplePage) (graph.ID, any) {
				return t.ID, tripleLine{"triple", t.Triple, t.Evidence}
			})
		},
		func() error {
			return pages(ctx, l, r.PageKeywords, func(w graph.Keyword) (graph.ID, any) { return w.ID, keywordLine{"keyword", w} })
		},
		func() error {
			return pages(ctx, l, r.PageCommunities, func(c graph.CommunityPage) (graph.ID, any) { return c.ID, lineOfCommunity(c) })
		},
		func() error {
			return pages(ctx, l, r.PageProposals, func(p graph.ProposalPage) (graph.ID, any) {
				return p.ID, proposalLine{"proposal", p.Proposal, p.Evidence}
			})
		},
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
	// partial is the source of a document that is not whole, "" if all are.
	partial string
}

func (l *lines) write(v any) error {
	l.n++
	return l.encoder.Encode(v)
}

func documents(ctx context.Context, r Reader, l *lines) error {
	page := func(ctx context.Context, q graph.PageQuery) ([]graph.Document, error) {
		return r.Documents(ctx, graph.DocumentsQuery{After: q.After, Limit: q.Limit})
	}
	err := pages(ctx, l, page, func(d graph.Document) (graph.ID, any) {
		if d.Partial && l.partial == "" {
			l.partial = d.Source
		}
		return d.ID, lineOfDocument(d)
	})
	if err == nil && l.partial != "" {
		err = fault.New(fault.Held, "", l.partial, "the document is not wholly written",
			"wait for the ingest that writes it, or run it again if it was interrupted")
	}
	return err
}

// pages writes everything of one kind, a page at a time.
func pages[P any](ctx context.Context, l *lines, page func(context.Context, graph.PageQuery) ([]P, error), line func(P) (graph.ID, any)) error {
	var after graph.ID
	for {
		rows, err := page(ctx, graph.PageQuery{After: after, Limit: pageSize})
		if err != nil {
			return err
		}
		for _, row := range rows {
			id, v := line(row)
			if err := l.write(v); err != nil {
				return err
			}
			after = id
		}
		if len(rows) < pageSize {
			return nil
		}
	}
}

func schemaLines(ctx context.Context, r Reader, l *lines) error {
	s, err := r.Schema(ctx)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return l.write(schemaLine{"schema", json.RawMessage(s.Body)})
}
