package goa

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
	"grove/query"
)

// workerPrompt shows a piece and the summary of the worker before, and asks for a new summary.
type workerPrompt struct {
	question string
	parsed   offline.Question
	summary  string
	piece    query.Piece
	reply    int
}

// workerReply is a worker's summary with sentences of the piece that it rests on.
type workerReply struct {
	summary string
	quotes  []string
}

const workerInstructions = `You are one of several readers of a long text. Each reads one part, and passes a summary on to the next. ` +
	`Write the summary anew: keep everything in the summary so far that may help to answer the question, and add what this part says about it, ` +
	`with exact names, dates and numbers. Say what is still missing for the answer. ` +
	`If this part adds nothing, repeat the summary so far. ` +
	`List in "quotes" up to three sentences of this part that the answer may rest on, word for word; none if there are none. `

// Form returns the prompt's name, decoding settings and reply schema.
func (p workerPrompt) Form() llm.Form {
	return llm.Form{Name: "goa.worker/1", Limits: llm.Limits{Temperature: temperature, MaxTokens: p.reply},
		Schema: `{"type":"object","properties":{"summary":{"type":"string"},"quotes":{"type":"array","items":{"type":"string"}}},` +
			`"required":["summary","quotes"],"additionalProperties":false}`}
}

// Messages returns the chat messages.
func (p workerPrompt) Messages() []llm.Message {
	summary := cmp.Or(p.summary, "(nothing was read yet)")
	return []llm.Message{llm.System(workerInstructions, query.Rules(p.reply)),
		llm.User("Question: " + strings.TrimSpace(p.question) + "\n" + llm.Fenced("summary so far", summary) + "\n" +
			llm.Fenced("part of: "+p.piece.Caption(), p.piece.Text))}
}

// Parse parses the summary.
func (p workerPrompt) Parse(reply string) (workerReply, error) {
	r, err := query.ParseObject[struct {
		Summary query.LooseText   `json:"summary"`
		Quotes  []query.LooseText `json:"quotes"`
	}](reply, "summary")
	if err != nil {
		return workerReply{}, err
	}
	out := workerReply{summary: strings.TrimSpace(string(r.Summary))}
	if out.summary == "" {
		return workerReply{}, errors.New("an empty summary")
	}
	for _, q := range r.Quotes[:min(len(r.Quotes), 3)] {
		out.quotes = append(out.quotes, strings.TrimSpace(string(q)))
	}
	return out, nil
}

// Offline adds to the summary the sentences of the piece that support an answer, else the most
// relevant one.
func (p workerPrompt) Offline(kit *offline.Kit) workerReply {
	passages := append([]offline.Passage{{Text: p.summary}}, p.piece.Passages()...)
	var found []string
	for _, s := range kit.Answer(p.parsed, passages).Support {
		if s.Passage > 0 {
			found = append(found, offline.Sentence(passages, s))
		}
	}
	if len(found) == 0 {
		if s, ok := kit.BestSentence(p.parsed, offline.Passage{Title: p.piece.Title, Text: p.piece.Text}); ok {
			found = append(found, text.Slice(p.piece.Text, s.Start, s.End))
		}
	}
	found = slices.DeleteFunc(found, func(s string) bool { return strings.Contains(p.summary, s) })
	return workerReply{strings.TrimSpace(p.summary + " " + strings.Join(found, " ")), found}
}

// work has a worker read a piece. used is the number of calls; after an unusable reply the
// summary stays as it was.
func (r *run) work(ctx context.Context, b query.Branch, c *chain, i, most int) (used int, err error) {
	started := time.Now()
	p := workerPrompt{question: r.Question.Text, parsed: r.Parsed, summary: c.summary, piece: r.pieces[i], reply: r.reply}
	reply, used, err := query.AskWithin(ctx, r.Session, p, most)
	if err != nil {
		b.Trace.Add(query.Step{Action: "worker_failed", Args: map[string]any{"piece": i + 1, "error": fault.Brief(err)},
			Ms: query.Since(started)})
		return used, err
	}
	c.summary = r.Excerpt(llm.Defused(reply.summary), r.reply, r.Question.Text)
	c.read = append(c.read, r.pieces[i].Chunks...)
	var ids []string
	for _, words := range reply.quotes {
		ref, row, ok := r.pieces[i].Locate("", words)
		if ok && !slices.ContainsFunc(c.quotes, func(q quote) bool { return q.Quote == ref.Quote }) {
			c.quotes = append(c.quotes,
				quote{graph.Caption(row.Title, row.Source), graph.ChunkRow{Chunk: row.Chunk, Title: row.Title}, ref})
			ids = append(ids, string(ref.Chunk))
		}
	}
	b.Trace.Add(query.Step{Action: "worker", Rows: 1, IDs: ids, Ms: query.Since(started),
		Args: map[string]any{"piece": i + 1, "summary": c.summary, "quotes": reply.quotes}})
	return used, nil
}
