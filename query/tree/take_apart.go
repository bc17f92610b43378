package tree

import (
	"context"
	"time"

	"grove/internal/llm"
	"grove/query"
)

// decompose gives the sub-queries to begin with. A decomposition that cannot be
// read is done without; where a sub-query was changed or dropped, the question
// itself is asked too, if there is a place for it.
func (r *run) decompose(ctx context.Context) ([]subQuery, error) {
	started := time.Now()
	step := query.Step{Action: "decompose", Args: map[string]any{"question": r.Question.Text}}
	var asked []subQuery
	if r.spare() > 0 && !r.empty {
		prompt := decomposePrompt{question: r.Question, parsed: r.Parsed, reply: r.sizes.reply}
		var of int
		prompt.schema, of = r.schemaLines(query.Room(r.Session, prompt))
		step.Args["schema_shown"], step.Args["schema_of"] = len(prompt.schema), of
		var err error
		if asked, _, err = query.AskWithin(ctx, r.Session, llm.Prompt[[]subQuery](prompt), r.spare()); err != nil {
			if !query.Soft(err) {
				return nil, err
			}
			step.Args["error"] = err.Error()
		}
	}
	queries, said, err := r.fitAll(ctx, asked)
	if err != nil {
		return nil, err
	}
	if whole := (subQuery{kind: plainKind, words: r.Question.Text}); r.asksLess(asked, queries) && len(queries) < maxQueries {
		queries, said = append(queries, whole), append(said, whole.show())
	}
	step.Args["queries"], step.Rows, step.Ms = said, len(queries), query.Since(started)
	r.Trace.Add(step)
	return queries, nil
}

// asksLess tells whether sub-queries were lost or lost their relation, so that
// what is left no longer asks the whole question.
func (r *run) asksLess(asked, queries []subQuery) bool {
	if len(queries) < len(asked) || len(queries) == 0 {
		return true
	}
	for i, q := range queries {
		if q.kind != asked[i].kind && q.kind == plainKind {
			return true
		}
	}
	return false
}
