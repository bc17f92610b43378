// Package auto is the agent that delegates to another agent: the one that suits the
// question, its bounds and the content of the workspace. It chooses by the agents' own
// declarations (query.Suit), without a model.
package auto

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"grove/internal/llm/offline"
	"grove/query"
)

// Name is the agent's name. An answer has the name of the chosen agent.
const Name = "auto"

// longQuestion is the smallest length of a long question, in words; a Chinese letter counts
// half.
const longQuestion = 30

// Agent returns the agent that chooses among others.
func Agent(others []query.Agent) query.Agent {
	least := others[0].LeastWindow
	for _, a := range others {
		least = min(least, a.LeastWindow)
	}
	return query.Agent{
		Name: Name, Purpose: "chooses the agent that suits the question, and reports the choice and its reason",
		Calls: "as the agent chosen", LeastWindow: least, LeastCalls: 1,
		Work: func(ctx context.Context, f *query.Frame) (query.Answer, error) {
			counts, err := f.TracedIn(query.NewTrace()).Counts(ctx) // not part of the answer's trace
			if err != nil {
				return query.Answer{}, err
			}
			chosen, why := choose(f.Parsed, f.Situation(counts), others)
			f.Trace.Add(query.Step{Action: Name, Args: map[string]any{"agent": chosen.Name, "why": why}})
			return f.Delegate(ctx, chosen)
		},
	}
}

// choose returns the agent that suits the first of the question's kinds that has one, and
// the reason.
func choose(q offline.Question, s query.Situation, others []query.Agent) (query.Agent, string) {
	if s.Counts.Chunks == 0 {
		a, why, _ := suited(s, others, query.KindUnread)
		return a, "the workspace holds no text: " + why
	}
	barred := ""
	for _, kind := range kinds(q) {
		a, why, bar := suited(s, others, kind)
		switch {
		case a.Name == "" && barred == "":
			barred = bar
		case a.Name != "" && kind == query.KindLookup:
			return a, "the question asks one thing of one name: the best chunks are read at once, " + why
		case a.Name != "":
			return a, why
		}
	}
	a, why, _ := suited(s, others, query.KindLookup)
	return a, barred + ": the best chunks are read at once, " + why
}

// suited returns the agent that suits a kind of question, and the reason: of several the
// one with the most needs, as it uses the most. If there is none, barred is the obstacle.
func suited(in query.Situation, others []query.Agent, kind query.Kind) (chosen query.Agent, why, barred string) {
	most := -1
	for _, a := range others {
		for _, s := range a.Suits {
			if s.Kind != kind {
				continue
			}
			lacks := in.Lacks(s.Needs)
			switch {
			case lacks == query.NeedModel:
				barred = "without a language model a walk has nobody to decide on its steps"
			case lacks != "":
			case in.Window > 0 && in.Window < a.LeastWindow:
				barred = fmt.Sprintf("a window of %d tokens is too small for %s (%d)", in.Window, a.Name, a.LeastWindow)
			case in.MaxCalls > 0 && in.MaxCalls < a.LeastCalls:
				barred = fmt.Sprintf("%d calls are too few for %s (%d)", in.MaxCalls, a.Name, a.LeastCalls)
			case len(s.Needs) > most:
				chosen, why, most = a, s.Why, len(s.Needs)
			}
		}
	}
	return chosen, why, barred
}

// kinds returns the kinds of a question, the most specific first.
func kinds(q offline.Question) []query.Kind {
	var out []query.Kind
	add := func(kind query.Kind, is bool) {
		if is {
			out = append(out, kind)
		}
	}
	add(query.KindOverview, overviewWords.MatchString(q.Text))
	add(query.KindComparison, q.Compares)
	add(query.KindBridge, bridge(q))
	add(query.KindLong, words(q.Text) >= longQuestion)
	add(query.KindLookup, oneThing(q))
	return append(out, query.KindOther)
}

// overviewWords are words of questions about the whole corpus, or about all of a kind.
var overviewWords = regexp.MustCompile(`(?i)\b(overall|overview|summar(y|i[sz]e[sd]?)|themes?|topics?|in general|` +
	`main (points?|ideas?|characters?|groups?|events?)|` +
	`list (all|every)|all (of )?the|every one of|how many (different|distinct)|` +
	`what are the (most|main|major|key)|trends?|across (the|all))\b|` +
	`总结|概括|概述|总体|整体|主题|主要(人物|内容|事件|观点)|列出|所有的?|哪些|一共`)

// bridge reports whether the question asks for a relation of what another relation leads to.
func bridge(q offline.Question) bool { return len(q.Names) > 0 && len(q.Relations) > 1 }

// oneThing reports whether the question asks for one relation of one name.
func oneThing(q offline.Question) bool {
	return len(q.Names) == 1 && len(q.Relations) <= 1 && (len(q.Relations) == 1 || q.Type == offline.Who || q.Type == offline.When || q.Type == offline.Where)
}

// words returns the length of a question, in words.
func words(question string) int {
	n, han := len(strings.Fields(question)), 0
	for _, r := range question {
		if r >= 0x4E00 && r <= 0x9FFF {
			han++
		}
	}
	return n + han/2
}
