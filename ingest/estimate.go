package ingest

import (
	"context"
	"math"

	"grove/ingest/extract"
	"grove/internal/graph"
)

// Estimate is what an ingest would ask of the model.
type Estimate struct {
	// Documents are counted as an ingest would count them; nothing is written.
	Documents DocumentCounts `json:"documents"`
	// Chunks are those of the documents to be ingested, Journalled those of them
	// that an earlier run asked for, Tokens the size of the others.
	Chunks     int `json:"chunks"`
	Journalled int `json:"journalled"`
	Tokens     int `json:"tokens"`
	// Calls and PromptTokens are those of extraction, counted as a run counts
	// them, without calls that repair replies. Endpoints that count the reply
	// schema too report SchemaTokens more.
	Calls        int `json:"calls"`
	PromptTokens int `json:"prompt_tokens"`
	SchemaTokens int `json:"schema_tokens"`
	// CompletionTokens are those of extraction: how much a model says is not known
	// before it is asked.
	CompletionTokens Range[int] `json:"completion_tokens"`
	// Communities are the calls that name communities.
	Communities CallsEstimate `json:"communities"`
	// Cost is in US dollars, for extraction and communities: 0 without prices.
	Cost Range[float64] `json:"cost"`
	// Seconds is the time that the calls take at 20 to 100 tokens a second each.
	Seconds Range[float64] `json:"seconds"`
	Model   string         `json:"model"`
	Errors  []ItemError    `json:"errors"`
}

// Range is what lies between two bounds.
type Range[N int | float64] struct {
	Low  N `json:"low"`
	High N `json:"high"`
}

// CallsEstimate are calls whose number is not known.
type CallsEstimate struct {
	Calls            Range[int] `json:"calls"`
	PromptTokens     Range[int] `json:"prompt_tokens"`
	CompletionTokens Range[int] `json:"completion_tokens"`
}

// How much a model says of a text, in tokens of reply for a token of text. A
// reply is not longer than its limit either.
const (
	leastSaid = 0.5
	mostSaid  = 5
	// saidOfNone is the reply's frame, whatever the text.
	saidOfNone = 20
)

// The calls that name communities: how many a chunk brings, and their sizes. Chats
// of the same few people bring fewest.
const (
	fewestNamed, mostNamed          = 0.02, 1.5
	leastNamePrompt, mostNamePrompt = 100, 450
	leastName, mostName             = 15, 120
)

// The tokens a second of one call.
const slowReply, fastReply = 20, 100

// Estimate tells what Run would ask of the model, without a call and without a
// write: unchanged documents and journalled chunks cost nothing.
func (p *Pipeline) Estimate(ctx context.Context, source Source) (Estimate, error) {
	s, _, err := p.chooseSchema(ctx)
	if err != nil {
		return Estimate{}, err
	}
	r := p.newRun(s, false)
	e := Estimate{Model: p.Client.ModelName()}
	var busy Range[float64]
	err = r.produce(ctx, source, func(ctx context.Context, docs []*document) error {
		var open []waiting
		for _, d := range docs {
			e.document(d)
			ask, err := r.lookUp(ctx, d, func(int, graph.Extraction) error { e.Journalled++; return ctx.Err() })
			if err != nil {
				return err
			}
			open = append(open, ask...)
		}
		packets, _ := r.plan(open)
		for _, packet := range packets {
			e.packet(r.extractor, packet, &busy)
		}
		return ctx.Err()
	})
	met := r.report.Documents
	e.Documents.Unchanged, e.Documents.Retagged, e.Documents.Failed = met.Unchanged, met.Retagged, met.Failed
	e.Errors = append([]ItemError{}, r.report.Errors...)
	e.finish(p, busy)
	return e, err
}

func (e *Estimate) document(d *document) {
	if d.replaces {
		e.Documents.Replaced++
	} else {
		e.Documents.New++
	}
	e.Chunks += len(d.chunks)
}

// packet adds the calls for a packet.
func (e *Estimate) packet(x extract.Extractor, packet []waiting, busy *Range[float64]) {
	pieces := make([]extract.Piece, len(packet))
	tokens := 0
	for i, w := range packet {
		pieces[i] = w.piece()
		tokens += pieces[i].Tokens
	}
	e.Tokens += tokens
	sizes := x.Sizes(pieces)
	for _, size := range sizes {
		said := Range[int]{saidOfNone + int(leastSaid*float64(tokens)/float64(len(sizes))), saidOfNone + mostSaid*tokens/len(sizes)}
		said.High = min(said.High, size.Reply)
		said.Low = min(said.Low, said.High)
		e.Calls++
		e.PromptTokens += size.Messages
		e.SchemaTokens += size.Schema
		e.CompletionTokens.Low += said.Low
		e.CompletionTokens.High += said.High
		busy.Low += float64(said.Low) / fastReply
		busy.High += float64(said.High) / slowReply
	}
}

// finish adds what follows from the sums.
func (e *Estimate) finish(p *Pipeline, busy Range[float64]) {
	if p.Client.Model == nil { // offline nothing is said, named or paid for
		e.CompletionTokens, e.SchemaTokens = Range[int]{}, 0
		return
	}
	c := &e.Communities
	asked := float64(e.Chunks - e.Journalled)
	c.Calls = Range[int]{int(fewestNamed * asked), int(math.Ceil(mostNamed * asked))}
	c.PromptTokens = Range[int]{c.Calls.Low * leastNamePrompt, c.Calls.High * mostNamePrompt}
	c.CompletionTokens = Range[int]{c.Calls.Low * leastName, c.Calls.High * mostName}
	prices := p.Bounds.Prices
	e.Cost.Low = prices.Cost(e.PromptTokens+c.PromptTokens.Low, e.CompletionTokens.Low+c.CompletionTokens.Low)
	e.Cost.High = prices.Cost(e.PromptTokens+e.SchemaTokens+c.PromptTokens.High, e.CompletionTokens.High+c.CompletionTokens.High)
	at := float64(orDefault(p.Concurrency, DefaultConcurrency))
	e.Seconds.Low = math.Round((busy.Low + float64(c.CompletionTokens.Low)/fastReply) / at)
	e.Seconds.High = math.Ceil((busy.High + float64(c.CompletionTokens.High)/slowReply) / at)
}
