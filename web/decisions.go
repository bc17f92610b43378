package web

import (
	"context"
	"net/http"

	"grove/ingest/identity"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
)

// Decision is what a person, or a model that one put the question to, decided about names.
type Decision struct {
	ID graph.ID `json:"id"`
	// Kind is merge, split, apart or model_merge.
	Kind string `json:"kind"`
	// Names are as they are written most, or normalised where none is in the graph; Documents has, for each of them, the document that it was
	// decided for, "" for all.
	Names     []string   `json:"names"`
	Documents []graph.ID `json:"documents"`
	At        string     `json:"at"`
}

// Decided is what a decision came to.
type Decided struct {
	Decision Decision `json:"decision"`
	// Restated are the chunks that were written again; Left those of imported
	// documents that do not tell which name they mean.
	Restated int `json:"restated"`
	Left     int `json:"left"`
	// Entities are those that the names belong to now.
	Entities []graph.KeyElement `json:"entities"`
	// Usage has the calls that name the communities of what changed. Unnamed says why
	// the model did not, "" where nothing hindered it: they are called by their
	// keywords until a later job names them.
	Usage   llm.Usage `json:"usage"`
	Unnamed string    `json:"unnamed,omitempty"`
	Ms      int64     `json:"ms"`
}

// Merging names entities that are one.
type Merging struct {
	// Entities are at least two ids or names.
	Entities []string `json:"entities" min:"2" max:"100"`
}

// Parting names two entities that are not one.
type Parting struct {
	// Entities are two ids or names.
	Entities []string `json:"entities" min:"2" max:"2"`
}

// Splitting says what is taken out of an entity.
type Splitting struct {
	// Names are some of its aliases; all where a document is given and no name.
	Names []string `json:"names,omitempty"`
	// Document, if not "", is the one that means another thing by the names.
	Document graph.ID `json:"document,omitempty"`
}

// DecisionList are the decisions in the order in which they were made.
type DecisionList struct {
	Decisions []Decision `json:"decisions"`
}

// DuplicateList are pairs of names that may be of one thing, the likeliest first: by the
// likeness of their letters (score) and of what the graph says of them (similarity).
type DuplicateList struct {
	Duplicates []identity.Duplicate `json:"duplicates"`
}

// mostMerged is the most entities of one merge.
const mostMerged = 100

func mergeEntities(ctx context.Context, c *call, w Workspace) error {
	var asked Merging
	if err := c.decode(ctx, &asked, c.server.Limits.Body); err != nil {
		return err
	}
	if len(asked.Entities) < 2 || len(asked.Entities) > mostMerged {
		return fault.New(fault.Invalid, "web.merge", "entities", "too few or too many entities", "name 2 to 100")
	}
	d, err := w.Merge(ctx, asked.Entities)
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, d)
}

func splitEntity(ctx context.Context, c *call, w Workspace) error {
	var asked Splitting
	if err := c.decode(ctx, &asked, c.server.Limits.Body); err != nil {
		return err
	}
	d, err := w.Split(ctx, c.text("id"), asked)
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, d)
}

func setEntitiesApart(ctx context.Context, c *call, w Workspace) error {
	var asked Parting
	if err := c.decode(ctx, &asked, c.server.Limits.Body); err != nil {
		return err
	}
	if len(asked.Entities) != 2 {
		return fault.New(fault.Invalid, "web.apart", "entities", "too few or too many entities", "name two")
	}
	d, err := w.Apart(ctx, asked.Entities[0], asked.Entities[1])
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, d)
}

func undoDecision(ctx context.Context, c *call, w Workspace) error {
	d, err := w.Undo(ctx, c.id())
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, d)
}

func listDecisions(ctx context.Context, c *call, w Workspace) error {
	list, err := w.Decisions(ctx)
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, DecisionList{list})
}

func listDuplicates(ctx context.Context, c *call, w Workspace) error {
	list, err := w.Duplicates(ctx, c.number("limit"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, DuplicateList{list})
}
