package baseline

import (
	"context"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/query"
)

const task = `You are given passages that a search found for a question. ` +
	`Read them, and put together what belongs together. `

func answerPrompt(reply int) query.AnswerPrompt {
	return query.AnswerPrompt{Prompt: "baseline.answer/4", Task: task, Quotes: true, Temperature: temperature, Reply: reply}
}

// fromPassages retrieves the best chunks by a method and answers from them.
func fromPassages(ctx context.Context, f *query.Frame, method string) (query.Answer, error) {
	hits, err := withoutCopies(ctx, f, method, f.Number(optionK))
	if err != nil {
		return query.Answer{}, err
	}
	f.Session.SetReserve(llm.Reserve{}) // the one call is the answer's
	prompt := answerPrompt(query.ReplyFor(f.Options.Window, 512))
	prompt.Evidence = fit(f, hits, f.AnswerRoom(prompt))
	read := lists.Map(prompt.Evidence, func(e query.Evidence) graph.ChunkRow { return e.Chunk })
	// The offline kit has no window: it reads the chunks of which a part fits into the prompt whole.
	prompt.Passages, prompt.Place = query.PassagesOf(read), func(passage int, _ string) int { return passage }
	return f.Conclude(ctx, query.Closing{Prompt: prompt, Read: read, Nothing: len(hits) == 0,
		Args: map[string]any{"passages": len(prompt.Evidence)}})
}

// withoutCopies returns the k best chunks that differ in text or title: a copy of a file would take the place of another passage. The
// name of a file, which stands for a title that is not there, tells none apart.
func withoutCopies(ctx context.Context, f *query.Frame, method string, k int) ([]query.Hit, error) {
	read := func(h query.Hit) [2]string {
		if h.Document.Title == graph.Caption("", h.Document.Source) {
			return [2]string{"", h.Text}
		}
		return [2]string{h.Document.Title, h.Text}
	}
	for wanted := k; ; wanted *= 2 {
		hits, err := f.Search(ctx, method, wanted)
		if err != nil {
			return nil, err
		}
		if once := lists.OnceBy(hits, read); len(once) >= k || len(hits) < wanted || 2*wanted > graph.MaxRows {
			return once[:min(len(once), k)], nil
		}
	}
}

// fit returns, in order, the chunks whole if they fit into left tokens, else the sentences of
// them that are nearest to the question.
func fit(f *query.Frame, hits []query.Hit, left int) []query.Evidence {
	cost := func(e query.Evidence) int { return f.Session.Count(e.Line(e.Number)) + 1 }
	all := lists.Map(hits, func(h query.Hit) query.Evidence {
		return query.Evidence{Label: h.Document.Title, Text: llm.Defused(h.Text), Chunk: h.Row(), Number: f.EvidenceNumber(h.Chunk)}
	})
	if lists.Sum(all, cost) <= left {
		return all
	}
	bodies := lists.Map(all, func(e query.Evidence) string { return e.Text })
	labels := lists.Map(all, func(e query.Evidence) int { e.Text = ""; return cost(e) })
	var out []query.Evidence
	shortened := 0
	for i, excerpt := range f.Excerpts(bodies, labels, left, f.Question.Text) {
		e := all[i]
		e.Text = excerpt
		// The joined text may have more tokens than its parts.
		if n := cost(e); excerpt != "" && n <= left {
			left -= n
			out = append(out, e)
			if excerpt != strings.TrimSpace(bodies[i]) {
				shortened++
			}
		}
	}
	f.Trace.Add(query.Step{Action: "passages_cut", Rows: len(out),
		Args: map[string]any{"shown": len(out), "of": len(hits), "shortened": shortened}})
	return out
}
