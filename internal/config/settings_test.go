package config_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"grove/internal/config"
	"grove/internal/fault"
)

func TestSettle(t *testing.T) {
	file := func(body string) string {
		path := filepath.Join(t.TempDir(), "grove.yaml")
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct {
		name, file string
		flags      map[string]string
		env        map[string]string
		want       func(config.Config) bool
		from       config.Source // of store
		bad        string        // part of the error
	}{
		{name: "defaults", want: func(c config.Config) bool { return reflect.DeepEqual(c, config.Default()) }, from: config.FromDefault},
		{name: "file", file: "store: neo4j\nneo4j-uri: bolt://x:1\nconcurrency: 3\nllm-timeout: 30s\njson: true\nprice-prompt: 0.15\n", from: config.FromFile,
			want: func(c config.Config) bool {
				return c.Store == "neo4j" && c.LLM.Concurrency == 3 && c.LLM.Timeout == 30*time.Second && c.JSON && c.LLM.PricePrompt == 0.15
			}},
		{name: "the environment wins over the file", file: "store: neo4j", env: map[string]string{"GROVE_STORE": "embedded"},
			want: func(c config.Config) bool { return c.Store == "embedded" }, from: config.FromEnvironment},
		{name: "a flag wins over all", file: "store: neo4j", env: map[string]string{"GROVE_STORE": "neo4j"}, flags: map[string]string{"store": "embedded"},
			want: func(c config.Config) bool { return c.Store == "embedded" }, from: config.FromFlag},
		{name: "OpenAI's own names", env: map[string]string{"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": "http://a/v1"}, from: config.FromDefault,
			want: func(c config.Config) bool { return c.LLM.APIKey == "k" && c.LLM.BaseURL.Reveal() == "http://a/v1" }},
		{name: "Grove's name wins over OpenAI's", env: map[string]string{"OPENAI_API_KEY": "k", "GROVE_LLM_API_KEY": "g"}, from: config.FromDefault,
			want: func(c config.Config) bool { return c.LLM.APIKey == "g" }},
		{name: "an unknown name", file: "stroe: neo4j", bad: "stroe"},
		{name: "a list", file: "store: [neo4j]", bad: "not a single value"},
		{name: "not YAML", file: "store: [", bad: "grove.yaml"},
		{name: "not a map", file: "- a", bad: "grove.yaml"},
		{name: "a number that is none", env: map[string]string{"GROVE_RPM": "many"}, bad: "GROVE_RPM"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got config.Config
			settings := config.Settings(&got)
			for _, s := range settings {
				if v, ok := c.flags[s.Name]; ok {
					if err := s.Value.Set(v); err != nil {
						t.Fatal(err)
					}
				}
			}
			path := ""
			if c.file != "" {
				path = file(c.file)
			}
			from, err := config.Settle(settings, path, func(name string) bool { _, ok := c.flags[name]; return ok },
				func(name string) (string, bool) { v, ok := c.env[name]; return v, ok })
			if c.bad != "" {
				if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), c.bad) {
					t.Errorf("error %v, want one about %q", err, c.bad)
				}
				return
			}
			if err != nil || !c.want(got) || from["store"] != c.from {
				t.Errorf("%+v, store from %s, %v", got, from["store"], err)
			}
		})
	}
	if _, err := config.Settle(config.Settings(new(config.Config)), filepath.Join(t.TempDir(), "none"), func(string) bool { return false },
		func(string) (string, bool) { return "", false }); !fault.Is(err, fault.Invalid) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// Secrets have no flag and are never shown.
func TestSecrets(t *testing.T) {
	var c config.Config
	for _, s := range config.Settings(&c) {
		if secret := strings.Contains(s.Name, "key") || strings.Contains(s.Name, "password"); secret != s.Secret {
			t.Errorf("%s: secret %v", s.Name, s.Secret)
		}
		if err := s.Value.Set("hunter2"); s.Secret && (err != nil || strings.Contains(s.Shown(), "hunter2")) {
			t.Errorf("%s is shown as %q, %v", s.Name, s.Shown(), err)
		}
	}
}

func TestCheck(t *testing.T) {
	for name, change := range map[string]func(*config.Config){
		"workspace": func(c *config.Config) { c.Workspace = "../x" },
		"store":     func(c *config.Config) { c.Store = "file" },
		"no URI":    func(c *config.Config) { c.Store = config.Neo4j },
		"model":     func(c *config.Config) { c.Model = "" },
		"json mode": func(c *config.Config) { c.LLM.JSONMode = "yes" },
		"negative":  func(c *config.Config) { c.LLM.RPM = -1 },
		"address":   func(c *config.Config) { c.LLM.BaseURL = config.NewAddress("localhost:8080") },
	} {
		c := config.Default()
		change(&c)
		if err := c.Check(); !fault.Is(err, fault.Invalid) || fault.Hint(err) == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := config.Default().Check(); err != nil {
		t.Error(err)
	}
}
