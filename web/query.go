package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"grove/cypher"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/query"
	"grove/web/keys"
)

// HitList are the results of a search, best first.
type HitList struct {
	Hits []query.Hit `json:"hits"`
	// Ms is the time of the search in milliseconds.
	Ms int64 `json:"ms"`
}

func search(ctx context.Context, a arguments, w Workspace) (HitList, error) {
	scope, err := a.scope()
	if err != nil {
		return HitList{}, err
	}
	started := time.Now()
	hits, err := w.Search(ctx, a.text("q"), a.text("method"), a.number("k"), scope)
	return HitList{graph.List(hits), time.Since(started).Milliseconds()}, err
}

// Question is the body of a request that asks an agent a question.
type Question struct {
	Question string `json:"question" min:"1" max:"10000"`
	// Agent answers; "" is the default one. Mode is open ("") or reject.
	Agent string `json:"agent,omitempty"`
	Mode  string `json:"mode,omitempty" enum:"|open|reject"`
	// Check has the model judge, by one more call, which quotes state each sentence of its answer.
	Check bool `json:"check,omitempty"`
	// Window is the context window of each model call in tokens (0: the default), MaxCalls
	// the maximum number of calls (0: no limit).
	Window   int `json:"window,omitempty" min:"0"`
	MaxCalls int `json:"max_calls,omitempty" min:"0"`
	// MaxTokens bounds the tokens of paid calls, Budget their cost in US dollars by the
	// service's prices, Timeout the time for calls in seconds; 0 is no limit. Timeout is at
	// most 19/20 of Limits.QuestionTime.
	MaxTokens int     `json:"max_tokens,omitempty" min:"0"`
	Budget    float64 `json:"budget,omitempty" min:"0"`
	Timeout   int     `json:"timeout,omitempty" min:"0" max:"86400"`
	// Filters restricts the question to some documents.
	Filters graph.Scope `json:"filters,omitzero"`
	// History are the earlier turns of the conversation, the oldest first.
	History []query.Turn `json:"history,omitempty" max:"100"`
	// Without disables parts of the agent, Options sets the agent's own options by name;
	// GET /v1/agents lists both.
	Without []string          `json:"without,omitempty" max:"10"`
	Options map[string]string `json:"options,omitempty"`
	// MakeGists has missing gists made first, if the agent reads them and the key has the role write. Otherwise the question is refused
	// with the estimated cost.
	MakeGists bool `json:"make_gists,omitempty"`
	// TraceID is the id of its stored trace; "" generates one.
	TraceID string `json:"-"`
	// MayWrite is true if the client's key has the role write.
	MayWrite bool `json:"-"`
}

func ask(ctx context.Context, c *call) error {
	q, err := decode[Question](ctx, c, c.server.Limits.Body)
	if err != nil {
		return err
	}
	if err := q.check(c.server.Limits); err != nil {
		return err
	}
	q.Timeout, q.MayWrite = q.timeout(c.server.Limits), c.key == nil || c.key.Role.May(keys.Write)
	if c.wantsEvents() {
		if trace, n := splitEventID(c.text(lastEventID)); trace != "" {
			return c.readOn(ctx, trace, n, 0)
		}
		return c.askStream(ctx, q)
	}
	ctx, stop := context.WithTimeout(ctx, c.server.Limits.QuestionTime)
	defer stop()
	var answer query.Answer
	err = c.server.Service.Use(ctx, c.workspace, func(ctx context.Context, w Workspace) (err error) {
		answer, err = w.Ask(ctx, q, nil)
		return err
	})
	if c.text("include") != includeTrace {
		answer.Trace = nil
	}
	return c.result(whole(answer), err)
}

// includeTrace, as the parameter include, adds the trace to an answer that is not a stream.
const includeTrace = "trace"

// longestHistory is the maximum number of turns of a conversation.
const longestHistory = 100

// check validates a question.
func (q Question) check(l Limits) error {
	const op = "web.ask"
	if n := utf8.RuneCountInString(q.Question); n > l.Question || strings.TrimSpace(q.Question) == "" {
		return fault.New(fault.Invalid, op, "question", "the question is empty or too long",
			fmt.Sprintf("use 1 to %d characters", l.Question))
	}
	if len(q.History) > longestHistory {
		return fault.New(fault.Invalid, op, "history", "too many turns", fmt.Sprintf("send the last %d turns", longestHistory))
	}
	for _, turn := range q.History {
		if strings.TrimSpace(turn.Question) == "" { // the answer may be missing
			return fault.New(fault.Invalid, op, "history", "a turn has no question",
				"give the question of each turn, and its answer if there was one")
		}
	}
	if min(q.Window, q.MaxCalls, q.MaxTokens, q.Timeout) < 0 || q.Budget < 0 || q.Timeout > longestTimeout {
		return fault.New(fault.Invalid, op, "", "a limit is negative or too large", "omit limits that do not apply")
	}
	return q.Filters.Check()
}

// timeout returns the agent's timeout in seconds: that of the question, at most 19/20 of
// Limits.QuestionTime, which leaves the agent time to return its best answer so far. If that
// is less than a second, only the question's own timeout counts.
func (q Question) timeout(l Limits) int {
	most := int(l.QuestionTime * 19 / 20 / time.Second)
	if most > 0 && (q.Timeout == 0 || q.Timeout > most) {
		return most
	}
	return q.Timeout
}

// longestTimeout is the maximum timeout of a question in seconds.
const longestTimeout = 86400

// whole replaces nil lists of an answer by empty ones.
func whole(a query.Answer) query.Answer {
	a.Citations, a.Nearest, a.Conflicts, a.Trace = graph.List(a.Citations), graph.List(a.Nearest), graph.List(a.Conflicts),
		graph.List(a.Trace)
	a.Sentences = slices.Clone(graph.List(a.Sentences))
	for i := range a.Sentences {
		a.Sentences[i].Citations = graph.List(a.Sentences[i].Citations)
	}
	return a
}

// cut ends a stream whose client or workspace ended early; err is nil if neither did. A
// stream that has not begun becomes an error.
func (c *call) cut(s *stream, err error) error {
	if s.begun() {
		return c.gone(err)
	}
	return fault.Wrap(err, "web.stream", c.workspace)
}

// gone logs that the client disconnected during a stream; err is nil if it did not.
func (c *call) gone(err error) error {
	if err != nil {
		c.server.Log.DebugContext(c.gin.Request.Context(), "client gone", "request_id", requestID(c.gin), "error", err.Error())
	}
	return nil
}

// Offer lists the agents, modes and search methods of the service.
type Offer struct {
	// Agents answer questions; the first is the default.
	Agents []Agent `json:"agents"`
	// Modes are the answer modes, Methods the search methods; the first is the default.
	Modes   []string `json:"modes"`
	Methods []string `json:"methods"`
}

// Agent is an agent of the service.
type Agent struct {
	Name string `json:"name"`
	// Purpose describes the agent in one line, Calls how many model calls it makes,
	// LeastWindow is the smallest context window that it supports, in tokens.
	Purpose     string `json:"purpose"`
	Calls       string `json:"calls"`
	LeastWindow int    `json:"least_window"`
	// Parts are the parts that Question.Without can name.
	Parts []string `json:"parts"`
	// Options are the options of this agent alone.
	Options []query.Option `json:"options"`
}

func agents(_ context.Context, c *call) error {
	return c.reply(http.StatusOK, c.server.Service.Offer())
}

// CypherRequest is a Cypher statement that only reads.
type CypherRequest struct {
	Statement string `json:"statement" min:"1" max:"20000"`
	// Params are the statement's parameters.
	Params map[string]any `json:"params,omitempty"`
	// Rows is the maximum of rows; 0 is 100.
	Rows int `json:"rows,omitempty" min:"0" max:"10000"`
}

// runCypher runs a statement. It sees all workspaces, and so the key must open all of them.
func runCypher(ctx context.Context, c *call, w Workspace) (cypher.Table, error) {
	if !c.mayOpen("") {
		return cypher.Table{}, fault.New(Forbidden, "web.runCypher", "",
			"a statement sees all workspaces, and the key does not open all of them", "use an admin key for all workspaces")
	}
	r, err := decode[CypherRequest](ctx, c, c.server.Limits.Body)
	if err != nil {
		return cypher.Table{}, err
	}
	return w.Cypher(ctx, cypher.Own{Text: r.Statement, Params: r.Params, Rows: r.Rows})
}
