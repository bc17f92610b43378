package cli

import (
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/workspace"
)

// shownSetting is a setting as `config` prints it.
type shownSetting struct {
	Name  string        `json:"name"`
	Value string        `json:"value"`
	From  config.Source `json:"from"`
	Env   []string      `json:"env"`
}

func (c *command) config() *cobra.Command {
	var unsettled error
	return &cobra.Command{Use: "config", Short: "Show the settings in force, and where each comes from", Args: usage(cobra.NoArgs),
		Long: `Show every setting with its value and source: flag, environment, file of --config, or
default. Passwords and keys are not shown. Exit code 2: a setting is invalid; the
default is used where its value cannot be read.`,
		PersistentPreRun: func(cmd *cobra.Command, _ []string) {
			unsettled = c.settle(cmd)
			if refused, ok := errors.AsType[usageError](unsettled); ok {
				unsettled = refused.error // found, and not how the command is used
			}
		},
		RunE: func(*cobra.Command, []string) error {
			bad := unsettled
			if bad == nil {
				bad = workspace.CheckConfig(c.Config)
			}
			if err := c.showSettings(bad); err != nil || bad == nil {
				return err
			}
			return errBadSettings
		}}
}

// showSettings prints all settings, and then what is wrong with them, if anything is.
func (c *command) showSettings(bad error) error {
	list := make([]shownSetting, len(c.settings))
	for i, s := range c.settings {
		list[i] = shownSetting{s.Name, s.Shown(), c.sources[s.Name], s.Env}
	}
	if c.JSON {
		shown := map[string]any{"settings": list}
		if bad != nil {
			shown["error"] = errorObject(bad, fault.KindOf(bad), fault.Hint(bad))
		}
		return c.print(shown)
	}
	w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tVALUE\tFROM\tENVIRONMENT")
	for _, s := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", s.Name, line(s.Value), s.From, s.Env[0])
	}
	if err := w.Flush(); err != nil || bad == nil {
		return err
	}
	c.sayError(bad, fault.Hint(bad))
	return nil
}
