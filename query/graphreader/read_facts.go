package graphreader

import (
	"context"
	"slices"
	"strings"
	"time"

	"grove/internal/graph"
	"grove/query"
)

// readFacts is the first stage: the node's facts, grouped by chunk. It gives
// the chunks to read. Groups that do not fit one call are ranked and offered
// in batches until the agent chooses from one.
func (p *path) readFacts(ctx context.Context, n node) (*queue, error) {
	rows, err := p.graph.Facts(ctx, graph.FactsQuery{Elements: []graph.ID{n.id}, Limit: graph.MaxRows})
	if err != nil {
		return nil, err
	}
	groups := p.groups(rows)
	prompt := factsPrompt{situation: p.bareSituation(), node: n.name}
	space := roomFor(p, prompt)
	groups, blocks := p.fitGroups(groups, space)
	if query.Fit(p.Session, blocks, space) < len(blocks) {
		groups, blocks = p.rankGroups(groups, blocks)
	}
	offers := batches(p.Session, blocks, space, maxBatches)
	for i, batch := range offers {
		started := time.Now()
		prompt.situation, prompt.groups = p.situation(), nil
		for _, g := range batch {
			prompt.groups = append(prompt.groups, groups[g])
		}
		reply, err := call(ctx, p, prompt)
		if err != nil {
			return nil, err
		}
		p.rewrite(reply.notes)
		args := map[string]any{"node": n.name, "chunks_offered": len(batch), "of": len(groups), "batch": i + 1, "notebook": p.texts()}
		if len(reply.read) > 0 {
			p.did(started, readChunk, p.list(reply.read), reply.thought, args, query.IDs(reply.read))
			return &queue{reply.read}, nil
		}
		p.did(started, stopAndReadNeighbour, n.name, reply.thought, args, nil)
	}
	return &queue{}, nil
}

// list names chunks by their labels.
func (p *path) list(chunks []graph.ID) string {
	var out []string
	for _, c := range chunks {
		out = append(out, p.labels.of(c))
	}
	return strings.Join(out, ", ")
}

// groups are the facts by chunk, without chunks that were read, in the order of the rows.
func (p *path) groups(rows []graph.FactRow) []factGroup {
	at := map[graph.ID]int{}
	var out []factGroup
	for _, r := range rows {
		if _, read := p.chunks[r.Chunk]; read {
			continue
		}
		i, ok := at[r.Chunk]
		if !ok {
			i, at[r.Chunk] = len(out), len(out)
			out = append(out, factGroup{chunk: r.Chunk})
		}
		if f := query.OneLine(query.Defused(r.Text)); !slices.Contains(out[i].facts, f) {
			out[i].facts = append(out[i].facts, f)
		}
	}
	return out
}

// fitGroups cuts each group that alone would not fit to its most relevant
// facts, and gives the groups with their blocks of text.
func (p *path) fitGroups(groups []factGroup, space int) ([]factGroup, []string) {
	var kept []factGroup
	var blocks []string
	for _, g := range groups {
		block := factsPrompt{situation: p.situation()}.block
		if p.Session.Count(block(g))+1 > space {
			shown := len(g.facts)
			g.facts = p.fitFacts(g, space)
			p.trace.Add(query.Step{Action: "facts_cut", Args: map[string]any{"chunk": string(g.chunk), "offered": len(g.facts), "of": shown}})
			if len(g.facts) == 0 {
				continue
			}
		}
		kept, blocks = append(kept, g), append(blocks, block(g))
	}
	return kept, blocks
}

// fitFacts are the most relevant facts of a group that fit, in their order.
func (p *path) fitFacts(g factGroup, space int) []string {
	space -= 8 // the label
	chosen := map[int]bool{}
	for _, i := range query.Ranked(p.Kit.Rank(p.topic(), g.facts)) {
		if n := p.Session.Count(g.facts[i]) + 3; n <= space {
			space -= n
			chosen[i] = true
		}
	}
	var out []string
	for i, f := range g.facts {
		if chosen[i] {
			out = append(out, f)
		}
	}
	return out
}

// rankGroups orders groups by relevance.
func (p *path) rankGroups(groups []factGroup, blocks []string) ([]factGroup, []string) {
	g, b := make([]factGroup, len(groups)), make([]string, len(groups))
	for i, j := range query.Ranked(p.Kit.Rank(p.topic(), blocks)) {
		g[i], b[i] = groups[j], blocks[j]
	}
	return g, b
}
