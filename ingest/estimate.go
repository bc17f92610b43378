package ingest

import (
	"context"
	"maps"
	"math"
	"slices"

	"grove/ingest/extract"
	"grove/internal/gist"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/text"
)

// Estimate is what an ingest would cost: calls, tokens, money, time.
type Estimate struct {
	// Documents are counted as an ingest would count them.
	Documents DocumentCounts `json:"documents"`
	// OtherModels are the models of Documents.OtherModel.
	OtherModels []string `json:"other_models,omitempty"`
	// Chunks are those of the documents to be ingested, Journalled those of them that an
	// earlier run extracted, Tokens the size of the others.
	Chunks     int `json:"chunks"`
	Journalled int `json:"journalled"`
	Tokens     int `json:"tokens"`
	// Calls and PromptTokens are those of extraction, without calls that repair replies.
	// Endpoints that count the reply schema too report SchemaTokens more.
	Calls        int `json:"calls"`
	PromptTokens int `json:"prompt_tokens"`
	SchemaTokens int `json:"schema_tokens"`
	// CompletionTokens are those of extraction; the length of replies is not known before.
	CompletionTokens gist.Range[int] `json:"completion_tokens"`
	// Communities are the calls that title communities.
	Communities CallsEstimate `json:"communities"`
	// Gists are the calls for pages and gists; nil where none are wanted. For a replaced document they are fewer: of
	// pages that did not change the replies are journalled.
	Gists *gist.Cost `json:"gists,omitempty"`
	// Cost is in US dollars, for all of them: 0 without prices.
	Cost gist.Range[float64] `json:"cost"`
	// Seconds is the time that the calls take at 20 to 100 tokens a second each.
	Seconds gist.Range[float64] `json:"seconds"`
	Model   string              `json:"model"`
	Errors  []ItemError         `json:"errors"`
}

// CallsEstimate is an unknown number of calls.
type CallsEstimate struct {
	Calls            gist.Range[int] `json:"calls"`
	PromptTokens     gist.Range[int] `json:"prompt_tokens"`
	CompletionTokens gist.Range[int] `json:"completion_tokens"`
}

// priced adds the cost of the gists of a document with this text, of a run that estimates.
func (r *run) priced(preset, body string, tokens int) error {
	if r.gistCost == nil || preset == "" {
		return nil
	}
	p, err := gist.Parse(preset)
	if err == nil {
		r.gistCost.Add(p.Estimate(len(text.Words(body)), tokens))
	}
	return err
}

// The length of a reply in tokens for a token of text, up to the call's limit.
const (
	minReply = 0.5
	maxReply = 5
	// emptyReply is the length of a reply without items.
	emptyReply = 20
)

// The calls that title communities: their number for a chunk, and their sizes in tokens.
// Chats among few people need fewest.
const (
	minTitled, maxTitled           = 0.02, 1.5
	minTitlePrompt, maxTitlePrompt = 100, 450
	minTitle, maxTitle             = 15, 120
)

// Tokens a second of one call.
const slowReply, fastReply = 20, 100

// Estimate estimates what Run would cost, without a call or a write. Unchanged documents
// and journalled chunks cost nothing.
func (p *Pipeline) Estimate(ctx context.Context, source Source) (Estimate, error) {
	s, _, err := p.chooseSchema(ctx)
	if err != nil {
		return Estimate{}, err
	}
	return p.estimate(p.newRun(s, false), func(r *run, add func(context.Context, []*document) error) error {
		return r.produce(ctx, source, add)
	})
}

// estimate estimates what a run over the documents that produce gives would cost.
func (p *Pipeline) estimate(r *run, produce func(*run, func(context.Context, []*document) error) error) (Estimate, error) {
	e := Estimate{Model: p.Client.ModelName()}
	r.gistCost = &gist.Cost{}
	var busy gist.Range[float64]
	err := produce(r, func(ctx context.Context, docs []*document) error {
		var open []waiting
		for _, d := range docs {
			e.document(d)
			without, err := r.lookUp(ctx, d, func(int, graph.Extraction) error { e.Journalled++; return ctx.Err() })
			if err != nil {
				return err
			}
			open = append(open, without...)
		}
		packets, _ := r.plan(open)
		for _, packet := range packets {
			e.packet(r.extractor, packet, &busy)
		}
		return ctx.Err()
	})
	met := r.report.Documents
	met.New, met.Replaced, met.Renamed, met.Reread = e.Documents.New, e.Documents.Replaced, e.Documents.Renamed, e.Documents.Reread
	e.Documents, e.OtherModels = met, slices.Sorted(maps.Keys(r.models))
	e.Errors = append([]ItemError{}, r.report.Errors...)
	if r.gistCost.Pages.High > 0 {
		e.Gists = r.gistCost
	}
	e.finish(p, busy)
	return e, err
}

func (e *Estimate) document(d *document) {
	e.Documents.count(d)
	e.Chunks += len(d.chunks)
}

// packet adds the calls for a packet.
func (e *Estimate) packet(x extract.Extractor, packet []waiting, busy *gist.Range[float64]) {
	pieces := lists.Map(packet, waiting.piece)
	tokens := lists.Sum(pieces, func(p extract.Piece) int { return p.Tokens })
	e.Tokens += tokens
	sizes := x.Sizes(pieces)
	for _, size := range sizes {
		reply := gist.Range[int]{Low: emptyReply + int(minReply*float64(tokens)/float64(len(sizes)))}
		reply.High = min(emptyReply+maxReply*tokens/len(sizes), size.Reply)
		reply.Low = min(reply.Low, reply.High)
		e.Calls++
		e.PromptTokens += size.Messages
		e.SchemaTokens += size.Schema
		e.CompletionTokens.Low += reply.Low
		e.CompletionTokens.High += reply.High
		busy.Low += float64(reply.Low) / fastReply
		busy.High += float64(reply.High) / slowReply
	}
}

// finish computes what follows from the sums.
func (e *Estimate) finish(p *Pipeline, busy gist.Range[float64]) {
	if p.Client.Model == nil { // no model is called
		e.CompletionTokens, e.SchemaTokens = gist.Range[int]{}, 0
		if e.Gists != nil {
			e.Gists.CompletionTokens = gist.Range[int]{}
		}
		return
	}
	c := &e.Communities
	extracted := float64(e.Chunks - e.Journalled)
	if p.Untitled {
		extracted = 0
	}
	c.Calls = gist.Range[int]{Low: int(minTitled * extracted), High: int(math.Ceil(maxTitled * extracted))}
	c.PromptTokens = gist.Range[int]{Low: c.Calls.Low * minTitlePrompt, High: c.Calls.High * maxTitlePrompt}
	c.CompletionTokens = gist.Range[int]{Low: c.Calls.Low * minTitle, High: c.Calls.High * maxTitle}
	rest := *c // the calls besides extraction
	if e.Gists != nil {
		rest.PromptTokens.Low += e.Gists.PromptTokens.Low
		rest.PromptTokens.High += e.Gists.PromptTokens.High
		rest.CompletionTokens.Low += e.Gists.CompletionTokens.Low
		rest.CompletionTokens.High += e.Gists.CompletionTokens.High
	}
	prices := p.Bounds.Prices
	e.Cost.Low = prices.Cost(e.PromptTokens+rest.PromptTokens.Low, e.CompletionTokens.Low+rest.CompletionTokens.Low)
	e.Cost.High = prices.Cost(e.PromptTokens+e.SchemaTokens+rest.PromptTokens.High, e.CompletionTokens.High+rest.CompletionTokens.High)
	at := float64(orDefault(p.Concurrency, DefaultConcurrency))
	e.Seconds.Low = math.Round((busy.Low + float64(rest.CompletionTokens.Low)/fastReply) / at)
	e.Seconds.High = math.Ceil((busy.High + float64(rest.CompletionTokens.High)/slowReply) / at)
}
