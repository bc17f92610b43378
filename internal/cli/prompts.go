package cli

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/fault"
	"grove/internal/lists"
	"grove/internal/llm"
)

// shownPrompt is a prompt in JSON, with the text of a file that replaces its instructions.
type shownPrompt struct {
	llm.Listed
	File     string `json:"file"`
	Replaced bool   `json:"replaced"`
	InForce  string `json:"in_force"`
}

func (c *command) prompts() *cobra.Command {
	return c.group(&cobra.Command{Use: "prompts", Short: "List the prompts that are sent to a model, and show their whole text"},
		c.promptsList(), c.promptsShow())
}

// shownPrompts returns all prompts.
func (c *command) shownPrompts() (all []shownPrompt) {
	for _, l := range app.Prompts() {
		text, replaced := c.Instructions[l.Name]
		if !replaced {
			text = l.Instructions
		}
		all = append(all, shownPrompt{l, l.File(), replaced, text})
	}
	return all
}

func (c *command) promptsList() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the prompts: what each is for, and whether a file of --prompts replaces its instructions",
		RunE: func(*cobra.Command, []string) error {
			return list(c, "prompts", "NAME\tREPLACED\tFOR", func(p shownPrompt) []any {
				return []any{p.Name, map[bool]string{true: "yes"}[p.Replaced], p.Purpose}
			})(c.shownPrompts(), nil)
		},
	}
}

func (c *command) promptsShow() *cobra.Command {
	names := lists.Map(app.Prompts(), func(l llm.Listed) string { return l.Name })
	return &cobra.Command{
		Use: "show NAME", Short: "Show a prompt: its instructions, what the program adds to them, and the form of the reply",
		Args: usage(cobra.ExactArgs(1)), ValidArgs: names,
		Example: "  grove prompts show extract/2\n  grove prompts show tree.answer/4 --prompts my-prompts",
		RunE: func(_ *cobra.Command, args []string) error {
			return result(c, func(p shownPrompt) {
				c.printf("%s: %s\n\n", p.Name, p.Purpose)
				if p.Replaced {
					c.printf("INSTRUCTIONS, from %s\n%s\n\nOWN INSTRUCTIONS, not in force\n", filepath.Join(c.Prompts, p.File), p.InForce)
				} else {
					c.printf("INSTRUCTIONS, which %s in the folder of --prompts replaces\n", p.File)
				}
				c.printf("%s\n\nADDED (an example: it depends on the call)\n%s\n\nFORM OF THE REPLY\n%s\n",
					strings.TrimSpace(p.Instructions), strings.TrimSpace(p.Added), p.ReplySchema)
			})(c.findPrompt(args[0]))
		},
	}
}

func (c *command) findPrompt(name string) (shownPrompt, error) {
	all := c.shownPrompts()
	if i := slices.IndexFunc(all, func(p shownPrompt) bool { return p.Name == name }); i >= 0 {
		return all[i], nil
	}
	return shownPrompt{}, fault.New(fault.Invalid, "prompts show", name, "there is no prompt of this name",
		"`grove prompts list` has the names")
}
