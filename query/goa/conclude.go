package goa

import (
	"context"
	"fmt"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/query"
)

const answerTask = `You are given the last summaries of readers who read a long text part by part for a question, and sentences that they quoted. ` +
	`Put together what belongs together. ` +
	`Refer to quoted sentences rather than to summaries wherever one states it. `

func answerPrompt(reply int) query.AnswerPrompt {
	return query.AnswerPrompt{Prompt: "goa.answer/2", Task: answerTask, Temperature: temperature, Reply: reply}
}

// conclude has the manager answer from the chains' summaries and the sentences quoted.
func (r *run) conclude(ctx context.Context) (query.Answer, error) {
	prompt := answerPrompt(query.ReplyFor(r.Options.Window, 512))
	var summaries, quoted []query.Evidence
	var from [][]quote // those that a piece of evidence stands for
	var quotes []quote
	var read []graph.ChunkRow
	room := r.AnswerRoom(prompt)
	for i, c := range r.chains {
		read = append(read, c.read...)
		if c.summary == "" {
			continue
		}
		// Half of the room is for summaries, a like share for each.
		e := query.Evidence{Under: fmt.Sprintf("Summary of reader %d of %d", i+1, len(r.chains)), Compact: true}
		e.Text = r.Excerpt(c.summary, room/2/len(r.chains)-32, r.Question.Text)
		if e.Text == "" {
			continue
		}
		summaries, from, quotes = append(summaries, e), append(from, c.quotes), append(quotes, c.quotes...)
		room -= r.Session.Count(e.Under+"\n"+e.Line(len(r.chains))) + 2
	}
	for _, q := range quotes {
		quoted = append(quoted, query.Evidence{Under: "Sentences quoted", Label: q.title, Text: q.Quote, Chunk: q.row, Compact: true})
	}
	lines := lists.Map(quoted, func(e query.Evidence) string { return e.Line(len(quoted) + len(summaries)) })
	shown := query.BestFit(r.Session, lines, room-16, 1, func() []float64 { return r.Kit.Rank(r.Question.Text, lines) })
	prompt.Evidence = summaries
	for _, i := range shown {
		prompt.Evidence, from = append(prompt.Evidence, quoted[i]), append(from, quotes[i:i+1])
	}
	if len(shown) < len(quoted) {
		r.Trace.Add(query.Step{Action: "quotes_cut", Rows: len(shown), Args: map[string]any{"shown": len(shown), "of": len(quoted)}})
	}
	return r.Conclude(ctx, query.Closing{Prompt: prompt, Read: read, Nothing: len(prompt.Evidence) == 0,
		Args:   map[string]any{"chains": len(r.chains), "quotes": len(quoted)},
		Places: func(x query.Rest, answer string) []query.Reference { return places(from[x.Evidence], answer) }})
}

// places returns the places of quotes, of several those that contain the answer, if any does.
func places(quotes []quote, answer string) (out []query.Reference) {
	var holding []query.Reference
	for _, q := range quotes {
		out = append(out, q.Reference)
		if answer != "" && strings.Contains(strings.ToLower(q.Quote), strings.ToLower(answer)) {
			holding = append(holding, q.Reference)
		}
	}
	if len(holding) > 0 {
		return holding
	}
	return out
}
