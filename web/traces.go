package web

import (
	"context"

	"grove/internal/graph"
	"grove/internal/traces"
)

// TraceList is a page of traces, newest first.
type TraceList struct {
	Traces []traces.Summary `json:"traces"`
	// Next is the value of before for the next page, "" on the last page.
	Next string `json:"next"`
}

// The speed of a replay: 1 takes as long as the question took, 0 no time.
const (
	usualSpeed   = 1
	highestSpeed = 1000
)

func listTraces(ctx context.Context, c *call, w Workspace) (TraceList, error) {
	limit := c.number("limit")
	list, err := w.Traces().List(ctx, c.text("before"), limit)
	return TraceList{list, next(list, limit, func(s traces.Summary) string { return s.ID })}, err
}

func showTrace(_ context.Context, c *call, w Workspace) (traces.Trace, error) {
	t, err := w.Traces().Get(c.text("id"))
	t.Answer, t.Options.Without = whole(t.Answer), graph.List(t.Options.Without)
	return t, err
}

func deleteTrace(_ context.Context, c *call, w Workspace) error {
	return c.empty(w.Traces().Delete(c.text("id")))
}
