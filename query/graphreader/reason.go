package graphreader

import (
	"context"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/query"
)

// answerTokens bounds the reply of the answer, in tokens, at the default window [G].
const answerTokens = 512

// reason answers from all notebooks.
func (r *run) reason(ctx context.Context, paths []*path) (query.Answer, error) {
	started := time.Now()
	prompt := answerPrompt{question: r.question, parsed: r.parsed, titles: map[graph.ID]string{}, reply: max(r.sizes.reply, min(r.options.Window/4, answerTokens))}
	chunks := map[graph.ID]graph.ChunkRow{}
	total := 0
	for _, p := range paths {
		for id, c := range p.chunks {
			chunks[id], prompt.titles[id] = c, c.Title
		}
		if p.limited != "" {
			r.limited = p.limited
		}
		total += len(p.notes)
	}
	for _, p := range paths {
		prompt.notebooks = append(prompt.notebooks, notebook{start: p.start.name, notes: p.notes})
	}
	r.fit(&prompt, total)
	if total == 0 && r.question.Mode == query.Reject {
		return r.abstain(started, ""), nil
	}
	reply, _, err := ask(ctx, r.session, prompt, 2)
	if soft(err) {
		return r.abstain(started, "The notes were gathered, but no answer came of them: "+fault.Brief(err)), nil
	}
	if err != nil {
		return query.Answer{}, err
	}
	if reply.abstained || r.question.Mode == query.Reject && reply.ownKnowledge {
		return r.abstain(started, reply.missing), r.failed
	}
	citations, err := r.cite(ctx, prompt.all(), reply, chunks)
	if err != nil {
		return query.Answer{}, err
	}
	supported := slices.ContainsFunc(citations, func(c query.Citation) bool { return c.Verified })
	if !supported && r.question.Mode == query.Reject {
		return r.abstain(started, ""), r.failed
	}
	r.trace.Add(query.Step{Action: "answer", Args: map[string]any{"analysis": reply.analysis, "answer": reply.answer,
		"notes": total, "notes_used": len(reply.notes), "own_knowledge": reply.ownKnowledge || !supported}, Rows: 1, Ms: since(started)})
	return query.Answer{Answer: reply.answer, OwnKnowledge: reply.ownKnowledge || !supported, Citations: citations}, nil
}

// fit cuts the notebooks to what the window holds: the most relevant notes.
func (r *run) fit(prompt *answerPrompt, total int) {
	books := prompt.notebooks
	bare := *prompt
	bare.notebooks = nil
	for _, b := range books { // the headings are always shown
		bare.notebooks = append(bare.notebooks, notebook{start: b.start})
	}
	space := room(r.session, llm.Prompt[answerReply](bare))
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
	if pack(r.session, lines, space) == len(lines) {
		return
	}
	chosen := make([]bool, len(all))
	kept := 0
	for _, i := range query.Ranked(r.kit.Rank(r.question.Text+"\n"+strings.Join(r.plan, "\n"), lines)) {
		if n := r.session.Count(lines[i]) + 1; n <= space {
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
	r.trace.Add(query.Step{Action: "notebooks_cut", Args: map[string]any{"kept": kept, "of": total}, Rows: kept})
}

// cite finds the sentences that the answer's notes rest on, in chunks that were
// read or whose facts were shown. Notes that the reply does not name are tried
// where it names none.
func (r *run) cite(ctx context.Context, notes []note, reply answerReply, chunks map[graph.ID]graph.ChunkRow) ([]query.Citation, error) {
	used := reply.notes
	if len(used) == 0 && !reply.ownKnowledge {
		for i, n := range notes {
			if len(reply.answer) > 3 && strings.Contains(strings.ToLower(n.text), strings.ToLower(reply.answer)) {
				used = append(used, i)
			}
		}
	}
	answer := reply.answer
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
	return query.Cite(ctx, r.graph, references)
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

// abstain gives an answer that says what is missing.
func (r *run) abstain(started time.Time, missing string) query.Answer {
	if missing == "" {
		missing = "Nothing that was read answers the question."
		if r.parsed.Chinese() {
			missing = "读到的内容没有回答这个问题。"
		}
	}
	r.trace.Add(query.Step{Action: "abstain", Args: map[string]any{"missing": missing}, Ms: since(started)})
	return query.Answer{Answer: missing, Abstained: true, Citations: []query.Citation{}}
}
