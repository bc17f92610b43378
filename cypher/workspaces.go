package cypher

import (
	"context"

	"grove/internal/graph"
)

// Workspace is a workspace on the server, with its counts.
type Workspace struct {
	Name   string
	Counts graph.Counts
}

// WorkspaceNames lists the names of the server's workspaces, in their order.
func (s *Store) WorkspaceNames(ctx context.Context) ([]string, error) {
	// One that is deleted meanwhile has no key any more.
	const names = "MATCH (w:Workspace) WITH w.key AS name WHERE name > '' RETURN name ORDER BY name"
	return read(ctx, s, "cypher.WorkspaceNames", Statement{Text: names}, func(r row) string { return r.text("name") })
}

// Workspaces lists the workspaces of the server that were ever written to, by name.
func (s *Store) Workspaces(ctx context.Context) ([]Workspace, error) {
	names, err := s.WorkspaceNames(ctx)
	if err != nil {
		return nil, err
	}
	var out []Workspace
	for _, name := range names {
		workspace, err := scopeOf(name)
		if err != nil {
			return nil, err
		}
		other := Store{driver: s.driver, bookmarks: s.bookmarks, workspace: workspace, address: s.address}
		counts, err := other.Counts(ctx)
		if err != nil {
			return nil, err
		}
		out = append(out, Workspace{name, counts})
	}
	return out, nil
}
