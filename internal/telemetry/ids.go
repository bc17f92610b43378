package telemetry

import (
	"context"
	"log/slog"
	"slices"
)

// idsKey is where a context keeps what its log entries are to name.
type idsKey struct{}

// With returns a context whose log entries have the attributes, beside those it has
// already: the ids of a request, a workspace or a job.
func With(ctx context.Context, ids ...slog.Attr) context.Context {
	before, _ := ctx.Value(idsKey{}).([]slog.Attr)
	return context.WithValue(ctx, idsKey{}, slices.Concat(before, ids))
}

// Log returns a handler that adds to each entry the ids of its context.
func Log(h slog.Handler) slog.Handler { return ids{Handler: h} }

type ids struct {
	slog.Handler
	// given are the keys that every entry of this handler has.
	given []string
}

// Handle writes an entry. An attribute that the entry itself has stays as it is.
func (h ids) Handle(ctx context.Context, r slog.Record) error {
	known, _ := ctx.Value(idsKey{}).([]slog.Attr)
	if len(known) == 0 {
		return h.Handler.Handle(ctx, r)
	}
	own := map[string]bool{}
	for _, key := range h.given {
		own[key] = true
	}
	r.Attrs(func(a slog.Attr) bool { own[a.Key] = true; return true })
	r = r.Clone()
	for _, a := range known {
		if !own[a.Key] {
			own[a.Key] = true
			r.AddAttrs(a)
		}
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs keeps the handler around what it gives.
func (h ids) WithAttrs(attrs []slog.Attr) slog.Handler {
	given := slices.Clone(h.given)
	for _, a := range attrs {
		given = append(given, a.Key)
	}
	return ids{h.Handler.WithAttrs(attrs), given}
}

// WithGroup keeps the handler around what it gives.
func (h ids) WithGroup(name string) slog.Handler { return ids{h.Handler.WithGroup(name), h.given} }
