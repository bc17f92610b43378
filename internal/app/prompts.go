package app

import (
	"slices"

	"grove/ingest/extract"
	"grove/ingest/identity"
	"grove/ingest/tree"
	"grove/internal/config"
	"grove/internal/eval/judge"
	"grove/internal/eval/reversion"
	"grove/internal/gist"
	"grove/internal/llm"
	"grove/query/agents"
)

// Prompts describes all prompts: of ingestion, the agents and evaluation.
func Prompts() []llm.Listed {
	return slices.Concat(extract.Prompts(), tree.Prompts(), identity.Prompts(), gist.Prompts(), agents.Prompts(), judge.Prompts(),
		reversion.Prompts())
}

// ReadPrompts reads the files of the folder of prompts, if the settings name one, into the settings.
func ReadPrompts(c *config.Config) (err error) {
	if c.Prompts != "" {
		c.Instructions, err = llm.ReadInstructions(c.Prompts, Prompts())
	}
	return err
}
