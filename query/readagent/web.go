package readagent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/gist"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
	"grove/query"
)

// webDomain are the instructions for gists of snippets of a web page.
const webDomain = `The passage is a part of a web page in HTML: tell briefly what it shows, and which links, buttons, ` +
	`fields and lists it offers, each with its id. `

// readPage divides the web page of the question into snippets, which are its pages.
func (r *run) readPage() error {
	started := time.Now()
	fits := func(s string) bool { return r.Session.Count(llm.Defused(s)) <= r.pageTokens }
	snippets, err := gist.DOM(r.Question.Page, r.Number(optionDepth), fits)
	if err != nil || len(snippets) == 0 {
		return fault.From(fault.Invalid, "readagent.readPage", "page", errors.Join(errors.New("the web page shows nothing"), err),
			"give a page in HTML")
	}
	total := 0
	for i, s := range snippets {
		n := words(s.Text)
		total += n
		r.pages = append(r.pages, &page{number: i + 1, title: "the web page", text: s.Text, words: n, elements: s.Elements})
	}
	r.Trace.Add(query.Step{Action: "pages", Rows: len(r.pages), Ms: query.Since(started),
		Args: map[string]any{"by": "elements", "depth": r.Number(optionDepth), "words": total, "pages": len(r.pages)}})
	return nil
}

// actionPrompt shows the memory of a web page, and asks for the next action.
type actionPrompt struct {
	task     string
	parsed   offline.Question
	memory   []*entry
	elements map[string]gist.Element
	reply    int
}

const actionInstructions = `You carry out a task on a web page, one action at a time. ` +
	`You see the page in parts, in their order: parts "in full" are HTML, ` +
	`in which every element has an id; "shortened" parts tell what is there. ` +
	`Say in "thought", in a sentence, what has to be done next for the task. ` +
	`Give in "element" the id of the element to act on, exactly as it stands there, and in "operation" what to do with it: ` +
	`"click", "type" with the text to enter in "value", or "select" with the option in "value". Leave "value" empty for a click. ` +
	`If no element of the page helps with the task, choose the operation "none" and leave "element" empty. `

// Form returns the prompt's name, decoding settings and reply schema.
func (p actionPrompt) Form() llm.Form {
	return llm.Form{Name: "readagent.action/1", Limits: llm.Limits{MaxTokens: p.reply},
		Schema: `{"type":"object","properties":{"thought":{"type":"string"},"element":{"type":"string"},` +
			`"operation":{"type":"string","enum":["click","type","select","none"]},"value":{"type":"string"}},` +
			`"required":["thought","element","operation","value"],"additionalProperties":false}`}
}

// Messages returns the chat messages.
func (p actionPrompt) Messages() []llm.Message {
	return []llm.Message{llm.System(actionInstructions, query.Rules(p.reply)),
		llm.User("Task: " + strings.TrimSpace(p.task) + "\n" + llm.Fenced("web page", strings.Join(lines(p.memory), "\n")))}
}

// actionReply is the next action; its operation is none where the page offers no element for the task.
type actionReply struct {
	thought string
	query.WebAction
}

const operationNone = "NONE"

// Parse parses the action. Its element must be one of the page.
func (p actionPrompt) Parse(reply string) (actionReply, error) {
	r, err := query.ParseObject[struct {
		Thought   query.LooseText `json:"thought"`
		Element   query.LooseText `json:"element"`
		Operation query.LooseText `json:"operation"`
		Value     query.LooseText `json:"value"`
	}](reply, "element", "operation")
	if err != nil {
		return actionReply{}, err
	}
	out := actionReply{query.OneLine(string(r.Thought)), query.WebAction{Element: strings.TrimSpace(string(r.Element)),
		Operation: strings.ToUpper(strings.TrimSpace(string(r.Operation))), Value: query.OneLine(string(r.Value))}}
	_, known := p.elements[out.Element]
	switch out.Operation {
	case operationNone:
		out.Element, out.Value = "", ""
		return out, nil
	case "CLICK":
		out.Value = ""
	case "TYPE", "SELECT":
		if out.Value == "" {
			return actionReply{}, errors.New("the operation needs a value")
		}
	default:
		return actionReply{}, errors.New("the operation is none of those offered")
	}
	if !known {
		return actionReply{}, fmt.Errorf("the page has no element %.20q", out.Element)
	}
	return out, nil
}

// Offline chooses, of the elements shown in full that can be acted on, the one nearest to the task.
func (p actionPrompt) Offline(kit *offline.Kit) actionReply {
	var candidates []gist.Element
	for _, e := range p.memory {
		if e.whole {
			useless := func(x gist.Element) bool { return operationOf(x) == "" }
			candidates = append(candidates, slices.DeleteFunc(slices.Clone(e.page.elements), useless)...)
		}
	}
	if len(candidates) == 0 {
		return actionReply{WebAction: query.WebAction{Operation: operationNone}}
	}
	best := candidates[query.Ranked(kit.Rank(p.task, lists.Map(candidates, func(e gist.Element) string { return e.Text })))[0]]
	out := actionReply{WebAction: query.WebAction{Element: best.ID, Operation: operationOf(best)}}
	switch {
	case out.Operation == "SELECT":
		out.Value = best.Options[query.Ranked(kit.Rank(p.task, best.Options))[0]]
	case out.Operation == "TYPE" && len(p.parsed.Names) > 0:
		out.Value = p.parsed.Names[0]
	case out.Operation == "TYPE":
		out.Operation = "CLICK"
	}
	return out
}

// operationOf returns what can be done with an element, "" for nothing.
func operationOf(e gist.Element) string {
	switch e.Tag {
	case "select":
		if len(e.Options) > 0 {
			return "SELECT"
		}
	case "input", "textarea":
		return "TYPE"
	case "a", "button", "option", "label":
		return "CLICK"
	}
	return ""
}

// act asks for the next action on the web page.
func (r *run) act(ctx context.Context) (query.Answer, error) {
	started := time.Now()
	r.Session.SetReserve(llm.Reserve{})
	p := r.actionPrompt(r.memory)
	reply, err := query.Ask(ctx, r.Session, p)
	switch {
	case ctx.Err() != nil:
		return query.Answer{}, fault.Wrap(ctx.Err(), "readagent.act", "")
	case fault.Is(err, fault.LimitReached):
		reply = p.Offline(r.Kit)
	case err != nil && !query.Soft(err):
		return query.Answer{}, err
	case err != nil:
		reply = actionReply{thought: fault.Brief(err), WebAction: query.WebAction{Operation: operationNone}}
	}
	r.Trace.Add(query.Step{Action: "act", Rows: 1, Ms: query.Since(started), Args: map[string]any{"thought": reply.thought,
		"element": reply.Element, "operation": reply.Operation, "value": reply.Value, "node": reply.String()}})
	if reply.Operation == operationNone {
		return r.Abstain(reply.thought), nil
	}
	return query.Answer{Answer: reply.String(), Action: &reply.WebAction, Citations: []query.Citation{}}, nil
}

func (r *run) actionPrompt(memory []*entry) actionPrompt {
	p := actionPrompt{task: r.Question.Text, parsed: r.Parsed, memory: memory, elements: map[string]gist.Element{}, reply: r.reply}
	for _, x := range r.pages {
		for _, e := range x.elements {
			p.elements[e.ID] = e
		}
	}
	return p
}

// lines returns a memory as prompts show it.
func lines(memory []*entry) (out []string) {
	under := ""
	for _, e := range memory {
		x := e.evidence()
		if x.Under != under {
			under = x.Under
			out = append(out, text.Truncate(query.OneLine(llm.Defused(under)), 300))
		}
		out = append(out, x.Line(x.Number))
	}
	return out
}
