package app

import (
	"context"

	"grove/internal/llm"
	"grove/query"
	"grove/query/auto"
)

// askAuto has the agent answer that fits the question, and says in the trace
// which and why.
func (a *App) askAuto(ctx context.Context, o AskOptions) (query.Answer, error) {
	mode, err := query.ParseMode(o.Mode)
	if err != nil {
		return query.Answer{}, err
	}
	counts, err := a.store.Counts(ctx)
	if err != nil {
		return query.Answer{}, err
	}
	if !o.Scope.Empty() {
		counts.Communities = 0 // they sum up the whole workspace
	}
	choice := auto.Choose(a.client.Kit.Question(o.Question, ""), auto.Situation{Mode: mode, Offline: a.client.ModelName() == llm.OfflineName,
		Window: o.Window, MaxCalls: o.MaxCalls, Counts: counts, Meaning: a.vectors.Keep})
	o.Agent = choice.Agent
	answer, err := a.answer(ctx, o)
	if err != nil {
		return answer, err
	}
	return auto.Note(answer, choice), nil
}
