package query

import (
	"fmt"
	"time"

	"grove/internal/llm"
)

// Limits bound the work on one question beside its window and its calls. 0 is no bound.
type Limits struct {
	// MaxTokens bounds the prompt and completion tokens of all calls that are paid for.
	MaxTokens int
	// Budget bounds what all calls cost by Prices, in US dollars.
	Budget float64
	Prices llm.Prices
	// Timeout bounds the time for calls. A share of it is kept for the answer.
	Timeout time.Duration
}

// LimitSteps is an agent's own bound on how far it goes: no limit of the user's.
const LimitSteps llm.Limit = "steps"

const (
	// MaxQuestion is the most runes of a question.
	MaxQuestion = 10_000
	// maxAnswerTime is the most time kept for the answer; the share is a quarter.
	maxAnswerTime = 30 * time.Second
	// answerTokens is the most tokens of a reply that is kept for the answer.
	answerTokens = 512
)

// bounds are the limits as a session keeps them.
func (l Limits) bounds(window, maxCalls int, started time.Time) llm.Bounds {
	b := llm.Bounds{Window: window, MaxCalls: maxCalls, MaxTotalTokens: l.MaxTokens, Budget: l.Budget, Prices: l.Prices}
	if l.Timeout > 0 {
		b.Until = started.Add(l.Timeout)
	}
	return b
}

// reserve is what is kept for the answer: a window full of tokens, or half of what
// there is where that is less, and a quarter of the time.
func (l Limits) reserve(s *llm.Session) llm.Reserve {
	r := llm.Reserve{Time: min(l.Timeout/4, maxAnswerTime)}
	if l.MaxTokens > 0 || l.Budget > 0 {
		tokens := min(s.Window(), s.Remaining()/2)
		r.CompletionTokens = min(answerTokens, tokens/4)
		r.PromptTokens = tokens - r.CompletionTokens
	}
	return r
}

// leastMaterial is the fewest tokens of material that are worth an answer's call.
const leastMaterial = 64

// AnswerRoom is how many tokens of evidence the prompt for the answer can show beside
// what it has: what the window and the bounds leave. Where the bounds leave no call, it
// is the window's room: the evidence is read without a model then.
func (f *Frame) AnswerRoom(p AnswerPrompt) int {
	p.Question, p.Parsed = f.Question, f.Parsed
	cost := llm.SizeOf(f.Session, llm.Prompt[AnswerReply](p)).Cost() + RepairRoom
	if room := f.Session.Affordable() - cost; room >= leastMaterial {
		return room
	}
	return f.Session.Window() - cost
}

// Stopped says which limit ended a search early.
type Stopped struct {
	// By is the limit, "" for something else, such as a path that failed.
	By llm.Limit
	// After says after what: "12 calls made".
	After string
}

// ByUser tells whether it was a limit that the user can set.
func (s Stopped) ByUser() bool { return s.By != "" && s.By != LimitSteps }

// after is After in the question's language.
func (s Stopped) after(chinese bool) string {
	if !chinese {
		return s.After
	}
	names := map[llm.Limit]string{llm.LimitCalls: "调用次数用完", llm.LimitTokens: "令牌数用完", llm.LimitMoney: "预算用完", llm.LimitTime: "时间用完"}
	return fmt.Sprintf("%s（%s）", names[s.By], s.After)
}
