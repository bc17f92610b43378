package app

import (
	"context"
	"time"

	"grove/ingest"
	"grove/ingest/identity"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/schema"
	"grove/web"
)

// patience is how long a decision waits for the job that is at work on the graph.
const patience = 30 * time.Second

// change carries out what a person decided, once no job is at work. A decision that
// was kept and not carried out, the client being gone, is carried out by the queue.
func (s served) change(ctx context.Context, do func(context.Context) error) error {
	wait, stop := context.WithTimeout(ctx, patience)
	defer stop()
	release, err := s.AcquireWriter(wait)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fault.New(fault.Conflict, "app.change", s.config.Workspace, "a job is at work on the graph", "try again when it is done; GET jobs shows how far it is")
	}
	err = do(ctx)
	if fault.Is(err, fault.Canceled) {
		s.queue.owed = true
	}
	release()
	s.queue.rouse()
	return err
}

// Merge makes entities one.
func (s served) Merge(ctx context.Context, entities []string) (d web.Decided, err error) {
	return s.decision(ctx, func(ctx context.Context) (Decided, error) { return s.MergeEntities(ctx, entities, nil) })
}

// Split takes names out of an entity.
func (s served) Split(ctx context.Context, entity string, what web.Splitting) (web.Decided, error) {
	return s.decision(ctx, func(ctx context.Context) (Decided, error) {
		return s.SplitEntity(ctx, entity, what.Names, string(what.Document), nil)
	})
}

// Apart keeps two entities apart.
func (s served) Apart(ctx context.Context, one, other string) (web.Decided, error) {
	return s.decision(ctx, func(ctx context.Context) (Decided, error) { return s.SetApart(ctx, one, other, nil) })
}

// Undo takes a decision back.
func (s served) Undo(ctx context.Context, id graph.ID) (web.Decided, error) {
	return s.decision(ctx, func(ctx context.Context) (Decided, error) { return s.UndoDecision(ctx, string(id), nil) })
}

func (s served) decision(ctx context.Context, decide func(context.Context) (Decided, error)) (web.Decided, error) {
	var d Decided
	err := s.change(ctx, func(ctx context.Context) (err error) {
		d, err = decide(ctx)
		return err
	})
	return web.Decided{Decision: web.Decision(d.Decision), Restated: d.Restated, Left: d.Left, Entities: list(d.Entities),
		Usage: d.Usage, Unnamed: d.Unnamed, Ms: d.Ms}, err
}

// Decisions lists the decisions about names.
func (s served) Decisions(ctx context.Context) ([]web.Decision, error) {
	rows, err := s.EntityDecisions(ctx)
	out := make([]web.Decision, len(rows))
	for i, d := range rows {
		out[i] = web.Decision(d)
	}
	return out, err
}

// Duplicates lists pairs of names that may be of one thing.
func (s served) Duplicates(ctx context.Context, limit int) ([]identity.Duplicate, error) {
	found, err := s.DuplicateEntities(ctx, limit)
	return list(found), err
}

// SetSchema puts another seed in the place of the schema's.
func (s served) SetSchema(ctx context.Context, n web.NewSchema) (web.SchemaChange, error) {
	seed, err := schema.Parse(n.Schema)
	if err != nil {
		return web.SchemaChange{}, err
	}
	var c SchemaChange
	err = s.change(ctx, func(ctx context.Context) (err error) {
		c, err = s.App.SetSchema(ctx, seed, n.Sure, n.Dry)
		return err
	})
	if c.Evolution != nil {
		e := evolutionView(*c.Evolution)
		c.Evolution = &e
	}
	return web.SchemaChange{Change: changeView(c.Change), Lost: list(c.Lost), Mode: c.Mode, Done: c.Done, Evolution: c.Evolution}, err
}

func changeView(c schema.Change) schema.Change {
	c.Added, c.Removed = list(c.Added), list(c.Removed)
	return c
}

func evolutionView(e ingest.Evolution) ingest.Evolution {
	e.Accepted, e.Dropped = list(e.Accepted), list(e.Dropped)
	return e
}

// Judge records a verdict on a proposal.
func (s served) Judge(ctx context.Context, verdict, name string) (ingest.Evolution, error) {
	var e ingest.Evolution
	err := s.change(ctx, func(ctx context.Context) (err error) {
		judged, err := s.Decide(ctx, Verdict(verdict), []string{name})
		e = judged.Evolution
		return err
	})
	return evolutionView(e), err
}
