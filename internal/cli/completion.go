package cli

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"grove/community"
	"grove/internal/app"
	"grove/internal/config"
	"grove/internal/workspace"
	"grove/query/agents"
)

func (c *command) completion() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{Use: "completion bash|zsh|fish|powershell", Short: "Print a shell completion script",
		Example:   "  source <(grove completion bash)",
		ValidArgs: shells, Args: usage(cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs)),
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(c.out, true)
			case "zsh":
				return root.GenZshCompletion(c.out)
			case "fish":
				return root.GenFishCompletion(c.out, true)
			}
			return root.GenPowerShellCompletionWithDesc(c.out)
		}}
}

// choices returns the values of flags on all commands, by the flags' names.
func choices() map[string][]string {
	return map[string][]string{
		"agent": agents.Names(), "agents": agents.Names(), "mode": {"open", "reject"}, "method": app.SearchMethods(),
		"without": partNames(), "option": optionNames(), "extract": {"combined", "separate"}, "part": {"type", "relation", "attribute"},
		"state": {"open", "accepted", "automatic", "rejected", "all"}, "schema": {"general", "novels"},
		"model": {config.Offline}, "embedder": {config.Builtin}, "community-method": community.Methods(), "format": {"jsonl"},
	}
}

// completeFlags registers the values of the flags of a command, and of the commands below
// it, for completion by the shell.
func (c *command) completeFlags(cmd *cobra.Command) error {
	var errs []error
	complete := func(name string, with cobra.CompletionFunc) {
		if cmd.LocalFlags().Lookup(name) != nil {
			errs = append(errs, cmd.RegisterFlagCompletionFunc(name, with))
		}
	}
	for name, values := range choices() {
		if name == "method" && cmd.CommandPath() == "grove bench communities" {
			values = community.Methods()
		}
		files := cobra.ShellCompDirectiveNoFileComp
		if name == "schema" { // a shipped one, or a file
			files = cobra.ShellCompDirectiveDefault
		}
		complete(name, cobra.FixedCompletions(values, files))
	}
	for _, s := range c.settings {
		if s.Values != nil {
			complete(s.Name, cobra.FixedCompletions(slices.DeleteFunc(slices.Clone(s.Values), func(v string) bool { return v == "" }),
				cobra.ShellCompDirectiveNoFileComp))
		}
	}
	complete("workspace", c.completeWorkspaces)
	for _, sub := range cmd.Commands() {
		errs = append(errs, c.completeFlags(sub))
	}
	return errors.Join(errs...)
}

// completeWorkspaces offers the existing workspaces, and none where they cannot be listed.
func (c *command) completeWorkspaces(cmd *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
	if c.settle(cmd) != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	settings := c.Config
	settings.Workspace = config.Default().Workspace
	list, err := workspace.List(context.WithoutCancel(cmd.Context()), settings)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, w := range list {
		if strings.HasPrefix(w.Name, prefix) {
			names = append(names, w.Name)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
