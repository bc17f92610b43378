// Package agents has the one list of agents: from it commands, service, evaluation and
// documentation know who answers. A new agent gets a folder below query and a line here.
package agents

import (
	"grove/query"
	"grove/query/auto"
	"grove/query/baseline"
	"grove/query/graphreader"
	"grove/query/tree"
)

// List lists the agents; the first answers where none is named.
func List() []query.Agent {
	single := baseline.Agents()
	choice := append([]query.Agent{graphreader.Agent(), tree.Agent()}, single...)
	return append([]query.Agent{graphreader.Agent(), tree.Agent(), auto.Agent(choice)}, single...)
}

// Names are the names of all agents.
func Names() []string {
	var names []string
	for _, a := range List() {
		names = append(names, a.Name)
	}
	return names
}

// Find gives the agent with a name, the first for "". Another is Invalid.
func Find(name string) (query.Agent, error) { return query.Find(List(), name) }
