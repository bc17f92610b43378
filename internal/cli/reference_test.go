package cli

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"grove/internal/config"
)

var updateReference = flag.Bool("update", false, "write docs/cli.md anew")

// TestReference holds docs/cli.md to the commands: `go test ./internal/cli -run TestReference -update`
// writes it anew.
func TestReference(t *testing.T) {
	const file = "../../docs/cli.md"
	want := reference()
	if *updateReference {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("docs/cli.md is not what the commands say: go test ./internal/cli -run TestReference -update")
	}
}

// reference is the page of all commands, settings and exit codes.
func reference() []byte {
	c := &command{out: &output{Writer: new(bytes.Buffer)}, err: new(bytes.Buffer)}
	c.settings = config.Settings(&c.Config)
	root := c.root()
	// The flags' completions are not part of the page, but the values that they list are.
	if err := c.completeFlags(root); err != nil {
		panic(err)
	}
	root.SetContext(context.Background())
	var b bytes.Buffer
	b.WriteString("# Command reference\n\nGenerated from the commands; `grove COMMAND --help` prints the same.\n\n")
	b.WriteString("## Exit codes\n\n| Code | Meaning |\n|---|---|\n")
	for _, e := range [][2]string{{"0", "done (an abstention counts as done)"}, {"1", "failed; also if an item does not exist, or a file cannot be opened"},
		{"2", "wrong usage: a command, argument, flag or setting"},
		{"3", "partly done: some items failed, or a budget or limit stopped the work"},
		{"4", "a service could not be reached, or another process holds the workspace"}, {"130", "interrupted by Ctrl-C"}} {
		fmt.Fprintf(&b, "| %s | %s |\n", e[0], e[1])
	}
	b.WriteString("\n## Settings\n\nEvery command takes these. A flag wins over the environment variable, which wins over the file of `--config`\n" +
		"(YAML, with the flags' names as keys). `grove config` shows the effective settings. Secrets have no flag.\n\n" +
		"| Flag | Variable | Default | Meaning |\n|---|---|---|---|\n")
	for _, s := range c.settings {
		name := "`--" + s.Name + "`"
		if s.Secret {
			name = ""
		}
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s |\n", name, strings.Join(s.Env, "`, `"), code(s.Value.String()), cell(s.Usage))
	}
	fmt.Fprintf(&b, "| `--config` | `GROVE_CONFIG` | | %s |\n\n## Commands\n\n", cell(root.PersistentFlags().Lookup("config").Usage))
	for _, sub := range root.Commands() {
		describe(&b, sub)
	}
	return b.Bytes()
}

// describe writes the section of a command, and those of its subcommands.
func describe(b *bytes.Buffer, cmd *cobra.Command) {
	if cmd.Hidden {
		return
	}
	fmt.Fprintf(b, "### `%s`\n\n", cmd.UseLine())
	text := cmd.Long
	if text == "" {
		text = cmd.Short + "."
	}
	fmt.Fprintf(b, "%s\n\n", strings.TrimSpace(text))
	if len(cmd.Aliases) > 0 {
		fmt.Fprintf(b, "Alias: `%s`.\n\n", strings.Join(cmd.Aliases, "`, `"))
	}
	if cmd.Example != "" {
		fmt.Fprintf(b, "```sh\n%s\n```\n\n", unindent(cmd.Example))
	}
	if flags := cmd.NonInheritedFlags(); flags.HasAvailableFlags() {
		b.WriteString("| Flag | Default | Meaning |\n|---|---|---|\n")
		flags.VisitAll(func(f *pflag.Flag) {
			if f.Hidden || f.Name == "help" {
				return
			}
			kind, usage := pflag.UnquoteUsage(f)
			fmt.Fprintf(b, "| `--%s` | %s | %s |\n", strings.TrimSpace(f.Name+" "+kind), code(defaultOf(f)), cell(usage))
		})
		b.WriteString("\n")
	}
	for _, sub := range cmd.Commands() {
		describe(b, sub)
	}
}

// defaultOf is a flag's default as a person writes it, "" for none.
func defaultOf(f *pflag.Flag) string {
	switch f.DefValue {
	case "0", "0s", "[]", "false":
		return ""
	}
	return f.DefValue
}

func code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + s + "`"
}

// cell is text inside a table.
func cell(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, "\n", " "), "|", "\\|") }

func unindent(s string) string {
	lines := strings.Split(strings.Trim(s, "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(l, "  ")
	}
	return strings.Join(lines, "\n")
}
