package graphreader

import (
	"context"
	"slices"
	"time"

	"grove/internal/graph"
	"grove/query"
)

// chooseNeighbour is the third stage: the neighbours that the path has not
// visited; where there are none, what the notes lead to [G]. It gives the next
// node, or errDone. Neighbours that do not fit one
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
	if len(elements) == 0 { // a fact that names one thing alone leads nowhere, though the text beside it goes on
		if elements, err = p.noted(ctx); err != nil {
			return node{}, err
		}
	}
	nodes := nodesOf(elements)
	if p.Without(partSelection) {
		return p.drawNeighbour(n, nodes)
	}
	prompt := neighbourPrompt{situation: p.bareSituation(), node: n.name}
	space := roomFor(p, prompt)
	if query.Fit(p.Session, namesOf(nodes), space) < len(nodes) {
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

// drawNeighbour gives one of the neighbours at random.
func (p *path) drawNeighbour(n node, nodes []node) (node, error) {
	if len(nodes) == 0 {
		return node{}, errDone
	}
	if err := p.count(); err != nil {
		return node{}, err
	}
	next := drawn(nodes, p.Question.Text+n.name, 1)[0]
	p.did(time.Now(), readNeighbour, next.name, "", map[string]any{"node": n.name, "of": len(nodes), "next": next.name, "drawn": true}, []string{string(next.id)})
	return next, nil
}

// noted are the key elements, not visited yet, that the notes' chunks mention and whose
// names are what the question still has to go by.
func (p *path) noted(ctx context.Context) ([]graph.KeyElement, error) {
	wanted, answered := p.situation().wanted(p.Kit)
	if answered {
		return nil, nil
	}
	var chunks []graph.ID
	for _, n := range p.notes {
		chunks = append(chunks, n.chunks...)
	}
	if len(chunks) == 0 {
		return nil, nil
	}
	slices.Sort(chunks)
	rows, err := p.graph.Mentions(ctx, graph.MentionsQuery{Chunks: slices.Compact(chunks), Limit: graph.MaxRows})
	if err != nil {
		return nil, err
	}
	var out []graph.KeyElement
	for _, m := range rows {
		if !p.visited[m.ID] && slices.ContainsFunc(wanted, func(w string) bool { return p.Kit.SameName(m.Name, w) >= 0.7 }) {
			out = append(out, m.KeyElement)
		}
	}
	return out, nil
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
