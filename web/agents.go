package web

import (
	"context"
	"net/http"
)

// Offer says what can be asked of every workspace.
type Offer struct {
	// Agents answer questions; the first does where none is named.
	Agents []Agent `json:"agents"`
	// Modes are those of a question, Methods those of a search; the first is meant
	// where none is named.
	Modes   []string `json:"modes"`
	Methods []string `json:"methods"`
}

// Agent is one who answers questions.
type Agent struct {
	Name string `json:"name"`
	// Parts are what a question can leave out of it.
	Parts []string `json:"parts"`
}

func agents(_ context.Context, c *call) error {
	return c.reply(http.StatusOK, c.server.Service.Offer())
}
