// Package agents lists all agents, for commands, the service, evaluation and
// documentation. A new agent gets a folder below query and a line here.
package agents

import (
	"slices"

	"grove/internal/lists"
	"grove/internal/llm"
	"grove/query"
	"grove/query/auto"
	"grove/query/baseline"
	"grove/query/chunkread"
	"grove/query/fulltext"
	"grove/query/goa"
	"grove/query/graphreader"
	"grove/query/ircot"
	"grove/query/longagent"
	"grove/query/readagent"
	"grove/query/tree"
)

// List returns all agents; the first is the default.
func List() []query.Agent {
	single := baseline.Agents()
	several := slices.Concat([]query.Agent{graphreader.Agent(), tree.Agent()}, readagent.Agents(), []query.Agent{longagent.Agent()},
		goa.Agents())
	return slices.Concat([]query.Agent{auto.Agent(slices.Concat(several, single))}, several, []query.Agent{ircot.Agent()}, single,
		chunkread.Agents(), fulltext.Agents())
}

// Prompts describes the prompts of all agents.
func Prompts() []llm.Listed {
	return slices.Concat(query.Prompts(), graphreader.Prompts(), tree.Prompts(), readagent.Prompts(), longagent.Prompts(), goa.Prompts(),
		ircot.Prompts(), baseline.Prompts(), chunkread.Prompts(), fulltext.Prompts())
}

// Names returns the names of all agents.
func Names() []string { return lists.Map(List(), func(a query.Agent) string { return a.Name }) }

// Find returns an agent by name, the default for "". An unknown name is Invalid.
func Find(name string) (query.Agent, error) { return query.Find(List(), name) }
