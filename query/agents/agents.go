// Package agents lists all agents, for commands, the service, evaluation and
// documentation. A new agent gets a folder below query and a line here.
package agents

import (
	"grove/query"
	"grove/query/auto"
	"grove/query/baseline"
	"grove/query/graphreader"
	"grove/query/tree"
)

// List returns all agents; the first is the default.
func List() []query.Agent {
	single := baseline.Agents()
	choice := append([]query.Agent{graphreader.Agent(), tree.Agent()}, single...)
	return append([]query.Agent{graphreader.Agent(), tree.Agent(), auto.Agent(choice)}, single...)
}

// Names returns the names of all agents.
func Names() []string { return query.Map(List(), func(a query.Agent) string { return a.Name }) }

// Find returns an agent by name, the default for "". An unknown name is Invalid.
func Find(name string) (query.Agent, error) { return query.Find(List(), name) }
