package baseline

import (
	"context"
	"slices"
	"strings"
	"time"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/text"
	"grove/query"
)

// leastPart is the fewest tokens of a chunk that are worth showing [G].
const leastPart = 64

// passage is a retrieved chunk as the prompt shows it.
type passage struct {
	query.Hit
	// shown is the text as the prompt has it, or those of its sentences that fit.
	shown string
}

// row is the passage's chunk, as far as a citation needs it.
func (p passage) row() graph.ChunkRow {
	return graph.ChunkRow{Chunk: graph.Chunk{ID: p.Chunk, Document: p.Document.ID, Start: p.Start, End: p.End, Text: p.Text}, Title: p.Document.Title}
}

// fromPassages retrieves, asks, and checks what the answer rests on.
func (r *run) fromPassages(ctx context.Context) (query.Answer, error) {
	if missing, err := query.OutOfScope(ctx, r.graph, r.Question); err != nil || missing != "" {
		return r.Abstain(missing), err
	}
	hits, err := r.search(ctx)
	if err != nil {
		return query.Answer{}, err
	}
	prompt := answerPrompt{question: r.Question, parsed: r.Parsed, reply: r.reply}
	r.Session.Keep(llm.Reserve{}) // the one call is the answer's
	prompt.passages = r.fit(hits, prompt)
	evidence := make([]graph.ChunkRow, len(prompt.passages))
	for i, p := range prompt.passages {
		evidence[i] = p.row()
	}
	return query.Conclude(ctx, r.Frame, query.Closing[answerReply]{
		Prompt: prompt, Graph: r.graph, Evidence: evidence, Nothing: len(hits) == 0,
		Read: func(reply answerReply) query.Reply { return reply.Reply },
		Cite: func(_ context.Context, reply answerReply) (rests, rival []query.Reference, err error) {
			return locate(prompt.passages, reply.Answer, reply.evidence), locate(prompt.passages, reply.Rival, reply.against), nil
		},
		Args: map[string]any{"passages": len(prompt.passages)},
	})
}

// search retrieves the best chunks.
func (r *run) search(ctx context.Context) ([]query.Hit, error) {
	started := time.Now()
	hits, err := query.Searcher{Graph: r.graph, Index: r.Index, Ranker: r.Ranker, Scope: r.Question.Scope}.Search(ctx, r.Question.Text, r.Name, r.options.K)
	if err != nil {
		return nil, err
	}
	step := query.Step{Action: "search", Args: map[string]any{"method": r.Name, "query": r.Question.Text, "k": r.options.K}, Rows: len(hits), Ms: query.Since(started)}
	for _, h := range hits {
		step.IDs = append(step.IDs, string(h.Chunk))
	}
	r.Trace.Add(step)
	return hits, nil
}

// fit keeps, in their order, the chunks that the window holds. Of the first one
// that it does not, the sentences are shown that say most about the question.
func (r *run) fit(hits []query.Hit, prompt answerPrompt) []passage {
	left := query.AnswerRoom(r.Session, llm.Prompt[answerReply](prompt))
	var out []passage
	shortened := 0
	for i, h := range hits {
		p := passage{Hit: h, shown: query.Defused(h.Text)}
		size := r.Session.Count(prompt.show(i+1, p)) + 1
		if size > left {
			heading := r.Session.Count(prompt.show(i+1, passage{Hit: h})) + 1
			if p.shown = r.shorten(p.shown, left-heading); p.shown == "" {
				continue
			}
			shortened++
			size = r.Session.Count(prompt.show(i+1, p)) + 1
			if size > left { // tokens of two texts may be more once they are joined
				continue
			}
		}
		left -= size
		out = append(out, p)
	}
	if len(out) < len(hits) || shortened > 0 {
		r.Trace.Add(query.Step{Action: "passages_cut", Args: map[string]any{"shown": len(out), "of": len(hits), "shortened": shortened}, Rows: len(out)})
	}
	return out
}

// shorten keeps those sentences of a text, in their order, that say most about
// the question and fit into so many tokens; "" where that is less than leastPart.
func (r *run) shorten(body string, tokens int) string {
	if tokens < leastPart {
		return ""
	}
	var sentences []string
	for _, s := range text.Sentences(body) {
		sentences = append(sentences, text.Slice(body, s.Start, s.End))
	}
	scores := r.Kit.Rank(r.Question.Text, sentences)
	order := make([]int, len(sentences))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case scores[a] > scores[b]:
			return -1
		case scores[a] < scores[b]:
			return 1
		}
		return 0
	})
	var kept []int
	for _, i := range order {
		if n := r.Session.Count(sentences[i]) + 1; n <= tokens {
			tokens -= n
			kept = append(kept, i)
		}
	}
	slices.Sort(kept)
	parts := make([]string, len(kept))
	for i, k := range kept {
		parts[i] = sentences[k]
	}
	return strings.Join(parts, " ")
}

// locate finds the sentences that an answer rests on: those that the reply
// quotes, as they stand in the chunk.
func locate(passages []passage, answer string, quoted []evidence) (references []query.Reference) {
	if len([]rune(answer)) < 3 {
		answer = "" // yes, no, a digit: found anywhere
	}
	for _, e := range quoted {
		if ref, ok := query.Locate(passages[e.passage].row(), answer, e.quote); ok {
			references = append(references, ref)
		}
	}
	return references
}
