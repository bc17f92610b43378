package cli

import (
	"context"
	"errors"
	"fmt"

	"grove/internal/app"
	"grove/internal/config"
	"grove/internal/fault"
)

// besideHolder are the commands that work on a workspace which another process holds.
const besideHolder = "communities list|show, documents list|show|stats, entities search|show|duplicates|decisions, export, " +
	"jobs list|show|cancel, schema show|proposals|history, traces list|show|replay|delete, workspaces list"

// opener opens a workspace in one of the two ways.
type opener = func(context.Context, config.Config) (*app.App, error)

// holder runs a command that holds a workspace which must be there.
func (c *command) holder(ctx context.Context, run func(context.Context, *app.App) error) error {
	return c.with(ctx, app.OpenExisting, (*app.App).Close, run)
}

// writer runs a command that holds the workspace, and makes it where there is none.
func (c *command) writer(ctx context.Context, run func(context.Context, *app.App) error) error {
	discard := func(a *app.App) error { return a.DiscardIfEmpty(context.WithoutCancel(ctx)) }
	return c.with(ctx, app.Open, discard, run)
}

// reader runs a command that works beside a process that holds the workspace.
func (c *command) reader(ctx context.Context, run func(context.Context, *app.App) error) error {
	return c.with(ctx, app.OpenReader, (*app.App).Close, run)
}

// with runs a command on a workspace and closes it; refused closes it after a failure.
func (c *command) with(ctx context.Context, open opener, refused func(*app.App) error, run func(context.Context, *app.App) error) error {
	a, err := open(ctx, c.Config)
	if fault.Is(err, fault.Held) {
		return &fault.Error{Kind: fault.Held, Op: "cli.open", Err: err, Hint: fault.Hint(err) + "; meanwhile these work: " + besideHolder}
	}
	if err != nil {
		return err
	}
	if !c.Quiet {
		for _, note := range a.Notes() {
			fmt.Fprintf(c.err, "note: %s\n", note)
		}
	}
	shown := c.showVectors(a)
	err = run(ctx, a)
	shown()
	end := a.Close
	if err != nil && !errors.Is(err, errPartly) && !fault.Is(err, fault.Canceled) {
		end = func() error { return refused(a) }
	}
	closed := end()
	if closed != nil && (errors.Is(err, errPartly) || errors.Is(err, errAllFailed)) {
		return closed // worse than what the result says already
	}
	return errors.Join(err, closed)
}

// showVectors shows how far the making of vectors is, wherever a command comes to
// make some. The result ends the line.
func (c *command) showVectors(a *app.App) (end func()) {
	var shown *steps
	a.OnVectors(func(done, of int) {
		if shown == nil {
			shown = c.steps("vectors")
		}
		shown.step(done, of)
	})
	return func() {
		if shown != nil {
			shown.done()
		}
	}
}
