package app

import (
	"context"
	"slices"

	"grove/ingest"
	"grove/internal/eval"
	"grove/internal/fault"
	"grove/internal/llm"
	"grove/query"
	"grove/query/agents"
)

// EvalRunOptions say which answers are measured on what.
type EvalRunOptions struct {
	// Dataset is the folder.
	Dataset string
	// Agents are asked every question, as Ask takes them.
	Agents []string
	// Without leaves out parts of the agents and Options sets what they alone have, as
	// Ask does; every agent must have them.
	Without []string
	Options map[string]string
	// Mode is open ("") or reject.
	Mode string
	// Limit is the most questions, 0 for all.
	Limit int
	// Out is the folder of the results.
	Out string
	// Ingested and Answered, if set, are told of progress.
	Ingested func(ingest.Progress)
	Answered func(done, of int)
}

// EvalRun has agents answer the questions of a data set. The documents are
// ingested unless the workspace holds them; what Out has answers to is not
// asked again.
func (a *App) EvalRun(ctx context.Context, o EvalRunOptions) (eval.RunResult, error) {
	mode, err := query.ParseMode(o.Mode)
	if err != nil {
		return eval.RunResult{}, err
	}
	set, err := eval.ReadDataset(o.Dataset)
	if err != nil {
		return eval.RunResult{}, err
	}
	if len(o.Agents) == 0 {
		return eval.RunResult{}, fault.New(fault.Invalid, "app.EvalRun", "--agents", "no agent is named", "--agents A,B")
	}
	without := slices.Compact(slices.Sorted(slices.Values(o.Without)))
	for _, name := range o.Agents {
		agent, err := agents.Find(name)
		if err == nil {
			err = agent.Accepts(query.Question{Mode: mode}, query.Options{Without: without, Own: o.Options})
		}
		if err != nil {
			return eval.RunResult{}, err
		}
	}
	if _, err := a.holdCorpus(ctx, set, true, o.Ingested); err != nil {
		return eval.RunResult{}, err
	}
	// Offline, one question after the other, so that times are of one alone.
	atOnce := 1
	if a.client.ModelName() != llm.OfflineName {
		atOnce = a.calls()
	}
	run := eval.Run{Concurrency: atOnce, Agents: o.Agents, Mode: mode, Model: a.client.ModelName(), Without: without, Options: o.Options, Dir: o.Out, Read: a.readBy, Progress: o.Answered,
		Ask: func(ctx context.Context, agent, question string) (query.Answer, error) {
			return a.answer(ctx, AskOptions{Question: question, Agent: agent, Mode: o.Mode, Without: without, Options: o.Options})
		}}
	return run.Do(ctx, set, o.Limit)
}
