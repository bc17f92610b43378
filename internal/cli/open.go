package cli

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/config"
	"grove/internal/fault"
)

// worksWhileHeld lists the commands that work on a workspace which another process holds.
const worksWhileHeld = "communities list|show, cypher, documents list|show|stats, entities search|show|duplicates|decisions, export, " +
	"jobs list|show|cancel, schema show|proposals|history, traces list|show|replay|delete, workspaces list"

// action runs a command; work runs one on an open workspace.
type (
	action = func(cmd *cobra.Command, args []string) error
	work   = func(ctx context.Context, a *app.App, args []string) error
)

// holder returns the action of a command that holds an existing workspace.
func (c *command) holder(run work) action { return c.with(app.OpenExisting, closeApp, run) }

// writer returns the action of a command that holds the workspace, and creates a missing
// one. A new workspace is removed again where the command fails before it is used.
func (c *command) writer(run work) action {
	return c.with(app.Open, func(ctx context.Context, a *app.App) error { return a.DiscardIfEmpty(context.WithoutCancel(ctx)) }, run)
}

// reader returns the action of a command that also works while another process holds the
// workspace.
func (c *command) reader(run work) action { return c.with(app.OpenReader, closeApp, run) }

func closeApp(_ context.Context, a *app.App) error { return a.Close() }

// heldAgain is the time between two tries to open a workspace that another process holds.
const heldAgain = 100 * time.Millisecond

// opener opens a workspace.
type opener = func(context.Context, config.Config) (*app.App, error)

// openWaiting opens a workspace; while another process holds it, it tries again for the time of --wait, as most commands are short.
func (c *command) openWaiting(ctx context.Context, open opener) (*app.App, error) {
	a, err := open(ctx, c.Config)
	if fault.Is(err, fault.Held) && c.Wait > 0 {
		c.notef("waiting up to %s: %s\n", c.Wait, printable(fault.Brief(err)))
	}
	for deadline := time.Now().Add(c.Wait); fault.Is(err, fault.Held) && time.Now().Before(deadline); {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(heldAgain):
			a, err = open(ctx, c.Config)
		}
	}
	return a, err
}

// with returns the action of a command that opens a workspace and closes it; closeFailed
// closes it after a failure.
func (c *command) with(open opener, closeFailed func(context.Context, *app.App) error, run work) action {
	return func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		a, err := c.openWaiting(ctx, open)
		if fault.Is(err, fault.Held) {
			return fault.From(fault.Held, "cli.open", "", err, fault.Hint(err)+"; meanwhile these work: "+worksWhileHeld)
		}
		if err != nil {
			return err
		}
		for _, note := range a.Notes() {
			c.notef("note: %s\n", note)
		}
		a.OnLayer = func(name string) {
			if c.shown != nil {
				c.shown.describe(name)
			}
		}
		var vectors *progress
		a.OnVectors = func(done, of int) {
			if vectors == nil {
				vectors = c.steps("vectors")
			}
			vectors.step(done, of)
		}
		err = run(ctx, a, args)
		c.shown.done()
		var closing error
		if err != nil && !errors.Is(err, errPartly) && !fault.Is(err, fault.Canceled) {
			closing = closeFailed(ctx, a)
		} else {
			closing = a.Close()
		}
		if closing != nil && errors.As(err, new(ended)) {
			return closing // worse than what the result reports already
		}
		return errors.Join(err, closing)
	}
}
