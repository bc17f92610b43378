package query

import (
	"context"
	"errors"
	"slices"
	"strings"

	"grove/internal/fault"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

const (
	// MaxTurns is the largest number of earlier turns that resolve a follow-up.
	MaxTurns = 6
	// historyShare is the share of the window for the turns, as its reciprocal; maxTurn
	// is the largest number of runes of a question or an answer among them.
	historyShare = 8
	maxTurn      = 300
	// followUpTokens bounds the reply, in tokens.
	followUpTokens = 192
	// leastFollowUpCalls is the smallest call limit that permits a call for the
	// follow-up; below it the offline rules rewrite the question.
	leastFollowUpCalls = 3
)

// standAlone rewrites a follow-up question so that it is understood without the conversation.
func (f *Frame) standAlone(ctx context.Context, maxCalls int) error {
	turns := recent(f.Session, f.Question.History)
	if len(turns) == 0 {
		return nil
	}
	prompt := followUp{question: f.Question.Text, turns: turns}
	args := map[string]any{"question": f.Question.Text, "turns": len(turns), "of": len(f.Question.History)}
	standalone := ""
	if maxCalls > 0 && maxCalls < leastFollowUpCalls {
		standalone = prompt.Offline(f.Kit)
	} else {
		var err error
		standalone, err = llm.Ask(ctx, f.Session, llm.Prompt[string](prompt))
		switch {
		case Soft(err):
			args["error"], standalone = fault.Brief(err), prompt.Offline(f.Kit)
		case err != nil:
			return err
		}
	}
	if f.least(standalone) > f.Session.Window() {
		args["error"], standalone = "the rewritten question is too long for the window", f.Question.Text
	}
	args["asked"] = standalone
	f.Trace.Add(Step{Action: "rewrite", Args: args, Rows: 1})
	if standalone != strings.TrimSpace(f.Question.Text) {
		f.asked = standalone
	}
	f.Question.Text = standalone
	return nil
}

// recent returns the last turns that fit their share of the window, at most MaxTurns,
// each truncated to maxTurn runes.
func recent(s *llm.Session, history []Turn) []Turn {
	turns := make([]Turn, 0, MaxTurns)
	for _, t := range history[max(len(history)-MaxTurns, 0):] {
		t = Turn{text.Truncate(strings.TrimSpace(t.Question), maxTurn), text.Truncate(strings.TrimSpace(t.Answer), maxTurn)}
		if t.Question != "" {
			turns = append(turns, t)
		}
	}
	left := s.Window() / historyShare
	for i := len(turns) - 1; i >= 0; i-- {
		if left -= s.Count(turns[i].line()); left < 0 {
			return turns[i+1:]
		}
	}
	return turns
}

// line returns a turn as prompts show it, without an answer line if there is no answer.
func (t Turn) line() string {
	line := "Q: " + text.OneLine(t.Question) + "\n"
	if t.Answer != "" {
		line += "A: " + text.OneLine(t.Answer) + "\n"
	}
	return line
}

// followUp is the prompt that rewrites a follow-up question.
type followUp struct {
	question string
	turns    []Turn
}

const followUpInstructions = `You see a conversation and the question that comes next. ` +
	`Somebody who has not seen the conversation shall understand the question: write it again so that it stands alone. ` +
	`Put in the names that words such as "he", "it", "there" or "the second one" stand for, and what a shortened question leaves out. ` +
	`Change nothing else, add nothing, and do not answer. A question that stands alone already is given back as it is. `

// Form returns the prompt's name, decoding settings and reply schema.
func (followUp) Form() llm.Form {
	return llm.Form{Name: "query.followup/1", Limits: llm.Limits{MaxTokens: followUpTokens},
		Schema: `{"type":"object","properties":{"question":{"type":"string"}},` +
			`"required":["question"],"additionalProperties":false}`}
}

// Messages returns the chat messages.
func (p followUp) Messages() []llm.Message {
	lines := lists.Map(p.turns, func(t Turn) string { return strings.TrimSpace(t.line()) })
	return []llm.Message{llm.System(followUpInstructions, Rules(followUpTokens)),
		llm.User(llm.Fenced("conversation", strings.Join(lines, "\n")) + "\n\nNext question: " + strings.TrimSpace(p.question))}
}

// Parse parses the question. A question much longer than the conversation is an error.
func (p followUp) Parse(reply string) (string, error) {
	r, err := ParseObject[struct {
		Question LooseText `json:"question"`
	}](reply, "question")
	question := text.OneLine(string(r.Question))
	switch {
	case err != nil:
		return "", err
	case question == "":
		return "", errors.New("the question is empty")
	case len(question) > len(p.question)+4*maxTurn:
		return "", errors.New("the question is too long")
	}
	return question, nil
}

// Offline resolves the references of the question by rules.
func (p followUp) Offline(kit *offline.Kit) string {
	var resolved []Turn
	for _, t := range p.turns {
		resolved = append(resolved, Turn{resolveBy(kit, t.Question, resolved), t.Answer})
	}
	return resolveBy(kit, p.question, resolved)
}

// resolveBy resolves the references of a question by the latest turn that has their
// antecedents.
func resolveBy(kit *offline.Kit, question string, turns []Turn) string {
	question = strings.TrimSpace(question)
	for _, t := range slices.Backward(turns) {
		if resolved := resolve(kit, question, t); resolved != question {
			return resolved
		}
	}
	return question
}
