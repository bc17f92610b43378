package query

import (
	"context"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/text"
)

// StoredPage is a stored episode with the text of its document that it covers.
type StoredPage struct {
	graph.Episode
	Text string
	// Chunks are those that share text with the episode, in order.
	Chunks []graph.ChunkRow
}

// StoredPages returns the stored pages of a document, from a graph of the frame, that share text with some of its chunks, given in
// order; none unless its episodes cover all of these. Pages without words are left out.
func (f *Frame) StoredPages(ctx context.Context, g Graph, some []graph.ChunkRow) (out []StoredPage, err error) {
	var all []graph.Episode
	for {
		q := graph.EpisodesQuery{Document: some[0].Document, Limit: graph.MaxRows}
		if n := len(all); n > 0 {
			q.From = all[n-1].Index + 1
		}
		list, err := g.Episodes(ctx, q)
		if err != nil {
			return nil, err
		}
		if all = append(all, list...); len(list) < graph.MaxRows {
			break
		}
	}
	if len(all) == 0 || all[0].Start > some[0].Start || all[len(all)-1].End < some[len(some)-1].End {
		return nil, nil
	}
	whole, err := f.Chunks(ctx, g, some[0].Document) // some may be what a search found
	for _, e := range all {
		shares := func(c graph.ChunkRow) bool { return c.Start < e.End && c.End > e.Start }
		if e.Words == 0 || !slices.ContainsFunc(some, shares) {
			continue
		}
		p := StoredPage{Episode: e}
		var body strings.Builder
		for _, c := range whole {
			if shares(c) {
				p.Chunks = append(p.Chunks, c)
				body.WriteString(text.Slice(c.Text, max(e.Start-c.Start, 0), min(e.End, c.End)-c.Start))
			}
		}
		p.Text = body.String()
		out = append(out, p)
	}
	return out, err
}

// Unpaged returns the documents of the question's input, by id, that have no episodes although the agent reads
// them with these options (Agent.Episodes). They are to be made before the question. A follow-up is
// searched for as it was asked, which takes no call.
func (a Agent) Unpaged(ctx context.Context, d Deps, q Question, o Options) ([]graph.Document, error) {
	if a.Episodes == nil || q.Page != "" || !a.Episodes(o) {
		return nil, nil
	}
	q.History, q.Watch = nil, nil
	f, err := begin(ctx, a, d, q, o)
	if err != nil {
		return nil, err
	}
	all, err := f.inputDocuments(ctx)
	return lists.Filter(all, func(d graph.Document) bool { return d.Paged == "" && d.Tokens > 0 && !d.Partial }), err
}

// inputDocuments returns the documents that Input reads, or parts of which it reads.
func (f *Frame) inputDocuments(ctx context.Context) ([]graph.Document, error) {
	if !f.Question.Scope.Empty() {
		return f.documents(ctx)
	}
	rows, err := f.foundChunks(ctx)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	ids := lists.Map(rows, func(r graph.ChunkRow) graph.ID { return r.Document })
	return f.Graph.Documents(ctx, graph.DocumentsQuery{IDs: ids, Limit: len(rows)})
}
