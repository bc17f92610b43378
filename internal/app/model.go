package app

import (
	"path/filepath"

	"grove/internal/config"
	"grove/internal/llm"
	"grove/internal/llm/cassette"
	"grove/internal/llm/openai"
	"grove/internal/llm/replies"
)

// repliesFolder, in the workspace's folder, keeps the replies of models.
const repliesFolder = "replies"

// model is the endpoint's model behind the workspace's cache of replies, or a
// cassette's; nil for the offline kit.
func (a *App) model(folder string) (llm.Model, error) {
	tape := a.config.LLM.Cassette
	if a.config.Model == config.Offline && tape == "" {
		return nil, nil
	}
	mode := cassette.Mode(a.config.LLM.CassetteMode)
	if tape != "" && mode == cassette.Replay {
		return a.tape(tape, mode, nil)
	}
	client, err := a.endpoint()
	if err != nil {
		return nil, err
	}
	if tape != "" {
		return a.tape(tape, mode, client)
	}
	return replies.Open(filepath.Join(folder, repliesFolder), client)
}

// tape opens a cassette, which is written when the workspace is closed.
func (a *App) tape(file string, mode cassette.Mode, model llm.Model) (llm.Model, error) {
	c, err := cassette.Open(file, mode, model)
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, c.Close)
	return c, nil
}

// endpoint is the client of the language model's endpoint.
func (a *App) endpoint() (*openai.Client, error) {
	c := a.config.LLM
	retries := c.Retries
	if retries == 0 {
		retries = -1
	}
	return openai.New(openai.Options{BaseURL: c.BaseURL, APIKey: c.APIKey, Model: a.config.Model,
		Concurrency: c.Concurrency, RPM: c.RPM, TPM: c.TPM, Timeout: c.Timeout, Retries: retries,
		JSONMode: openai.JSONMode(c.JSONMode), CAFile: c.CAFile, Counter: a.counter.Count})
}
