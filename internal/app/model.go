package app

import (
	"path/filepath"

	"grove/internal/config"
	"grove/internal/llm"
	"grove/internal/llm/openai"
	"grove/internal/llm/replies"
)

// model is the endpoint's model behind the workspace's cache of replies, nil for
// the offline kit.
func (a *App) model(folder string) (llm.Model, error) {
	if a.config.Model == config.Offline {
		return nil, nil
	}
	client, err := a.endpoint()
	if err != nil {
		return nil, err
	}
	return replies.Open(filepath.Join(folder, "replies"), client)
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
