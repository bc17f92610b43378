package web

import (
	"context"
	"net/http"

	"grove/internal/fault"
)

// Health is a good state of health: a bad one is a problem.
type Health struct {
	Status string `json:"status"`
}

const healthy = "ok"

func live(_ context.Context, c *call) error { return c.reply(http.StatusOK, Health{healthy}) }

func ready(ctx context.Context, c *call) error {
	if err := c.server.Service.Ready(ctx); err != nil {
		return &fault.Error{Kind: fault.Unavailable, Op: "web.ready", Err: err}
	}
	return c.reply(http.StatusOK, Health{healthy})
}

func version(_ context.Context, c *call) error { return c.reply(http.StatusOK, c.server.Build) }

func document(_ context.Context, c *call) error {
	c.gin.Data(http.StatusOK, jsonType, c.server.document)
	return nil
}
