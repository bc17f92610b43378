package cli

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"grove/internal/config"
)

// shownSetting is a setting as `config` prints it.
type shownSetting struct {
	Name  string        `json:"name"`
	Value string        `json:"value"`
	From  config.Source `json:"from"`
	Env   []string      `json:"env"`
}

func (c *command) config() *cobra.Command {
	return &cobra.Command{Use: "config", Short: "Show the settings in force, and where each comes from", Args: usage(cobra.NoArgs),
		Long: `Show every setting: its value, and whether it comes from a flag, the environment,
the file of --config, or is the default. Passwords and keys are not shown.`,
		RunE: func(*cobra.Command, []string) error {
			if err := c.Config.Check(); err != nil {
				return err
			}
			list := make([]shownSetting, len(c.settings))
			for i, s := range c.settings {
				list[i] = shownSetting{s.Name, s.Shown(), c.sources[s.Name], s.Env}
			}
			if c.JSON {
				return c.print(map[string]any{"settings": list})
			}
			w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "NAME\tVALUE\tFROM\tENVIRONMENT")
			for _, s := range list {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", s.Name, line(s.Value), s.From, s.Env[0])
			}
			return w.Flush()
		}}
}
