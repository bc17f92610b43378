package web

import (
	"context"
	"errors"
	"net/http"

	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/jobs"
)

// WorkspaceList is a page of workspaces, sorted by name.
type WorkspaceList struct {
	Workspaces []WorkspaceInfo `json:"workspaces"`
	// Next is the value of after for the next page, "" on the last page.
	Next string `json:"next"`
}

// WorkspaceInfo is an item of a list of workspaces.
type WorkspaceInfo struct {
	Name string `json:"name"`
	// Store is embedded or neo4j.
	Store string `json:"store"`
	// Documents and Chunks are set if counts were requested and could be read.
	Documents *int `json:"documents,omitempty"`
	Chunks    *int `json:"chunks,omitempty"`
	// Problem is the reason why its counts could not be read, "" for none.
	Problem string `json:"problem"`
}

// WorkspaceListing is a query for a page of workspaces.
type WorkspaceListing struct {
	// After excludes names up to and including this one; Limit is the maximum number returned.
	After string
	Limit int
	// Counts opens each workspace and counts its documents and chunks.
	Counts bool
	// May reports whether a name may be listed.
	May func(name string) bool
}

// NewWorkspace is the request to create a workspace.
type NewWorkspace struct {
	// Name has 1 to 63 characters of a-z, 0-9, _ and -, the first a letter or digit.
	Name string `json:"name" pattern:"^[a-z0-9][a-z0-9_-]{0,62}$"`
}

func listWorkspaces(ctx context.Context, c *call) error {
	list, more, err := c.server.Service.Workspaces(ctx,
		WorkspaceListing{After: c.text("after"), Limit: c.number("limit"), Counts: c.flag("counts"), May: c.mayOpen})
	if err != nil {
		return err
	}
	out := WorkspaceList{Workspaces: list}
	if more {
		out.Next = list[len(list)-1].Name
	}
	return c.reply(http.StatusOK, out)
}

func createWorkspace(ctx context.Context, c *call) error {
	body, err := decode[NewWorkspace](ctx, c, c.server.Limits.Body)
	if err != nil {
		return err
	}
	if err := config.CheckWorkspace(body.Name); err != nil {
		return err
	}
	if !c.mayOpen(body.Name) {
		return otherWorkspace()
	}
	if err := c.server.Service.Create(ctx, body.Name); err != nil {
		return err
	}
	return c.reply(http.StatusCreated, body)
}

func deleteWorkspace(ctx context.Context, c *call) error {
	if err := c.server.Service.Delete(ctx, c.workspace); err != nil {
		return err
	}
	c.server.forgetStreams(c.workspace)
	return c.empty(nil)
}

func stats(ctx context.Context, _ *call, w Workspace) (graph.Counts, error) {
	return w.Browse().Counts(ctx)
}

// linesType is the media type of JSON lines.
const linesType = "application/x-ndjson"

// formatLines is the format of the canonical export.
const formatLines = "jsonl"

func export(ctx context.Context, c *call, w Workspace) error {
	c.gin.Header("Content-Type", linesType)
	return w.Export(ctx, c.patient())
}

// importLines writes an export to the spool, and queues the job that imports it.
func importLines(ctx context.Context, c *call, w Workspace) (job jobs.Job, err error) {
	if c.media() != linesType {
		return job, fault.New(MediaType, "web.import", c.gin.GetHeader("Content-Type"), "unsupported media type", "send "+linesType)
	}
	limit := c.server.Limits.Import
	file, err := w.Jobs().Spool(ctx, "import."+formatLines, http.MaxBytesReader(c.gin.Writer, c.gin.Request.Body, limit))
	if err != nil {
		return job, spoiled(err, limit)
	}
	if err := c.bodyRead(); err != nil {
		return job, errors.Join(err, w.Jobs().Unspool(file))
	}
	return w.Jobs().QueueImport(ctx, file)
}
