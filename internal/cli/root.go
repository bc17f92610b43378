package cli

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"grove/internal/config"
	"grove/internal/fault"
)

func (c *command) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "grove",
		Short: "Read documents into a graph and answer questions from it, with citations",
		Long: `Grove reads documents into a graph of atomic facts, key elements, typed triples
and attributes, and answers questions by walking it, citing the text.

It needs no server, key or language model to begin with: the embedded store and
the offline model are the defaults.

Each global flag can also be set by an environment variable (GROVE_NEO4J_URI for
--neo4j-uri) or in the file of --config. Passwords and keys have no flag: use
GROVE_NEO4J_PASSWORD and GROVE_LLM_API_KEY. ` + "`grove config`" + ` shows the effective settings.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 partly done, 4 a service is unreachable
or another process holds the workspace, 130 interrupted.`,
		Example: `  grove demo
  grove ingest docs/
  grove ask "Who is the captain of the Pequod?"`,
		SilenceErrors: true, SilenceUsage: true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return c.settle(cmd) },
		RunE:              c.unknown,
		Args:              cobra.ArbitraryArgs,
	}
	root.SetOut(c.out)
	root.SetErr(c.err)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if given, ok := timeWithoutUnit(err); ok {
			return usageError{&fault.Error{Kind: fault.Invalid, Err: err,
				Hint: "write " + given + "s for seconds, " + given + "m for minutes"}}
		}
		return usageError{fmt.Errorf("%w (see `%s --help`)", err, cmd.CommandPath())}
	})
	root.Flags().BoolP("version", "v", false, "print the version")
	f := root.PersistentFlags()
	for _, s := range c.settings {
		if !s.Secret {
			flag := f.VarPF(s.Value, s.Name, "", s.Usage)
			if s.Value.Type() == "bool" {
				flag.NoOptDefVal = "true"
			}
		}
	}
	f.StringVar(&c.file, "config", "", "YAML file of settings; keys are the flag names")
	root.AddCommand(c.demo(), c.ingest(), c.ask(), c.search(), c.serve(), c.keys(), c.documents(), c.eval(), c.export(), c.bench(),
		c.importFile(), c.reembed(), c.verify(), c.workspaces(), c.communities(), c.entities(), c.traces(), c.agents(), c.schema(),
		c.jobs(), c.doctor(), c.config(), c.completion(), c.version())
	return root
}

// timeWithoutUnit returns the number where a flag's duration was refused because it has no unit.
func timeWithoutUnit(err error) (given string, ok bool) {
	_, quoted, ok := strings.Cut(err.Error(), "missing unit in duration ")
	if !ok {
		return "", false
	}
	given, err = strconv.Unquote(quoted)
	return given, err == nil
}

// unknown prints the help or, with --version, the version where no command is given, and
// refuses an unknown command.
func (c *command) unknown(cmd *cobra.Command, args []string) error {
	version, err := cmd.Root().Flags().GetBool("version")
	switch {
	case err != nil:
		return err
	case version && len(args) == 0:
		c.printVersion()
		return nil
	case len(args) == 0:
		return c.noCommand(cmd, nil)
	}
	err = fmt.Errorf("unknown command %q", args[0])
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		err = fmt.Errorf("%w; did you mean %s?", err, strings.Join(near, " or "))
	}
	return usageError{&fault.Error{Kind: fault.Invalid, Item: args[0], Err: err, Hint: "see `grove --help`"}}
}

// settle reads the settings that no flag sets from the environment and the settings file.
func (c *command) settle(cmd *cobra.Command) (err error) {
	if c.file == "" {
		c.file = os.Getenv("GROVE_CONFIG")
	}
	c.sources, err = config.Settle(c.settings, c.file, func(name string) bool { return cmd.Flags().Changed(name) }, os.LookupEnv)
	if err != nil {
		return usageError{err}
	}
	return nil
}

// group adds the commands of a group to its own, which alone prints the group's help.
func (c *command) group(cmd *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	cmd.Args, cmd.RunE = usage(cobra.NoArgs), c.noCommand
	cmd.AddCommand(commands...)
	return cmd
}

// noCommand prints the help of a command that only groups others. With --json, which
// promises one object, it is wrong usage.
func (c *command) noCommand(cmd *cobra.Command, _ []string) error {
	if !c.JSON {
		return cmd.Help()
	}
	return usageError{&fault.Error{Kind: fault.Invalid, Item: cmd.Name(), Err: errors.New("no command given"),
		Hint: "see `" + cmd.CommandPath() + " --help`"}}
}

func (c *command) version() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: usage(cobra.NoArgs),
		Example: "  grove version --json",
		RunE:    func(*cobra.Command, []string) error { c.printVersion(); return nil },
	}
}

func (c *command) printVersion() {
	v, revision := buildVersion()
	c.show(map[string]string{"version": v, "revision": revision, "go": runtime.Version(),
		"platform": runtime.GOOS + "/" + runtime.GOARCH}, func() {
		c.printf("grove %s %s %s %s/%s\n", v, revision, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	})
}

// buildVersion returns what the Go tool stamped into the binary.
func buildVersion() (version, revision string) {
	version, revision = "devel", "unknown"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return version, revision
	}
	if info.Main.Version != "" && info.Main.Version != "(devel)" {
		version = info.Main.Version
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			revision = s.Value
		}
	}
	return version, revision
}
