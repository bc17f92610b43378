package config

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Setting is one setting by name.
type Setting struct {
	// Name is that of the flag and in the file, such as "neo4j-uri".
	Name, Usage string
	// Env are the environment variables that set it; the first that is not empty counts.
	Env []string
	// Values are those that it takes; nil for any.
	Values []string
	// Secret settings have no flag, and are not printed.
	Secret bool
	// Value reads and writes it in the Config. It has the form of a flag's value.
	Value Value
}

// Value reads and writes the value of a setting.
type Value interface {
	Set(string) error
	String() string
	// Type names the kind of value: string, int, float, duration or bool.
	Type() string
}

// Default returns the defaults of all settings.
func Default() Config {
	return Config{Data: "grove-data", Workspace: "default", Wait: 5 * time.Second, Store: Embedded, Neo4jUser: "neo4j", Model: Offline,
		Embedder: Builtin, Resolve: On, Traces: 1000, Color: "auto", LLM: LLM{Concurrency: 8, Timeout: 2 * time.Minute, Retries: 5,
			JSONMode: "auto", CassetteMode: "replay"}}
}

// Settings sets c to its defaults and returns the settings that change it.
func Settings(c *Config) []Setting {
	one := func(name, usage string, v Value, also ...string) Setting {
		return Setting{Name: name, Usage: usage, Value: v, Env: append([]string{variable(name)}, also...)}
	}
	secret := func(name, usage string, v Value, also ...string) Setting {
		s := one(name, usage, v, also...)
		s.Secret = true
		return s
	}
	choice := func(name, usage string, to *string, values ...string) Setting {
		s := one(name, usage, text(to))
		s.Values = values
		return s
	}
	*c = Default()
	return []Setting{
		one("data", "folder of the workspaces", text(&c.Data)),
		one("workspace", "name of the graph", text(&c.Workspace)),
		one("wait", "how long to wait for a workspace that another process holds", duration(&c.Wait)),
		choice("store", "embedded or neo4j", &c.Store, Embedded, Neo4j),
		one("neo4j-uri", "Neo4j address, such as bolt://localhost:7687", address(&c.Neo4jURI)),
		one("neo4j-user", "Neo4j user", text(&c.Neo4jUser)),
		secret("neo4j-password", "Neo4j password", text(&c.Neo4jPassword)),
		one("model", "offline (no language model), or a model name at --llm-base-url", text(&c.Model)),
		one("llm-base-url", "OpenAI-compatible endpoint (default: OpenAI)", address(&c.LLM.BaseURL), "OPENAI_BASE_URL"),
		secret("llm-api-key", "API key of the endpoint", text(&c.LLM.APIKey), "OPENAI_API_KEY"),
		one("concurrency", "concurrent model calls", number(&c.LLM.Concurrency)),
		one("rpm", "model calls per minute (0: unlimited)", number(&c.LLM.RPM)),
		one("tpm", "prompt and completion tokens per minute (0: unlimited)", number(&c.LLM.TPM)),
		one("llm-timeout", "timeout of one model call", duration(&c.LLM.Timeout)),
		one("llm-retries", "retries of a failed call", number(&c.LLM.Retries)),
		choice("json-mode", "how structured replies are requested: auto, schema, object or off", &c.LLM.JSONMode, "auto", "schema",
			"object", "off"),
		one("reasoning-effort", "effort of reasoning models, such as minimal, low, medium or high (default: the endpoint's)",
			text(&c.LLM.Effort)),
		one("price-prompt", "US dollars per million prompt tokens (default: list prices of well-known models)",
			decimal(&c.LLM.PricePrompt)),
		one("price-completion", "US dollars per million completion tokens", decimal(&c.LLM.PriceCompletion)),
		one("price-prefix", "US dollars per million prompt tokens that the endpoint had in its own cache (0: --price-prompt)",
			decimal(&c.LLM.PricePrefix)),
		one("cassette", "file of recorded replies, to replay or to record", text(&c.LLM.Cassette)),
		choice("cassette-mode", "replay, record or auto", &c.LLM.CassetteMode, "replay", "record", "auto"),
		one("ca-file", "additional trusted certificates (PEM file)", text(&c.LLM.CAFile)),
		one("prompts", "folder of files that replace the instructions of prompts; see grove prompts list", text(&c.Prompts)),
		one("embedder", "sentence vectors: builtin, or a model name at --embed-base-url", text(&c.Embedder)),
		one("embed-base-url", "OpenAI-compatible embeddings endpoint (default: --llm-base-url)", address(&c.Embed.BaseURL)),
		secret("embed-api-key", "API key of the embeddings endpoint", text(&c.Embed.APIKey)),
		secret("judge-api-key", "API key of the endpoint of eval --judge-base-url", text(&c.JudgeAPIKey)),
		choice("resolve", "automatic entity resolution: on or off", &c.Resolve, On, Off),
		choice("evolution", "schema evolution: off, propose or auto (default: the workspace's; propose for a new one)", &c.Evolution, "",
			Off, "propose", "auto"),
		one("community-method", "community detection: leiden, paper, structure or embedding "+
			"(default: the workspace's; leiden for a new one)", text(&c.CommunityMethod)),
		choice("summaries", "when a model names communities: eager (as they are made), lazy (when first read) or off "+
			"(default: the workspace's; eager for a new one)", &c.Summaries, "", Eager, Lazy, Off),
		one("traces", "number of most recent question traces to retain (0: none)", number(&c.Traces)),
		one("json", "print exactly one JSON object", flag(&c.JSON)),
		one("quiet", "suppress progress output", flag(&c.Quiet)),
		choice("color", "colours: auto (on a terminal, unless NO_COLOR is set), always or never", &c.Color, "auto", "always", "never"),
	}
}

func variable(name string) string {
	return "GROVE_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// value is a Value of any type.
type value[T any] struct {
	to    *T
	kind  string
	parse func(string) (T, error)
}

func (v value[T]) Set(s string) error {
	parsed, err := v.parse(s)
	if err == nil {
		*v.to = parsed
	}
	return err
}

// String returns the value, and "" for the zero value[T], which flag packages compare with.
func (v value[T]) String() string {
	if v.to == nil {
		return ""
	}
	return fmt.Sprint(*v.to)
}

func (v value[T]) Type() string { return v.kind }

func text(to *string) Value {
	return value[string]{to, "string", func(s string) (string, error) { return s, nil }}
}
func address(to *Address) Value {
	return value[Address]{to, "string", func(s string) (Address, error) { return NewAddress(s), nil }}
}
func number(to *int) Value { return value[int]{to, "int", strconv.Atoi} }
func flag(to *bool) Value  { return value[bool]{to, "bool", strconv.ParseBool} }
func duration(to *time.Duration) Value {
	return value[time.Duration]{to, "duration", time.ParseDuration}
}
func decimal(to *float64) Value {
	return value[float64]{to, "float", func(s string) (float64, error) { return strconv.ParseFloat(s, 64) }}
}
