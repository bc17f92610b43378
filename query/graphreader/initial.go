package graphreader

import (
	"encoding/json"
	"errors"
	"math"
	"strings"

	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/query"
)

// initialPrompt asks for the key elements to start from.
type initialPrompt struct {
	question query.Question
	parsed   offline.Question
	plan     []string
	// names are the key elements offered, each once.
	names []string
	reply int
}

// start is a chosen key element, by its index among those offered.
type start struct {
	name  int
	score int
}

const initialInstructions = `You choose where to start a search through a graph of facts. Each node is a key element; the list offers them, one a line. ` +
	`Choose at least 10 different ones (all, if there are fewer) from which the information in the plan is most likely to be reached, ` +
	`and score each from 0 to 100 by how relevant it is to the question. Copy each name exactly as it stands in the list. ` + query.DataRule + query.JSONRule

// Name names the prompt.
func (initialPrompt) Name() string { return "graphreader.initial/1" }

// Messages gives the chat.
func (p initialPrompt) Messages() []llm.Message {
	var b strings.Builder
	b.WriteString("Question: " + strings.TrimSpace(p.question.Text) + "\n")
	query.WriteSection(&b, "Plan", p.plan)
	b.WriteString("\n" + query.Fenced("key elements", strings.Join(p.names, "\n")))
	return []llm.Message{llm.System(initialInstructions), llm.User(b.String())}
}

// ReplySchema is the form of the reply.
func (initialPrompt) ReplySchema() json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{"nodes":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"score":{"type":"integer"}},"required":["name","score"],"additionalProperties":false}}},"required":["nodes"],"additionalProperties":false}`)
}

// Limits are the decoding settings.
func (p initialPrompt) Limits() llm.Limits {
	return llm.Limits{Temperature: temperature, MaxTokens: p.reply}
}

// Parse reads the choice. Names that were not offered are dropped, a name given
// twice counts once with its higher score.
func (p initialPrompt) Parse(reply string) ([]start, error) {
	type form struct {
		Nodes []struct {
			Name  string            `json:"name"`
			Score query.LooseNumber `json:"score"`
		} `json:"nodes"`
	}
	r, err := query.ParseWhole[form](reply, "nodes")
	if err != nil {
		return nil, err
	}
	scores := map[int]int{}
	for _, n := range r.Nodes {
		if i := placeOf(p.names, n.Name); i >= 0 {
			scores[i] = max(scores[i], min(max(int(n.Score), 0), 100))
		}
	}
	if len(scores) == 0 {
		return nil, errors.New("none of the names is one of those offered")
	}
	var out []start
	for i := range p.names {
		if s, ok := scores[i]; ok {
			out = append(out, start{i, s})
		}
	}
	return out, nil
}

// Offline scores names by the names and the words of the question.
func (p initialPrompt) Offline(kit *offline.Kit) []start {
	scores := kit.Relevance(p.parsed, p.names)
	var out []start
	for _, i := range query.Ranked(scores)[:min(len(scores), 2*leastNamed)] {
		out = append(out, start{i, int(math.Round(100 * scores[i]))})
	}
	return out
}
