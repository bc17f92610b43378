package baseline

import (
	"context"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/query"
)

// leastPart is the smallest part of a chunk worth showing, in tokens [G].
const leastPart = 64

const task = `You are given passages that a search found for a question. ` +
	`Read them, and put together what belongs together. `

func answerPrompt(reply int) query.AnswerPrompt {
	return query.AnswerPrompt{Prompt: "baseline.answer/4", Task: task, Quotes: true, Temperature: temperature, Reply: reply}
}

// fromPassages retrieves the best chunks by a method and answers from them.
func fromPassages(ctx context.Context, f *query.Frame, method string) (query.Answer, error) {
	hits, err := f.Search(ctx, method, f.Number(optionK))
	if err != nil {
		return query.Answer{}, err
	}
	f.Session.SetReserve(llm.Reserve{}) // the one call is the answer's
	prompt := answerPrompt(replyFor(f.Options.Window))
	prompt.Evidence = fit(f, hits, f.AnswerRoom(prompt))
	read := query.Map(prompt.Evidence, func(e query.Evidence) graph.ChunkRow { return e.Chunk })
	return f.Conclude(ctx, query.Closing{Prompt: prompt, Read: read, Nothing: len(hits) == 0,
		Args: map[string]any{"passages": len(prompt.Evidence)}})
}

// fit returns, in order, the chunks that fit into left tokens. A chunk that does not fit is
// reduced to the sentences most similar to the question.
func fit(f *query.Frame, hits []query.Hit, left int) []query.Evidence {
	var out []query.Evidence
	shortened := 0
	for _, h := range hits {
		e := query.Evidence{Label: h.Document.Title, Text: query.Defused(h.Text), Chunk: h.Row(), Number: f.EvidenceNumber(h.Chunk)}
		cost := func() int { return f.Session.Count(e.Line(e.Number)) + 1 }
		if cost() > left {
			whole := e.Text
			e.Text = ""
			room := left - cost()
			// The joined text may have more tokens than its parts.
			if e.Text = f.Excerpt(whole, room, f.Question.Text); room < leastPart || e.Text == "" || cost() > left {
				continue
			}
			shortened++
		}
		left -= cost()
		out = append(out, e)
	}
	if len(out) < len(hits) || shortened > 0 {
		f.Trace.Add(query.Step{Action: "passages_cut", Rows: len(out),
			Args: map[string]any{"shown": len(out), "of": len(hits), "shortened": shortened}})
	}
	return out
}
