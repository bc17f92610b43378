package query

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/offline"
)

// CheckPrompt asks which verified quotes state each sentence of an answer.
type CheckPrompt struct {
	Question string
	// Sentences are those of the answer, as function Supported judges them.
	Sentences []Sentence
	Citations []Citation
}

// Stated is a sentence of an answer, by its number from 1, with the numbers of the quotes that state it.
type Stated struct {
	Sentence int   `json:"sentence"`
	Quotes   []int `json:"quotes"`
}

var _ llm.Prompt[[]Stated] = CheckPrompt{}

// checkTokens bounds the reply.
const checkTokens = 400

const checkTask = `You check an answer. The user sends a question, the numbered sentences of an answer to it, and numbered quotes from documents. ` +
	`For each sentence, find the quotes that state, alone or together, what the sentence says of what the question asks. ` +
	`Words in common are not enough: a quote must be about the same thing and say the same of it. Use the quotes only, not what you know. ` +
	`List each stated sentence in "stated" by its number with the numbers of its quotes; leave out a sentence that no quote states. `

// Form returns the prompt's name, decoding settings and reply schema.
func (CheckPrompt) Form() llm.Form {
	return llm.Form{Name: "answer.check/1", Limits: llm.Limits{MaxTokens: checkTokens},
		Schema: `{"type":"object","additionalProperties":false,"required":["stated"],"properties":{"stated":{"type":"array","items":` +
			`{"type":"object","additionalProperties":false,"required":["sentence","quotes"],"properties":{"sentence":{"type":"integer"},` +
			`"quotes":{"type":"array","items":{"type":"integer"}}}}}}}`}
}

// Messages returns the task, and question, sentences and quotes as data.
func (p CheckPrompt) Messages() []llm.Message {
	var sentences, quotes strings.Builder
	for i, s := range p.Sentences {
		fmt.Fprintf(&sentences, "%d. %s\n", i+1, OneLine(s.Text))
	}
	for _, c := range p.Citations {
		if c.Verified {
			quotes.WriteString(Evidence{Label: c.Document.Title, Text: c.Quote, Compact: true}.Line(c.N) + "\n")
		}
	}
	return []llm.Message{llm.System(checkTask, Rules(checkTokens)), llm.User("Question: " + OneLine(p.Question) + "\n\n" +
		llm.Fenced("answer", strings.TrimSpace(sentences.String())) + "\n\n" + llm.Fenced("quotes", strings.TrimSpace(quotes.String())))}
}

// Parse reads a reply, without sentences and quotes that there are not.
func (p CheckPrompt) Parse(reply string) ([]Stated, error) {
	out, err := ParseWhole[struct {
		Stated []Stated `json:"stated"`
	}](reply, "stated")
	if err != nil {
		return nil, err
	}
	stated := slices.DeleteFunc(out.Stated, func(s Stated) bool { return s.Sentence < 1 || s.Sentence > len(p.Sentences) })
	for i := range stated {
		stated[i].Quotes = slices.DeleteFunc(stated[i].Quotes, func(n int) bool {
			return !slices.ContainsFunc(p.Citations, func(c Citation) bool { return c.N == n && c.Verified })
		})
	}
	return stated, nil
}

// Offline returns the judgement of function Supported.
func (p CheckPrompt) Offline(*offline.Kit) (stated []Stated) {
	for i, s := range p.Sentences {
		stated = append(stated, Stated{i + 1, s.Citations})
	}
	return stated
}

// check judges the sentences of a model's answer by one call, if the options ask for it. Where the call fails, as no limit is left
// for it or no reply is usable, the judgement of function Supported stays, and the trace has the reason.
func (f *Frame) check(ctx context.Context, a *Answer) error {
	if !f.Options.Check || a.Model == llm.OfflineName || !slices.ContainsFunc(a.Citations, func(c Citation) bool { return c.Verified }) {
		return nil
	}
	started := time.Now()
	stated, err := Ask(ctx, f.Session, llm.Prompt[[]Stated](CheckPrompt{f.Question.Text, a.Sentences, a.Citations}))
	args := map[string]any{"answer": a.Answer, "stated": stated}
	if err != nil { // the answer was paid for
		args = map[string]any{"answer": a.Answer, "error": fault.Brief(err)}
	}
	f.Trace.Add(Step{Action: "check", Args: args, Rows: len(stated), Ms: Since(started)})
	if err != nil {
		return ctx.Err()
	}
	for i := range a.Sentences {
		s := &a.Sentences[i]
		s.Citations = []int{}
		for _, x := range stated {
			if x.Sentence == i+1 {
				s.Citations = append(s.Citations, x.Quotes...)
			}
		}
		s.Citations = lists.Sorted(s.Citations)
		s.Supported = len(s.Citations) > 0
	}
	return nil
}

// Prompts describes the prompts of the steps that all agents share.
func Prompts() []llm.Listed {
	return []llm.Listed{
		llm.List("make a follow-up question stand alone", followUp{}),
		llm.List("which quotes state each sentence of an answer (--check)", CheckPrompt{}),
	}
}
