package workspace

import (
	"context"

	"grove/ingest"
	"grove/ingest/tree"
	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
)

// Summaries returns when the model names communities: config.Eager, Lazy or Off, by the settings, else by the workspace.
func (w *Workspace) Summaries(ctx context.Context) (string, error) {
	s := tree.Settings{Summaries: w.Config.Summaries}
	if w.Store != nil && s.Summaries == "" {
		stored, err := tree.Stored(ctx, w.Store)
		if err != nil {
			return "", err
		}
		s = s.Or(stored)
	}
	return s.Or(tree.Defaults()).Summaries, nil
}

// NameCommunities names those of the communities that the model is to name when they are read (config.Lazy), in place; a nil
// session is one without bounds. For a workspace opened by OpenReader it returns fault.Held if there are such.
func (w *Workspace) NameCommunities(ctx context.Context, r graph.Reader, s *llm.Session, rows []graph.CommunityRow) error {
	offline := w.Config.Model == config.Offline && w.Config.LLM.Cassette == ""
	if s != nil {
		offline = s.ModelName() == llm.OfflineName
	}
	if when, err := w.Summaries(ctx); err != nil || when != config.Lazy || offline {
		return err
	}
	switch {
	case s != nil:
	case w.Client == nil:
		return fault.New(fault.Held, "workspace.NameCommunities", w.Config.Workspace, "the workspace is opened for reading alone, without the model", "")
	default:
		s = w.Client.Session(llm.Bounds{Window: ingest.DefaultWindow, Prices: w.Prices()})
	}
	return tree.NameOnRead(ctx, r, s, rows, w.Config.LLM.Concurrency)
}
