// Package cli is the command line: one file a command.
package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"grove/internal/config"
	"grove/internal/fault"
)

// Exit codes that scripts rely on.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitPartly      = 3
	exitUnreachable = 4
	exitInterrupted = 130
)

// errPartly ends a command that printed its result, in which some items failed.
var errPartly = errors.New("some items failed")

// errAllFailed ends a command that printed its result, in which every item failed.
var errAllFailed = errors.New("every item failed")

// command is what every command shares.
type command struct {
	config.Config
	out, err io.Writer
}

// Main runs one command and gives its exit code. Results go to out, progress
// and messages to errOut.
func Main(ctx context.Context, args []string, out, errOut io.Writer) int {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A second Ctrl-C ends the process at once.
	context.AfterFunc(ctx, stop)
	c := &command{out: out, err: errOut}
	root := c.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	return c.finish(ctx, err, slices.Contains(args, "--json"))
}

// finish reports an error, once, and gives the exit code.
func (c *command) finish(ctx context.Context, err error, jsonAsked bool) int {
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errPartly):
		return exitPartly
	case errors.Is(err, errAllFailed):
		return exitFailed
	}
	code := exitCode(err)
	kind := fault.KindOf(err)
	var usage usageError
	if errors.As(err, &usage) {
		code, kind = exitUsage, fault.Invalid
	}
	if ctx.Err() != nil {
		code, kind = exitInterrupted, fault.Canceled
	}
	if c.JSON || jsonAsked {
		c.print(map[string]any{"error": map[string]string{
			"code": string(kind), "message": err.Error(), "item": fault.Item(err), "hint": fault.Hint(err),
		}})
		return code
	}
	fmt.Fprintf(c.err, "grove: %v\n", err)
	if hint := fault.Hint(err); hint != "" {
		fmt.Fprintf(c.err, "hint: %s\n", hint)
	}
	return code
}

func exitCode(err error) int {
	switch fault.KindOf(err) {
	case fault.Invalid, fault.WindowTooSmall:
		return exitUsage
	case fault.Unavailable, fault.Held:
		return exitUnreachable
	case fault.Canceled:
		return exitInterrupted
	}
	return exitFailed
}

// usageError is a command line that cobra refused.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// print writes one JSON object to standard output.
func (c *command) print(v any) error {
	e := json.NewEncoder(c.out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// usage marks the errors of argument checks as wrong usage.
func usage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return usageError{fmt.Errorf("%w (see `%s --help`)", err, cmd.CommandPath())}
		}
		return nil
	}
}
