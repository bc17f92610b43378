package graphreader

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/text"
	"grove/query"
)

// answerTokens bounds the answer, in tokens, at the default window [G].
const answerTokens = 512

const task = `Several agents searched documents for the answer to a question, each with a notebook of its own. ` +
	`Put together what belongs together: one notebook may have what another lacks. ` +
	`Where notes contradict each other, go by what most sources say, not by how often it was noted. `

// answerPrompt returns the prompt for the answer from the notes, by notebook.
func answerPrompt(notes []query.Evidence, reply int) query.AnswerPrompt {
	return query.AnswerPrompt{Prompt: "graphreader.answer/4", Task: task, Evidence: notes, Temperature: temperature, Reply: reply}
}

// reason answers from all notebooks.
func (r *run) reason(ctx context.Context, paths []*path) (query.Answer, error) {
	r.Session.SetReserve(llm.Reserve{})
	chunks, titles := map[graph.ID]graph.ChunkRow{}, map[graph.ID]string{}
	var notes []note
	var evidence []query.Evidence
	for i, p := range paths {
		for id, c := range p.chunks {
			chunks[id], titles[id] = c, c.Title
		}
		if p.limited != "" {
			if p.limitedBy == llm.LimitCalls {
				p.limited = text.Count(r.Session.Usage().Calls, "call") + " made, and one kept for the answer"
			}
			r.EndedBy(p.limitedBy, p.limited)
		}
		for _, n := range p.notes {
			if !r.Paper() && slices.ContainsFunc(notes, n.equal) {
				continue // of a chunk that the paths share
			}
			notes = append(notes, n)
			heading := fmt.Sprintf("Notebook %d (from %s)", i+1, p.start.name)
			evidence = append(evidence, query.Evidence{Under: heading, Text: n.text, Compact: true})
		}
	}
	for i, n := range notes {
		if len(n.chunks) > 0 {
			evidence[i].Label = titles[n.chunks[0]]
		}
	}
	prompt := answerPrompt(nil, max(r.sizes.reply, min(r.Options.Window/4, answerTokens)))
	total := len(notes)
	notes, prompt.Evidence = r.fit(r.AnswerRoom(prompt), notes, evidence)
	prompt.Passages, prompt.Place = passagesOf(distinct(notes), titles), placeAmong(notes)
	answer, err := r.Conclude(ctx, query.Closing{
		Prompt: prompt, Read: sorted(chunks), Nothing: total == 0, Args: map[string]any{"notes": total},
		Cite: func(ctx context.Context, rests []query.Rest, answer string) ([]query.Reference, error) {
			return r.locate(ctx, notes, rests, answer, chunks)
		},
	})
	if err == nil && answer.Abstained && total > 0 {
		err = r.failed // the answer may be in what could not be read
	}
	return answer, err
}

// distinct returns the notes without duplicates.
func distinct(notes []note) (out []note) {
	for _, n := range notes {
		if !slices.ContainsFunc(out, n.equal) {
			out = append(out, n)
		}
	}
	return out
}

// placeAmong returns a function that finds the first note with a sentence.
func placeAmong(notes []note) func(int, string) int {
	return func(_ int, sentence string) int {
		return slices.IndexFunc(notes, func(n note) bool { return strings.Contains(n.text, sentence) })
	}
}

// sorted returns the chunks by document and place.
func sorted(chunks map[graph.ID]graph.ChunkRow) []graph.ChunkRow {
	return slices.SortedFunc(maps.Values(chunks), func(a, b graph.ChunkRow) int {
		return cmp.Or(cmp.Compare(a.Document, b.Document), cmp.Compare(a.Index, b.Index), cmp.Compare(a.ID, b.ID))
	})
}

// fit returns the most relevant notes that fit into space tokens, with their evidence.
func (r *run) fit(space int, notes []note, evidence []query.Evidence) (kept []note, shown []query.Evidence) {
	lines := make([]string, len(evidence))
	for i, e := range evidence {
		lines[i] = e.Line(i + 1)
		if i == 0 || evidence[i-1].Under != e.Under { // the headings are always shown
			space -= r.Session.Count(e.Under) + 1
		}
	}
	rank := func() []float64 { return r.Kit.Rank(r.Question.Text+"\n"+wanted(r.plan), lines) }
	for _, i := range query.BestFit(r.Session, lines, space, 1, rank) {
		kept, shown = append(kept, notes[i]), append(shown, evidence[i])
	}
	if len(kept) < len(notes) {
		r.Trace.Add(query.Step{Action: "notebooks_cut", Args: map[string]any{"kept": len(kept), "of": len(notes)}, Rows: len(kept)})
	}
	return kept, shown
}

// locate returns the sentences that support an answer's notes, in chunks that were read or
// whose facts were shown.
func (r *run) locate(
	ctx context.Context, notes []note, used []query.Rest, answer string, chunks map[graph.ID]graph.ChunkRow,
) ([]query.Reference, error) {
	if err := r.addShown(ctx, notes, used, chunks); err != nil {
		return nil, err
	}
	var references []query.Reference
	for _, u := range used {
		var sources []graph.ChunkRow
		located := len(references)
		for _, id := range notes[u.Evidence].chunks {
			if row, ok := chunks[id]; ok {
				sources = append(sources, row)
				if ref, ok := query.LocateAnswer(row, answer, notes[u.Evidence].text); ok {
					references = append(references, ref)
				}
			}
		}
		if len(references) == located {
			references = append(references, query.Closest(sources, answer, notes[u.Evidence].text, r.Question.Text)...)
		}
	}
	return references, nil
}

// addShown reads the chunks of the used notes whose facts alone were shown.
func (r *run) addShown(ctx context.Context, notes []note, used []query.Rest, chunks map[graph.ID]graph.ChunkRow) error {
	var shown []graph.ID
	for _, u := range used {
		for _, id := range notes[u.Evidence].chunks {
			if _, read := chunks[id]; !read && !slices.Contains(shown, id) {
				shown = append(shown, id)
			}
		}
	}
	if len(shown) == 0 {
		return nil
	}
	rows, err := r.Graph.Chunks(ctx, graph.ChunksQuery{IDs: shown, Limit: graph.MaxRows})
	maps.Copy(chunks, lists.Index(rows, func(row graph.ChunkRow) graph.ID { return row.ID }))
	return err
}
