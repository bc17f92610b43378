package query

import (
	"strings"

	"grove/internal/graph"
	"grove/internal/llm"
)

// Need is something that an agent, or an answer to a kind of question, does not work well without.
type Need string

// The needs. NeedText are documents; NeedOpen is the mode Open; NeedMeaning are vectors
// of a language model; NeedSpaces is a question in a script with spaces between words.
const (
	NeedText        Need = "documents"
	NeedModel       Need = "model"
	NeedOpen        Need = "open mode"
	NeedEntities    Need = "entities"
	NeedTriples     Need = "triples"
	NeedCommunities Need = "communities"
	NeedMeaning     Need = "embedder"
	NeedSpaces      Need = "spaces"
)

// Kind is a kind of question, by what it takes to answer it.
type Kind string

// The kinds of questions.
const (
	// KindUnread is any question where there are no documents to read.
	KindUnread Kind = "unread"
	// KindLookup asks one thing of one name; an agent for it answers from one search.
	KindLookup Kind = "lookup"
	// KindOverview asks about a whole, KindComparison compares things, KindBridge leads
	// over one thing to another, KindLong has many parts.
	KindOverview   Kind = "overview"
	KindComparison Kind = "comparison"
	KindBridge     Kind = "bridge"
	KindLong       Kind = "long"
	// KindOther is what has none of these forms.
	KindOther Kind = "other"
)

// Suit is a kind of question that an agent suits where its needs are met, and why.
type Suit struct {
	Kind  Kind
	Needs []Need
	Why   string
}

// Situation is what a choice between agents depends on beside the question.
type Situation struct {
	Mode Mode
	// Language is the question's.
	Language string
	// Offline is true where there is no language model.
	Offline bool
	// Meaning is true where the vectors are those of a language model.
	Meaning bool
	// Scoped is true where only some documents are to be read.
	Scoped bool
	// Window bounds each call in tokens, MaxCalls their number; 0 is no bound.
	Window, MaxCalls int
	// Counts are those of the workspace.
	Counts graph.Counts
}

// Situation is that of the frame's question in a workspace with such counts.
func (f *Frame) Situation(counts graph.Counts) Situation {
	return Situation{Mode: f.Question.Mode, Language: f.Question.Language, Offline: f.model == llm.OfflineName, Meaning: f.deps.Meaning,
		Scoped: !f.Question.Scope.Empty(), Window: f.Options.Window, MaxCalls: f.Options.MaxCalls, Counts: counts}
}

// Lacks is the first of the needs that is not met, "" for none.
func (s Situation) Lacks(needs []Need) Need {
	met := map[Need]bool{
		NeedText: s.Counts.Chunks > 0, NeedModel: !s.Offline, NeedOpen: s.Mode != Reject,
		NeedEntities: s.Counts.Entities > 0, NeedTriples: s.Counts.Triples > 0,
		NeedCommunities: s.Counts.Communities > 0 && !s.Scoped, // they sum up the whole workspace
		NeedMeaning:     s.Meaning, NeedSpaces: !strings.HasPrefix(s.Language, "zh"),
	}
	for _, n := range needs {
		if !met[n] {
			return n
		}
	}
	return ""
}
