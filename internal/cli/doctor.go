package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"grove/internal/app"
)

func (c *command) doctor() *cobra.Command {
	return &cobra.Command{Use: "doctor", Short: "Check folder, disk, store, endpoint and embedder, with remedies", Args: usage(cobra.NoArgs),
		Long: `Check the store, index, model, embedder and disk without changing anything, and suggest
remedies. Exit code 1: a check failed.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			found := app.Doctor(cmd.Context(), c.Config)
			if err := cmd.Context().Err(); err != nil {
				return err
			}
			if c.JSON {
				if err := c.print(found); err != nil {
					return err
				}
			} else {
				for _, e := range found.Checks {
					state := "ok "
					if !e.OK {
						state = "BAD"
					}
					fmt.Fprintf(c.out, "%s  %-11s  %s\n", state, e.Name, line(e.Detail))
					if e.Hint != "" {
						fmt.Fprintf(c.out, "     hint: %s\n", line(e.Hint))
					}
				}
			}
			if !found.OK {
				return errFindings
			}
			return nil
		}}
}
