// Package auto is the agent that goes only as far as a question needs: one search and one call
// first, then other agents for what the evidence lacks. Which agent does which step follows
// from the agents' own declarations (query.Suit).
package auto

import (
	"context"
	"fmt"
	"regexp"
	"slices"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/text"
	"grove/query"
)

// Name is the agent's name. An answer has the name of the agent that gave it.
const Name = "auto"

// maxRounds bounds the searches for what is missing [G].
const maxRounds = 3

// Agent returns the agent that chooses among others.
func Agent(others []query.Agent) query.Agent {
	least := others[0].LeastWindow
	for _, a := range others {
		least = min(least, a.LeastWindow)
	}
	return query.Agent{
		Name: Name, Purpose: "searches once and answers in one call, and goes on with other agents only for what is missing",
		Calls: "1, and those of the agents that go on", LeastWindow: least, LeastCalls: 1,
		Work: func(ctx context.Context, f *query.Frame) (query.Answer, error) {
			in, err := f.Situation(ctx)
			if err != nil {
				return query.Answer{}, err
			}
			c := cascade{f, in, others}
			first, why := c.first()
			c.note(first, why, nil)
			answer, err := f.Delegate(ctx, first)
			if err != nil {
				return answer, err
			}
			answer.Agent = first.Name
			return c.goOn(ctx, answer)
		},
	}
}

// cascade is the work on one question.
type cascade struct {
	*query.Frame
	in     query.Situation
	others []query.Agent
}

// note records the choice of an agent in the trace; missing is what it is to find.
func (c cascade) note(a query.Agent, why string, missing []string) {
	args := map[string]any{"agent": a.Name, "why": why}
	if len(missing) > 0 {
		args["missing"] = missing
	}
	c.Trace.Add(query.Step{Action: Name, Args: args})
}

// first returns the agent that begins, and why.
func (c cascade) first() (query.Agent, string) {
	if c.in.Counts.Chunks == 0 {
		a, why, _ := c.suited(query.KindUnread)
		return a, "the workspace holds no text: " + why
	}
	barred := ""
	if wholeText.MatchString(c.Question.Text) {
		a, why, bar := c.suited(query.KindWhole)
		if a.Name != "" {
			return a, why
		}
		barred = bar
	}
	a, why, _ := c.suited(query.KindLookup)
	if barred != "" {
		return a, barred + ": the best chunks are read at once, " + why
	}
	return a, "the best chunks are read at once, " + why
}

// goOn answers with further agents as long as the evidence lacks something and each of them finds
// some of it. An answer is replaced only by another answer of the model.
func (c cascade) goOn(ctx context.Context, answer query.Answer) (query.Answer, error) {
	if c.in.Offline {
		return answer, nil // without a model the others read the same passages, and guess where this agent does not answer
	}
	kind := query.KindMissing
	lacks := c.Found().Lacks()
	for round := 0; round < maxRounds && len(lacks) > 0; round++ {
		next, why, _ := c.suited(kind)
		if next.Name == "" {
			kind = query.KindDistant
			next, why, _ = c.suited(kind)
		}
		if next.Name == "" || c.Stopped().ByUser() {
			break
		}
		if made := c.Session.Usage().Calls; c.Options.MaxCalls > 0 && made >= c.Options.MaxCalls {
			c.EndedBy(llm.LimitCalls, text.Count(made, "call")+" made")
			break
		}
		c.note(next, why, lacks)
		further, err := c.Continue(ctx, next)
		if err != nil && ctx.Err() == nil && !answer.Abstained {
			c.EndedBy("", next.Name+" failed: "+fault.Brief(err))
			return answer, nil
		}
		if err != nil {
			return further, err
		}
		cited := len(further.Citations) > 0 || len(answer.Citations) == 0
		if !further.Abstained && further.Model == answer.Model && cited || answer.Abstained {
			answer = further
			answer.Agent = next.Name
		}
		left := c.Found().Lacks()
		if slices.Equal(left, lacks) || kind == query.KindDistant {
			break // nothing was found
		}
		if lacks = left; !answer.Abstained {
			continue
		}
		if round > 0 {
			kind = query.KindDistant
		}
	}
	return answer, nil
}

// suited returns the agent that suits a kind of question, and the reason: of several the
// one with the most needs, as it uses the most. If there is none, barred is the obstacle.
func (c cascade) suited(kind query.Kind) (chosen query.Agent, why, barred string) {
	most := -1
	for _, a := range c.others {
		for _, s := range a.Suits {
			if s.Kind != kind {
				continue
			}
			lacks := c.in.Lacks(s.Needs)
			switch {
			case lacks == query.NeedModel:
				barred = "without a language model nobody decides on the steps of " + a.Name
			case lacks != "":
			case c.in.Window > 0 && c.in.Window < a.LeastWindow:
				barred = fmt.Sprintf("a window of %d tokens is too small for %s (%d)", c.in.Window, a.Name, a.LeastWindow)
			case c.in.MaxCalls > 0 && kind == query.KindWhole && c.in.MaxCalls < a.LeastCalls:
				barred = fmt.Sprintf("%d calls are too few for %s (%d)", c.in.MaxCalls, a.Name, a.LeastCalls)
			case len(s.Needs) > most:
				chosen, why, most = a, s.Why, len(s.Needs)
			}
		}
	}
	return chosen, why, barred
}

// wholeText are words of questions about a whole text, or about all of a kind.
var wholeText = regexp.MustCompile(`(?i)\b(overall|overview|summar(y|i[sz]e[sd]?)|themes?|topics?|in general|` +
	`main (points?|ideas?|characters?|groups?|events?)|` +
	`list (all|every)|all (of )?the|every one of|how many (different|distinct)|` +
	`what are the (most|main|major|key)|trends?|across (the|all))\b|` +
	`总结|概括|概述|总体|整体|主题|主要(人物|内容|事件|观点)|列出|所有的?|哪些|一共`)
