package app

import (
	"context"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/lookup"
	"grove/web"
)

// Text gives a piece of a document's text.
func (s served) Text(ctx context.Context, id graph.ID, start, end int) (web.Passage, error) {
	d, err := s.Document(ctx, id)
	if err != nil {
		return web.Passage{}, err
	}
	out := web.Passage{Document: web.DocumentRef{ID: d.ID, Title: d.Title, Source: d.Source}, Start: min(start, d.Runes), Runes: d.Runes}
	out.End = max(min(end, d.Runes), out.Start)
	var text strings.Builder
	for from := 0; ; {
		rows, err := s.store.Chunks(ctx, graph.ChunksQuery{Document: id, From: from, Limit: passageChunks})
		if err != nil {
			return web.Passage{}, err
		}
		for _, c := range rows {
			from = c.Index + 1
			if c.Start < out.End && c.End > out.Start {
				runes := []rune(c.Text)
				text.WriteString(string(runes[max(out.Start-c.Start, 0):min(out.End-c.Start, len(runes))]))
			}
		}
		if len(rows) < passageChunks || rows[len(rows)-1].End >= out.End {
			out.Text = text.String()
			return out, nil
		}
	}
}

// passageChunks is how many chunks are read at once for a piece of a text.
const passageChunks = 100

// Facts gives the facts of some chunks of a document.
func (s served) Facts(ctx context.Context, id graph.ID, from, limit int) ([]web.Fact, bool, error) {
	if _, err := s.Document(ctx, id); err != nil {
		return nil, false, err
	}
	rows, err := s.store.Chunks(ctx, graph.ChunksQuery{Document: id, From: from, Limit: limit + 1})
	if err != nil {
		return nil, false, err
	}
	order := map[graph.ID]int{}
	var ids []graph.ID
	for _, r := range rows[:min(len(rows), limit)] {
		order[r.ID] = r.Index
		ids = append(ids, r.ID)
	}
	out, err := s.factsOf(ctx, ids)
	slices.SortStableFunc(out, func(a, b web.Fact) int { return order[a.Chunk] - order[b.Chunk] })
	return out, len(rows) > limit, err
}

// factsOf gives the facts of chunks, those of each by place and id.
func (s served) factsOf(ctx context.Context, chunks []graph.ID) ([]web.Fact, error) {
	out := []web.Fact{}
	if len(chunks) == 0 {
		return out, nil
	}
	said, err := s.store.Evidence(ctx, graph.EvidenceQuery{Chunks: chunks})
	if err != nil {
		return nil, err
	}
	var about []graph.ID
	for _, f := range said.Facts {
		about = append(about, f.About...)
	}
	slices.Sort(about)
	w := walk{reader: s.store}
	found, err := w.elements(ctx, slices.Compact(about))
	if err != nil {
		return nil, err
	}
	names := map[graph.ID]string{}
	for _, e := range found {
		names[e.ID] = e.Name
	}
	for _, f := range said.Facts {
		fact := web.Fact{ID: f.Fact, Chunk: f.Chunk, Text: f.Text, Span: f.Span, About: []web.PathElement{}}
		for _, id := range f.About {
			fact.About = append(fact.About, web.PathElement{ID: id, Name: names[id]})
		}
		out = append(out, fact)
	}
	slices.SortStableFunc(out, func(a, b web.Fact) int { return a.Start - b.Start })
	return out, nil
}

// Evidence gives places where an element is named.
func (s served) Evidence(ctx context.Context, ref string, from, limit int) ([]web.Evidence, int, error) {
	e, err := lookup.Entity(ctx, s.store, "app.Evidence", ref)
	if err != nil {
		return nil, 0, err
	}
	places, total, err := s.evidenceOf(ctx, e.ID, from, limit)
	return evidenceView(places), total, err
}

func evidenceView(rows []EntityEvidence) []web.Evidence {
	out := make([]web.Evidence, len(rows))
	for i, e := range rows {
		out[i] = web.Evidence{Document: web.DocumentRef(e.Document), Chunk: e.Chunk, Start: e.Start, End: e.End, In: e.In, Surface: e.Surface, Type: e.Type}
	}
	return out
}
