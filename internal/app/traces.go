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
	"grove/internal/graph"
	"grove/internal/traces"
	"grove/internal/workspace"
	"grove/query"
	"grove/query/agents"
)

// Ask answers a question from one state of the graph and stores its trace, unless the settings
// disable traces. The answer has the trace's id, or a last step NotKept if it could not be
// stored. A question that fails before its first step has no trace.
func (a *App) Ask(ctx context.Context, o AskOptions) (query.Answer, error) {
	folder := a.Traces()
	if !folder.Keeps() {
		return a.answer(ctx, o)
	}
	started, live := time.Now(), query.WatchedTrace(o.Watch)
	o.Watch = live.Add
	answer, failed := a.answer(ctx, o)
	if failed != nil {
		answer = query.Answer{Usage: answer.Usage, Agent: cmp.Or(o.Agent, agents.Names()[0]),
			Mode: cmp.Or(o.Mode, query.Open), Model: a.Client.ModelName(),
			Citations: []query.Citation{}, Trace: live.Steps(), Ms: time.Since(started).Milliseconds()}
		if len(answer.Trace) == 0 {
			return query.Answer{}, failed
		}
	}
	answer.TraceID = o.TraceID
	t := traces.New(started, o.Text, o.traced(), answer, failed)
	err := folder.Put(t)
	switch {
	case failed != nil:
		return query.Answer{}, errors.Join(failed, err)
	case err != nil: // the answer was paid for and is returned anyway
		answer.TraceID = ""
		answer.Trace = append(answer.Trace, query.Step{Step: len(answer.Trace) + 1, Action: NotKept,
			Args: map[string]any{"error": fault.Brief(err), "hint": fault.Hint(err)}, Params: map[string]any{}, IDs: []string{}})
		return answer, nil
	}
	return t.Answer, nil
}

// traced returns the options in the form of a trace.
func (o AskOptions) traced() traces.Options {
	return traces.Options{Agent: cmp.Or(o.Agent, agents.Names()[0]), Without: graph.List(o.Without), Options: o.Own,
		Window: o.Window, MaxCalls: o.MaxCalls, Check: o.Check, MaxTokens: o.Limits.MaxTokens, Budget: o.Limits.Budget,
		Timeout: o.Limits.Timeout.Seconds(), Scope: o.Scope, History: o.History}
}

// NotKept is the action of the last step of an answer whose trace could not be stored; its
// arguments have the error.
const NotKept = "not_kept"

// Traces returns the stored traces of the workspace's questions.
func (a *App) Traces() *traces.Folder { return traces.In(a.Config.Folder(), a.Config.Traces) }

// TracesOf returns the stored traces of the configured workspace, without opening it. It
// returns fault.NotFound if this machine has no such workspace.
func TracesOf(c config.Config) (*traces.Folder, error) {
	return traces.In(c.Folder(), c.Traces), hasFolder(c)
}

// hasFolder returns fault.NotFound if this machine has no folder of the configured workspace.
func hasFolder(c config.Config) error {
	const op = "app.hasFolder"
	if err := c.Check(); err != nil {
		return err
	}
	_, err := os.Stat(c.Folder())
	switch {
	case errors.Is(err, fs.ErrNotExist) && c.Store == config.Embedded:
		return workspace.Missing(c)
	case errors.Is(err, fs.ErrNotExist):
		return fault.New(fault.NotFound, op, c.Workspace, "this machine has no folder of the workspace", "check --workspace and --data")
	}
	return fault.From(fault.Unreadable, op, c.Folder(), err, "check the permissions of the data folder")
}
