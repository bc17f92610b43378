package graphreader

import (
	"context"
	"time"

	"grove/internal/graph"
	"grove/query"
)

// chooseNeighbour is the third stage: the neighbours that the path has not
// visited. It gives the next node, or errDone. Neighbours that do not fit one
// call are ranked and offered in batches until the agent chooses one.
func (p *path) chooseNeighbour(ctx context.Context, n node) (node, error) {
	rows, err := p.graph.Neighbours(ctx, graph.NeighboursQuery{Element: n.id, Limit: graph.MaxRows})
	if err != nil {
		return node{}, err
	}
	var elements []graph.KeyElement
	for _, r := range rows {
		if !p.visited[r.ID] {
			elements = append(elements, r.KeyElement)
		}
	}
	nodes := nodesOf(elements)
	prompt := neighbourPrompt{situation: p.bareSituation(), node: n.name}
	space := roomFor(p, prompt)
	if pack(p.Session, namesOf(nodes), space) < len(nodes) {
		nodes = p.rankNodes(nodes)
	}
	for i, batch := range batches(p.Session, namesOf(nodes), space, maxBatches) {
		started := time.Now()
		prompt.situation, prompt.names = p.situation(), nil
		for _, j := range batch {
			prompt.names = append(prompt.names, nodes[j].name)
		}
		reply, err := call(ctx, p, prompt)
		if err != nil {
			return node{}, err
		}
		args := map[string]any{"node": n.name, "offered": len(batch), "of": len(nodes), "batch": i + 1}
		if reply.next >= 0 {
			next := nodes[batch[reply.next]]
			args["next"] = next.name
			p.did(started, readNeighbour, next.name, reply.thought, args, []string{string(next.id)})
			return next, nil
		}
		p.did(started, termination, "at "+n.name, reply.thought, args, nil)
	}
	return node{}, errDone
}

// rankNodes orders neighbours by relevance; the order they come in decides ties.
func (p *path) rankNodes(nodes []node) []node {
	scores := p.Kit.Rank(p.topic(), namesOf(nodes))
	for i, s := range p.Kit.Relevance(p.Parsed, namesOf(nodes)) {
		scores[i] += s
	}
	out := make([]node, len(nodes))
	for i, j := range query.Ranked(scores) {
		out[i] = nodes[j]
	}
	return out
}
