package query

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

const (
	// MaxTurns is how many earlier turns a follow-up is read with.
	MaxTurns = 6
	// historyShare is the part of a window that the turns may have, as 1 in so
	// many; maxTurn is the most runes of a question or an answer among them.
	historyShare = 8
	maxTurn      = 300
	// followUpTokens bounds the reply.
	followUpTokens = 192
	// leastFollowUpCalls is from how many calls on one is spent on the follow-up;
	// with fewer the rules of the offline kit do it.
	leastFollowUpCalls = 3
)

// standAlone rewrites a question that follows a conversation.
func (f *Frame) standAlone(ctx context.Context, maxCalls int) error {
	turns := recent(f.Session, f.Question.History)
	if len(turns) == 0 {
		return nil
	}
	prompt := followUp{question: f.Question.Text, turns: turns}
	args := map[string]any{"question": f.Question.Text, "turns": len(turns), "of": len(f.Question.History)}
	asked := ""
	if maxCalls > 0 && maxCalls < leastFollowUpCalls {
		asked = prompt.Offline(f.Kit)
	} else {
		var err error
		asked, err = llm.Ask(ctx, f.Session, llm.Prompt[string](prompt))
		switch {
		case fault.Is(err, fault.BadReply), fault.Is(err, fault.LimitReached), fault.Is(err, fault.WindowTooSmall):
			args["error"], asked = fault.Brief(err), prompt.Offline(f.Kit)
		case err != nil:
			return err
		}
	}
	if f.least(asked) > f.Session.Window() {
		args["error"], asked = "what stands alone is too long for the window", f.Question.Text
	}
	args["asked"] = asked
	f.Trace.Add(Step{Action: "rewrite", Args: args, Rows: 1})
	if asked != strings.TrimSpace(f.Question.Text) { // else it stood alone
		f.asked = asked
	}
	f.Question.Text = asked
	return nil
}

// recent are the last turns, at most MaxTurns and as many as their share of the
// window holds, each cut to maxTurn runes.
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

// line is a turn as a model sees it; a question that was not answered stands alone.
func (t Turn) line() string {
	if t.Answer == "" {
		return fmt.Sprintf("Q: %s\n", strings.Join(strings.Fields(t.Question), " "))
	}
	return fmt.Sprintf("Q: %s\nA: %s\n", strings.Join(strings.Fields(t.Question), " "), strings.Join(strings.Fields(t.Answer), " "))
}

// followUp asks for a follow-up as a question that stands alone.
type followUp struct {
	question string
	turns    []Turn
}

const followUpInstructions = `You see a conversation and the question that comes next. Somebody who has not seen the conversation shall understand the question: write it again so that it stands alone. ` +
	`Put in the names that words such as "he", "it", "there" or "the second one" stand for, and what a shortened question leaves out. ` +
	`Change nothing else, add nothing, and do not answer. A question that stands alone already is given back as it is. `

// Name names the prompt.
func (followUp) Name() string { return "query.followup/1" }

// Messages gives the chat.
func (p followUp) Messages() []llm.Message {
	lines := make([]string, len(p.turns))
	for i, t := range p.turns {
		lines[i] = strings.TrimSpace(t.line())
	}
	return []llm.Message{llm.System(followUpInstructions + LengthRule(followUpTokens) + DataRule + JSONRule),
		llm.User(Fenced("conversation", strings.Join(lines, "\n")) + "\n\nNext question: " + strings.TrimSpace(p.question))}
}

// ReplySchema is the form of the reply.
func (followUp) ReplySchema() json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{"question":{"type":"string"}},"required":["question"],"additionalProperties":false}`)
}

// Limits are the decoding settings.
func (followUp) Limits() llm.Limits { return llm.Limits{MaxTokens: followUpTokens} }

// Parse reads the question. One much longer than the conversation is none.
func (p followUp) Parse(reply string) (string, error) {
	r, err := ParseObject[struct {
		Question LooseText `json:"question"`
	}](reply, "question")
	asked := strings.Join(strings.Fields(string(r.Question)), " ")
	switch {
	case err != nil:
		return "", err
	case asked == "":
		return "", errors.New("the question is empty")
	case len(asked) > len(p.question)+4*maxTurn:
		return "", errors.New("the question is too long")
	}
	return asked, nil
}

// Offline resolves what the question leaves out by rules.
func (p followUp) Offline(kit *offline.Kit) string {
	var standing []Turn
	for _, t := range p.turns {
		standing = append(standing, Turn{resolveBy(kit, t.Question, standing), t.Answer})
	}
	return resolveBy(kit, p.question, standing)
}

// resolveBy resolves a question by the last turn that says anything about it: one
// that was not answered and names nothing leads back to the turns before it.
func resolveBy(kit *offline.Kit, question string, turns []Turn) string {
	question = strings.TrimSpace(question)
	for _, t := range slices.Backward(turns) {
		if asked := resolve(kit, question, t); asked != question {
			return asked
		}
	}
	return question
}
