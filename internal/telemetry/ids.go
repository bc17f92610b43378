package telemetry

import (
	"context"
	"log/slog"
	"slices"
)

// idsKey is the context key of the attributes of log entries.
type idsKey struct{}

// With returns a context whose log entries have more attributes: the ids of a
// request, a workspace or a job.
func With(ctx context.Context, ids ...slog.Attr) context.Context {
	before, _ := ctx.Value(idsKey{}).([]slog.Attr)
	return context.WithValue(ctx, idsKey{}, slices.Concat(before, ids))
}

// Log returns a handler that adds the attributes of the context to each entry.
func Log(h slog.Handler) slog.Handler { return ids{Handler: h} }

type ids struct {
	slog.Handler
	// given are the keys of the attributes of every entry of this handler.
	given []string
}

// Handle writes an entry, whose own attributes take precedence.
func (h ids) Handle(ctx context.Context, r slog.Record) error {
	inherited, _ := ctx.Value(idsKey{}).([]slog.Attr)
	if len(inherited) == 0 {
		return h.Handler.Handle(ctx, r)
	}
	own := map[string]bool{}
	for _, key := range h.given {
		own[key] = true
	}
	r.Attrs(func(a slog.Attr) bool { own[a.Key] = true; return true })
	r = r.Clone()
	for _, a := range inherited {
		if !own[a.Key] {
			own[a.Key] = true
			r.AddAttrs(a)
		}
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs returns a handler that adds attributes.
func (h ids) WithAttrs(attrs []slog.Attr) slog.Handler {
	given := slices.Clone(h.given)
	for _, a := range attrs {
		given = append(given, a.Key)
	}
	return ids{h.Handler.WithAttrs(attrs), given}
}

// WithGroup returns a handler that opens a group.
func (h ids) WithGroup(name string) slog.Handler { return ids{h.Handler.WithGroup(name), h.given} }
