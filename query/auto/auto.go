// Package auto picks the agent that fits a question, its bounds and what the
// workspace has, by rules that it can name: it asks no model.
package auto

import (
	"fmt"
	"regexp"
	"strings"

	"grove/internal/graph"
	"grove/internal/llm/offline"
	"grove/query"
)

// Name is the name under which a choice is asked for. The answer carries the
// name of the agent that was chosen.
const Name = "auto"

// The agents to choose from, by the names that they answer to.
const (
	BM25        = "bm25"
	Hybrid      = "hybrid"
	Graph       = "graph"
	ZeroShot    = "zeroshot"
	GraphReader = "graphreader"
	Tree        = "tree"
)

const (
	// leastWalkWindow is the least window of the agents that walk the graph, in tokens.
	leastWalkWindow = 1536
	// leastWalkCalls is how many calls such an agent needs to get anywhere: a plan,
	// a start, one look and the answer.
	leastWalkCalls = 4
	// longQuestion is from how many words on a question has more parts than one
	// search can serve; a Chinese letter counts half.
	longQuestion = 30
)

// Situation is what the choice depends on beside the question.
type Situation struct {
	Mode query.Mode
	// Offline is true where there is no language model.
	Offline bool
	// Window bounds each call in tokens, MaxCalls their number; 0 is the default and no bound.
	Window, MaxCalls int
	// Counts are those of the workspace.
	Counts graph.Counts
	// Meaning is true where vectors of a language model serve the hybrid search.
	Meaning bool
}

// Choice is an agent and why it was chosen.
type Choice struct {
	Agent string `json:"agent"`
	Why   string `json:"why"`
}

// Choose picks the agent: the first rule that applies.
func Choose(q offline.Question, s Situation) Choice {
	single, by := s.single(q)
	switch {
	case s.Counts.Chunks == 0 && !s.Offline && s.Mode != query.Reject:
		return Choice{ZeroShot, "the workspace holds no text: only the model's own knowledge is left"}
	case s.Counts.Chunks == 0:
		return Choice{BM25, "the workspace holds no text: one search shows that"}
	case s.Offline:
		return Choice{single, "without a language model a walk has nobody to decide on its steps: the best chunks are read at once, " + by}
	case s.Window > 0 && s.Window < leastWalkWindow:
		return Choice{single, fmt.Sprintf("a window of %d tokens is too small to walk the graph (%d): the best chunks are read at once, %s", s.Window, leastWalkWindow, by)}
	case s.MaxCalls > 0 && s.MaxCalls < leastWalkCalls:
		return Choice{single, fmt.Sprintf("%d calls are too few to walk the graph (%d): the best chunks are read at once, %s", s.MaxCalls, leastWalkCalls, by)}
	case overview(q.Text) && s.Counts.Communities > 0:
		return Choice{Tree, "the question is about the whole: the communities sum it up"}
	case q.Choice != "" && s.Counts.Triples > 0:
		return Choice{Tree, "the question compares things: each is looked up by a sub-query of its own"}
	case bridge(q) && s.Counts.Triples > 0:
		return Choice{Tree, "the question leads over one thing to another: it is taken apart by the relations between them"}
	case words(q.Text) >= longQuestion:
		return Choice{GraphReader, "the question is long: it takes a plan, and notes from several places"}
	case oneThing(q):
		return Choice{single, "the question asks one thing of one name: the best chunks are read at once, " + by}
	}
	return Choice{GraphReader, "the question has no form that a search could answer at once: the graph is walked with a plan and notes"}
}

// single is the agent that answers from one search, and what by.
func (s Situation) single(q offline.Question) (agent, by string) {
	switch {
	case s.Counts.Entities > 0 && !q.Chinese():
		return Graph, "found by the names in the question and what they lead to"
	case s.Meaning:
		return Hybrid, "found by words and meaning"
	}
	return BM25, "found by words"
}

// overviewWords are those of questions about a whole, or about all of a kind.
var overviewWords = regexp.MustCompile(`(?i)\b(overall|overview|summar(y|i[sz]e[sd]?)|themes?|topics?|in general|main (points?|ideas?|characters?|groups?|events?)|list (all|every)|all (of )?the|every one of|how many (different|distinct)|what are the (most|main|major|key)|trends?|across (the|all))\b|总结|概括|概述|总体|整体|主题|主要(人物|内容|事件|观点)|列出|所有的?|哪些|一共`)

func overview(question string) bool { return overviewWords.MatchString(question) }

// bridge tells whether an answer leads over something that the question does not name.
func bridge(q offline.Question) bool {
	for _, l := range q.Lookups {
		if len(l.Path) > 1 {
			return true
		}
	}
	return false
}

// oneThing tells whether one relation of one name is asked for.
func oneThing(q offline.Question) bool {
	if len(q.Lookups) == 1 {
		return len(q.Lookups[0].Path) == 1
	}
	return len(q.Lookups) == 0 && len(q.Names) == 1 && (q.Type == offline.Who || q.Type == offline.When || q.Type == offline.Where)
}

// words is the length of a question.
func words(question string) int {
	n, han := len(strings.Fields(question)), 0
	for _, r := range question {
		if r >= 0x4E00 && r <= 0x9FFF {
			han++
		}
	}
	return n + han/2
}

// Note puts the choice into an answer's trace, before everything else.
func Note(a query.Answer, c Choice) query.Answer {
	t := query.NewTrace()
	t.Add(query.Step{Action: Name, Args: map[string]any{"agent": c.Agent, "why": c.Why}})
	for _, s := range a.Trace {
		t.Add(s)
	}
	a.Trace = t.Steps()
	return a
}
