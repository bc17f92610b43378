package cli

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"grove/internal/fault"
	"grove/internal/workspace"
)

func (c *command) workspaces() *cobra.Command {
	cmd := &cobra.Command{
		Use: "workspaces", Short: "List, create and delete workspaces",
		Args: usage(cobra.NoArgs), RunE: func(cmd *cobra.Command, _ []string) error { return c.bare(cmd) },
	}
	cmd.AddCommand(c.workspacesList(), c.workspacesCreate(), c.workspacesDelete())
	return cmd
}

func (c *command) workspacesList() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the workspaces", Args: usage(cobra.NoArgs),
		Example: "  grove workspaces list\n  grove workspaces list --store neo4j",
		RunE: func(cmd *cobra.Command, _ []string) error {
			list, err := workspace.List(cmd.Context(), c.Config)
			if err != nil {
				return err
			}
			if c.JSON {
				return c.print(map[string]any{"workspaces": list})
			}
			w := tabwriter.NewWriter(c.out, 0, 4, 2, ' ', 0)
			fmt.Fprintln(w, "NAME\tSTORE\tDOCUMENTS\tCHUNKS\tMB\tHELD BY")
			for _, s := range list {
				note := s.HeldBy
				if s.Problem != "" {
					note += " (" + s.Problem + ")"
				}
				fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%.1f\t%s\n", s.Name, s.Store, s.Documents, s.Chunks, float64(s.Bytes)/1e6, line(note))
			}
			c.none(len(list))
			return w.Flush()
		},
	}
}

func (c *command) workspacesCreate() *cobra.Command {
	return &cobra.Command{
		Use: "create NAME", Short: "Create an empty workspace", Args: usage(cobra.ExactArgs(1)),
		Example: "  grove workspaces create novels",
		RunE: func(cmd *cobra.Command, args []string) error {
			c.Workspace = args[0]
			if err := workspace.Create(cmd.Context(), c.Config); err != nil {
				return err
			}
			return c.done("created", args[0])
		},
	}
}

func (c *command) workspacesDelete() *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use: "delete NAME", Short: "Delete a workspace and everything in it", Args: usage(cobra.ExactArgs(1)),
		Example: "  grove workspaces delete novels --yes",
		RunE: func(cmd *cobra.Command, args []string) error {
			if !yes {
				return fault.New(fault.Invalid, "workspaces delete", args[0], "this removes every document of the workspace, for good", "add --yes if that is what you want")
			}
			c.Workspace = args[0]
			if err := workspace.Delete(cmd.Context(), c.Config); err != nil {
				return err
			}
			return c.done("deleted", args[0])
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "confirm the deletion")
	return cmd
}

// done says what was done to what.
func (c *command) done(did, what string) error {
	if c.JSON {
		return c.print(map[string]string{did: what})
	}
	_, err := fmt.Fprintf(c.out, "%s %s\n", did, what)
	return err
}
