package query

import (
	"fmt"
	"math"
	"time"

	"grove/internal/llm"
)

// Limits bound tokens, cost and time for one question. 0 is no bound.
type Limits struct {
	// MaxTokens bounds the prompt and completion tokens of all billed calls.
	MaxTokens int
	// Budget bounds the cost of all calls at Prices, in US dollars.
	Budget float64
	Prices llm.Prices
	// Timeout bounds the time for calls. A share of it is reserved for the answer.
	Timeout time.Duration
	// Fresh makes every call anew, even if the model's reply to it is stored.
	Fresh bool
}

// LimitSteps is an agent's own bound on its steps; it is not a limit of the user.
const LimitSteps llm.Limit = "steps"

const (
	// MaxQuestion is the largest number of runes of a question.
	MaxQuestion = 10_000
	// MaxPage is the largest number of bytes of a web page.
	MaxPage = 8 << 20
	// maxAnswerTime bounds the time reserved for the answer, a quarter of the timeout.
	maxAnswerTime = 30 * time.Second
	// answerTokens bounds the completion tokens reserved for the answer.
	answerTokens = 512
)

// bounds returns the limits of a session.
func (l Limits) bounds(window, maxCalls int, started time.Time) llm.Bounds {
	b := llm.Bounds{Window: window, MaxCalls: maxCalls, MaxTotalTokens: l.MaxTokens, Budget: l.Budget, Prices: l.Prices, Fresh: l.Fresh}
	if l.Timeout > 0 {
		b.Until = started.Add(l.Timeout)
	}
	return b
}

// reserve returns the budget for the answer: the tokens of a window, but at most half of
// the budget, and a quarter of the time.
func (l Limits) reserve(s *llm.Session) llm.Reserve {
	r := llm.Reserve{Time: min(l.Timeout/4, maxAnswerTime)}
	if l.MaxTokens > 0 || l.Budget > 0 {
		tokens := min(s.Window(), s.Remaining()/2)
		r.CompletionTokens = min(answerTokens, tokens/4)
		r.PromptTokens = tokens - r.CompletionTokens
	}
	return r
}

// SpareCalls returns the number of calls left, without the one for the answer.
func (f *Frame) SpareCalls() int {
	if f.Options.MaxCalls == 0 {
		return math.MaxInt32
	}
	return f.Options.MaxCalls - f.Session.Usage().Calls - 1
}

// leastMaterial is the smallest number of tokens of evidence that is worth a call.
const leastMaterial = 64

// AnswerRoom returns the number of tokens of evidence that fit into the prompt for the
// answer under the window and the bounds. If the bounds leave no call, only the window
// counts, as the evidence is then read offline.
func (f *Frame) AnswerRoom(p AnswerPrompt) int {
	p.Question, p.Parsed = f.Question, f.Parsed
	cost := llm.SizeOf(f.Session, llm.Prompt[AnswerReply](p)).Cost() + RepairRoom
	if room := f.Session.Affordable() - cost; room >= leastMaterial {
		return room
	}
	return f.Session.Window() - cost
}

// Stopped describes the limit that ended a search early.
type Stopped struct {
	// By is the limit, "" for another cause, such as a failed path.
	By llm.Limit
	// After describes the point of the end, such as "12 calls made".
	After string
}

// ByUser reports whether the limit is one that the user can set.
func (s Stopped) ByUser() bool { return s.By != "" && s.By != LimitSteps }

// after returns After in the question's language.
func (s Stopped) after(chinese bool) string {
	if !chinese {
		return s.After
	}
	names := map[llm.Limit]string{llm.LimitCalls: "调用次数用完", llm.LimitTokens: "令牌数用完",
		llm.LimitMoney: "预算用完", llm.LimitTime: "时间用完"}
	return fmt.Sprintf("%s（%s）", names[s.By], s.After)
}
