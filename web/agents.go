package web

import (
	"context"
	"net/http"

	"grove/query"
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
	// Purpose says in one line what the agent does, Calls how many calls to the model
	// that takes, LeastWindow the smallest window that it works in, in tokens.
	Purpose     string `json:"purpose"`
	Calls       string `json:"calls"`
	LeastWindow int    `json:"least_window"`
	// Parts are what a question can leave out of it.
	Parts []string `json:"parts"`
	// Options are those that the agent alone has.
	Options []query.Option `json:"options"`
}

func agents(_ context.Context, c *call) error {
	return c.reply(http.StatusOK, c.server.Service.Offer())
}
