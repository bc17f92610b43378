package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"grove/internal/app"
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
  grove ask "Where was the leader of the Kestrel Expedition born?"`,
		SilenceErrors: true, SilenceUsage: true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return c.settle(cmd) },
		RunE:              c.unknown,
		Args:              cobra.ArbitraryArgs,
	}
	root.SetOut(c.out)
	root.SetErr(c.err)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return usageError{badFlag(cmd, err)} })
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
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		f.VisitAll(func(flag *pflag.Flag) { flag.Hidden = cmd.HasParent() && !slices.Contains(mostUsed, flag.Name) })
		help(cmd, args)
		if cmd.HasParent() {
			c.printf("\nAll global flags: grove --help\n")
		}
	})
	addTo(root, c.demo(), c.ingest(), c.ask(), c.search(), c.serve(), c.keys(), c.documents(), c.eval(), c.export(), c.bench(),
		c.importFile(), c.reembed(), c.verify(), c.cypher(), c.workspaces(), c.communities(), c.entities(), c.traces(), c.agents(),
		c.prompts(), c.schema(), c.jobs(), c.doctor(), c.config(), c.completion(), c.version())
	root.InitDefaultHelpCmd()
	if help, _, _ := root.Find([]string{"help"}); help != root {
		help.Args = knownCommand
		root.RemoveCommand(help) // cobra adds it again when it runs
	}
	return root
}

// mostUsed are the global flags that the help of every command lists: all of them, which grove --help lists, would hide its own.
var mostUsed = []string{"data", "workspace", "store", "model", "json", "quiet"}

// nearMisses is the most letters in which a command or flag that is suggested differs from what
// was typed.
const nearMisses = 2

// badFlag explains a flag that could not be parsed: an unknown one by those with similar names,
// a bad value by what the flag takes.
func badFlag(cmd *cobra.Command, err error) error {
	out := &fault.Error{Kind: fault.Invalid, Err: err, Hint: "see `" + cmd.CommandPath() + " --help`"}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		out.Err = suggest(err, similarFlags(cmd, unknown.GetSpecifiedName()))
	}
	bad, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return out
	}
	flag, given := bad.GetFlag(), bad.GetValue()
	out.Item = "--" + flag.Name
	switch kind := flag.Value.Type(); kind {
	case "stringToString":
		out.Err, out.Hint = fmt.Errorf("%q is not NAME=VALUE", given), flag.Usage
	case "int", "float", "float64", "bool", "duration":
		out.Err = fmt.Errorf("%q is not %s", given, config.Wanted(kind))
		if _, noNumber := strconv.ParseFloat(given, 64); kind == "duration" && noNumber == nil {
			out.Hint = "write " + given + "s for seconds, " + given + "m for minutes"
		}
	default:
		out.Err = fmt.Errorf("%q: %w", given, errors.Unwrap(bad))
	}
	return out
}

// similarFlags returns the flags of a command whose names are similar to the given one.
func similarFlags(cmd *cobra.Command, given string) (flags []string) {
	names := &cobra.Command{} // cobra compares names of commands only
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		names.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
	})
	for _, name := range similar(names, given) {
		flags = append(flags, "--"+name)
	}
	return flags
}

// similar returns the commands below cmd whose names begin with the given one or have the least difference from it, of up to nearMisses letters.
func similar(cmd *cobra.Command, given string) []string {
	for misses := range nearMisses {
		cmd.SuggestionsMinimumDistance = misses + 1
		if names := cmd.SuggestionsFor(given); len(names) > 0 {
			return names
		}
	}
	return nil
}

// suggest adds to an error what may have been meant.
func suggest(err error, near []string) error {
	if len(near) == 0 {
		return err
	}
	return fmt.Errorf("%w; did you mean %s?", err, strings.Join(near, " or "))
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
	return unknownCommand(cmd, args)
}

// unknownCommand refuses the name of a command that a group, or grove itself, does not have.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var near []string
	if !cmd.HasParent() {
		near = elsewhere(cmd, args[0])
	}
	if len(near) == 0 {
		near = similar(cmd, args[0])
	}
	return usageError{fault.From(fault.Invalid, "", args[0], suggest(errors.New("unknown command"), near),
		"see `"+cmd.CommandPath()+" --help`")}
}

// knownCommand refuses to help with a command that is not there: cobra would print the help of grove.
func knownCommand(cmd *cobra.Command, args []string) error {
	found, rest, _ := cmd.Root().Find(args) // it fails only where the root has no Args
	return unknownCommand(found, rest)
}

// elsewhere returns the commands of this name in all groups.
func elsewhere(cmd *cobra.Command, name string) (paths []string) {
	for _, sub := range cmd.Commands() {
		if sub.Name() == name || sub.HasAlias(name) {
			paths = append(paths, "`"+sub.CommandPath()+"`")
		}
		paths = append(paths, elsewhere(sub, name)...)
	}
	return paths
}

// settle reads the settings that no flag sets from the environment and the settings file.
func (c *command) settle(cmd *cobra.Command) (err error) {
	if c.file == "" {
		c.file = os.Getenv("GROVE_CONFIG")
	}
	c.sources, err = config.Settle(c.settings, c.file, func(name string) bool { return cmd.Flags().Changed(name) }, os.LookupEnv)
	if err == nil {
		err = notNegative(cmd)
	}
	if err == nil {
		err = app.ReadPrompts(&c.Config)
	}
	if err != nil {
		return usageError{err}
	}
	return nil
}

// group adds the commands of a group to its own, which alone prints the list of them.
func (c *command) group(cmd *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	cmd.Args, cmd.RunE = unknownCommand, c.noCommand
	addTo(cmd, commands...)
	return cmd
}

// addTo adds commands to a group. One that does not say what arguments it takes takes none.
func addTo(group *cobra.Command, commands ...*cobra.Command) {
	for _, cmd := range commands {
		if cmd.Args == nil {
			cmd.Args = usage(cobra.NoArgs)
		}
	}
	group.AddCommand(commands...)
}

// noCommand prints what a command groups, without the flags that --help has. With --json, which
// promises one object, it is wrong usage.
func (c *command) noCommand(cmd *cobra.Command, _ []string) error {
	if !c.JSON {
		c.showGroup(cmd)
		return nil
	}
	return usageError{fault.New(fault.Invalid, "", cmd.Name(), "no command given", "see `"+cmd.CommandPath()+" --help`")}
}

// showGroup prints what a group is for and the commands in it.
func (c *command) showGroup(cmd *cobra.Command) {
	path := cmd.CommandPath()
	c.printf("%s\n\nUsage:\n  %s COMMAND\n\nCommands:\n", cmp.Or(cmd.Long, cmd.Short), path)
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			c.printf("  %-*s %s\n", sub.NamePadding(), sub.Name(), sub.Short)
		}
	}
	c.printf("\n`%s COMMAND --help` has the flags of a command, `grove --help` those of all commands.\n", path)
}

func (c *command) version() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version",
		Example: "  grove version --json",
		RunE:    func(*cobra.Command, []string) error { c.printVersion(); return nil },
	}
}

func (c *command) printVersion() {
	build := ownBuild()
	build["go"], build["platform"] = runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH
	c.show(build, func() {
		words := []string{"grove", build["version"], build["revision"], build["time"], "", build["go"], build["platform"]}
		if build["modified"] != "" {
			words[4] = "modified"
		}
		c.printf("%s\n", strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), " "))
	})
}

// ownBuild returns the fields of buildOf for this binary.
func ownBuild() map[string]string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return buildOf(info)
}

// buildOf returns what the Go tool stamped into the binary: version and revision, and of the revision
// its time, and whether the checkout had changes that it lacks.
func buildOf(info *debug.BuildInfo) map[string]string {
	build := map[string]string{"version": "devel", "revision": "unknown"}
	if info.Main.Version != "" && info.Main.Version != "(devel)" {
		build["version"] = info.Main.Version
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			build["revision"] = s.Value
		case s.Key == "vcs.time":
			build["time"] = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			build["modified"] = s.Value
		}
	}
	return build
}
