package cli

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"grove/internal/lists"
	"grove/web/keys"
)

func (c *command) keys() *cobra.Command {
	return c.group(&cobra.Command{Use: "keys", Short: "Keys with which others may use `grove serve`",
		Long: `API keys authorise clients of the service. Only hashes are stored: a key is shown
once, when it is created. A running service picks up changes.`}, c.keysAdd(), c.keysList(), c.keysRevoke())
}

func (c *command) keysAdd() *cobra.Command {
	role := string(keys.Read)
	var workspaces []string
	cmd := &cobra.Command{Use: "add NAME", Short: "Create an API key and show it once", Args: usage(cobra.ExactArgs(1)),
		Example: "  grove keys add \"search page\" --role read --for books\n  grove keys add operator --role admin --for '*'",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(workspaces) == 0 {
				workspaces = []string{c.Workspace}
			}
			secret, k, err := keys.Open(c.Data).Add(args[0], keys.Role(role), workspaces, time.Now())
			if err != nil {
				return err
			}
			c.show(map[string]any{"key": secret, "id": k.ID, "name": k.Name, "role": k.Role, "workspaces": k.Workspaces}, func() {
				c.notef("this key is not shown again:\n")
				c.printf("%s\n", secret)
			})
			return nil
		}}
	cmd.Flags().StringVar(&role, "role", role, "read, write (also documents and jobs) or admin (also workspaces)")
	cmd.Flags().StringSliceVar(&workspaces, "for", nil, "workspaces the key may use, * for all (default: --workspace)")
	return cmd
}

// listedKey is a key as the list shows it: without its hash.
type listedKey struct {
	ID         string    `json:"id"`
	Name       string    `json:"name"`
	Role       keys.Role `json:"role"`
	Workspaces []string  `json:"workspaces"`
	Created    time.Time `json:"created"`
}

func (c *command) keysList() *cobra.Command {
	return &cobra.Command{Use: "list", Short: "List API keys, without their secrets",
		RunE: func(*cobra.Command, []string) error {
			all, err := keys.Open(c.Data).List()
			return list(c, "keys", "ID\tROLE\tWORKSPACES\tMADE\tNAME", func(k listedKey) []any {
				return []any{k.ID, k.Role, strings.Join(k.Workspaces, ","), k.Created.Format(time.DateTime), k.Name}
			})(lists.Map(all, func(k keys.Key) listedKey {
				return listedKey{k.ID, k.Name, k.Role, k.Workspaces, k.Created}
			}), err)
		}}
}

func (c *command) keysRevoke() *cobra.Command {
	return &cobra.Command{Use: "revoke ID", Short: "Revoke an API key", Args: usage(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := keys.Open(c.Data).Revoke(args[0]); err != nil {
				return err
			}
			c.show(map[string]any{"id": args[0], "revoked": true}, func() { c.printf("%s is revoked\n", line(args[0])) })
			return nil
		}}
}
