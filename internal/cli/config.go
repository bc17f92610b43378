package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/lists"
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
	return &cobra.Command{Use: "config", Short: "Show the settings in force, and where each comes from",
		Long: `Show every setting with its value and source: flag, environment, file of --config, or
default. Passwords and keys are not shown. Exit code 2: a setting is invalid; the
default is used where its value cannot be read.`,
		PersistentPreRun: func(cmd *cobra.Command, _ []string) {
			unsettled = c.settle(cmd)
			if refused, ok := errors.AsType[usageError](unsettled); ok {
				unsettled = refused.error // it is what the command shows, not how it is used
			}
		},
		RunE: func(*cobra.Command, []string) error {
			bad := unsettled
			if bad == nil {
				bad = workspace.CheckConfig(c.Config)
			}
			c.showSettings(bad)
			if bad != nil {
				return errBadSettings
			}
			return nil
		}}
}

// showSettings prints all settings, and then the error of the invalid one, if bad is one.
func (c *command) showSettings(bad error) {
	settings := lists.Map(c.settings,
		func(s config.Setting) shownSetting { return shownSetting{s.Name, s.Shown(), c.sources[s.Name], s.Env} })
	shown := map[string]any{"settings": settings}
	if bad != nil {
		shown["error"] = errorObject(bad, fault.KindOf(bad), fault.Hint(bad))
	}
	c.show(shown, func() {
		table(c, "NAME\tVALUE\tFROM\tENVIRONMENT", settings, func(s shownSetting) []any { return []any{s.Name, s.Value, s.From, s.Env[0]} })
		if bad != nil {
			c.printError(bad, fault.Hint(bad))
		}
	})
}
