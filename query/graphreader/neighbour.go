package graphreader

import (
	"encoding/json"
	"errors"
	"strings"

	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/query"
)

// readNeighbour is the other function of the third stage.
const readNeighbour = "read_neighbor_node"

// neighbourPrompt shows the neighbours of a node and asks for the next one.
type neighbourPrompt struct {
	situation
	node string
	// names are the neighbours offered, each once.
	names []string
}

// neighbourReply is what the agent decides: the index of a neighbour, or -1 to end.
type neighbourReply struct {
	thought string
	next    int
}

const neighbourInstructions = `You search a graph of facts to answer a question. You are done with one node and see the key elements next to it, one a line. ` +
	`Choose "read_neighbor_node" and the one node that most likely leads to what the notebook still lacks, its name copied exactly as it stands in the list; ` +
	`or "termination", with an empty node, if none of them promises anything or the notebook is enough.`

// Name names the prompt.
func (neighbourPrompt) Name() string { return "graphreader.neighbour/2" }

// Messages gives the chat.
func (p neighbourPrompt) Messages() []llm.Message {
	return p.messages(neighbourInstructions, query.Fenced("node", p.node)+"\n"+query.Fenced("neighbours", strings.Join(p.names, "\n")))
}

// ReplySchema is the form of the reply.
func (neighbourPrompt) ReplySchema() json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{"thought":{"type":"string"},"action":{"type":"string","enum":["read_neighbor_node","termination"]},"node":{"type":"string"}},"required":["thought","action","node"],"additionalProperties":false}`)
}

// Limits are the decoding settings.
func (p neighbourPrompt) Limits() llm.Limits { return p.limits() }

// Parse reads the decision.
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
		if out.next = placeOf(p.names, r.Node); out.next >= 0 {
			return out, nil
		}
		return neighbourReply{}, errors.New("the node is not one of those offered")
	}
	return neighbourReply{}, errors.New("the action is neither read_neighbor_node nor termination")
}

// Offline goes to a neighbour with the name that is looked for next, else to
// one with at least half of the question's words.
func (p neighbourPrompt) Offline(kit *offline.Kit) neighbourReply {
	wanted, answered := p.wanted(kit)
	if answered {
		return neighbourReply{next: -1}
	}
	scores := kit.Relevance(p.parsed, p.names)
	for i, name := range p.names {
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
