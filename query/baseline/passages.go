package baseline

import (
	"context"
	"math"
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
	return graph.ChunkRow{Chunk: graph.Chunk{ID: p.Chunk, Document: p.Document.ID, Start: p.Start, End: p.End, Text: p.Text}}
}

// fromPassages retrieves, asks, and checks what the answer rests on.
func (r *run) fromPassages(ctx context.Context) (query.Answer, error) {
	started := time.Now()
	if missing, err := query.OutOfScope(ctx, r.graph, r.question); err != nil || missing != "" {
		return r.abstain(started, missing), err
	}
	hits, err := r.search(ctx)
	if err != nil {
		return query.Answer{}, err
	}
	if len(hits) == 0 && r.question.Mode == query.Reject {
		return r.abstain(started, ""), nil
	}
	prompt := answerPrompt{question: r.question, parsed: r.parsed, reply: r.reply}
	prompt.passages = r.fit(hits, prompt)
	reply, err := query.Ask(ctx, r.session, llm.Prompt[answerReply](prompt))
	if soft(err) {
		return r.abstain(started, "Passages were found, but no answer came of them: "+err.Error()), nil
	}
	if err != nil {
		return query.Answer{}, err
	}
	if reply.abstained || r.question.Mode == query.Reject && reply.ownKnowledge {
		return r.abstain(started, reply.missing), nil
	}
	citations, err := r.cite(ctx, prompt.passages, reply)
	if err != nil {
		return query.Answer{}, err
	}
	supported := slices.ContainsFunc(citations, func(c query.Citation) bool { return c.Verified })
	if !supported && r.question.Mode == query.Reject {
		return r.abstain(started, ""), nil
	}
	own := reply.ownKnowledge || !supported
	r.trace.Add(query.Step{Action: "answer", Args: map[string]any{"analysis": reply.analysis, "answer": reply.answer,
		"passages": len(prompt.passages), "passages_used": len(reply.evidence), "own_knowledge": own}, Rows: 1, Ms: since(started)})
	return query.Answer{Answer: reply.answer, OwnKnowledge: own, Citations: citations}, nil
}

// search retrieves the best chunks.
func (r *run) search(ctx context.Context) ([]query.Hit, error) {
	started := time.Now()
	hits, err := query.Searcher{Graph: r.graph, Index: r.Index, Ranker: r.Ranker, Scope: r.question.Scope}.Search(ctx, r.question.Text, r.Name, r.options.K)
	if err != nil {
		return nil, err
	}
	step := query.Step{Action: "search", Args: map[string]any{"method": r.Name, "query": r.question.Text, "k": r.options.K}, Rows: len(hits), Ms: since(started)}
	for _, h := range hits {
		step.IDs = append(step.IDs, string(h.Chunk))
	}
	r.trace.Add(step)
	return hits, nil
}

// fit keeps, in their order, the chunks that the window holds. Of the first one
// that it does not, the sentences are shown that say most about the question.
func (r *run) fit(hits []query.Hit, prompt answerPrompt) []passage {
	left := math.MaxInt32
	if w := r.session.Window(); w > 0 {
		left = w - llm.Cost(r.session, llm.Prompt[answerReply](prompt)) - query.RepairRoom
	}
	var out []passage
	shortened := 0
	for i, h := range hits {
		p := passage{Hit: h, shown: query.Defused(h.Text)}
		size := r.session.Count(prompt.show(i+1, p)) + 1
		if size > left {
			heading := r.session.Count(prompt.show(i+1, passage{Hit: h})) + 1
			if p.shown = r.shorten(p.shown, left-heading); p.shown == "" {
				continue
			}
			shortened++
			size = r.session.Count(prompt.show(i+1, p)) + 1
			if size > left { // tokens of two texts may be more once they are joined
				continue
			}
		}
		left -= size
		out = append(out, p)
	}
	if len(out) < len(hits) || shortened > 0 {
		r.trace.Add(query.Step{Action: "passages_cut", Args: map[string]any{"shown": len(out), "of": len(hits), "shortened": shortened}, Rows: len(out)})
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
	scores := r.LLM.Kit.Rank(r.question.Text, sentences)
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
		if n := r.session.Count(sentences[i]) + 1; n <= tokens {
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

// cite finds the sentences that the answer rests on: those that the reply
// quotes, as they stand in the chunk.
func (r *run) cite(ctx context.Context, passages []passage, reply answerReply) ([]query.Citation, error) {
	answer := reply.answer
	if len([]rune(answer)) < 3 {
		answer = "" // yes, no, a digit: found anywhere
	}
	var references []query.Reference
	for _, e := range reply.evidence {
		if ref, ok := query.Locate(passages[e.passage].row(), answer, e.quote); ok {
			references = append(references, ref)
		}
	}
	return query.Cite(ctx, r.graph, references)
}
