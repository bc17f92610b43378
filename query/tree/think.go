package tree

import (
	"context"
	"fmt"
	"strings"
	"time"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/query"
)

// think reasons and reflects in a number of steps, each of which may search
// for more. It ends when the evidence is enough, when nothing new is asked, or
// by a limit; the trace says which.
func (r *run) think(ctx context.Context) error {
	for step := 1; step <= r.Number(optionSteps); step++ {
		if r.spare() < 1 {
			r.EndedBy(llm.LimitCalls, fmt.Sprintf("%d calls made, and one kept for the answer", r.Session.Usage().Calls))
			return nil
		}
		queries, err := r.reflect(ctx, step)
		if err != nil || len(queries) == 0 {
			return err
		}
		if err := r.retrieve(ctx, queries, step); err != nil {
			return err
		}
	}
	r.EndedBy(query.LimitSteps, fmt.Sprintf("%d steps of reasoning", r.Number(optionSteps)))
	return nil
}

// reflect makes one step and gives the sub-queries to search for; none ends.
func (r *run) reflect(ctx context.Context, step int) ([]subQuery, error) {
	started := time.Now()
	prompt := reflectPrompt{question: r.Question, parsed: r.Parsed, asked: r.memory.asked, reply: r.sizes.reply,
		history: query.LastLines(r.Session, r.memory.lines(), r.sizes.memory)}
	prompt.schema, _ = r.schemaLines(r.sizes.schema)
	var of int
	prompt.pieces, of = r.evidence(query.Room(r.Session, llm.Prompt[reflection](prompt)))
	args := map[string]any{"step": step, "evidence": len(prompt.pieces), "of": of}
	out, _, err := query.AskWithin(ctx, r.Session, llm.Prompt[reflection](prompt), r.spare())
	if err != nil {
		if !query.Soft(err) {
			return nil, err
		}
		args["error"], args["end"] = err.Error(), "the step could not be read"
		r.Trace.Add(query.Step{Action: "reflect", Args: args, Ms: query.Since(started)})
		return nil, nil
	}
	var kept []graph.ID
	for _, i := range out.keep {
		kept = append(kept, prompt.pieces[i].id)
		r.memory.kept[prompt.pieces[i].id] = true
	}
	r.memory.thoughts = append(r.memory.thoughts, strings.TrimSpace(out.reasoning+" "+out.doubt))
	queries, said, err := r.fitAll(ctx, out.queries)
	if err != nil {
		return nil, err
	}
	args["reasoning"], args["reflection"], args["enough"], args["queries"] = out.reasoning, out.doubt, out.enough, said
	switch {
	case out.enough:
		args["end"] = "the evidence is enough"
	case len(queries) == 0:
		args["end"] = "nothing new is asked"
	}
	r.Trace.Add(query.Step{Action: "reflect", Args: args, Rows: len(kept), IDs: query.IDs(kept), Ms: query.Since(started)})
	return queries, nil
}
