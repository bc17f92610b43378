package storetest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"grove/internal/fault"
	"grove/internal/graph"
)

// pageSize is the number of things on a page of a dump: small, so that each
// dump turns pages.
const pageSize = 50

// Dump writes everything that a workspace's reads show as text, a line a thing:
// documents, chunks with their neighbours, facts with their evidence and key
// elements, key elements, attributes and triples with their evidence, typed
// relations, proposals with their evidence, episodes, and the schema in force. Two stores with equal dumps hold the same
// graph. Times, origins, change numbers, the journal and tombstones are not in it.
func Dump(ctx context.Context, r graph.Reader) (string, error) {
	d := dumper{ctx: ctx, reader: r}
	for _, part := range []func() error{d.documents, d.chunks, d.facts, d.keyElements, d.attributes, d.triples, d.proposals, d.episodes, d.schema} {
		if err := part(); err != nil {
			return "", err
		}
	}
	return d.out.String(), nil
}

type dumper struct {
	ctx    context.Context
	reader graph.Reader
	out    bytes.Buffer
}

// line writes one thing, as JSON after its kind.
func (d *dumper) line(kind string, v any) error {
	d.out.WriteString(kind + " ")
	e := json.NewEncoder(&d.out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// pages calls each for every thing that the page operation gives.
func pages[R graph.Row](d *dumper, page func(context.Context, graph.PageQuery) ([]R, error), id func(R) graph.ID, each func(R) error) error {
	after := graph.ID("")
	for r, err := range graph.Rows(d.ctx, page, graph.PageQuery{Limit: pageSize}) {
		if err == nil && id(r) <= after {
			err = fmt.Errorf("page after %s gives %s", after, id(r))
		}
		if err == nil {
			after, err = id(r), each(r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *dumper) documents() error {
	page := func(ctx context.Context, q graph.PageQuery) ([]graph.Document, error) {
		return d.reader.Documents(ctx, graph.DocumentsQuery{After: q.After, Limit: q.Limit})
	}
	return pages(d, page, func(r graph.Document) graph.ID { return r.ID }, func(r graph.Document) error {
		r.Tags = graph.List(r.Tags)
		return d.line("document", r)
	})
}

func (d *dumper) chunks() error {
	return pages(d, d.reader.PageChunks, func(r graph.Chunk) graph.ID { return r.ID }, func(r graph.Chunk) error {
		rows, err := d.reader.Chunks(d.ctx, graph.ChunksQuery{IDs: []graph.ID{r.ID}})
		if err != nil {
			return err
		}
		if len(rows) != 1 || rows[0].Chunk != r {
			return fmt.Errorf("chunk %s: its page has %+v, Chunks has %+v", r.ID, r, rows)
		}
		return d.line("chunk", struct {
			graph.Chunk
			Previous graph.ID `json:"previous"`
			Next     graph.ID `json:"next"`
		}{r, rows[0].Previous, rows[0].Next})
	})
}

func (d *dumper) facts() error {
	return pages(d, d.reader.PageFacts, func(r graph.FactPage) graph.ID { return r.ID }, func(r graph.FactPage) error {
		if err := d.line("fact", r.Fact); err != nil {
			return err
		}
		for _, e := range r.Evidence {
			e.About = graph.List(e.About)
			if err := d.line("  has_fact", e); err != nil {
				return err
			}
		}
		rows, err := d.reader.KeyElements(d.ctx, graph.KeyElementsQuery{Facts: []graph.ID{r.ID}, Limit: graph.MaxRows})
		if err != nil {
			return err
		}
		for _, k := range rows {
			if err := d.line("  about", k.ID); err != nil {
				return err
			}
		}
		return nil
	})
}

func (d *dumper) keyElements() error {
	return pages(d, d.reader.PageKeyElements, func(r graph.KeyElementPage) graph.ID { return r.ID }, func(r graph.KeyElementPage) error {
		r.Aliases = graph.List(r.Aliases)
		if err := d.line("key_element", r.KeyElement); err != nil {
			return err
		}
		if err := evidenceLines(d, "  mentions", r.Evidence); err != nil {
			return err
		}
		rows, err := d.reader.Relations(d.ctx, graph.RelationsQuery{Elements: []graph.ID{r.ID}, Fanout: graph.MaxRows})
		if err != nil {
			return err
		}
		return evidenceLines(d, "  relation", rows)
	})
}

func (d *dumper) attributes() error {
	return pages(d, d.reader.PageAttributes, func(r graph.AttributePage) graph.ID { return r.ID }, func(r graph.AttributePage) error {
		if err := d.line("attribute", r.Attribute); err != nil {
			return err
		}
		return evidenceLines(d, "  states", r.Evidence)
	})
}

func (d *dumper) triples() error {
	return pages(d, d.reader.PageTriples, func(r graph.TriplePage) graph.ID { return r.ID }, func(r graph.TriplePage) error {
		if err := d.line("triple", r.Triple); err != nil {
			return err
		}
		return evidenceLines(d, "  states", r.Evidence)
	})
}

func (d *dumper) proposals() error {
	return pages(d, d.reader.PageProposals, func(r graph.ProposalPage) graph.ID { return r.ID }, func(r graph.ProposalPage) error {
		if err := d.line("proposal", r.Proposal); err != nil {
			return err
		}
		return evidenceLines(d, "  proposes", r.Evidence)
	})
}

func (d *dumper) episodes() error {
	return pages(d, d.reader.PageEpisodes, func(r graph.Episode) graph.ID { return r.ID }, func(r graph.Episode) error { return d.line("episode", r) })
}

func (d *dumper) schema() error {
	v, err := d.reader.Schema(d.ctx)
	switch {
	case fault.Is(err, fault.NotFound):
		return nil
	case err != nil:
		return err
	}
	return d.line("schema", v)
}

func evidenceLines[R any](d *dumper, kind string, rows []R) error {
	for _, r := range rows {
		if err := d.line(kind, r); err != nil {
			return err
		}
	}
	return nil
}
