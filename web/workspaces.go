package web

import (
	"context"
	"net/http"
	"slices"

	"grove/internal/config"
)

// WorkspaceList is a list of workspaces, by name.
type WorkspaceList struct {
	Workspaces []WorkspaceInfo `json:"workspaces"`
}

// NewWorkspace names a workspace that is made.
type NewWorkspace struct {
	// Name is 1 to 63 of a-z, 0-9, _ and -, beginning with a letter or digit.
	Name string `json:"name" pattern:"^[a-z0-9][a-z0-9_-]{0,62}$"`
}

func listWorkspaces(ctx context.Context, c *call) error {
	list, err := c.server.Service.Workspaces(ctx)
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(w WorkspaceInfo) bool { return !c.mayOpen(w.Name) })
	return c.reply(http.StatusOK, WorkspaceList{list})
}

func createWorkspace(ctx context.Context, c *call) error {
	var asked NewWorkspace
	if err := c.decode(&asked, c.server.Limits.Body); err != nil {
		return err
	}
	if err := config.CheckWorkspace(asked.Name); err != nil {
		return err
	}
	if !c.mayOpen(asked.Name) {
		return otherWorkspace()
	}
	if err := c.server.Service.Create(ctx, asked.Name); err != nil {
		return err
	}
	return c.reply(http.StatusCreated, asked)
}

func deleteWorkspace(ctx context.Context, c *call) error {
	if err := c.server.Service.Delete(ctx, c.workspace()); err != nil {
		return err
	}
	return c.empty()
}

func stats(ctx context.Context, c *call, w Workspace) error {
	counts, err := w.Stats(ctx)
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, counts)
}
