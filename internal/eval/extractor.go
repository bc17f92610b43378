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

// Extractor extracts the evidence of a text as ingest does: with the same chunks, prompt,
// repair of replies and resolution.
type Extractor struct {
	Session *llm.Session
	Counter *text.Counter
	// Offline is set if no language model is used. The offline kit supports the general
	// schema only.
	Offline bool
}

// Evidence extracts the evidence of a text, with spans in the text. An unreadable reply is
// fault.BadReply.
func (x Extractor) Evidence(ctx context.Context, title, body, lang string, bound *schema.Schema) (graph.Evidence, error) {
	if bound == nil || x.Offline {
		bound = schema.General()
	}
	if lang == "" {
		lang = text.Language(body)
	}
	var all graph.Evidence
	for i, piece := range (chunk.Splitter{Counter: x.Counter}).Split(body, nil) {
		outcomes, err := extract.Extractor{Session: x.Session, Schema: bound}.Extract(ctx,
			[]extract.Piece{{Title: title, Text: piece.Text, Language: lang, Tokens: piece.Tokens}})
		if err != nil {
			return graph.Evidence{}, err
		}
		if outcome := outcomes[0]; outcome.Way == extract.GivenUp {
			return graph.Evidence{}, fault.New(fault.BadReply, "eval.Evidence", "", outcome.Reason, "")
		}
		one, _ := resolve.Evidence(resolve.Input{Title: title, Schema: bound, Extraction: outcomes[0].Extraction, Chunk: graph.Chunk{
			ID: graph.ID(strconv.Itoa(i)), Index: i, Start: piece.Start, End: piece.End, Text: piece.Text}})
		all.Append(one)
	}
	return all, nil
}
