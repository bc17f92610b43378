package exchange

import (
	"iter"

	"grove/internal/graph"
)

// assembled is a document with its chunks and evidence, assembled from the lines of a file.
type assembled struct {
	document graph.Document
	chunks   []graph.Chunk
	episodes []graph.Episode
	evidence map[graph.ID]*graph.Evidence // by chunk
	lines    []record                     // in the order of the file
}

// eachDocument calls each with every document of the file, in the order of ids.
func (im *importer) eachDocument(each func(assembled) error) error {
	var a assembled
	flush := func() error {
		if err := im.ctx.Err(); err != nil || a.lines == nil {
			return err
		}
		return each(a)
	}
	err := im.spool.sorted(func(r record) error {
		if r.Rank == documentRank {
			if err := flush(); err != nil {
				return err
			}
			a = assembled{evidence: map[graph.ID]*graph.Evidence{}}
		}
		a.add(r)
		return nil
	})
	if err != nil {
		return err
	}
	return flush()
}

func (a *assembled) add(r record) {
	a.lines = append(a.lines, r)
	switch {
	case r.Document != nil:
		a.document = *r.Document
	case r.Chunk != nil:
		a.chunks = append(a.chunks, *r.Chunk)
		a.evidence[r.Chunk.ID] = &graph.Evidence{}
	case r.Episode != nil:
		a.episodes = append(a.episodes, *r.Episode)
		a.document.Gists = r.Episode.Preset
	default:
		chunk, _, _ := r.quote()
		a.evidence[chunk].Append(r.Evidence)
	}
}

// check checks that the chunks partition the text, as do the episodes if there are any, that each quote is the text at its
// offsets, and that a chunk mentions every key element of its evidence.
func (a assembled) check() error {
	partition := graph.NewPartition(a.document)
	paging := graph.NewPaging(a.document)
	quotes := map[graph.ID]*graph.Quotes{}
	mentioned := map[graph.ID]map[graph.ID]bool{}
	for _, r := range a.lines {
		switch {
		case r.Chunk != nil:
			if problem := partition.Add(*r.Chunk); problem != "" {
				return bad(r.Line, "%s", problem)
			}
			quotes[r.Chunk.ID] = graph.NewQuotes(*r.Chunk, a.document.Title)
			mentioned[r.Chunk.ID] = map[graph.ID]bool{}
		case r.Episode != nil:
			if problem := paging.Add(*r.Episode); problem != "" {
				return bad(r.Line, "%s", problem)
			}
		}
		for _, m := range r.Evidence.Mentions {
			mentioned[m.Chunk][m.Element] = true
		}
	}
	if problem := partition.End(); problem != "" {
		return bad(a.lines[0].Line, "%s", problem)
	}
	if problem := paging.End(); problem != "" && len(a.episodes) > 0 {
		return bad(a.lines[0].Line, "%s", problem)
	}
	for _, r := range a.lines {
		chunk, span, names := r.quote()
		if chunk == "" {
			continue
		}
		if problem := quotes[chunk].Check(span); problem != "" {
			return bad(r.Line, "the evidence of chunk %s: %s", chunk, problem)
		}
		for _, name := range names {
			if !mentioned[chunk][name] {
				return bad(r.Line, "chunk %s has evidence of %s without mentioning it", chunk, name)
			}
		}
	}
	return nil
}

// quote returns the chunk and the span of a row of evidence, and the key elements
// that the chunk must mention for it; no chunk for other records.
func (r record) quote() (chunk graph.ID, s graph.Span, names []graph.ID) {
	switch e := r.Evidence; {
	case len(e.Facts) > 0:
		return e.Facts[0].Chunk, e.Facts[0].Span, e.Facts[0].About
	case len(e.Mentions) > 0:
		return e.Mentions[0].Chunk, e.Mentions[0].Span, nil
	case len(e.Attributes) > 0:
		return e.Attributes[0].Chunk, e.Attributes[0].Span, []graph.ID{e.Attributes[0].Entity}
	case len(e.Triples) > 0:
		return e.Triples[0].Chunk, e.Triples[0].Span, []graph.ID{e.Triples[0].Head, e.Triples[0].Tail}
	case len(e.Proposals) > 0:
		return e.Proposals[0].Chunk, e.Proposals[0].Span, nil
	}
	return "", graph.Span{}, nil
}

// bundles returns the document in slices of at most so many rows.
func (a *assembled) bundles(most int) iter.Seq2[graph.Bundle, error] {
	evidence := func(i int) (graph.Evidence, error) { return *a.evidence[a.chunks[i].ID], nil }
	return graph.Bundles(a.document, a.chunks, evidence, most)
}
