package tree

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/query"
)

// decomposePrompt asks for the sub-queries of the question.
type decomposePrompt struct {
	question query.Question
	parsed   offline.Question
	// schema are the lines of the schema.
	schema []string
	reply  int
}

const decomposeInstructions = `You prepare a search through a graph of entities, their attributes, the relations between them ` +
	`and communities of them. ` +
	`Take the question apart into at most 3 sub-queries, each of which a single look into the graph can answer; ` +
	`one is enough for a simple question. ` +
	`Ask first what has to be known first: what depends on an answer is asked later. ` + queryRule + `Do not answer the question. `

// Form returns the prompt's name, decoding settings and reply schema.
func (p decomposePrompt) Form() llm.Form {
	return llm.Form{Name: "tree.decompose/1", Limits: llm.Limits{Temperature: temperature, MaxTokens: p.reply},
		Schema: `{"type":"object","properties":{"queries":{"type":"array","items":` + queryFields +
			`}},"required":["queries"],"additionalProperties":false}`}
}

// Messages returns the chat messages.
func (p decomposePrompt) Messages() []llm.Message {
	body := "Question: " + strings.TrimSpace(p.question.Text)
	if len(p.schema) > 0 {
		body += "\n\nSchema:\n" + strings.Join(p.schema, "\n")
	}
	return []llm.Message{llm.System(decomposeInstructions, query.LengthRule(p.reply)+query.JSONRule), llm.User(body)}
}

// Parse parses the sub-queries.
func (decomposePrompt) Parse(reply string) ([]subQuery, error) {
	type form struct {
		Queries []replyQuery `json:"queries"`
	}
	r, err := query.ParseObject[form](reply, "queries")
	if err != nil {
		return nil, err
	}
	queries := read(r.Queries)
	if len(queries) == 0 {
		return nil, errors.New("there is no sub-query")
	}
	return queries, nil
}

// Offline asks for the first relation of each name of the question. What it leads to is asked
// about once it is known.
func (p decomposePrompt) Offline(kit *offline.Kit) []subQuery {
	var out []subQuery
	for _, name := range p.parsed.Names {
		q := lookUp(name, p.parsed.Relations[:min(1, len(p.parsed.Relations))]...)
		if len(out) < maxQueries && !slices.ContainsFunc(out, q.same) {
			out = append(out, q)
		}
	}
	if len(out) == 0 {
		return []subQuery{{kind: communityKind, words: p.parsed.Text}}
	}
	return out
}

// lookUp returns the sub-query for a relation of an entity, or without a relation for the
// entity itself. The schema decides later whether the relation is an attribute.
func lookUp(name string, relation ...string) subQuery {
	if len(relation) == 0 {
		return subQuery{kind: plainKind, head: query.OneLine(name)}
	}
	return subQuery{kind: tripleKind, head: query.OneLine(name), relation: query.OneLine(relation[0])}
}

// decompose returns the first sub-queries. If the reply is unusable, or if a sub-query lost
// its relation or was dropped, the question itself is a sub-query too, within maxQueries.
func (r *run) decompose(ctx context.Context) ([]subQuery, error) {
	started := time.Now()
	step := query.Step{Action: "decompose", Args: map[string]any{"question": r.Question.Text}}
	var proposed []subQuery
	if r.SpareCalls() > 0 && !r.empty {
		prompt := decomposePrompt{question: r.Question, parsed: r.Parsed, reply: r.sizes.reply}
		var of int
		prompt.schema, of = r.schemaLines(query.Room(r.Session, prompt))
		step.Args["schema_shown"], step.Args["schema_of"] = len(prompt.schema), of
		var err error
		if proposed, _, err = query.AskWithin(ctx, r.Session, llm.Prompt[[]subQuery](prompt), r.SpareCalls()); err != nil {
			if !query.Soft(err) {
				return nil, err
			}
			step.Args["error"] = err.Error()
		}
	}
	queries, report, err := r.fitAll(ctx, proposed)
	if err != nil {
		return nil, err
	}
	whole := subQuery{kind: plainKind, words: r.Question.Text}
	if asksLess(proposed, queries) && len(queries) < maxQueries {
		queries, report = append(queries, whole), append(report, whole.show())
	}
	step.Args["queries"], step.Rows, step.Ms = report, len(queries), query.Since(started)
	r.Trace.Add(step)
	return queries, nil
}

// asksLess reports whether proposed sub-queries were dropped or lost their relation, so
// that the remaining queries do not cover the whole question.
func asksLess(proposed, queries []subQuery) bool {
	if len(queries) < len(proposed) || len(queries) == 0 {
		return true
	}
	for i, q := range queries {
		if q.kind != proposed[i].kind && q.kind == plainKind {
			return true
		}
	}
	return false
}
