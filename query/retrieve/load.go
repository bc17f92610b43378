package retrieve

import (
	"context"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
)

// Source is a state of the graph with the reads that an index needs.
type Source interface {
	Documents(context.Context, graph.DocumentsQuery) ([]graph.Document, error)
	PageChunks(context.Context, graph.PageQuery) ([]graph.Chunk, error)
	PageKeyElements(context.Context, graph.PageQuery) ([]graph.KeyElementPage, error)
}

// load reads all chunks with the titles of their documents, and the documents.
func load(ctx context.Context, source Source) (passages []Passage, documents map[graph.ID]graph.Document, err error) {
	documents, err = eachPage(ctx, source, func(page []Passage) error {
		passages = append(passages, page...)
		return nil
	})
	return passages, documents, fault.Wrap(err, "retrieve.load", "")
}

// Texts calls each with the texts to embed of all chunks, title and text, page by page in
// the order of the chunks' ids.
func Texts(ctx context.Context, source Source, each func([]string) error) error {
	_, err := eachPage(ctx, source, func(page []Passage) error {
		return each(lists.Map(page, Passage.whole))
	})
	return err
}

// eachPage calls each with all chunks, page by page, and returns their documents.
func eachPage(ctx context.Context, source Source, each func([]Passage) error) (map[graph.ID]graph.Document, error) {
	of, err := loadDocuments(ctx, source)
	if err != nil {
		return nil, fault.Wrap(err, "", "documents")
	}
	for chunks, err := range graph.Pages(ctx, source.PageChunks, graph.PageQuery{}) {
		if err != nil {
			return nil, fault.Wrap(err, "", "chunks")
		}
		page := lists.Map(chunks, func(c graph.Chunk) Passage {
			return Passage{ID: string(c.ID), Document: string(c.Document), Title: of[c.Document].Title, Index: c.Index, Text: c.Text}
		})
		if err := each(page); err != nil {
			return nil, err
		}
	}
	return of, nil
}

// loadEntities reads the key elements with a type of the schema. The index finds their
// mentions in the texts.
func loadEntities(ctx context.Context, source Source) ([]Entity, error) {
	var entities []Entity
	for e, err := range graph.Rows(ctx, source.PageKeyElements, graph.PageQuery{Bare: true}) {
		if err != nil {
			return nil, fault.Wrap(err, "retrieve.loadEntities", "key elements")
		}
		if e.Type != "" {
			entities = append(entities, Entity{Names: e.Aliases})
		}
	}
	return entities, nil
}

// loadDocuments reads the titles, tags and dates of the documents.
func loadDocuments(ctx context.Context, source Source) (map[graph.ID]graph.Document, error) {
	of := map[graph.ID]graph.Document{}
	for d, err := range graph.Rows(ctx, source.Documents, graph.DocumentsQuery{}) {
		if err != nil {
			return nil, err
		}
		of[d.ID] = graph.Document{ID: d.ID, Title: d.Title, Tags: d.Tags, IngestedAt: d.IngestedAt}
	}
	return of, nil
}
