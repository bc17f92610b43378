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
	"grove/internal/text"
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
	l := &lines{encoder: text.JSONEncoder(out)}
	for _, kind := range []func() error{
		func() error { return documents(ctx, r, l) },
		pages(ctx, l, r.PageChunks, func(c graph.Chunk) any { return chunkLine{"chunk", c} }),
		pages(ctx, l, r.PageEpisodes, func(e graph.Episode) any { return episodeLine{"episode", e} }),
		pages(ctx, l, r.PageFacts, func(f graph.FactPage) any { return lineOfFact(f) }),
		pages(ctx, l, r.PageKeyElements,
			func(k graph.KeyElementPage) any { return keyElementLine{"key_element", k.KeyElement, k.Evidence} }),
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
func pages[R graph.Row](ctx context.Context, l *lines, read func(context.Context, graph.PageQuery) ([]R, error),
	line func(R) any) func() error {
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

// The lines of the canonical export, one type a kind, with their keys in order.
type (
	documentLine struct {
		Kind string `json:"kind"`
		graph.Document
	}
	chunkLine struct {
		Kind string `json:"kind"`
		graph.Chunk
	}
	episodeLine struct {
		Kind string `json:"kind"`
		graph.Episode
	}
	factLine struct {
		Kind string `json:"kind"`
		graph.Fact
		Evidence []graph.FactEvidence `json:"evidence"`
	}
	keyElementLine struct {
		Kind string `json:"kind"`
		graph.KeyElement
		Evidence []graph.Mention `json:"evidence"`
	}
	attributeLine struct {
		Kind string `json:"kind"`
		graph.Attribute
		Evidence []graph.AttributeEvidence `json:"evidence"`
	}
	tripleLine struct {
		Kind string `json:"kind"`
		graph.Triple
		Evidence []graph.TripleEvidence `json:"evidence"`
	}
	keywordLine struct {
		Kind string `json:"kind"`
		graph.Keyword
	}
	communityLine struct {
		Kind   string   `json:"kind"`
		ID     graph.ID `json:"id"`
		Level  int      `json:"level"`
		Parent graph.ID `json:"parent"`
		// Title and Summary are nil for one that is graph.Unnamed.
		Title   *string `json:"title,omitempty"`
		Summary *string `json:"summary,omitempty"`
		Size    int     `json:"size"`
		// Members are those of level 0; larger levels have those below them by parent.
		Members []graph.ID `json:"members"`
	}
	proposalLine struct {
		Kind string `json:"kind"`
		graph.Proposal
		Evidence []graph.ProposalEvidence `json:"evidence"`
	}
	schemaLine struct {
		Kind   string          `json:"kind"`
		Schema json.RawMessage `json:"schema"`
	}
)

// lineOfDocument and its like make the line of a thing. A list without elements is [], never null.
func lineOfDocument(d graph.Document) documentLine {
	d.Tags = graph.List(d.Tags)
	return documentLine{"document", d}
}

func lineOfCommunity(c graph.CommunityPage) communityLine {
	l := communityLine{Kind: "community", ID: c.ID, Level: c.Level, Parent: c.Parent, Size: c.Size, Members: graph.List(c.Members)}
	if c.Digest != graph.Unnamed {
		l.Title, l.Summary = &c.Title, &c.Summary
	}
	return l
}

func lineOfFact(f graph.FactPage) factLine {
	for i := range f.Evidence {
		f.Evidence[i].About = graph.List(f.Evidence[i].About)
	}
	return factLine{"fact", f.Fact, f.Evidence}
}
