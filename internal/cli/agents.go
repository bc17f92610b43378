package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"grove/internal/lists"
	"grove/internal/text"
	"grove/query"
	"grove/query/agents"
)

// agentFlags adds --without and --option, the parts and options of single agents.
func agentFlags(f *pflag.FlagSet, without *[]string, options *map[string]string) {
	f.StringSliceVar(without, "without", nil, "parts of the agent to leave out: "+strings.Join(partNames(), ", ")+"; see grove agents list")
	f.BoolFunc("paper", "keep to the agent's paper; the same as --without "+query.Shortcuts,
		func(string) error { return f.Set("without", query.Shortcuts) })
	f.StringToStringVar(options, "option", nil, "an option that the agent alone has, as `NAME=VALUE` (repeatable); see grove agents show")
}

// partNames returns the names of the parts of all agents.
func partNames() []string {
	return lists.Sorted(lists.Flat(agents.List(), query.Agent.PartNames))
}

// optionNames returns the names of the options of all agents, each with a "=" behind.
func optionNames() []string {
	return lists.Once(lists.Flat(agents.List(), func(a query.Agent) []string {
		return lists.Map(a.Options, func(o query.Option) string { return o.Name + "=" })
	}))
}

// shownAgent is an agent in JSON.
type shownAgent struct {
	Name        string         `json:"name"`
	Purpose     string         `json:"purpose"`
	Calls       string         `json:"calls"`
	LeastWindow int            `json:"least_window"`
	Parts       []query.Part   `json:"parts"`
	Options     []query.Option `json:"options"`
}

func (c *command) agents() *cobra.Command {
	return c.group(&cobra.Command{Use: "agents", Short: "List the agents that answer questions, with their options"}, c.agentsList(),
		c.agentsShow())
}

func (c *command) agentsList() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the agents: what each is made for, its calls and window, its options and parts",
		RunE: func(*cobra.Command, []string) error {
			return listed(c, "agents", func(all []shownAgent) {
				for _, a := range all {
					c.printf("%-12s %s\n             calls: %s; window: %s or more\n", a.Name, a.Purpose, a.Calls,
						text.Count(a.LeastWindow, "token"))
					c.labelled("options", lists.Map(a.Options, func(o query.Option) string { return o.Name + "=" + o.Default }))
					c.labelled("parts", lists.Map(a.Parts, func(p query.Part) string { return p.Name }))
				}
			})(lists.Map(agents.List(), shown), nil)
		},
	}
}

// labelled shows a list, if there is one.
func (c *command) labelled(label string, list []string) {
	if len(list) > 0 {
		c.printf("             %s: %s\n", label, strings.Join(list, ", "))
	}
}

func (c *command) agentsShow() *cobra.Command {
	return &cobra.Command{
		Use: "show NAME", Short: "Show an agent with its options, their bounds and where their defaults come from",
		Args: usage(cobra.ExactArgs(1)), ValidArgs: agents.Names(),
		RunE: func(_ *cobra.Command, args []string) error {
			return result(c, func(a shownAgent) {
				c.printf("%s: %s\ncalls to the model: %s\nleast window: %s\n", a.Name, a.Purpose, a.Calls,
					text.Count(a.LeastWindow, "token"))
				for _, o := range a.Options {
					c.printf("--option %s=%s  %s; %s (%s)\n", o.Name, o.Default, o.Purpose, o.Values(), o.Source)
				}
				for _, p := range a.Parts {
					c.printf("--without %s  %s\n", p.Name, p.Purpose)
				}
			})(find(args[0]))
		},
	}
}

func shown(a query.Agent) shownAgent {
	return shownAgent{a.Name, a.Purpose, a.Calls, a.LeastWindow, append([]query.Part{}, a.Parts...), append([]query.Option{}, a.Options...)}
}

func find(name string) (shownAgent, error) {
	a, err := agents.Find(name)
	return shown(a), err
}
