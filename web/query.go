package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"grove/internal/fault"
	"grove/query"
)

// HitList is what a search found, the best first.
type HitList struct {
	Hits []query.Hit `json:"hits"`
	// Ms is the time taken, in milliseconds.
	Ms int64 `json:"ms"`
}

func search(ctx context.Context, c *call, w Workspace) error {
	scope, err := c.scope()
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx, c.server.Limits.QuestionTime)
	defer stop()
	started := time.Now()
	hits, err := w.Search(ctx, Search{Text: c.text("q"), Method: c.text("method"), K: c.number("k"), Scope: scope})
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, HitList{hits, time.Since(started).Milliseconds()})
}

func ask(ctx context.Context, c *call) error {
	var q Question
	if err := c.decode(ctx, &q, c.server.Limits.Body); err != nil {
		return err
	}
	if err := q.check(c.server.Limits); err != nil {
		return err
	}
	q.Timeout = q.timeout(c.server.Limits)
	if c.wantsEvents() {
		if trace, n := splitEventID(c.text(lastEventID)); trace != "" {
			return c.readOn(ctx, trace, n, 0)
		}
		return c.askStream(ctx, q)
	}
	ctx, stop := context.WithTimeout(ctx, c.server.Limits.QuestionTime)
	defer stop()
	var answer query.Answer
	err := c.server.Service.Use(ctx, c.workspace(), func(ctx context.Context, w Workspace) (err error) {
		answer, err = w.Ask(ctx, q, nil)
		return err
	})
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, whole(answer))
}

// longestHistory is the most turns of a conversation that are taken.
const longestHistory = 100

// check refuses a question beyond the limits.
func (q Question) check(l Limits) error {
	const op = "web.ask"
	if n := utf8.RuneCountInString(q.Question); n > l.Question || strings.TrimSpace(q.Question) == "" {
		return fault.New(fault.Invalid, op, "question", "the question is empty or too long", "ask in fewer words, but ask")
	}
	if len(q.History) > longestHistory {
		return fault.New(fault.Invalid, op, "history", "too many turns", fmt.Sprintf("send the last %d", longestHistory))
	}
	for _, turn := range q.History {
		if strings.TrimSpace(turn.Question) == "" { // an answer may be missing: it was cut off, or there was none
			return fault.New(fault.Invalid, op, "history", "a turn without a question", "give the question of each turn, and its answer where there was one")
		}
	}
	if min(q.Window, q.MaxCalls, q.MaxTokens, q.Timeout) < 0 || q.Budget < 0 || q.Timeout > longestTimeout {
		return fault.New(fault.Invalid, op, "", "a limit is less than nothing, or beyond reason", "leave out what is not to be limited")
	}
	return q.Filters.Check()
}

// timeout is how many seconds the agent gets: what the question asks for, at most
// nineteen twentieths of what the service has. The agent then gives the best answer so
// far; at the end of the service's own time all its work would be lost. A service that
// has less than a second sets none.
func (q Question) timeout(l Limits) int {
	most := int(l.QuestionTime * 19 / 20 / time.Second)
	if most > 0 && (q.Timeout == 0 || q.Timeout > most) {
		return most
	}
	return q.Timeout
}

// longestTimeout is the most seconds that a question may be given.
const longestTimeout = 86400

// whole is an answer with lists that are lists.
func whole(a query.Answer) query.Answer {
	a.Citations, a.Nearest, a.Conflicts, a.Trace = list(a.Citations), list(a.Nearest), list(a.Conflicts), list(a.Trace)
	a.Sentences = slices.Clone(list(a.Sentences))
	for i := range a.Sentences {
		a.Sentences[i].Citations = list(a.Sentences[i].Citations)
	}
	return a
}

// list makes a list that is nil an empty one: JSON has a list for both.
func list[E any](l []E) []E {
	if l == nil {
		return []E{}
	}
	return l
}

// cut ends a stream that its client or the workspace ended early, nil where neither did:
// one that has not begun is an error.
func (c *call) cut(s *stream, err error) error {
	if s.begun() {
		return c.gone(err)
	}
	return fault.Wrap(err, "web.stream", c.workspace())
}

// gone logs that a client went away in the middle of a stream: nobody is left to be told.
func (c *call) gone(err error) error {
	if err != nil {
		c.server.Log.DebugContext(c.gin.Request.Context(), "client gone", "request_id", requestID(c.gin), "error", err.Error())
	}
	return nil
}

// Offer says what can be asked of every workspace.
type Offer struct {
	// Agents answer questions; the first does where none is named.
	Agents []Agent `json:"agents"`
	// Modes are those of a question, Methods those of a search; the first is meant
	// where none is named.
	Modes   []string `json:"modes"`
	Methods []string `json:"methods"`
}

// Agent is one who answers questions.
type Agent struct {
	Name string `json:"name"`
	// Purpose describes the agent in one line, Calls how many model calls it makes,
	// LeastWindow is the smallest context window that it supports, in tokens.
	Purpose     string `json:"purpose"`
	Calls       string `json:"calls"`
	LeastWindow int    `json:"least_window"`
	// Parts are what a question can leave out of it.
	Parts []string `json:"parts"`
	// Options are the options of this agent alone.
	Options []query.Option `json:"options"`
}

func agents(_ context.Context, c *call) error {
	return c.reply(http.StatusOK, c.server.Service.Offer())
}
