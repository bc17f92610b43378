package app

import (
	"cmp"

	"grove/internal/config"
	"grove/internal/embed"
)

// embedder is the one that the settings name. An endpoint without an address of
// its own is the language model's.
func embedder(c config.Config) (embed.Embedder, error) {
	if c.Embedder == config.Builtin {
		return embed.Builtin{}, nil
	}
	return embed.NewEndpoint(embed.EndpointOptions{Model: c.Embedder,
		BaseURL: cmp.Or(c.Embed.BaseURL, c.LLM.BaseURL), Key: cmp.Or(c.Embed.APIKey, c.LLM.APIKey)})
}
