// Package config holds the settings that every command shares: where they come
// from (flags, environment, file, defaults, in this order) and their checks.
package config

import (
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"grove/internal/fault"
)

// The stores a workspace can live in.
const (
	Embedded = "embedded"
	Neo4j    = "neo4j"
)

// Offline is the model that is none; Builtin the embedder that needs no endpoint.
const (
	Offline = "offline"
	Builtin = "builtin"
)

// What a setting that is no flag is turned to.
const (
	On  = "on"
	Off = "off"
)

// Config is the values of all settings.
type Config struct {
	// Data is the folder that holds the workspaces' folders. Default "grove-data".
	Data string
	// Workspace is the name of one graph: [a-z0-9][a-z0-9_-]{0,62}. Default "default".
	Workspace string
	// Store is Embedded (default) or Neo4j.
	Store string
	// Neo4jURI and Neo4jUser reach the server; the password never comes by a flag.
	Neo4jURI, Neo4jUser, Neo4jPassword string
	// Model is Offline (default: no language model) or the name of an endpoint's model.
	Model string
	LLM   LLM
	// Embedder is Builtin (default) or the name of an endpoint's model.
	Embedder string
	Embed    Endpoint
	// Resolve is On (default: names that look like one thing become one) or Off
	// (only people merge names).
	Resolve string
	// Evolution is what becomes of names outside the schema: off, propose or auto; "" leaves
	// it as the workspace has it, which is propose for a new one.
	Evolution string
	// CommunityMethod is how entities are divided into communities; "" leaves it as the
	// workspace has it, which is leiden for a new one.
	CommunityMethod string
	// Traces is how many questions are kept with their traces, the newest; 0 is none.
	// Default 1,000.
	Traces int
	// JSON asks for exactly one JSON object on standard output; Quiet for no progress.
	JSON, Quiet bool
}

// Endpoint is an OpenAI-compatible server. An empty URL is OpenAI's own.
type Endpoint struct{ BaseURL, APIKey string }

// LLM configures calls to the language model.
type LLM struct {
	Endpoint
	// Concurrency is the most calls in flight, RPM the calls and TPM the tokens a
	// minute; 0 is 8, and no bound.
	Concurrency, RPM, TPM int
	// Timeout bounds one call; 0 is two minutes.
	Timeout time.Duration
	// Retries is how often a call that failed is made again.
	Retries int
	// JSONMode is auto (default), schema, object or off: how structured replies are asked for.
	JSONMode string
	// PricePrompt and PriceCompletion are in US dollars for a million tokens.
	PricePrompt, PriceCompletion float64
	// Cassette is a file of recorded replies, "" for none; CassetteMode is replay
	// (default), record or auto: what a file has not is asked and added.
	Cassette, CassetteMode string
	// CAFile is a file of certificates to trust besides the system's.
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
	case c.Store == Neo4j && c.Neo4jURI == "":
		return fault.New(fault.Invalid, op, "--neo4j-uri", "the store neo4j needs the server's address",
			"give --neo4j-uri bolt://HOST:7687 or set GROVE_NEO4J_URI")
	case c.Model == "":
		return fault.New(fault.Invalid, op, "--model", "the model has no name", "--model offline, or the name of an endpoint's model")
	case c.Embedder == "":
		return fault.New(fault.Invalid, op, "--embedder", "the embedder has no name", "--embedder builtin, or the name of an endpoint's model")
	case c.Resolve != On && c.Resolve != Off:
		return fault.New(fault.Invalid, op, c.Resolve, "neither on nor off", "--resolve on or --resolve off")
	case !slices.Contains([]string{"", Off, "propose", "auto"}, c.Evolution):
		return fault.New(fault.Invalid, op, c.Evolution, "not a way to evolve the schema", "--evolution off, propose or auto")
	case c.Traces < 0:
		return fault.New(fault.Invalid, op, "--traces", "a negative number of traces", "0 keeps none")
	case c.LLM.Concurrency < 0 || c.LLM.RPM < 0 || c.LLM.TPM < 0 || c.LLM.Retries < 0 || c.LLM.Timeout < 0:
		return fault.New(fault.Invalid, op, "", "a negative limit", "0 is the default")
	case c.LLM.PricePrompt < 0 || c.LLM.PriceCompletion < 0:
		return fault.New(fault.Invalid, op, "", "a negative price", "give US dollars for a million tokens")
	}
	switch c.LLM.JSONMode {
	case "auto", "schema", "object", "off":
	default:
		return fault.New(fault.Invalid, op, c.LLM.JSONMode, "not a way to ask for JSON", "--json-mode auto, schema, object or off")
	}
	switch c.LLM.CassetteMode {
	case "replay", "record", "auto":
	default:
		return fault.New(fault.Invalid, op, c.LLM.CassetteMode, "not a way to use a cassette", "--cassette-mode replay, record or auto")
	}
	for name, address := range map[string]string{"--llm-base-url": c.LLM.BaseURL, "--embed-base-url": c.Embed.BaseURL} {
		if address == "" {
			continue
		}
		if u, err := url.Parse(address); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return fault.New(fault.Invalid, op, name, "not an address of http or https", "such as http://localhost:8080/v1")
		}
	}
	return nil
}

// Folder returns the workspace's own folder, below Data.
func (c Config) Folder() string { return filepath.Join(c.Data, c.Workspace) }
