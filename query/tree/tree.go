// Package tree implements the agent of Youtu-GraphRAG. It decomposes the question into
// sub-queries that fit the schema, searches for each by four routes (entities, triples,
// communities top-down, paths), fuses their rankings, and reasons and reflects with a
// memory of the earlier steps, with further sub-queries until the evidence is sufficient.
// Each prompt and each route has its own file.
//
// Values marked [G] are Grove's, where the published method says nothing.
package tree

import (
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/query"
)

// Name is the agent's name in answers.
const Name = "tree"

const (
	// LeastWindow is the smallest window the agent works in, in tokens, for a
	// question of up to an eighth of it [G].
	LeastWindow = 1536
	// maxQueries is the most sub-queries of a question, and of one reflection.
	maxQueries = 3
	// temperature is 0, as the replies are decisions, not prose [G].
	temperature = 0
)

// The agent's options.
const (
	optionTopK  = "top-k"
	optionSteps = "steps"
	optionHops  = "path-hops"
)

// The parts that can be disabled. The first three are the ablations of the paper;
// Communities and the last three are the routes.
const (
	Communities = "communities"
	Loop        = "loop"
	Schema      = "schema"
	Entities    = "entities"
	Triples     = "triples"
	Paths       = "paths"
)

// Agent returns the agent.
func Agent() query.Agent {
	return query.Agent{
		Name: Name, Purpose: "takes the question apart by the schema, searches entities, triples, communities and paths, " +
			"and reasons over what it finds",
		Calls: "3 to 7", LeastWindow: LeastWindow, LeastCalls: 4, Needs: []query.Need{query.NeedText, query.NeedModel},
		Options: []query.Option{
			{Name: optionTopK, Purpose: "items that each route gives, and that fusion keeps", Default: "20", Least: 1, Most: 100,
				Source: "Youtu-GraphRAG: 20 (table 1), 10 (table 2)"},
			{Name: optionSteps, Purpose: "steps of reasoning and reflection", Default: "5", Least: 1, Most: 20,
				Source: "Youtu-GraphRAG's code"},
			{Name: optionHops, Purpose: "relations on a path, at most", Default: "5", Least: 1, Most: graph.MaxHops,
				Source: "Youtu-GraphRAG: d = 5"},
		},
		Parts: []query.Part{
			{Name: Communities, Purpose: "communities are not searched"},
			{Name: Loop, Purpose: "there is no reasoning and reflection: the first search must do"},
			{Name: Schema, Purpose: "sub-queries are not held to the schema"},
			{Name: query.Shortcuts,
				Purpose: "keeps to the published fusion: reciprocal ranks with the constant 60, all kinds of items together"},
			{Name: Entities, Purpose: "entities, with their attributes and facts, are not searched"},
			{Name: Triples, Purpose: "triples are not searched"},
			{Name: Paths, Purpose: "paths between entities are not searched"},
		},
		Suits: []query.Suit{
			{Kind: query.KindWhole, Needs: []query.Need{query.NeedModel, query.NeedCommunities},
				Why: "the question is about the whole: the communities sum it up"},
			{Kind: query.KindMissing, Why: "what is missing is searched for by names, relations and communities"},
		},
		Check: leavesRoutes, Work: answer,
	}
}

// Prompts describes the prompts of the agent.
func Prompts() []llm.Listed {
	return []llm.Listed{
		llm.List("take the question apart into sub-queries", decomposePrompt{reply: 512}),
		llm.List("conclude from what was found, and choose further sub-queries", reflectPrompt{reply: 512}),
		llm.List("answer from conclusions and evidence", answerPrompt(nil, nil, 512)),
	}
}
