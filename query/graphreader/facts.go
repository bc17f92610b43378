package graphreader

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/query"
)

// The functions of the first stage.
const (
	readChunk            = "read_chunk"
	stopAndReadNeighbour = "stop_and_read_neighbor"
)

// factGroup is a chunk's facts about the node.
type factGroup struct {
	chunk graph.ID
	facts []string
}

// factsPrompt shows a node's atomic facts by chunk and asks which chunks to read.
type factsPrompt struct {
	situation
	node   string
	groups []factGroup
}

// factsReply is the parsed decision; no chunk to read means to go on to a neighbour.
type factsReply struct {
	notes   []note
	thought string
	read    []graph.ID
	// end is true if the notebook is enough.
	end bool
}

const factsInstructions = `You search a graph of facts to answer a question, and you are at one of its nodes. ` +
	`You see the node's facts, grouped by the chunk of text that states them; a fact is a short summary, its chunk holds the details. ` +
	`First write the notebook anew, whole: keep what still matters, add what these facts contribute to the plan, ` +
	`and give each note the chunks it comes from. ` +
	`Then choose: `

// The choices: a chunk costs a call, and a fact is often enough.
const (
	factsChoice = `"termination" if the notebook is enough to answer; ` +
		`"read_chunk" with the labels of those chunks alone whose text must have something needed that their facts do not say; ` +
		`or "stop_and_read_neighbor" if none has.`
	factsChoicePaper = `"read_chunk" with the labels of all chunks that may help, even a little; ` +
		`or "stop_and_read_neighbor" if none of them is worth reading.`
)

// Form returns the prompt's name, decoding settings and reply schema.
func (p factsPrompt) Form() llm.Form {
	name, actions := "graphreader.facts/2", `"read_chunk","stop_and_read_neighbor"`
	if !p.paper {
		name, actions = "graphreader.facts/3", actions+`,"termination"`
	}
	return llm.Form{Name: name, Limits: p.limits(), Schema: `{"type":"object","properties":{` + noteSchema +
		`,"thought":{"type":"string"},"action":{"type":"string","enum":[` + actions + `]},` +
		`"chunks":{"type":"array","items":{"type":"string"}}},` +
		`"required":["notebook","thought","action","chunks"],"additionalProperties":false}`}
}

// Messages returns the chat messages.
func (p factsPrompt) Messages() []llm.Message {
	facts := llm.Fenced("facts", strings.Join(lists.Map(p.groups, p.block), "\n"))
	choice := factsChoice
	if p.paper {
		choice = factsChoicePaper
	}
	return p.messages(factsInstructions+choice, llm.Fenced("node", p.node)+"\n"+facts)
}

// block returns a group as the prompt shows it.
func (p factsPrompt) block(g factGroup) string {
	return fmt.Sprintf("[%s]\n- %s", p.labels.of(g.chunk), strings.Join(g.facts, "\n- "))
}

// Parse parses the decision. Unknown labels are dropped.
func (p factsPrompt) Parse(reply string) (factsReply, error) {
	type form struct {
		Notebook []replyNote `json:"notebook"`
		Thought  string      `json:"thought"`
		Action   string      `json:"action"`
		Chunks   []string    `json:"chunks"`
	}
	r, err := query.ParseWhole[form](reply, "notebook", "action")
	if err != nil {
		return factsReply{}, err
	}
	out := factsReply{notes: p.labels.notes(r.Notebook), thought: query.OneLine(r.Thought)}
	switch a := action(r.Action); {
	case a == stopAndReadNeighbour:
		return out, nil
	case a == termination && !p.paper:
		out.end = true
		return out, nil
	case a != readChunk:
		return factsReply{}, errors.New("the action is none of those offered")
	}
	for _, c := range r.Chunks {
		id, ok := p.labels.chunk(c)
		offered := slices.ContainsFunc(p.groups, func(g factGroup) bool { return g.chunk == id })
		if ok && offered && !slices.Contains(out.read, id) {
			out.read = append(out.read, id)
		}
	}
	if len(out.read) == 0 {
		return factsReply{}, errors.New("read_chunk without a label that was offered")
	}
	return out, nil
}

// action returns a function's name without the parentheses that models tend to add.
func action(s string) string {
	name, _, _ := strings.Cut(s, "(")
	return strings.ToLower(strings.TrimSpace(name))
}

// offlineChunks is the largest number of chunks that the offline agent reads at a node,
// offlineShare the smallest share of the question's words in the facts of such a chunk.
const (
	offlineChunks = 3
	offlineShare  = 0.3
)

// Offline reads the chunks whose facts mention a wanted name or have enough of the
// question's words.
func (p factsPrompt) Offline(kit *offline.Kit) factsReply {
	out := factsReply{notes: p.notes}
	wanted, answered := p.wanted(kit)
	if answered {
		out.end = !p.paper
		return out
	}
	texts := lists.Map(p.groups, func(g factGroup) string { return strings.Join(g.facts, "\n") })
	scores := kit.Rank(p.question.Text, texts)
	for i, t := range texts {
		if slices.ContainsFunc(wanted, func(n string) bool { return kit.Holds(t, n) }) {
			scores[i]++
		}
		// If the node itself is wanted, prefer the chunk with the most facts.
		if slices.ContainsFunc(wanted, func(n string) bool { return kit.SameName(p.node, n) >= 0.8 }) {
			scores[i] += offlineShare + 0.1*float64(min(len(p.groups[i].facts), 10))
		}
	}
	for _, i := range query.Ranked(scores)[:min(len(scores), offlineChunks)] {
		if scores[i] >= offlineShare {
			out.read = append(out.read, p.groups[i].chunk)
		}
	}
	return out
}

// readFacts is the first stage: it shows the node's facts by chunk and returns the chunks
// to read. Groups that do not fit one call are ranked and offered in batches until the
// agent chooses from one.
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
		scores := p.Kit.Rank(p.topic(), blocks)
		groups, blocks = query.ByScore(groups, scores), query.ByScore(blocks, scores)
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
		if reply.end {
			p.did(started, termination, "at "+n.name, reply.thought, args, nil)
			return nil, errDone
		}
		if len(reply.read) > 0 {
			p.did(started, readChunk, strings.Join(lists.Map(reply.read, p.labels.of), ", "), reply.thought, args, query.IDs(reply.read))
			return &queue{reply.read}, nil
		}
		p.did(started, stopAndReadNeighbour, n.name, reply.thought, args, nil)
	}
	return &queue{}, nil
}

// groups returns the facts by unread chunk, in the order of the rows.
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
		if f := query.OneLine(llm.Defused(r.Text)); !slices.Contains(out[i].facts, f) {
			out[i].facts = append(out[i].facts, f)
		}
	}
	return out
}

// fitGroups reduces each group that alone exceeds space tokens to its most relevant facts,
// and returns the groups with their blocks of text.
func (p *path) fitGroups(groups []factGroup, space int) ([]factGroup, []string) {
	var kept []factGroup
	var blocks []string
	for _, g := range groups {
		block := factsPrompt{situation: p.situation()}.block
		if p.Session.Count(block(g))+1 > space {
			shown := len(g.facts)
			g.facts = p.fitFacts(g, space)
			p.trace.Add(query.Step{Action: "facts_cut",
				Args: map[string]any{"chunk": string(g.chunk), "offered": len(g.facts), "of": shown}})
			if len(g.facts) == 0 {
				continue
			}
		}
		kept, blocks = append(kept, g), append(blocks, block(g))
	}
	return kept, blocks
}

// fitFacts returns the most relevant facts of a group that fit into space tokens, in order.
func (p *path) fitFacts(g factGroup, space int) []string {
	const label, bullet = 8, 3 // tokens
	rank := func() []float64 { return p.Kit.Rank(p.topic(), g.facts) }
	return lists.Map(query.BestFit(p.Session, g.facts, space-label, bullet, rank), func(i int) string { return g.facts[i] })
}
