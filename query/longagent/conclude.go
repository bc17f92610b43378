package longagent

import (
	"context"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/query"
)

const answerTask = `You led a team that read a long text for a question; each piece of evidence is what a member found in its part. ` +
	`Put together what belongs together. ` +
	`Members that found nothing are not listed. `

func answerPrompt(reply int) query.AnswerPrompt {
	return query.AnswerPrompt{Prompt: "longagent.answer/2", Task: answerTask, Temperature: temperature, Reply: reply}
}

// conclude answers from the members' replies.
func (r *run) conclude(ctx context.Context) (query.Answer, error) {
	prompt := answerPrompt(query.ReplyFor(r.Options.Window, 512))
	var found []query.Evidence
	var places [][]query.Reference
	for _, x := range r.rounds {
		for _, m := range x.mentions {
			e, refs := r.evidence(x.instruction, m)
			if !slices.ContainsFunc(found, func(o query.Evidence) bool { return o.Text == e.Text && o.Under == e.Under }) {
				found, places = append(found, e), append(places, refs)
			}
		}
	}
	lines := lists.Map(found, func(e query.Evidence) string { return e.Under + "\n" + e.Line(len(found)) })
	shown := query.BestFit(r.Session, lines, r.AnswerRoom(prompt), 1, func() []float64 { return r.Kit.Rank(r.Question.Text, lines) })
	for _, i := range shown {
		prompt.Evidence = append(prompt.Evidence, found[i])
	}
	if len(shown) < len(found) {
		r.Trace.Add(query.Step{Action: "replies_cut", Rows: len(shown), Args: map[string]any{"shown": len(shown), "of": len(found)}})
	}
	return r.Conclude(ctx, query.Closing{Prompt: prompt, Read: r.read(), Nothing: len(found) == 0,
		Args:   map[string]any{"rounds": len(r.rounds), "replies": len(found)},
		Places: func(x query.Rest, _ string) []query.Reference { return places[shown[x.Evidence]] }})
}

// evidence returns a member's reply as evidence: the sentence it stands in, if the piece has it,
// with the answer where that says more, and its place.
func (r *run) evidence(instruction string, m mention) (query.Evidence, []query.Reference) {
	piece := r.pieces[m.member]
	e := query.Evidence{Under: "Replies to: " + instruction, Label: piece.Title, Text: m.answer, Compact: true}
	ref, row, ok := piece.Locate(m.answer, m.quote)
	if !ok {
		e.Label += "; no sentence found"
		return e, nil
	}
	e.Label = graph.Caption(row.Title, row.Source)
	if e.Text = ref.Quote; !strings.Contains(strings.ToLower(ref.Quote), strings.ToLower(m.answer)) {
		e.Text = m.answer + " (" + ref.Quote + ")"
	}
	e.Chunk = graph.ChunkRow{Chunk: row.Chunk, Title: row.Title}
	return e, []query.Reference{ref}
}
