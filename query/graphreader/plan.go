package graphreader

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"

	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/query"
)

// planPrompt asks for the rational plan: the steps that lead to the answer.
type planPrompt struct {
	question query.Question
	parsed   offline.Question
	// reply bounds the reply, in tokens.
	reply int
}

const planInstructions = `You prepare a search through a graph of facts taken from long documents. ` +
	`Take the question apart: say, in short numbered steps, which pieces of information have to be found and in which order, ` +
	`naming the people, places, works, dates or numbers concerned, and how the pieces combine to the answer. Do not answer yet. `

// Form returns the prompt's name, decoding settings and reply schema.
func (p planPrompt) Form() llm.Form {
	return llm.Form{Name: "graphreader.plan/1", Limits: llm.Limits{Temperature: temperature, MaxTokens: p.reply},
		Schema: `{"type":"object","properties":{"plan":{"type":"array","items":{"type":"string"}}},` +
			`"required":["plan"],"additionalProperties":false}`}
}

// Messages returns the chat messages.
func (p planPrompt) Messages() []llm.Message {
	return []llm.Message{llm.System(planInstructions, query.JSONRule), llm.User("Question: " + strings.TrimSpace(p.question.Text))}
}

// Parse parses the steps; a single string is one step.
func (planPrompt) Parse(reply string) ([]string, error) {
	type form struct {
		Plan json.RawMessage `json:"plan"`
	}
	r, err := query.ParseWhole[form](reply, "plan")
	if err != nil {
		return nil, err
	}
	var steps []string
	if err := json.Unmarshal(r.Plan, &steps); err != nil {
		var one string
		if json.Unmarshal(r.Plan, &one) != nil {
			return nil, errors.New("plan is not a list of strings")
		}
		steps = []string{one}
	}
	var out []string
	for _, s := range steps {
		if strings.TrimSpace(s) != "" {
			out = append(out, query.OneLine(s))
		}
	}
	if len(out) == 0 {
		return nil, errors.New("the plan is empty")
	}
	return out, nil
}

// Offline lists the lookups of the question.
func (p planPrompt) Offline(kit *offline.Kit) []string { return kit.Plan(p.parsed) }

// stepNumber matches the number that a model sets before a step, such as "1. " or "2）".
var stepNumber = regexp.MustCompile(`^\s*[0-9]{1,2}\s*[.)、．）:：]\s*([^0-9\s])`)

// wanted returns the text of a plan without the numbers of its steps, which would match numbers of the documents.
func wanted(plan []string) string {
	return strings.Join(lists.Map(plan, func(step string) string { return stepNumber.ReplaceAllString(step, "$1") }), "\n")
}
