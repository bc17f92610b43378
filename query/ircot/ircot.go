// Package ircot interleaves search with reasoning (IRCoT, a baseline of LongAgent): each thought is the next search,
// until the answer is in sight.
package ircot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/query"
)

// Name is the agent's name.
const Name = "ircot"

const (
	// LeastWindow is the smallest window the agent works in, in tokens [G].
	LeastWindow = 1536
	temperature = 0
	// mostShown bounds the chunks that are kept over all rounds [G].
	mostShown = 15
	optionK   = "k"
	optionMax = "rounds"
)

// Agent returns the agent.
func Agent() query.Agent {
	return query.Agent{
		Name: Name, Purpose: "searches by words, reasons one step, and searches for the next step", Calls: "2 to 9",
		LeastWindow: LeastWindow, LeastCalls: 2, Needs: []query.Need{query.NeedText},
		Options: []query.Option{
			{Name: optionK, Purpose: "chunks that each search gives", Default: "4", Least: 1, Most: 20, Source: "IRCoT: 2 to 8 paragraphs"},
			{Name: optionMax, Purpose: "steps of reasoning at most", Default: "8", Least: 1, Most: 20, Source: "IRCoT: 8"},
		},
		Work: answer,
	}
}

// run is the work on one question.
type run struct {
	*query.Frame
	reply    int
	hits     []query.Hit
	thoughts []string
}

func answer(ctx context.Context, f *query.Frame) (query.Answer, error) {
	r := &run{Frame: f, reply: query.ReplyFor(f.Options.Window, 512)}
	wanted := f.Question.Text
	for round := 0; ; round++ {
		if round == f.Number(optionMax) {
			f.EndedBy(query.LimitSteps, fmt.Sprintf("%d steps of reasoning", round))
			break
		}
		if err := r.search(ctx, wanted); err != nil {
			return query.Answer{}, err
		}
		if f.SpareCalls() < 1 {
			f.EndedBy(llm.LimitCalls, "one call is kept for the answer")
			break
		}
		started := time.Now()
		p := thoughtPrompt{question: f.Question, parsed: f.Parsed, thoughts: r.thoughts, reply: r.reply}
		p.evidence = r.evidence(query.Room(f.Session, llm.Prompt[thought](p)))
		next, _, err := query.AskWithin(ctx, f.Session, llm.Prompt[thought](p), f.SpareCalls())
		args := map[string]any{"round": round + 1, "evidence": len(p.evidence)}
		if err != nil {
			if !query.Soft(err) {
				return query.Answer{}, err
			}
			args["error"] = err.Error()
			r.Trace.Add(query.Step{Action: "reason", Args: args, Ms: query.Since(started)})
			f.EndedBy("", fault.Brief(err))
			break
		}
		args["thought"], args["enough"] = next.text, next.done
		r.Trace.Add(query.Step{Action: "reason", Args: args, Ms: query.Since(started)})
		again := slices.Contains(r.thoughts, next.text)
		if next.text != "" && !again {
			r.thoughts = append(r.thoughts, next.text)
		}
		if next.done || again || next.text == "" {
			break
		}
		wanted = next.text
	}
	return r.conclude(ctx)
}

// search adds the best chunks for a text to those found before.
func (r *run) search(ctx context.Context, wanted string) error {
	started := time.Now()
	searcher := query.Searcher{Graph: r.Graph, Index: r.Index, Scope: r.Question.Scope}
	hits, err := searcher.Search(ctx, wanted, query.BM25, r.Number(optionK))
	if err != nil {
		return err
	}
	r.Trace.Add(query.Step{Action: "search", Args: map[string]any{"method": query.BM25, "query": wanted, "k": r.Number(optionK)},
		Rows: len(hits), Ms: query.Since(started), IDs: lists.Map(hits, func(h query.Hit) string { return string(h.Chunk) })})
	for _, h := range hits {
		if len(r.hits) < mostShown && !slices.ContainsFunc(r.hits, func(o query.Hit) bool { return o.Chunk == h.Chunk }) {
			r.hits = append(r.hits, h)
			r.EvidenceNumber(h.Chunk) // in the order of finding
		}
	}
	return nil
}

// evidence returns the chunks that fit into a number of tokens, the latest first; a chunk that does not fit is reduced to the
// sentences nearest to the question and the last thought.
func (r *run) evidence(left int) (out []query.Evidence) {
	topic := r.Question.Text + "\n" + strings.Join(r.thoughts[max(0, len(r.thoughts)-1):], "\n")
	for _, h := range slices.Backward(r.hits) {
		e := query.Evidence{Label: h.Document.Title, Text: llm.Defused(h.Text), Chunk: h.Row(), Number: r.EvidenceNumber(h.Chunk)}
		cost := func() int { return r.Session.Count(e.Line(e.Number)) + 1 }
		if cost() > left {
			whole := e.Text
			e.Text = ""
			if e.Text = r.Excerpt(whole, min(left, 400)-cost(), topic); e.Text == "" || cost() > left {
				continue
			}
		}
		left -= cost()
		out = append(out, e)
	}
	slices.Reverse(out)
	return out
}

func (r *run) conclude(ctx context.Context) (query.Answer, error) {
	r.Session.SetReserve(llm.Reserve{})
	prompt := answerPrompt(r.reply)
	if len(r.thoughts) > 0 {
		prompt.Before = llm.Fenced("thoughts", strings.Join(query.LastLines(r.Session, r.thoughts, r.Options.Window/10), "\n")) + "\n"
	}
	prompt.Evidence = r.evidence(r.AnswerRoom(prompt))
	read := lists.Map(prompt.Evidence, func(e query.Evidence) graph.ChunkRow { return e.Chunk })
	return r.Conclude(ctx, query.Closing{Prompt: prompt, Read: read, Nothing: len(r.hits) == 0,
		Args: map[string]any{"passages": len(read)}})
}

const task = `You see passages that several searches found for a question, and the thoughts that led to them. ` +
	`Go by the passages where the thoughts differ from them. `

func answerPrompt(reply int) query.AnswerPrompt {
	return query.AnswerPrompt{Prompt: "ircot.answer/1", Task: task, Quotes: true, Temperature: temperature, Reply: reply}
}

// thoughtPrompt asks for the next step of reasoning.
type thoughtPrompt struct {
	question query.Question
	parsed   offline.Question
	thoughts []string
	evidence []query.Evidence
	reply    int
}

// thought is one step of reasoning.
type thought struct {
	text string
	done bool
}

const instructions = `You reason towards the answer of a question, one step at a time, over passages that searches find. ` +
	`Give in "thought" the next step in one sentence: what the passages establish beyond the thoughts so far, or, if they lack it, what has to be ` +
	`known next, with the names known by now; it is searched for next. Set "enough" to true if the thoughts and passages establish the answer, ` +
	`or if nothing further can be found. `

// Form returns the prompt's name, decoding settings and reply schema.
func (p thoughtPrompt) Form() llm.Form {
	return llm.Form{Name: "ircot.reason/1", Limits: llm.Limits{Temperature: temperature, MaxTokens: p.reply},
		Schema: `{"type":"object","properties":{"thought":{"type":"string"},"enough":{"type":"boolean"}},` +
			`"required":["thought","enough"],"additionalProperties":false}`}
}

// Messages returns the chat messages.
func (p thoughtPrompt) Messages() []llm.Message {
	lines := lists.Map(p.evidence, func(e query.Evidence) string { return e.Line(e.Number) })
	if len(lines) == 0 {
		lines = []string{"(nothing was found)"}
	}
	body := "Question: " + strings.TrimSpace(p.question.Text) + "\n"
	if len(p.thoughts) > 0 {
		body += "\n" + llm.Fenced("thoughts so far", strings.Join(p.thoughts, "\n")) + "\n"
	}
	return []llm.Message{llm.System(instructions, query.Rules(p.reply)),
		llm.User(body + "\n" + llm.Fenced("passages", strings.Join(lines, "\n")))}
}

// Parse parses the step.
func (thoughtPrompt) Parse(reply string) (thought, error) {
	r, err := query.ParseObject[struct {
		Thought query.LooseText `json:"thought"`
		Enough  bool            `json:"enough"`
	}](reply, "thought", "enough")
	out := thought{query.OneLine(llm.Defused(string(r.Thought))), r.Enough}
	if err == nil && out.text == "" && !out.done {
		err = errors.New("neither a thought nor enough")
	}
	return out, err
}

// Offline asks for the names that the kit would look up next.
func (p thoughtPrompt) Offline(kit *offline.Kit) thought {
	passages := lists.Map(p.evidence, func(e query.Evidence) offline.Passage { return offline.Passage{Title: e.Label, Text: e.Text} })
	a := kit.Answer(p.parsed, passages)
	for _, name := range a.Wanted {
		next := query.OneLine(name + " " + strings.Join(p.parsed.Relations[max(0, len(p.parsed.Relations)-1):], " "))
		if !a.Sure && !slices.Contains(p.thoughts, next) {
			return thought{text: next}
		}
	}
	return thought{done: true}
}

// Prompts describes the prompts of the agent.
func Prompts() []llm.Listed {
	return []llm.Listed{
		llm.List("next step of reasoning, which is searched for", thoughtPrompt{reply: 512}),
		llm.List("answer from passages and thoughts", answerPrompt(512)),
	}
}
