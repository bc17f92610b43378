package app

import (
	"context"

	"grove/ingest"
	"grove/ingest/refresh"
	"grove/internal/llm"
)

// What follows goes with the files that still call it: they call the workspace instead.

// Regrown is the report of a refresh after a change that a person made.
type Regrown = refresh.Report

func (a *App) regrow(ctx context.Context) (Regrown, error) {
	return a.Refresh(ctx, refresh.Options{KeywordTitles: true})
}

func (a *App) growTree(ctx context.Context, report *ingest.Report) error {
	done, err := a.Refresh(ctx, refresh.Options{})
	done.AddTo(report)
	return err
}

func (a *App) pipeline() *ingest.Pipeline { return a.Pipeline() }

func (a *App) prices() llm.Prices { return a.Prices() }

func (a *App) checkBudget(budget float64) error { return a.CheckBudget(budget) }

func (a *App) checkVectors(ctx context.Context) error { return a.CheckVectors(ctx) }
