package browse

import (
	"context"
	"slices"
	"strings"
	"time"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/lookup"
)

// Document is a document with the fields that the canonical export omits.
type Document struct {
	graph.Document
	// IngestedAt is when it was written, to the second, in UTC.
	IngestedAt time.Time `json:"ingested_at"`
	// Partial is true while only some of its chunks are written.
	Partial bool `json:"partial"`
	// Gists is the preset of the episodes that are there, "" without any.
	Gists string `json:"gists"`
}

// DocumentOf returns a document of the graph as a Document.
func DocumentOf(d graph.Document) Document {
	d.Tags = graph.List(d.Tags)
	return Document{Document: d, IngestedAt: d.IngestedAt, Partial: d.Partial, Gists: d.Paged}
}

// Documents returns the documents of a query by id, at most q.Limit (0 is no limit).
func (b *Browser) Documents(ctx context.Context, q graph.DocumentsQuery) ([]Document, error) {
	rows, err := lookup.Documents(ctx, b.store, q, q.Limit)
	return lists.Map(rows, DocumentOf), err
}

// Document returns the document with an id.
func (b *Browser) Document(ctx context.Context, id graph.ID) (Document, error) {
	d, err := lookup.Document(ctx, b.store, "browse.Document", id)
	return DocumentOf(d), err
}

// Chunks returns the chunks of a document from an index on, at most limit.
func (b *Browser) Chunks(ctx context.Context, document graph.ID, from, limit int) ([]graph.Chunk, error) {
	rows, err := b.store.Chunks(ctx, graph.ChunksQuery{Document: document, From: from, Limit: limit})
	return lists.Map(rows, chunkOf), err
}

func chunkOf(r graph.ChunkRow) graph.Chunk { return r.Chunk }

// Episodes returns the episodes of a document from an index on, at most limit.
func (b *Browser) Episodes(ctx context.Context, document graph.ID, from, limit int) ([]graph.Episode, error) {
	rows, err := b.store.Episodes(ctx, graph.EpisodesQuery{Document: document, From: from, Limit: limit})
	return graph.List(rows), err
}

// DocumentChunks is a document with all its chunks.
type DocumentChunks struct {
	Document
	Chunks []graph.Chunk `json:"chunks"`
}

// Select returns the selected documents with all their chunks.
func (b *Browser) Select(ctx context.Context, s lookup.Selector) ([]DocumentChunks, error) {
	found, err := s.Documents(ctx, b.store, "browse.Select")
	if err != nil {
		return nil, err
	}
	var out []DocumentChunks
	for _, d := range found {
		v := DocumentChunks{Document: DocumentOf(d), Chunks: []graph.Chunk{}}
		for rows, err := range graph.ChunkPages(ctx, b.store.Chunks, d.ID, graph.MaxRows) {
			if err != nil {
				return nil, err
			}
			v.Chunks = append(v.Chunks, lists.Map(rows, chunkOf)...)
		}
		out = append(out, v)
	}
	return out, nil
}

// DocumentRef names a document.
type DocumentRef struct {
	ID     graph.ID `json:"id"`
	Title  string   `json:"title"`
	Source string   `json:"source"`
}

// Passage is a part of a document's text.
type Passage struct {
	Document DocumentRef `json:"document"`
	// Text is the document's text from Start up to End, in runes.
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
	// Runes is the length of the document's text.
	Runes int `json:"runes"`
}

// passageChunks is the number of chunks in one read of a passage.
const passageChunks = 100

// Text returns the text of a document from start up to end, in runes, as far as the
// document goes.
func (b *Browser) Text(ctx context.Context, id graph.ID, start, end int) (Passage, error) {
	d, err := b.Document(ctx, id)
	if err != nil {
		return Passage{}, err
	}
	out := Passage{Document: DocumentRef{ID: d.ID, Title: graph.Caption(d.Title, d.Source), Source: d.Source},
		Start: min(start, d.Runes), Runes: d.Runes}
	out.End = max(min(end, d.Runes), out.Start)
	var text strings.Builder
	for rows, err := range graph.ChunkPages(ctx, b.store.Chunks, id, passageChunks) {
		if err != nil {
			return Passage{}, err
		}
		for _, c := range rows {
			if c.Start < out.End && c.End > out.Start {
				runes := []rune(c.Text)
				text.WriteString(string(runes[max(out.Start-c.Start, 0):min(out.End-c.Start, len(runes))]))
			}
		}
		if rows[len(rows)-1].End >= out.End {
			break
		}
	}
	out.Text = text.String()
	return out, nil
}

// Fact is an atomic fact of a chunk; its span is the text that supports it.
type Fact struct {
	ID    graph.ID `json:"id"`
	Chunk graph.ID `json:"chunk"`
	Text  string   `json:"text"`
	graph.Span
	// About are the elements of the fact, by id.
	About []ElementRef `json:"about"`
}

// ElementRef names a key element.
type ElementRef struct {
	ID   graph.ID `json:"id"`
	Name string   `json:"name"`
}

// Facts returns the facts of limit chunks of a document from an index on, in the order
// of the text, and whether more chunks follow.
func (b *Browser) Facts(ctx context.Context, id graph.ID, from, limit int) (facts []Fact, more bool, err error) {
	if _, err := b.Document(ctx, id); err != nil {
		return nil, false, err
	}
	chunks, err := b.Chunks(ctx, id, from, limit+1)
	if err != nil {
		return nil, false, err
	}
	more = len(chunks) > limit
	index := map[graph.ID]int{}
	var ids []graph.ID
	for _, c := range chunks[:min(len(chunks), limit)] {
		index[c.ID] = c.Index
		ids = append(ids, c.ID)
	}
	if facts, err = b.factsOf(ctx, ids); err != nil {
		return nil, false, err
	}
	slices.SortStableFunc(facts, func(x, y Fact) int {
		if x.Chunk != y.Chunk {
			return index[x.Chunk] - index[y.Chunk]
		}
		return x.Start - y.Start
	})
	return facts, more, nil
}

// factsOf returns the facts of chunks.
func (b *Browser) factsOf(ctx context.Context, chunks []graph.ID) ([]Fact, error) {
	if len(chunks) == 0 {
		return []Fact{}, nil
	}
	evidence, err := b.store.Evidence(ctx, graph.EvidenceQuery{Chunks: chunks})
	if err != nil {
		return nil, err
	}
	about := lists.Flat(evidence.Facts, func(f graph.FactEvidence) []graph.ID { return f.About })
	found, err := findElements(ctx, b.store, lists.Sorted(about), graph.Scope{})
	if err != nil {
		return nil, err
	}
	names := lists.Table(found, func(e graph.KeyElement) (graph.ID, string) { return e.ID, e.Name })
	return lists.Map(evidence.Facts, func(f graph.FactEvidence) Fact {
		return Fact{ID: f.Fact, Chunk: f.Chunk, Text: f.Text, Span: f.Span,
			About: lists.Map(f.About, func(id graph.ID) ElementRef { return ElementRef{ID: id, Name: names[id]} })}
	}), nil
}
