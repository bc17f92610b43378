// Package cli is the command line: one file a command or group of commands.
package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

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

// ended ends a command that printed its result, with an exit code.
type ended struct {
	code int
	why  string
}

func (e ended) Error() string { return e.why }

var (
	errPartly      = ended{exitPartly, "some items failed"}
	errAllFailed   = ended{exitFailed, "every item failed"}
	errBadSettings = ended{exitUsage, "a setting is wrong"}
)

// command has what all commands share.
type command struct {
	config.Config
	// settings are those of Config, file the settings file, sources where each
	// setting came from.
	settings []config.Setting
	file     string
	sources  map[string]config.Source
	out      *output
	err      io.Writer
	// shown is the progress that is shown, nil before there is one.
	shown *progress
	// result is what --json prints once the command is over.
	result any
}

// output is standard output. It keeps the first error of writing to it, so that
// a full disk behind a redirection is not taken for success.
type output struct {
	io.Writer
	failed error
}

// Write writes, unless an earlier write failed.
func (o *output) Write(p []byte) (int, error) {
	if o.failed != nil {
		return 0, o.failed
	}
	n, err := o.Writer.Write(p)
	o.failed = err
	return n, err
}

// Main runs one command and gives its exit code. Results go to out, progress
// and messages to errOut.
func Main(ctx context.Context, args []string, out, errOut io.Writer) int {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A second Ctrl-C ends the process at once.
	context.AfterFunc(ctx, stop)
	c := &command{out: &output{Writer: out}, err: errOut}
	c.settings = config.Settings(&c.Config)
	root := c.root()
	root.SetArgs(args)
	err := c.completeFlags(root)
	if err == nil {
		func() {
			defer fault.Recover(ctx, &err, "", "")
			err = root.ExecuteContext(ctx)
		}()
	}
	return c.finish(ctx, err, c.JSON || jsonRequested(args))
}

// jsonRequested reports whether a command line, which may not have been understood, or
// the environment requests --json.
func jsonRequested(args []string) bool {
	requested, _ := strconv.ParseBool(os.Getenv("GROVE_JSON"))
	for _, a := range args {
		if value, ok := strings.CutPrefix(a, "--json"); ok {
			set, err := strconv.ParseBool(strings.TrimPrefix(value, "="))
			requested = value == "" || err == nil && set
		}
	}
	return requested
}

// finish prints the one object of --json, or an error, and gives the exit code.
func (c *command) finish(ctx context.Context, err error, json bool) int {
	code, failed := exitDone, err
	if end, ok := errors.AsType[ended](err); ok {
		code, failed = end.code, nil
	}
	if failed == nil && json && c.result != nil {
		failed = c.encode(c.result)
	}
	if failed == nil {
		failed = c.out.failed
	}
	if failed == nil {
		return code
	}
	return c.report(ctx, failed, json && c.out.failed == nil)
}

// report prints an error and gives its exit code.
func (c *command) report(ctx context.Context, err error, json bool) int {
	code, kind := exitCode(err), fault.KindOf(err)
	if usage, ok := errors.AsType[usageError](err); ok {
		code, kind, err = exitUsage, fault.Invalid, usage.error
	}
	hint := fault.Hint(err)
	if ctx.Err() != nil {
		code, kind, hint = exitInterrupted, fault.Canceled, "what was done is kept: run the same command again to go on"
		err = errors.New("interrupted")
	}
	if json {
		// Where even this cannot be written, nothing can be reported.
		_ = c.encode(map[string]any{"error": errorObject(err, kind, hint)})
		return code
	}
	c.printError(err, hint)
	return code
}

// errorObject returns an error as a field of the one object of --json.
func errorObject(err error, kind fault.Kind, hint string) map[string]string {
	return map[string]string{"code": string(kind), "message": fault.Brief(err), "item": fault.Item(err), "hint": hint}
}

// printError prints an error for people.
func (c *command) printError(err error, hint string) {
	c.warnf("%s %s\n", c.styled(c.err, errorStyle, "grove:"), printable(fault.Brief(err)))
	if hint != "" {
		c.warnf("hint: %s\n", printable(hint))
	}
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

// outcome returns how a command ends of whose items some failed, after its result.
func outcome(failed, items int) error {
	switch failed {
	case 0:
		return nil
	case items:
		return errAllFailed
	}
	return errPartly
}
