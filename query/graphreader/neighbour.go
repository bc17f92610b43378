package graphreader

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/query"
)

// readNeighbour is the other function of the third stage.
const readNeighbour = "read_neighbor_node"

// neighbourPrompt shows the neighbours of a node and asks for the next node.
type neighbourPrompt struct {
	situation
	node string
	// nodes are the neighbours, with distinct names.
	nodes []node
}

// neighbourReply is the parsed decision: the index of a neighbour, or -1 to terminate.
type neighbourReply struct {
	thought string
	next    int
}

const neighbourInstructions = `You search a graph of facts to answer a question. ` +
	`You are done with one node and see the key elements next to it, one a line, some with their type or relation in brackets. ` +
	`Choose "read_neighbor_node" and the one node that most likely leads to what the notebook still lacks, ` +
	`its name copied exactly as it stands in the list, without the bracket; ` +
	`or "termination", with an empty node, if none of them promises anything or the notebook is enough.`

// Form returns the prompt's name, decoding settings and reply schema.
func (p neighbourPrompt) Form() llm.Form {
	return llm.Form{Name: "graphreader.neighbour/3", Limits: p.limits(),
		Schema: `{"type":"object","properties":{"thought":{"type":"string"},` +
			`"action":{"type":"string","enum":["read_neighbor_node","termination"]},"node":{"type":"string"}},` +
			`"required":["thought","action","node"],"additionalProperties":false}`}
}

// Messages returns the chat messages.
func (p neighbourPrompt) Messages() []llm.Message {
	return p.messages(neighbourInstructions, llm.Fenced("node", p.node)+"\n"+
		llm.Fenced("neighbours", strings.Join(lists.Map(p.nodes, node.line), "\n")))
}

// Parse parses the decision.
func (p neighbourPrompt) Parse(reply string) (neighbourReply, error) {
	type form struct{ Thought, Action, Node string }
	r, err := query.ParseWhole[form](reply, "action")
	if err != nil {
		return neighbourReply{}, err
	}
	out := neighbourReply{thought: query.OneLine(r.Thought), next: -1}
	switch action(r.Action) {
	case termination:
		return out, nil
	case readNeighbour:
		if out.next = placeIn(p.nodes, r.Node); out.next >= 0 {
			return out, nil
		}
		return neighbourReply{}, errors.New("the node is not one of those offered")
	}
	return neighbourReply{}, errors.New("the action is neither read_neighbor_node nor termination")
}

// Offline chooses the neighbour with a wanted name, else one with at least half of the
// question's words.
func (p neighbourPrompt) Offline(kit *offline.Kit) neighbourReply {
	wanted, answered := p.wanted(kit)
	if answered {
		return neighbourReply{next: -1}
	}
	names := namesOf(p.nodes)
	scores := kit.Relevance(p.parsed, names)
	for i, name := range names {
		for rank, w := range wanted {
			if m := kit.SameName(name, w); m >= 0.7 {
				scores[i] = max(scores[i], 1+m-0.01*float64(rank))
			}
		}
	}
	if order := query.Ranked(scores); len(order) > 0 && scores[order[0]] >= 0.5 {
		return neighbourReply{next: order[0]}
	}
	return neighbourReply{next: -1}
}

// chooseNeighbour is the third stage: it offers the unvisited neighbours or, if there are
// none, the elements that the notes lead to [G], and returns the next node or errDone.
// Neighbours that do not fit one call are ranked and offered in batches until the agent
// chooses one.
func (p *path) chooseNeighbour(ctx context.Context, n node) (node, error) {
	nodes, err := p.neighbours(ctx, n)
	if err != nil {
		return node{}, err
	}
	if p.Without(partSelection) {
		return p.drawNeighbour(n, nodes)
	}
	prompt := neighbourPrompt{situation: p.bareSituation(), node: n.name}
	space := roomFor(p, prompt)
	lines := lists.Map(nodes, node.line)
	if query.Fit(p.Session, lines, space) < len(nodes) {
		nodes = p.rankNodes(nodes)
		lines = lists.Map(nodes, node.line)
	}
	for i, batch := range batches(p.Session, lines, space, maxBatches) {
		started := time.Now()
		prompt.situation, prompt.nodes = p.situation(), nil
		for _, j := range batch {
			prompt.nodes = append(prompt.nodes, nodes[j])
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

// neighbours returns the unvisited neighbours of a node: the key elements that share a fact with
// it, those that a triple joins to it (not in the published method), and if there are none, the
// elements that the notes lead to.
func (p *path) neighbours(ctx context.Context, n node) ([]node, error) {
	rows, err := p.graph.Neighbours(ctx, graph.NeighboursQuery{Element: n.id, Limit: graph.MaxRows})
	if err != nil {
		return nil, err
	}
	elements := lists.Map(rows, func(r graph.Neighbour) graph.KeyElement { return r.KeyElement })
	relations := map[graph.ID]string{}
	if !p.Paper() {
		ends, err := p.related(ctx, n, relations)
		if err != nil {
			return nil, err
		}
		elements = append(ends, elements...)
	}
	elements = slices.DeleteFunc(elements, func(e graph.KeyElement) bool { return p.visited[e.ID] })
	if len(elements) == 0 { // facts with a single element have no neighbours, but their text may go on
		if elements, err = p.noted(ctx); err != nil {
			return nil, err
		}
	}
	nodes := nodesOf(elements)
	for i, x := range nodes {
		switch relation := relations[x.id]; {
		case p.Paper():
			nodes[i].note = ""
		case relation != "":
			nodes[i].note = relation
		}
	}
	return nodes, nil
}

// mostRelated is the most triples of a node whose other ends are neighbours [G].
const mostRelated = 50

// related returns the elements that triples join to a node, and sets their relations by id.
func (p *path) related(ctx context.Context, n node, relations map[graph.ID]string) ([]graph.KeyElement, error) {
	rows, err := p.graph.Relations(ctx, graph.RelationsQuery{Elements: []graph.ID{n.id}, Fanout: mostRelated})
	if err != nil {
		return nil, err
	}
	var out []graph.KeyElement
	for _, r := range rows {
		other, name := r.Tail, r.TailName
		if r.Head != n.id {
			other, name = r.Head, r.HeadName
		}
		if relations[other] == "" {
			relations[other] = r.Relation
			out = append(out, graph.KeyElement{ID: other, Name: name})
		}
	}
	return out, nil
}

// drawNeighbour returns a random neighbour.
func (p *path) drawNeighbour(n node, nodes []node) (node, error) {
	if len(nodes) == 0 {
		return node{}, errDone
	}
	if err := p.count(); err != nil {
		return node{}, err
	}
	next := drawn(nodes, p.Question.Text+n.name, 1)[0]
	args := map[string]any{"node": n.name, "of": len(nodes), "next": next.name, "drawn": true}
	p.did(time.Now(), readNeighbour, next.name, "", args, []string{string(next.id)})
	return next, nil
}

// noted returns the unvisited key elements that the notes' chunks mention and whose names
// the question still needs.
func (p *path) noted(ctx context.Context) ([]graph.KeyElement, error) {
	wanted, answered := p.situation().wanted(p.Kit)
	if answered {
		return nil, nil
	}
	chunks := lists.Sorted(lists.Flat(p.notes, func(n note) []graph.ID { return n.chunks }))
	if len(chunks) == 0 {
		return nil, nil
	}
	rows, err := p.graph.Mentions(ctx, graph.MentionsQuery{Chunks: chunks, Limit: graph.MaxRows})
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

// rankNodes sorts neighbours by relevance, stably.
func (p *path) rankNodes(nodes []node) []node {
	scores := p.Kit.Rank(p.topic(), namesOf(nodes))
	for i, s := range p.Kit.Relevance(p.Parsed, namesOf(nodes)) {
		scores[i] += s
	}
	return query.ByScore(nodes, scores)
}
