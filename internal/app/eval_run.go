package app

import (
	"context"
	"slices"

	"grove/ingest"
	"grove/internal/eval"
	"grove/internal/fault"
	"grove/internal/llm"
	"grove/query"
)

// EvalRunOptions say which answers are measured on what.
type EvalRunOptions struct {
	// Dataset is the folder.
	Dataset string
	// Agents are asked every question, as Ask takes them.
	Agents []string
	// Without leaves out parts of the agent tree (tree.Parts), as Ask does; then no
	// other agent is asked.
	Without []string
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
	without, err := partsOf(o.Agents, o.Without)
	if err != nil {
		return eval.RunResult{}, err
	}
	if _, err := a.holdCorpus(ctx, set, true, o.Ingested); err != nil {
		return eval.RunResult{}, err
	}
	// Offline, one question after the other, so that times are of one alone.
	atOnce := 1
	if a.client.ModelName() != llm.OfflineName {
		atOnce = a.calls()
	}
	run := eval.Run{Concurrency: atOnce, Agents: o.Agents, Mode: mode, Model: a.client.ModelName(), Without: without, Dir: o.Out, Read: a.readBy, Progress: o.Answered,
		Ask: func(ctx context.Context, agent, question string) (query.Answer, error) {
			return a.answer(ctx, AskOptions{Question: question, Agent: agent, Mode: o.Mode, Without: without})
		}}
	return run.Do(ctx, set, o.Limit)
}

// partsOf are the parts to leave out of the agents, in the order of their names, each once.
func partsOf(agents, without []string) ([]string, error) {
	for _, agent := range agents {
		if err := checkParts(agent, without); err != nil {
			return nil, err
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(without))), nil
}
