// Package config holds the settings that every command shares: where they come
// from (flags, environment, file, defaults, in this order) and their checks.
package config

import (
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
)

// The stores a workspace can live in.
const (
	Embedded = "embedded"
	Neo4j    = "neo4j"
)

// Offline stands for no language model; Builtin is the embedder without an endpoint.
const (
	Offline = "offline"
	Builtin = "builtin"
)

// The values of settings that switch something on or off.
const (
	On  = "on"
	Off = "off"
)

// The values of Summaries: communities are named as they are made, when they are first read, or never.
const (
	Eager = "eager"
	Lazy  = "lazy"
)

// Config is the values of all settings.
type Config struct {
	// Data is the folder that holds the workspaces' folders. Default "grove-data".
	Data string
	// Workspace is the name of one graph: [a-z0-9][a-z0-9_-]{0,62}. Default "default".
	Workspace string
	// Wait is how long a command waits for a workspace that another process holds. Default 5 s; 0 is not at all.
	Wait time.Duration
	// Store is Embedded (default) or Neo4j.
	Store string
	// Neo4jURI is the server's address. Neo4jPassword has no flag.
	Neo4jURI                 Address
	Neo4jUser, Neo4jPassword string
	// Model is Offline (default: no language model) or the name of an endpoint's model.
	Model string
	LLM   LLM
	// Embedder is Builtin (default) or the name of an endpoint's model.
	Embedder string
	Embed    Endpoint
	// JudgeAPIKey is the key of the endpoint of the model that judges answers, "" for that of the language model.
	JudgeAPIKey string
	// Resolve is On (default: rules merge names of the same entity) or Off (only
	// decisions merge names).
	Resolve string
	// Evolution is the handling of names outside the schema: off, propose or auto; "" is
	// the workspace's own, propose for a new one.
	Evolution string
	// CommunityMethod is the method of community detection; "" is the workspace's own,
	// leiden for a new one.
	CommunityMethod string
	// Summaries is when the model names communities: Eager, Lazy or Off; "" is the workspace's own, Eager for a
	// new one.
	Summaries string
	// Prompts is a folder of files whose texts replace the instructions of prompts, "" for none;
	// Instructions are these texts by the prompt's name, as app.ReadPrompts sets them.
	Prompts      string
	Instructions map[string]string
	// Traces is the number of most recent question traces to retain. Default 1,000.
	Traces int
	// JSON prints exactly one JSON object to standard output; Quiet prints no progress.
	JSON, Quiet bool
	// Color is when the command line has colours: "auto" (default: on a terminal), "always" or "never".
	Color string
}

// Endpoint is an OpenAI-compatible server. An empty URL is OpenAI's own.
type Endpoint struct {
	BaseURL Address
	APIKey  string
}

// LLM configures calls to the language model.
type LLM struct {
	Endpoint
	// Concurrency is the most calls in flight, RPM the calls and TPM the tokens a
	// minute; 0 is 8, and no bound.
	Concurrency, RPM, TPM int
	// Timeout bounds one call; 0 is two minutes.
	Timeout time.Duration
	// Retries is the number of retries of a failed call.
	Retries int
	// JSONMode is auto (default), schema, object or off: how structured replies are requested.
	JSONMode string
	// PricePrompt and PriceCompletion are in US dollars for a million tokens, PricePrefix that of prompt tokens which the endpoint
	// has in its own cache. Without them list prices are used where the endpoint is their provider's.
	PricePrompt, PriceCompletion, PricePrefix float64
	// Effort is the effort of reasoning, such as low; "" leaves it to the endpoint.
	Effort string
	// Cassette is a file of recorded replies, "" for none; CassetteMode is replay
	// (default), record, or auto: calls that the file lacks are made and added.
	Cassette, CassetteMode string
	// CAFile is a PEM file of additional trusted certificates.
	CAFile string
}

var workspaceName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,62}$`)

// CheckWorkspace returns fault.Invalid for an invalid name of a workspace.
func CheckWorkspace(name string) error {
	if workspaceName.MatchString(name) {
		return nil
	}
	return fault.New(fault.Invalid, "config.CheckWorkspace", name, "not a workspace name",
		"use 1 to 63 of a-z, 0-9, _ and -, beginning with a letter or digit")
}

// Check returns fault.Invalid, with the remedy, for settings that cannot work.
func (c Config) Check() error {
	const op = "config.Check"
	if err := CheckWorkspace(c.Workspace); err != nil {
		return err
	}
	switch {
	case c.Data == "":
		return fault.New(fault.Invalid, op, "--data", "the data folder has no name", "give --data DIR")
	case c.Store != Embedded && c.Store != Neo4j:
		return fault.New(fault.Invalid, op, c.Store, "not a store", "--store embedded or --store neo4j")
	case c.Store == Neo4j && c.Neo4jURI.IsZero():
		return fault.New(fault.Invalid, op, "--neo4j-uri", "the store neo4j needs the server's address",
			"give --neo4j-uri bolt://HOST:7687 or set GROVE_NEO4J_URI")
	case c.Model == "":
		return fault.New(fault.Invalid, op, "--model", "the model has no name", "--model offline, or the name of an endpoint's model")
	case c.Embedder == "":
		return fault.New(fault.Invalid, op, "--embedder", "the embedder has no name",
			"--embedder builtin, or the name of an endpoint's model")
	}
	if err := c.checkValues(); err != nil {
		return err
	}
	for name, address := range map[string]Address{"--llm-base-url": c.LLM.BaseURL, "--embed-base-url": c.Embed.BaseURL} {
		if address.IsZero() {
			continue
		}
		if u, err := url.Parse(address.Reveal()); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return fault.New(fault.Invalid, op, name, "not an address of http or https", "such as http://localhost:8080/v1")
		}
	}
	return nil
}

// checkValues refuses a negative number, and a value that is not one of a setting's, by the name of the setting.
func (c Config) checkValues() error {
	var read Config
	settings := Settings(&read)
	read = c // the settings read its fields
	for _, s := range settings {
		switch v := s.Value.String(); {
		case s.Value.Type() != "string" && strings.HasPrefix(v, "-"):
			return fault.New(fault.Invalid, "config.Check", "--"+s.Name, v+" is negative", s.Usage)
		case s.Values != nil && !slices.Contains(s.Values, v):
			return fault.New(fault.Invalid, "config.Check", v, "not a value of --"+s.Name,
				"--"+s.Name+" "+strings.Trim(strings.Join(s.Values, ", "), ", "))
		}
	}
	return nil
}

// Folder returns the workspace's own folder, below Data.
func (c Config) Folder() string { return filepath.Join(c.Data, c.Workspace) }
