package eval

import (
	"context"
	"strconv"

	"grove/ingest/chunk"
	"grove/ingest/extract"
	"grove/ingest/resolve"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/text"
	"grove/schema"
)

// Extractor says what a text says, as ingest does: the same chunks, the same
// prompt, the same repair of replies, the same resolution into evidence.
type Extractor struct {
	Session *llm.Session
	Counter *text.Counter
	// Offline says that no language model is asked. The offline kit speaks the
	// general schema alone, whatever schema a text comes with.
	Offline bool
}

// Evidence is what a text says. Spans count in the text. A reply that cannot be
// read is fault.BadReply.
func (x Extractor) Evidence(ctx context.Context, title, body, lang string, bound *schema.Schema) (graph.Evidence, error) {
	if bound == nil || x.Offline {
		bound = schema.General()
	}
	if lang == "" {
		lang = text.Language(body)
	}
	var all graph.Evidence
	for i, piece := range chunk.Split(body, nil, x.Counter) {
		outcomes, err := extract.Extractor{Session: x.Session, Schema: bound}.Extract(ctx,
			[]extract.Piece{{Title: title, Text: piece.Text, Language: lang, Tokens: piece.Tokens}})
		if err != nil {
			return graph.Evidence{}, err
		}
		if said := outcomes[0]; said.Way == extract.GivenUp {
			return graph.Evidence{}, fault.New(fault.BadReply, "eval.Evidence", "", said.Reason, "")
		}
		one, _ := resolve.Evidence(resolve.Input{Title: title, Schema: bound, Extraction: outcomes[0].Extraction, Chunk: graph.Chunk{
			ID: graph.ID(strconv.Itoa(i)), Index: i, Start: piece.Start, End: piece.End, Text: piece.Text}})
		all.Append(one)
	}
	return all, nil
}
