package tree

import (
	"context"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/text"
	"grove/query"
)

// conclude answers from the memory.
func (r *run) conclude(ctx context.Context) (query.Answer, error) {
	r.Session.Keep(llm.Reserve{})
	prompt := answerPrompt{question: r.Question, parsed: r.Parsed, reply: r.sizes.answer,
		history: query.LastLines(r.Session, r.memory.lines(), r.sizes.memory)}
	var of int
	prompt.pieces, of = r.evidence(query.AnswerRoom(r.Session, llm.Prompt[answerReply](prompt)))
	return query.Conclude(ctx, r.Frame, query.Closing[answerReply]{
		Prompt: prompt, Graph: r.reads(r.Trace), Evidence: r.memory.chunks, Widely: true, Nothing: of == 0,
		Read: func(reply answerReply) query.Reply { return reply.Reply },
		Cite: func(_ context.Context, reply answerReply) (rests, rival []query.Reference, err error) {
			return r.references(prompt.pieces, r.used(prompt.pieces, reply), reply.Answer), r.references(prompt.pieces, reply.against, reply.Rival), nil
		},
		Args: map[string]any{"evidence": len(prompt.pieces), "of": of},
	})
}

// used is the evidence that the answer rests on; where the reply names none, that
// which holds the answer.
func (r *run) used(pieces []piece, reply answerReply) []rest {
	used := reply.rests
	if len(used) == 0 && !reply.OwnKnowledge && len(reply.Answer) > 3 {
		for i, p := range pieces {
			if p.passage && strings.Contains(strings.ToLower(p.text), strings.ToLower(reply.Answer)) {
				used = append(used, rest{piece: i})
			}
		}
	}
	return used
}

// references finds the sentences that an answer rests on.
func (r *run) references(pieces []piece, used []rest, answer string) (references []query.Reference) {
	for _, u := range used {
		for _, row := range r.memory.chunks {
			if !slices.Contains(pieces[u.piece].chunks, row.ID) {
				continue
			}
			if ref, ok := r.locate(row, u.sentence, pieces[u.piece], answer); ok {
				references = append(references, ref)
			}
		}
	}
	return references
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
	return query.Locate(row, answer, sentences[query.Ranked(r.Kit.Rank(answer+"\n"+r.topic(), sentences))[0]])
}
