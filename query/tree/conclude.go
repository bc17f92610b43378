package tree

import (
	"context"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/text"
	"grove/query"
)

const task = `A question was taken apart and searched for in a graph of documents. ` +
	`You see what was asked and concluded, and numbered evidence. Go by the evidence where the conclusions differ from it. `

// fewOthers is the most pieces of each kind in the prompt for the answer beside those that the
// reflections retained [G].
const fewOthers = 3

// answerPrompt returns the prompt for the answer from the earlier steps and the evidence.
func answerPrompt(history []string, pieces []piece, reply int) query.AnswerPrompt {
	var before strings.Builder
	soFar(&before, history)
	p := query.AnswerPrompt{Prompt: "tree.answer/4", Task: task, Before: before.String(), Temperature: temperature, Reply: reply}
	for _, x := range pieces {
		p.Evidence = append(p.Evidence, x.Evidence)
	}
	texts, at := passages(pieces)
	p.Passages, p.Place = texts, func(i int, _ string) int { return at[i] }
	return p
}

// conclude answers from the memory.
func (r *run) conclude(ctx context.Context) (query.Answer, error) {
	r.Session.SetReserve(llm.Reserve{})
	history := query.LastLines(r.Session, r.memory.lines(), r.sizes.memory)
	others := r.topK
	if len(r.memory.retained) > 0 {
		others = fewOthers
	}
	pieces, of := r.evidence(r.AnswerRoom(answerPrompt(history, nil, r.sizes.answer)), others)
	return r.Conclude(ctx, query.Closing{
		Prompt: answerPrompt(history, pieces, r.sizes.answer), Read: r.memory.chunks, Nothing: of == 0,
		Places: func(x query.Rest, answer string) []query.Reference {
			return r.references(pieces[x.Evidence], x.Quote, answer)
		},
		Args: map[string]any{"evidence": len(pieces), "of": of},
	})
}

// references returns the sentences that support an answer by a piece of evidence.
func (r *run) references(p piece, quote, answer string) (references []query.Reference) {
	sources := lists.Filter(r.memory.chunks, func(row graph.ChunkRow) bool { return slices.Contains(p.chunks, row.ID) })
	for _, row := range sources {
		if ref, ok := r.locate(row, quote, p, answer); ok {
			references = append(references, ref)
		}
	}
	if len(references) == 0 {
		return query.Closest(sources, answer, p.Text, r.Question.Text)
	}
	return references
}

// locate returns the sentence of a chunk that supports an answer: the given sentence, else
// the one nearest to the answer, the question and the conclusions.
func (r *run) locate(row graph.ChunkRow, sentence string, p piece, answer string) (query.Reference, bool) {
	if sentence != "" {
		return query.LocateAnswer(row, answer, sentence)
	}
	if !p.passage() { // a triple's caption has the sentence's terms
		return query.LocateAnswer(row, answer, p.Text)
	}
	sentences := lists.Map(text.Sentences(row.Text), func(s text.Span) string { return text.Slice(row.Text, s.Start, s.End) })
	if len(sentences) == 0 {
		return query.Reference{}, false
	}
	return query.LocateAnswer(row, answer, sentences[query.Ranked(r.Kit.Rank(answer+"\n"+r.topic(), sentences))[0]])
}
