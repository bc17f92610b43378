package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"grove/community"
	"grove/internal/app"
	"grove/internal/config"
	"grove/internal/workspace"
	"grove/query/agents"
)

// choices are the values that flags take on any command, by the flags' names.
func choices() map[string][]string {
	return map[string][]string{
		"agent": agents.Names(), "agents": agents.Names(), "mode": {"open", "reject"}, "method": app.SearchMethods(),
		"without": partNames(), "option": optionNames(), "extract": {"combined", "separate"}, "part": {"type", "relation", "attribute"},
		"state": {"open", "accepted", "automatic", "rejected", "all"}, "schema": {"general", "novels"},
		"store": {config.Embedded, config.Neo4j}, "model": {config.Offline}, "embedder": {config.Builtin}, "resolve": {config.On, config.Off},
		"evolution": {"off", "propose", "auto"}, "community-method": community.Methods(), "json-mode": {"auto", "schema", "object", "off"},
		"cassette-mode": {"replay", "record", "auto"}, "format": {"jsonl"},
	}
}

// choicesOf are the values of a command's own flags where they differ from choices,
// by its path and the flag.
func choicesOf() map[string][]string {
	return map[string][]string{"grove bench communities method": community.Methods()}
}

// completeFlags has the shell complete the values of a command's flags, and of those
// of the commands below it.
func (c *command) completeFlags(cmd *cobra.Command) error {
	var errs []error
	complete := func(name string, with cobra.CompletionFunc) {
		if cmd.LocalFlags().Lookup(name) != nil {
			errs = append(errs, cmd.RegisterFlagCompletionFunc(name, with))
		}
	}
	for name, values := range choices() {
		if own, ok := choicesOf()[cmd.CommandPath()+" "+name]; ok {
			values = own
		}
		files := cobra.ShellCompDirectiveNoFileComp
		if name == "schema" { // a shipped one, or a file
			files = cobra.ShellCompDirectiveDefault
		}
		complete(name, cobra.FixedCompletions(values, files))
	}
	complete("workspace", c.completeWorkspaces)
	for _, sub := range cmd.Commands() {
		errs = append(errs, c.completeFlags(sub))
	}
	return errors.Join(errs...)
}

// completeWorkspaces offers the workspaces that are there; where they cannot be
// listed, none.
func (c *command) completeWorkspaces(cmd *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
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
		if strings.HasPrefix(w.Name, begun) {
			names = append(names, w.Name)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
