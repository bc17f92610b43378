package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"grove/internal/fault"
	"grove/internal/workspace"
)

func (c *command) workspaces() *cobra.Command {
	return c.group(&cobra.Command{
		Use: "workspaces", Short: "List, create and delete workspaces"}, c.workspacesList(), c.workspacesCreate(), c.workspacesDelete())
}

func (c *command) workspacesList() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the workspaces",
		Example: "  grove workspaces list\n  grove workspaces list --store neo4j",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return list(c, "workspaces", "NAME\tSTORE\tDOCUMENTS\tCHUNKS\tMB\tHELD BY", func(s workspace.Info) []any {
				note := s.HeldBy
				if s.Problem != "" {
					note += " (" + s.Problem + ")"
				}
				return []any{s.Name, s.Store, s.Documents, s.Chunks, fmt.Sprintf("%.1f", float64(s.Bytes)/1e6), note}
			})(workspace.List(cmd.Context(), c.Config))
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
			c.showDone("created", args[0])
			return nil
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
				return fault.New(fault.Invalid, "workspaces delete", args[0], "this removes every document of the workspace, for good",
					"add --yes if that is what you want")
			}
			c.Workspace = args[0]
			if err := workspace.Delete(cmd.Context(), c.Config); err != nil {
				return err
			}
			c.showDone("deleted", args[0])
			return nil
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "confirm the deletion")
	return cmd
}

// showDone shows that a workspace was created or deleted.
func (c *command) showDone(done, name string) {
	c.show(map[string]string{done: name}, func() { c.printf("%s %s\n", done, name) })
}
