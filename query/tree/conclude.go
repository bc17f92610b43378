package tree

import (
	"context"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/text"
	"grove/query"
)

// conclude answers from the memory.
func (r *run) conclude(ctx context.Context) (query.Answer, error) {
	started := time.Now()
	prompt := answerPrompt{question: r.question, parsed: r.parsed, reply: r.sizes.answer,
		history: lastLines(r.session, r.memory.lines(), r.sizes.memory)}
	var of int
	prompt.pieces, of = r.evidence(room(r.session, llm.Prompt[answerReply](prompt)))
	if of == 0 && (r.question.Mode == query.Reject || r.empty && r.session.ModelName() == llm.OfflineName) {
		return r.abstain(started, r.nothing()), nil
	}
	reply, err := query.Ask(ctx, r.session, prompt)
	if soft(err) {
		return r.abstain(started, "Evidence was found, but no answer came of it: "+fault.Brief(err)), nil
	}
	if err != nil {
		return query.Answer{}, err
	}
	if reply.abstained || r.question.Mode == query.Reject && reply.ownKnowledge {
		return r.abstain(started, reply.missing), nil
	}
	citations, err := r.cite(ctx, prompt.pieces, reply)
	if err != nil {
		return query.Answer{}, err
	}
	supported := slices.ContainsFunc(citations, func(c query.Citation) bool { return c.Verified })
	if !supported && r.question.Mode == query.Reject {
		return r.abstain(started, ""), nil
	}
	r.trace.Add(query.Step{Action: "answer", Args: map[string]any{"answer": reply.answer, "evidence": len(prompt.pieces), "of": of,
		"used": len(reply.rests), "own_knowledge": reply.ownKnowledge || !supported}, Rows: 1, Ms: since(started)})
	return query.Answer{Answer: reply.answer, OwnKnowledge: reply.ownKnowledge || !supported, Citations: citations}, nil
}

// cite finds the sentences that the answer rests on. Where the reply names no
// evidence, that which holds the answer is tried.
func (r *run) cite(ctx context.Context, pieces []piece, reply answerReply) ([]query.Citation, error) {
	used := reply.rests
	if len(used) == 0 && !reply.ownKnowledge && len(reply.answer) > 3 {
		for i, p := range pieces {
			if p.passage && strings.Contains(strings.ToLower(p.text), strings.ToLower(reply.answer)) {
				used = append(used, rest{piece: i})
			}
		}
	}
	var references []query.Reference
	for _, u := range used {
		for _, row := range r.memory.chunks {
			if !slices.Contains(pieces[u.piece].chunks, row.ID) {
				continue
			}
			if ref, ok := r.locate(row, u.sentence, pieces[u.piece], reply.answer); ok {
				references = append(references, ref)
			}
		}
	}
	return query.Cite(ctx, r.reads(r.trace), references)
}

// locate finds the sentence of a chunk that an answer rests on: the one that is
// known, else the one nearest to the answer, the question and what was concluded.
func (r *run) locate(row graph.ChunkRow, sentence string, p piece, answer string) (query.Reference, bool) {
	if len([]rune(answer)) < 3 {
		answer = "" // yes, no, a digit: found anywhere
	}
	if sentence != "" {
		return query.Locate(row, answer, sentence)
	}
	if !p.passage { // a triple's caption names what the sentence says
		return query.Locate(row, answer, p.text)
	}
	var sentences []string
	for _, s := range text.Sentences(row.Text) {
		sentences = append(sentences, text.Slice(row.Text, s.Start, s.End))
	}
	if len(sentences) == 0 {
		return query.Reference{}, false
	}
	return query.Locate(row, answer, sentences[query.Ranked(r.kit.Rank(answer+"\n"+r.topic(), sentences))[0]])
}

// nothing says why there is no evidence at all.
func (r *run) nothing() string {
	switch {
	case r.empty && r.parsed.Chinese():
		return "工作区里还没有文档：先用 grove ingest 读入。"
	case r.empty:
		return "The workspace holds no documents: ingest some first (grove ingest PATH)."
	}
	return ""
}

// abstain gives an answer that says what is missing.
func (r *run) abstain(started time.Time, missing string) query.Answer {
	if missing == "" {
		missing = "Nothing that was found answers the question."
		if r.parsed.Chinese() {
			missing = "找到的内容没有回答这个问题。"
		}
	}
	r.trace.Add(query.Step{Action: "abstain", Args: map[string]any{"missing": missing}, Ms: since(started)})
	return query.Answer{Answer: missing, Abstained: true, Citations: []query.Citation{}}
}
