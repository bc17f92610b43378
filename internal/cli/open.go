package cli

import (
	"context"
	"errors"

	"grove/internal/app"
	"grove/internal/config"
)

// opener opens a workspace in one of the two ways.
type opener = func(context.Context, config.Config) (*app.App, error)

// writer runs a command that holds the workspace.
func (c *command) writer(ctx context.Context, run func(context.Context, *app.App) error) error {
	return c.with(ctx, app.Open, run)
}

// reader runs a command that works beside a process that holds the workspace.
func (c *command) reader(ctx context.Context, run func(context.Context, *app.App) error) error {
	return c.with(ctx, app.OpenReader, run)
}

func (c *command) with(ctx context.Context, open opener, run func(context.Context, *app.App) error) error {
	a, err := open(ctx, c.Config)
	if err != nil {
		return err
	}
	return errors.Join(run(ctx, a), a.Close(context.WithoutCancel(ctx)))
}
