package app

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/traces"
	"grove/query"
	"grove/query/agents"
)

// Ask answers a question from one state of the graph, and keeps its trace as the
// settings say; the answer names it, or ends with a step NotKept. A question that is
// refused before its first step leaves none.
func (a *App) Ask(ctx context.Context, o AskOptions) (query.Answer, error) {
	kept := a.Traces()
	if !kept.Keeps() {
		return a.answer(ctx, o)
	}
	asked, live := time.Now(), query.WatchedTrace(o.Watch)
	o.Watch = live.Add
	answer, failed := a.answer(ctx, o)
	if failed != nil {
		answer = query.Answer{Usage: answer.Usage, Agent: cmp.Or(o.Agent, agents.Names()[0]), Mode: cmp.Or(query.Mode(o.Mode), query.Open), Model: a.client.ModelName(),
			Citations: []query.Citation{}, Trace: live.Steps(), Ms: milliseconds(asked)}
		if len(answer.Trace) == 0 {
			return query.Answer{}, failed
		}
	}
	answer.TraceID = o.TraceID
	t, err := traces.New(asked, o.Question, o.kept(), answer, failed)
	if err == nil {
		err = kept.Put(t)
	}
	switch {
	case failed != nil:
		return query.Answer{}, errors.Join(failed, err)
	case err != nil: // an answer that was paid for is given all the same
		answer.TraceID = ""
		answer.Trace = append(answer.Trace, query.Step{Step: len(answer.Trace) + 1, Action: NotKept,
			Args: map[string]any{"error": fault.Brief(err), "hint": fault.Hint(err)}, Params: map[string]any{}, IDs: []string{}})
		return answer, nil
	}
	return t.Answer, nil
}

// kept is what a trace keeps of the options.
func (o AskOptions) kept() traces.Options {
	return traces.Options{Agent: cmp.Or(o.Agent, agents.Names()[0]), Without: list(o.Without), Options: o.Options, Window: o.Window, MaxCalls: o.MaxCalls,
		MaxTokens: o.MaxTokens, Budget: o.Budget, Timeout: o.Timeout.Seconds(), Scope: o.Scope, History: o.History}
}

// NotKept is the last step of an answer whose trace could not be kept, and says why.
const NotKept = "not_kept"

// Traces are those of the questions asked of this workspace on this machine.
func (a *App) Traces() *traces.Folder { return traces.In(a.config.Folder(), a.config.Traces) }

// TracesOf are the traces of the configured workspace, which need not be opened:
// they are plain files. NotFound says that nothing of it is on this machine.
func TracesOf(c config.Config) (*traces.Folder, error) {
	const op = "app.TracesOf"
	if err := c.Check(); err != nil {
		return nil, err
	}
	_, err := os.Stat(c.Folder())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fault.New(fault.NotFound, op, c.Workspace, "there is no such workspace on this machine", "check --workspace and --data")
	case err != nil:
		return nil, &fault.Error{Kind: fault.Unreadable, Op: op, Item: c.Folder(), Err: err, Hint: "check the permissions of the data folder"}
	}
	return traces.In(c.Folder(), c.Traces), nil
}
