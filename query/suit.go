package query

import (
	"context"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/lookup"
)

// Need is a precondition of an agent, or of answering a kind of question.
type Need string

// The needs. NeedText requires documents, NeedOpen the mode Open, NeedMeaning vectors of a
// language model, NeedSpaces a question in a script with spaces between words, NeedScope one
// that names its documents, NeedGists gists of all of them.
const (
	NeedText        Need = "documents"
	NeedModel       Need = "model"
	NeedOpen        Need = "open mode"
	NeedEntities    Need = "entities"
	NeedTriples     Need = "triples"
	NeedCommunities Need = "communities"
	NeedMeaning     Need = "embedder"
	NeedSpaces      Need = "spaces"
	NeedScope       Need = "a document or filter"
	NeedGists       Need = "gists"
)

// Kind classifies questions, or what is left of one, by how they are answered.
type Kind string

// The kinds of questions.
const (
	// KindUnread is any question to a workspace without documents.
	KindUnread Kind = "unread"
	// KindWhole asks about a whole text: what it is about, or about all of a kind.
	KindWhole Kind = "whole"
	// KindLookup is every other question: one search begins.
	KindLookup Kind = "lookup"
	// KindMissing is what the evidence of a search lacks, KindDistant what the next agent did not
	// find either.
	KindMissing Kind = "missing"
	KindDistant Kind = "distant"
)

// Suit is a kind of question that an agent suits if the needs are met, with the reason.
type Suit struct {
	Kind  Kind
	Needs []Need
	Why   string
}

// Situation is the context of a choice between agents, apart from the question's text.
type Situation struct {
	Mode Mode
	// Language is the question's.
	Language string
	// Offline is true without a language model.
	Offline bool
	// Meaning is true if the vectors come from a language model.
	Meaning bool
	// Scoped is true if the scope excludes documents.
	Scoped bool
	// Window bounds each call, in tokens; MaxCalls bounds their number. 0 is no bound.
	Window, MaxCalls int
	// Counts are those of the workspace.
	Counts graph.Counts
	// Gists is true if all documents of the scope have gists.
	Gists bool
}

// Situation returns the situation of the frame's question. What it reads is no part of the trace.
func (f *Frame) Situation(ctx context.Context) (Situation, error) {
	g := f.TracedIn(NewTrace())
	counts, err := g.Counts(ctx)
	s := Situation{Mode: f.Question.Mode, Language: f.Question.Language, Offline: f.model == llm.OfflineName, Meaning: f.deps.Meaning,
		Scoped: !f.Question.Scope.Empty(), Window: f.Options.Window, MaxCalls: f.Options.MaxCalls, Counts: counts}
	if err == nil && s.Scoped {
		var all []graph.Document
		all, err = lookup.Documents(ctx, g, graph.DocumentsQuery{}, 0)
		s.Gists = !slices.ContainsFunc(all, func(d graph.Document) bool { return d.Paged == "" })
	}
	return s, err
}

// Lacks returns the first unmet need, "" for none.
func (s Situation) Lacks(needs []Need) Need {
	met := map[Need]bool{
		NeedText: s.Counts.Chunks > 0, NeedModel: !s.Offline, NeedOpen: s.Mode != Reject,
		NeedEntities: s.Counts.Entities > 0, NeedTriples: s.Counts.Triples > 0,
		NeedCommunities: s.Counts.Communities > 0 && !s.Scoped, // they sum up the whole workspace
		NeedMeaning:     s.Meaning, NeedScope: s.Scoped, NeedGists: s.Scoped && s.Gists, NeedSpaces: !strings.HasPrefix(s.Language, "zh"),
	}
	if i := slices.IndexFunc(needs, func(n Need) bool { return !met[n] }); i >= 0 {
		return needs[i]
	}
	return ""
}
