package workspace

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"

	"grove/ingest"
	"grove/ingest/tree"
	"grove/internal/config"
	"grove/internal/embed"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/cassette"
	"grove/internal/llm/openai"
	"grove/internal/llm/replies"
	"grove/internal/text"
)

// RepliesFolder, in the workspace's folder, has the stored replies of models.
const RepliesFolder = "replies"

// model returns the model of settings, with the workspace's cache of replies, or a cassette; nil
// for the offline kit.
func (w *Workspace) model(c config.Config) (llm.Model, error) {
	path := c.LLM.Cassette
	if c.Model == config.Offline && path == "" {
		return nil, nil
	}
	mode := cassette.Mode(c.LLM.CassetteMode)
	if path != "" && mode == cassette.Replay {
		return w.cassette(path, mode, nil)
	}
	client, err := Endpoint(c, w.Counter)
	if err != nil {
		return nil, err
	}
	if path != "" {
		return w.cassette(path, mode, client)
	}
	return replies.Open(filepath.Join(c.Folder(), RepliesFolder), client, c.LLM.Effort)
}

// ClientOf returns a client of another model of the endpoint, or of another endpoint, with the workspace's cache of replies. An empty
// address or key is that of the settings; config.Offline is no model.
func (w *Workspace) ClientOf(model string, at config.Endpoint) (*llm.Client, error) {
	if model == w.Config.Model && at.BaseURL.IsZero() && at.APIKey == "" {
		return w.Client, nil
	}
	c := w.Config
	c.Model, c.LLM.Cassette = model, ""
	if !at.BaseURL.IsZero() {
		c.LLM.BaseURL = at.BaseURL
	}
	c.LLM.APIKey = cmp.Or(at.APIKey, c.LLM.APIKey)
	m, err := w.model(c)
	if err != nil {
		return nil, err
	}
	return w.Client.With(w.Observer.model(m, Prices(c))), nil
}

// cassette opens a cassette, to be written by Close.
func (w *Workspace) cassette(file string, mode cassette.Mode, model llm.Model) (llm.Model, error) {
	c, err := cassette.Open(file, mode, model)
	if err != nil {
		return nil, err
	}
	w.closers = append(w.closers, c.Close)
	return c, nil
}

// Endpoint returns a client of the configured endpoint of the language model.
func Endpoint(c config.Config, counter *text.Counter) (*openai.Client, error) {
	return openai.New(openai.Options{BaseURL: c.LLM.BaseURL, APIKey: c.LLM.APIKey, Model: c.Model,
		Concurrency: c.LLM.Concurrency, RPM: c.LLM.RPM, TPM: c.LLM.TPM, Timeout: c.LLM.Timeout, Retries: cmp.Or(c.LLM.Retries, -1),
		JSONMode: openai.JSONMode(c.LLM.JSONMode), Effort: c.LLM.Effort, CAFile: c.LLM.CAFile, Counter: counter.Count})
}

// KeyHint tells that no key is set for the endpoint of the language model, where others run it: at an https address. "" is no hint.
func KeyHint(c config.Config) string {
	address := cmp.Or(c.LLM.BaseURL.String(), openai.DefaultBaseURL)
	replayed := c.LLM.Cassette != "" && cassette.Mode(c.LLM.CassetteMode) == cassette.Replay
	if c.Model == config.Offline || replayed || c.LLM.APIKey != "" || !strings.HasPrefix(address, "https:") {
		return ""
	}
	return openai.NoKey(address)
}

// cachedVectors bounds the number of vectors of questions in memory: 8 MB at 2 KB each.
const cachedVectors = 4096

// Embedder returns the configured embedder. Without an address of its own it uses the endpoint
// of the language model.
func Embedder(c config.Config) (embed.Embedder, error) {
	if c.Embedder == config.Builtin {
		return embed.Builtin{}, nil
	}
	return embed.NewEndpoint(embed.EndpointOptions{Model: c.Embedder, BaseURL: embedderURL(c), Key: cmp.Or(c.Embed.APIKey, c.LLM.APIKey)})
}

// embedderURL returns the base URL of the embedder's endpoint.
func embedderURL(c config.Config) config.Address {
	if c.Embed.BaseURL.IsZero() {
		return c.LLM.BaseURL
	}
	return c.Embed.BaseURL
}

// openVectors sets Vectors by the configured embedder. Vectors of an endpoint are stored. Those
// of the built-in embedder are not: computing one takes a sixth of a millisecond, half as long
// as the ranker's own index takes per chunk, and storing one 2 KB.
func (w *Workspace) openVectors() error {
	embedder, err := Embedder(w.Config)
	w.Vectors = embed.Vectors{Store: w.Store, Embedder: embed.Remember(embedder, cachedVectors), Keep: w.Config.Embedder != config.Builtin,
		Concurrency: w.Config.LLM.Concurrency, Progress: func(done, of int) {
			if w.OnVectors != nil {
				w.OnVectors(done, of)
			}
		}}
	return err
}

// CheckVectors returns an error if the workspace's vectors are of another embedder, or the
// embedder's endpoint accepts no connection. It is called before work that computes vectors.
func (w *Workspace) CheckVectors(ctx context.Context) error {
	if !w.Vectors.Keep {
		return nil
	}
	if err := config.Reach(ctx, embedderURL(w.Config), "--embed-base-url"); err != nil {
		return err
	}
	return w.Vectors.Check(ctx)
}

// Summaries returns when the model names communities: config.Eager, Lazy or Off, by the settings, else by the workspace.
func (w *Workspace) Summaries(ctx context.Context) (string, error) {
	s := tree.Settings{Summaries: w.Config.Summaries}
	if w.Store != nil && s.Summaries == "" {
		stored, err := tree.Stored(ctx, w.Store)
		if err != nil {
			return "", err
		}
		s = s.Or(stored)
	}
	return s.Or(tree.Defaults()).Summaries, nil
}

// NameCommunities names those of the communities that the model is to name when they are read (config.Lazy), in place; a nil
// session is one without bounds. For a workspace opened by OpenReader it returns fault.Held if there are such.
func (w *Workspace) NameCommunities(ctx context.Context, r graph.Reader, s *llm.Session, rows []graph.CommunityRow) error {
	offline := w.Config.Model == config.Offline && w.Config.LLM.Cassette == ""
	if s != nil {
		offline = s.ModelName() == llm.OfflineName
	}
	if when, err := w.Summaries(ctx); err != nil || when != config.Lazy || offline {
		return err
	}
	switch {
	case s != nil:
	case w.Client == nil:
		return fault.New(fault.Held, "workspace.NameCommunities", w.Config.Workspace,
			"the workspace is opened for reading alone, without the model", "")
	default:
		s = w.Client.Session(llm.Bounds{Window: ingest.DefaultWindow, Prices: w.Prices()})
	}
	return tree.NameOnRead(ctx, r, s, rows, w.Config.LLM.Concurrency)
}
