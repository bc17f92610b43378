package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/verify"
)

// errFindings ends a command that printed its result, which has findings.
var errFindings = fmt.Errorf("%w: something is wrong", errAllFailed)

func (c *command) verify() *cobra.Command {
	return &cobra.Command{
		Use: "verify", Short: "Check that the graph, its evidence and the index agree",
		Long: `Check the whole workspace: chunks cover the text of each document, evidence quotes the
text at its offsets, counts, captions and types follow from the evidence, every item has
evidence, no edge leads nowhere, and the text index has the same chunks as the store.

Exit code 1: a check failed; its first 20 items are listed.`,
		Example: "  grove verify\n  grove verify --json",
		Args:    usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.holder(cmd.Context(), func(ctx context.Context, a *app.App) error {
				result, err := a.Verify(ctx)
				if err != nil {
					return err
				}
				if err := c.verified(result); err != nil || result.OK {
					return err
				}
				return errFindings
			})
		},
	}
}

func (c *command) verified(v verify.Result) error {
	if c.JSON {
		return c.print(v)
	}
	var errs []error
	say := func(format string, args ...any) {
		_, err := fmt.Fprintf(c.out, format, args...)
		errs = append(errs, err)
	}
	for _, check := range v.Checks {
		state := "ok  "
		if !check.OK {
			state = "BAD "
		}
		if check.Count == 0 {
			say("%s %s\n", state, check.Name)
			continue
		}
		say("%s %s: %d\n", state, check.Name, check.Count)
		for _, item := range check.Items {
			say("       %s\n", line(item))
		}
		say("     hint: %s\n", check.Hint)
	}
	return errors.Join(errs...)
}
