package verify

import (
	"context"

	"grove/internal/graph"
)

const (
	// documentPage and chunkPage are the numbers of documents and chunks read at once.
	documentPage = 500
	chunkPage    = 200
)

// textPass is the pass over documents, their chunks, and the evidence of these.
type textPass struct {
	ctx                                 context.Context
	reader                              graph.Reader
	partition, episodes, partial, spans graph.Check
	// pending are chunks whose evidence was not read yet, with their documents' titles.
	pending []graph.ChunkRow
}

// checkTexts checks documents against their chunks, and evidence against the text.
func checkTexts(ctx context.Context, r graph.Reader) ([]graph.Check, error) {
	p := &textPass{ctx: ctx, reader: r, partition: graph.NewCheck(Partition), episodes: graph.NewCheck(Episodes),
		partial: graph.NewCheck(Partial), spans: graph.NewCheck(Spans)}
	for d, err := range graph.Rows(ctx, r.Documents, graph.DocumentsQuery{Limit: documentPage}) {
		if err == nil {
			err = p.document(d)
		}
		if err != nil {
			return nil, err
		}
	}
	err := p.evidence()
	return []graph.Check{p.partition, p.episodes, p.partial, p.spans}, err
}

// document checks the chunks of a document in order.
func (p *textPass) document(d graph.Document) error {
	if d.Partial {
		p.partial.Find(d.ID, "%s is only partly written", d.Source)
	}
	partition := graph.NewPartition(d)
	var before graph.ChunkRow
	for rows, err := range graph.ChunkPages(p.ctx, p.reader.Chunks, d.ID, chunkPage) {
		if err != nil {
			return err
		}
		for _, row := range rows {
			if !d.Partial {
				p.chunk(partition.Add(row.Chunk), before, row)
			}
			before = row
		}
		p.pending = append(p.pending, rows...)
		if len(p.pending) >= chunkPage {
			if err := p.evidence(); err != nil {
				return err
			}
		}
	}
	if problem := partition.End(); problem != "" && !d.Partial {
		p.partition.Find(d.ID, "%s", problem)
	}
	if d.Partial {
		return nil
	}
	return p.pages(d)
}

// pages checks the episodes of a document in order.
func (p *textPass) pages(d graph.Document) error {
	none := d.Paged == ""
	d.Gists = d.Paged // the preset that is wanted may be another one
	paging := graph.NewPaging(d)
	for from := 0; ; from += chunkPage {
		rows, err := p.reader.Episodes(p.ctx, graph.EpisodesQuery{Document: d.ID, From: from, Limit: chunkPage})
		if err != nil {
			return err
		}
		for _, e := range rows {
			if problem := paging.Add(e); problem != "" {
				p.episodes.Find(e.ID, "%s", problem)
			}
		}
		if len(rows) < chunkPage {
			break
		}
	}
	if problem := paging.End(); problem != "" && !none {
		p.episodes.Find(d.ID, "%s", problem)
	}
	return nil
}

// chunk reports a problem of a chunk, or of its edges to the previous one.
func (p *textPass) chunk(problem string, before, row graph.ChunkRow) {
	switch {
	case problem != "":
		p.partition.Find(row.ID, "%s", problem)
	case row.Previous != before.ID, before.ID != "" && before.Next != row.ID:
		p.partition.Find(row.ID, "it does not follow the chunk before it")
	}
}

// evidence checks the spans of the pending chunks' evidence.
func (p *textPass) evidence() error {
	ids := make([]graph.ID, len(p.pending))
	quotes := make(map[graph.ID]*graph.Quotes, len(p.pending))
	for i, row := range p.pending {
		ids[i], quotes[row.ID] = row.ID, graph.NewQuotes(row.Chunk, row.Title)
	}
	p.pending = p.pending[:0]
	if len(ids) == 0 {
		return nil
	}
	evidence, err := p.reader.Evidence(p.ctx, graph.EvidenceQuery{Chunks: ids})
	if err != nil {
		return err
	}
	check := func(chunk, item graph.ID, s graph.Span) {
		if problem := quotes[chunk].Check(s); problem != "" {
			p.spans.Find(item, "in chunk %s: %s", chunk, problem)
		}
	}
	for _, e := range evidence.Facts {
		check(e.Chunk, e.Fact, e.Span)
	}
	for _, e := range evidence.Mentions {
		check(e.Chunk, e.Element, e.Span)
	}
	for _, e := range evidence.Attributes {
		check(e.Chunk, e.Attribute, e.Span)
	}
	for _, e := range evidence.Triples {
		check(e.Chunk, e.Triple, e.Span)
	}
	for _, e := range evidence.Proposals {
		check(e.Chunk, e.Proposal, e.Span)
	}
	return nil
}
