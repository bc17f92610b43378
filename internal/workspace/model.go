package workspace

import (
	"cmp"
	"context"
	"path/filepath"

	"grove/internal/config"
	"grove/internal/embed"
	"grove/internal/llm"
	"grove/internal/llm/cassette"
	"grove/internal/llm/openai"
	"grove/internal/llm/replies"
	"grove/internal/text"
)

// RepliesFolder, in the workspace's folder, has the replies of models.
const RepliesFolder = "replies"

// model is the endpoint's model behind the workspace's cache of replies, or a
// cassette's; nil for the offline kit.
func (w *Workspace) model(folder string) (llm.Model, error) {
	tape := w.Config.LLM.Cassette
	if w.Config.Model == config.Offline && tape == "" {
		return nil, nil
	}
	mode := cassette.Mode(w.Config.LLM.CassetteMode)
	if tape != "" && mode == cassette.Replay {
		return w.tape(tape, mode, nil)
	}
	client, err := Endpoint(w.Config, w.Counter)
	if err != nil {
		return nil, err
	}
	if tape != "" {
		return w.tape(tape, mode, client)
	}
	return replies.Open(filepath.Join(folder, RepliesFolder), client)
}

// tape opens a cassette, which is written when the workspace is closed.
func (w *Workspace) tape(file string, mode cassette.Mode, model llm.Model) (llm.Model, error) {
	c, err := cassette.Open(file, mode, model)
	if err != nil {
		return nil, err
	}
	w.closers = append(w.closers, c.Close)
	return c, nil
}

// Endpoint is a client of the language model's endpoint that the settings name.
func Endpoint(c config.Config, counter *text.Counter) (*openai.Client, error) {
	retries := c.LLM.Retries
	if retries == 0 {
		retries = -1
	}
	return openai.New(openai.Options{BaseURL: c.LLM.BaseURL, APIKey: c.LLM.APIKey, Model: c.Model,
		Concurrency: c.LLM.Concurrency, RPM: c.LLM.RPM, TPM: c.LLM.TPM, Timeout: c.LLM.Timeout, Retries: retries,
		JSONMode: openai.JSONMode(c.LLM.JSONMode), CAFile: c.LLM.CAFile, Counter: counter.Count})
}

// rememberedVectors bounds the vectors that questions find in memory: at 2 KB each
// no more than 16 MB.
const rememberedVectors = 4096

// Embedder is the one that the settings name. An endpoint without an address of its own
// is the language model's.
func Embedder(c config.Config) (embed.Embedder, error) {
	if c.Embedder == config.Builtin {
		return embed.Builtin{}, nil
	}
	return embed.NewEndpoint(embed.EndpointOptions{Model: c.Embedder,
		BaseURL: cmp.Or(c.Embed.BaseURL, c.LLM.BaseURL), Key: cmp.Or(c.Embed.APIKey, c.LLM.APIKey)})
}

// openVectors prepares the vectors by the embedder that the settings name. An endpoint's
// are stored. The built-in ones are not: to make them takes a sixth of a millisecond a
// chunk, half of what the ranker's own index takes before any search, while each would
// fill 2 KB of the store.
func (w *Workspace) openVectors() error {
	embedder, err := Embedder(w.Config)
	w.Vectors = embed.Vectors{Store: w.Store, Embedder: embed.Remember(embedder, rememberedVectors), Keep: w.Config.Embedder != config.Builtin,
		Concurrency: w.Config.LLM.Concurrency, Progress: func(done, of int) {
			if w.vectorProgress != nil {
				w.vectorProgress(done, of)
			}
		}}
	return err
}

// OnVectors has progress called with how many of the missing vectors are made. It is set
// before the first call that may make some.
func (w *Workspace) OnVectors(progress func(done, of int)) { w.vectorProgress = progress }

// CheckVectors refuses an endpoint that the workspace's vectors are not of, before work
// begins that ends in making some.
func (w *Workspace) CheckVectors(ctx context.Context) error {
	if !w.Vectors.Keep {
		return nil
	}
	return w.Vectors.Check(ctx)
}
