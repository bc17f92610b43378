package cli

import (
	"context"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/text"
	"grove/internal/verify"
)

func (c *command) verify() *cobra.Command {
	return &cobra.Command{
		Use: "verify", Short: "Check that the graph, its evidence and the index agree",
		Long: `Check the whole workspace: chunks cover the text of each document, evidence quotes the
text at its offsets, counts, captions and types follow from the evidence, every item has
evidence, no edge leads nowhere, and the text index has the same chunks as the store.

Exit code 1: a check failed; its first 20 items are listed.`,
		Example: "  grove verify\n  grove verify --json",
		RunE: c.holder(func(ctx context.Context, a *app.App, _ []string) error {
			v, err := a.Verify(ctx)
			if err != nil {
				return err
			}
			c.show(v, func() { c.showVerified(v) })
			return found(v.OK)
		}),
	}
}

// found returns how a command of checks ends.
func found(ok bool) error {
	if ok {
		return nil
	}
	return ended{exitFailed, "a check failed"}
}

func (c *command) showVerified(v verify.Result) {
	for _, check := range v.Checks {
		state := "ok  "
		if !check.OK {
			state = "BAD "
		}
		if check.Count == 0 {
			c.printf("%s %-12s %s\n", state, check.Name, verify.Meaning(check.Name))
			continue
		}
		c.printf("%s %-12s %s: %s\n", state, check.Name, verify.Meaning(check.Name), text.Count(check.Count, "exception"))
		for _, item := range check.Items {
			c.printf("       %s\n", line(item))
		}
		c.printf("     hint: %s\n", check.Hint)
	}
}

func (c *command) doctor() *cobra.Command {
	return &cobra.Command{Use: "doctor", Short: "Check folder, disk, store, endpoint and embedder, with remedies",
		Long: `Check the store, index, model, embedder and disk without changing anything, and suggest
remedies. Exit code 1: a check failed.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			checked := app.Doctor(cmd.Context(), c.Config)
			if err := cmd.Context().Err(); err != nil {
				return err
			}
			c.show(checked, func() {
				for _, e := range checked.Checks {
					state := "ok "
					if !e.OK {
						state = "BAD"
					}
					c.printf("%s  %-11s  %s\n", state, e.Name, line(e.Detail))
					if e.Hint != "" {
						c.printf("     hint: %s\n", line(e.Hint))
					}
				}
			})
			return found(checked.OK)
		}}
}
