package tree

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
	"grove/query"
)

// reflectPrompt shows the memory and the evidence and asks for one step of reasoning and
// reflection: whether the evidence is sufficient, and else for new sub-queries.
type reflectPrompt struct {
	question query.Question
	parsed   offline.Question
	schema   []string
	// history are the earlier steps, asked the previous sub-queries.
	history []string
	asked   []subQuery
	pieces  []piece
	reply   int
}

// reflection is one step of reasoning.
type reflection struct {
	// reasoning is what the evidence establishes; doubt is what it lacks and which earlier
	// step was wrong.
	reasoning, doubt string
	enough           bool
	// keep are the indices of the pieces to retain.
	keep    []int
	queries []subQuery
}

const reflectInstructions = `You answer a question from a graph, step by step. ` +
	`You see what was asked and concluded so far, and numbered evidence. ` +
	`Reason forward: say in "reasoning" what the evidence establishes on the way to the answer. ` +
	`Then look back: say in "reflection" which earlier step turns out wrong, and what is still missing. ` +
	`List in "keep" the numbers of the evidence that matters. ` +
	`If the evidence establishes the answer, set "enough" to true and leave "queries" empty. ` +
	`Else give in "queries" at most 3 new sub-queries for what is missing, other than those asked before, ` +
	`with what you know by now filled in; leave "queries" empty if the documents seem to lack it, and the search ends. ` + queryRule

// mostOthers is the most pieces of each kind in a reflection beside those retained [G]: most of
// what lies further down is noise.
const mostOthers = 8

// modeRules tell what may fill a gap of the evidence.
var modeRules = map[query.Mode]string{
	query.Open:   `What everybody knows need not be searched for. `,
	query.Reject: `The answer may rest on the evidence alone. `,
}

// Form returns the prompt's name, decoding settings and reply schema.
func (p reflectPrompt) Form() llm.Form {
	return llm.Form{Name: "tree.reflect/2", Limits: llm.Limits{Temperature: temperature, MaxTokens: p.reply},
		Schema: `{"type":"object","properties":{"reasoning":{"type":"string"},"reflection":{"type":"string"},` +
			`"keep":{"type":"array","items":{"type":"integer"}},"enough":{"type":"boolean"},` +
			`"queries":{"type":"array","items":` + queryFields + `}},` +
			`"required":["reasoning","reflection","keep","enough","queries"],"additionalProperties":false}`}
}

// Messages returns the chat messages.
func (p reflectPrompt) Messages() []llm.Message {
	var b strings.Builder
	b.WriteString("Question: " + strings.TrimSpace(p.question.Text) + "\n")
	query.WriteSection(&b, "Schema", p.schema)
	soFar(&b, p.history)
	b.WriteString("\n" + shown(p.pieces))
	return []llm.Message{llm.System(reflectInstructions, modeRules[p.question.Mode]+query.Rules(p.reply)), llm.User(b.String())}
}

// soFar writes the earlier steps.
func soFar(b *strings.Builder, lines []string) {
	if len(lines) > 0 {
		b.WriteString("\n" + llm.Fenced("so far", strings.Join(lines, "\n")) + "\n")
	}
}

// Parse parses the step.
func (p reflectPrompt) Parse(reply string) (reflection, error) {
	type form struct {
		Reasoning  query.LooseText     `json:"reasoning"`
		Reflection query.LooseText     `json:"reflection"`
		Keep       []query.LooseNumber `json:"keep"`
		Enough     bool                `json:"enough"`
		Queries    []replyQuery        `json:"queries"`
	}
	r, err := query.ParseObject[form](reply, "enough", "queries")
	if err != nil {
		return reflection{}, err
	}
	out := reflection{reasoning: thought(r.Reasoning), doubt: thought(r.Reflection), enough: r.Enough, keep: numbered(r.Keep, p.pieces)}
	if !out.enough {
		out.queries = read(r.Queries)
	}
	return out, nil
}

// Offline is satisfied once the kit finds a sure answer; else it asks about the names that
// the kit would look up next.
func (p reflectPrompt) Offline(kit *offline.Kit) reflection {
	texts, at := passages(p.pieces)
	a := kit.Answer(p.parsed, texts)
	out := reflection{enough: a.Sure, doubt: query.OneLine(a.Missing)}
	var support []string
	for _, s := range a.Support {
		support = append(support, offline.Sentence(texts, s))
		if i := at[s.Passage]; !slices.Contains(out.keep, i) {
			out.keep = append(out.keep, i)
		}
	}
	out.reasoning = query.OneLine(strings.Join(support, " "))
	if out.enough {
		return out
	}
	for _, name := range slices.Concat(a.Wanted, p.parsed.Names) {
		about := func(q subQuery) bool { return slices.Contains(q.names(), query.OneLine(name)) }
		if len(out.queries) < maxQueries && !slices.ContainsFunc(p.asked, about) && !slices.ContainsFunc(out.queries, about) {
			out.queries = append(out.queries, p.ask(name))
		}
	}
	return out
}

// ask returns the sub-query for the question's last relation, of a name.
func (p reflectPrompt) ask(name string) subQuery {
	relations := p.parsed.Relations
	return lookUp(name, relations[max(0, len(relations)-1):]...)
}

// thought returns a text of a reply on one line, of at most 600 runes.
func thought(s query.LooseText) string {
	return text.Truncate(text.OneLine(string(s)), 600)
}

// think reasons and reflects in steps, each of which may search again. It ends when the
// evidence is sufficient, when there is no new sub-query, or by a limit; the trace has the
// reason.
func (r *run) think(ctx context.Context) error {
	for step := 1; step <= r.Number(optionSteps); step++ {
		if r.SpareCalls() < 1 {
			r.EndedBy(llm.LimitCalls, text.Count(r.Session.Usage().Calls, "call")+" made, and one kept for the answer")
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

// reflect performs one step and returns its new sub-queries, none to end.
func (r *run) reflect(ctx context.Context, step int) ([]subQuery, error) {
	started := time.Now()
	prompt := reflectPrompt{question: r.Question, parsed: r.Parsed, asked: r.memory.asked, reply: r.sizes.reply,
		history: query.LastLines(r.Session, r.memory.lines(), r.sizes.memory)}
	prompt.schema, _ = r.schemaLines(r.sizes.schema)
	var of int
	others := r.topK
	if !r.Paper() {
		others = min(others, mostOthers)
	}
	prompt.pieces, of = r.evidence(query.Room(r.Session, llm.Prompt[reflection](prompt)), others)
	args := map[string]any{"step": step, "evidence": len(prompt.pieces), "of": of}
	out, _, err := query.AskWithin(ctx, r.Session, llm.Prompt[reflection](prompt), r.SpareCalls())
	if err != nil {
		if !query.Soft(err) {
			return nil, err
		}
		args["error"], args["end"] = err.Error(), "the step could not be read"
		r.Trace.Add(query.Step{Action: "reflect", Args: args, Ms: query.Since(started)})
		return nil, nil
	}
	retained := lists.Map(out.keep, func(i int) graph.ID { return prompt.pieces[i].id })
	for _, i := range out.keep {
		r.memory.retained[prompt.pieces[i].id] = prompt.pieces[i].Text
	}
	r.memory.thoughts = append(r.memory.thoughts, strings.TrimSpace(out.reasoning+" "+out.doubt))
	queries, report, err := r.fitAll(ctx, out.queries)
	if err != nil {
		return nil, err
	}
	args["reasoning"], args["reflection"], args["enough"], args["queries"] = out.reasoning, out.doubt, out.enough, report
	switch {
	case out.enough:
		args["end"] = "the evidence is enough"
	case len(out.queries) == 0:
		args["end"] = "the documents seem to lack it"
	case len(queries) == 0:
		args["end"] = "nothing new is asked"
	}
	r.Trace.Add(query.Step{Action: "reflect", Args: args, Rows: len(retained), IDs: query.IDs(retained), Ms: query.Since(started)})
	return queries, nil
}
