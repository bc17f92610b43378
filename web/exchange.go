package web

import (
	"context"
	"errors"
	"net/http"

	"grove/internal/fault"
)

// linesType is the media type of JSON lines.
const linesType = "application/x-ndjson"

// formatLines is the format of the canonical export.
const formatLines = "jsonl"

func export(ctx context.Context, c *call, w Workspace) error {
	c.gin.Header("Content-Type", linesType)
	return w.Export(ctx, c.patient())
}

// importLines keeps an export for the job that reads it.
func importLines(ctx context.Context, c *call, w Workspace) error {
	if c.media() != linesType {
		return fault.New(MediaType, "web.import", c.gin.GetHeader("Content-Type"), "not a type that is taken here", "send "+linesType)
	}
	limit := c.server.Limits.Import
	file, err := w.Spool(ctx, "import."+formatLines, http.MaxBytesReader(c.gin.Writer, c.gin.Request.Body, limit))
	if err != nil {
		return spoiled(err, limit)
	}
	if err := c.bodyRead(); err != nil {
		return errors.Join(err, w.Unspool(file))
	}
	j, err := w.Import(ctx, file)
	if err != nil {
		return err
	}
	return c.accepted(j)
}
