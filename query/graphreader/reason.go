package graphreader

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/query"
)

// answerTokens bounds the reply of the answer, in tokens, at the default window [G].
const answerTokens = 512

// reason answers from all notebooks.
func (r *run) reason(ctx context.Context, paths []*path) (query.Answer, error) {
	r.Session.Keep(llm.Reserve{})
	prompt := answerPrompt{question: r.Question, parsed: r.Parsed, titles: map[graph.ID]string{}, reply: max(r.sizes.reply, min(r.options.Window/4, answerTokens))}
	chunks := map[graph.ID]graph.ChunkRow{}
	total := 0
	for _, p := range paths {
		for id, c := range p.chunks {
			chunks[id], prompt.titles[id] = c, c.Title
		}
		if p.limited != "" {
			if p.limitedBy == llm.LimitCalls {
				p.limited = fmt.Sprintf("%d calls made, and one kept for the answer", r.Session.Usage().Calls)
			}
			r.EndedBy(p.limitedBy, p.limited)
		}
		total += len(p.notes)
	}
	for _, p := range paths {
		prompt.notebooks = append(prompt.notebooks, notebook{start: p.start.name, notes: p.notes})
	}
	r.fit(&prompt, total)
	answer, err := query.Conclude(ctx, r.Frame, query.Closing[answerReply]{
		Prompt: prompt, Graph: r.graph, Evidence: sorted(chunks), Widely: true, Nothing: total == 0,
		Read: func(reply answerReply) query.Reply { return reply.Reply },
		Cite: func(ctx context.Context, reply answerReply) (rests, rival []query.Reference, err error) {
			if rests, err = r.locate(ctx, prompt.all(), r.used(prompt.all(), reply), reply.Answer, chunks); err != nil || reply.Rival == "" {
				return rests, nil, err
			}
			rival, err = r.locate(ctx, prompt.all(), reply.against, reply.Rival, chunks)
			return rests, rival, err
		},
		Args: map[string]any{"notes": total},
	})
	if err == nil && answer.Abstained && total > 0 {
		err = r.failed // what could not be read may hold the answer
	}
	return answer, err
}

// sorted are the chunks in the order of their documents.
func sorted(chunks map[graph.ID]graph.ChunkRow) []graph.ChunkRow {
	return slices.SortedFunc(maps.Values(chunks), func(a, b graph.ChunkRow) int {
		return cmp.Or(cmp.Compare(a.Document, b.Document), cmp.Compare(a.Index, b.Index), cmp.Compare(a.ID, b.ID))
	})
}

// fit cuts the notebooks to what the window holds: the most relevant notes.
func (r *run) fit(prompt *answerPrompt, total int) {
	books := prompt.notebooks
	bare := *prompt
	bare.notebooks = nil
	for _, b := range books { // the headings are always shown
		bare.notebooks = append(bare.notebooks, notebook{start: b.start})
	}
	space := query.AnswerRoom(r.Session, llm.Prompt[answerReply](bare))
	type placed struct {
		book int
		note
	}
	var all []placed
	for i, b := range books {
		for _, n := range b.notes {
			all = append(all, placed{i, n})
		}
	}
	lines := make([]string, len(all))
	for i, n := range all {
		lines[i] = prompt.line(i+1, n.note)
	}
	if query.Fit(r.Session, lines, space) == len(lines) {
		return
	}
	chosen := make([]bool, len(all))
	kept := 0
	for _, i := range query.Ranked(r.Kit.Rank(r.Question.Text+"\n"+strings.Join(r.plan, "\n"), lines)) {
		if n := r.Session.Count(lines[i]) + 1; n <= space {
			space -= n
			chosen[i] = true
			kept++
		}
	}
	prompt.notebooks = bare.notebooks
	for i, n := range all {
		if chosen[i] {
			prompt.notebooks[n.book].notes = append(prompt.notebooks[n.book].notes, n.note)
		}
	}
	r.Trace.Add(query.Step{Action: "notebooks_cut", Args: map[string]any{"kept": kept, "of": total}, Rows: kept})
}

// used are the notes that the answer rests on; where the reply names none, those
// that hold the answer.
func (r *run) used(notes []note, reply answerReply) []int {
	used := reply.notes
	if len(used) == 0 && !reply.OwnKnowledge {
		for i, n := range notes {
			if len(reply.Answer) > 3 && strings.Contains(strings.ToLower(n.text), strings.ToLower(reply.Answer)) {
				used = append(used, i)
			}
		}
	}
	return used
}

// locate finds the sentences that an answer's notes rest on, in chunks that were
// read or whose facts were shown.
func (r *run) locate(ctx context.Context, notes []note, used []int, answer string, chunks map[graph.ID]graph.ChunkRow) ([]query.Reference, error) {
	if len([]rune(answer)) < 3 {
		answer = "" // yes, no, a digit: found anywhere
	}
	if err := r.addShown(ctx, notes, used, chunks); err != nil {
		return nil, err
	}
	var references []query.Reference
	for _, i := range used {
		for _, id := range notes[i].chunks {
			row, there := chunks[id]
			if !there {
				continue
			}
			if ref, ok := query.Locate(row, answer, notes[i].text); ok {
				references = append(references, ref)
			}
		}
	}
	return references, nil
}

// addShown reads the chunks of the used notes of which only facts were shown.
func (r *run) addShown(ctx context.Context, notes []note, used []int, chunks map[graph.ID]graph.ChunkRow) error {
	var shown []graph.ID
	for _, i := range used {
		for _, id := range notes[i].chunks {
			if _, read := chunks[id]; !read && !slices.Contains(shown, id) {
				shown = append(shown, id)
			}
		}
	}
	if len(shown) == 0 {
		return nil
	}
	rows, err := r.graph.Chunks(ctx, graph.ChunksQuery{IDs: shown, Limit: graph.MaxRows})
	for _, row := range rows {
		chunks[row.ID] = row
	}
	return err
}
