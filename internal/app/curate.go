package app

import "grove/internal/curate"

// Curate carries out what people decide about the graph.
func (a *App) Curate() *curate.Curator {
	return &curate.Curator{Workspace: a.Workspace, Kept: a.duplicates}
}
