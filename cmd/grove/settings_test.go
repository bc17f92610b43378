package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"grove/internal/llm/llmtest"
)

// TestBadSettings: a value that cannot be, from wherever it comes, is wrong
// usage that names where it stands.
func TestBadSettings(t *testing.T) {
	for _, c := range []struct {
		name, file    string
		env, args     []string
		item, message string
	}{
		{name: "a number that is none", env: []string{"GROVE_CONCURRENCY=many"}, item: "GROVE_CONCURRENCY", message: `"many" is not a whole number`},
		{name: "a time without unit", env: []string{"GROVE_LLM_TIMEOUT=5"}, item: "GROVE_LLM_TIMEOUT", message: "not a time such as 90s"},
		{name: "a price that is none", env: []string{"GROVE_PRICE_PROMPT=free"}, item: "GROVE_PRICE_PROMPT", message: "not a number"},
		{name: "neither true nor false", env: []string{"GROVE_QUIET=perhaps"}, item: "GROVE_QUIET", message: "not true or false"},
		{name: "an unknown store", env: []string{"GROVE_STORE=oracle"}, item: "oracle", message: "not a store"},
		{name: "a name that is none", env: []string{"GROVE_WORKSPACE=Up/../x"}, item: "Up/../x", message: "not a workspace name"},
		{name: "an address that is none", env: []string{"GROVE_LLM_BASE_URL=localhost"}, item: "--llm-base-url", message: "not an address"},
		{name: "a negative number", env: []string{"GROVE_RPM=-1"}, item: "--rpm", message: "negative"},
		{name: "a setting unknown to the file", file: "stoer: neo4j\nzoo: 1\n", item: "FILE: stoer", message: "no such setting"},
		{name: "no YAML", file: "store: [neo4j", item: "FILE", message: "["},
		{name: "a list instead of settings", file: "- store\n", item: "FILE", message: "mapping"},
		{name: "a list as a value", file: "store:\n  - neo4j\n", item: "FILE: store", message: "not a single value"},
		{name: "a value of another type", file: "concurrency: many\n", item: "FILE: concurrency", message: "not a whole number"},
		{name: "binary as a file of settings", file: "\x00\x01\x02\xff\xfe", item: "FILE"},
		{name: "no such file", env: []string{"GROVE_CONFIG=/no/such/file"}, item: "/no/such/file", message: "no such file"},
		{name: "a folder as a file", env: []string{"GROVE_CONFIG=/"}, item: "/", message: "not an ordinary file"},
		{name: "a bad flag", args: []string{"--concurrency", "many"}, item: "--concurrency", message: "--concurrency"},
		{name: "an unknown flag", args: []string{"--concurency", "3"}, message: "--concurency"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "grove.yaml")
			env := c.env
			if c.file != "" {
				write(t, file, c.file)
				env = append(env, "GROVE_CONFIG="+file)
			}
			s := scene{T: t}
			r := runWith(t, env, append([]string{"config", "--json"}, c.args...)...)
			e := s.read(r).Error
			if item := strings.ReplaceAll(c.item, "FILE", file); r.code != 2 || e.Code != "invalid" || e.Item != item ||
				!strings.Contains(e.Message, c.message) || e.Hint == "" && len(c.args) == 0 {
				t.Errorf("exit %d, %+v", r.code, e)
			}
			human := runWith(t, env, append([]string{"config"}, c.args...)...)
			if human.code != 2 || !strings.HasPrefix(human.err, "grove: ") || strings.Contains(human.err, "config.") || crashed(human) {
				t.Errorf("without --json: exit %d, %q", human.code, human.err)
			}
		})
	}
}

// TestDoctor breaks one thing after the other: the doctor finds it, says what
// helps, and finds nothing else.
func TestDoctor(t *testing.T) {
	refusing := llmtest.NewServer(llmtest.Options{Key: "right"})
	defer refusing.Close()
	hanging := llmtest.NewServer(llmtest.Options{Break: func(llmtest.Try) *llmtest.Fault { return llmtest.Hang() }})
	defer hanging.Close()
	other := llmtest.NewServer(llmtest.Options{Models: []string{"another"}})
	defer other.Close()
	for _, c := range []struct {
		name   string
		env    []string
		harm   func(t *testing.T, data string)
		bad    []string
		detail string
	}{
		{name: "nothing"},
		{name: "settings", env: []string{"GROVE_JSON_MODE=loud"}, bad: []string{"settings"}, detail: "loud"},
		{name: "a file in the folder's place", bad: []string{"data folder", "store", "workspace"}, detail: "not a directory", harm: func(t *testing.T, data string) {
			write(t, data, "x")
		}},
		{name: "a database that is none", bad: []string{"store"}, detail: "not a database", harm: func(t *testing.T, data string) {
			write(t, filepath.Join(data, "default", "grove.db"), strings.Repeat("no database ", 1000))
		}},
		{name: "Neo4j down", env: []string{"GROVE_STORE=neo4j", "GROVE_NEO4J_URI=bolt://127.0.0.1:1"}, bad: []string{"store"}, detail: "refused"},
		{name: "endpoint down", env: []string{"GROVE_MODEL=m", "GROVE_LLM_BASE_URL=http://127.0.0.1:1/v1", "GROVE_LLM_RETRIES=0"}, bad: []string{"model"}, detail: "refused"},
		{name: "no key", env: []string{"GROVE_MODEL=m", "GROVE_LLM_BASE_URL=https://127.0.0.1:1/v1", "GROVE_LLM_RETRIES=0"}, bad: []string{"model"},
			detail: "no API key is set for https://127.0.0.1:1/v1: set GROVE_LLM_API_KEY"},
		{name: "wrong key", env: []string{"GROVE_MODEL=m", "GROVE_LLM_BASE_URL=" + refusing.URL(), "GROVE_LLM_API_KEY=wrong"}, bad: []string{"model"}, detail: "401"},
		{name: "hanging", env: []string{"GROVE_MODEL=m", "GROVE_LLM_BASE_URL=" + hanging.URL(), "GROVE_LLM_TIMEOUT=300ms", "GROVE_LLM_RETRIES=0"}, bad: []string{"model"}, detail: "no answer within"},
		{name: "no such model", env: []string{"GROVE_MODEL=m", "GROVE_LLM_BASE_URL=" + other.URL()}, bad: []string{"model"}, detail: "does not have this model"},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := filepath.Join(t.TempDir(), "data")
			if c.harm != nil {
				c.harm(t, data)
			}
			var found struct {
				OK     bool
				Checks []struct {
					Name, Detail, Hint string
					OK                 bool
					Count              int
				}
			}
			s := scene{T: t}
			env := append(c.env, "GROVE_DATA="+data, "GROVE_JSON=1")
			s.json(runWith(t, env, "doctor"), min(1, len(c.bad)), &found)
			var bad []string
			details := ""
			for _, e := range found.Checks {
				if e.OK != (e.Count == 0) || e.Detail == "" || !e.OK && e.Hint == "" {
					t.Errorf("%+v", e)
				}
				if !e.OK {
					bad = append(bad, e.Name)
					details += e.Detail + " " + e.Hint
				}
			}
			if strings.Join(bad, ",") != strings.Join(c.bad, ",") || found.OK != (len(c.bad) == 0) || !strings.Contains(details, c.detail) {
				t.Errorf("found %q: %+v", bad, found)
			}
			if r := runWith(t, append(env, "GROVE_JSON=0"), "doctor"); strings.Count(r.out, "BAD") != len(c.bad) || crashed(r) {
				t.Errorf("without --json: %s%s", r.out, r.err)
			}
			if _, err := os.Stat(data); c.harm == nil && err == nil {
				t.Error("the doctor made the folder")
			}
		})
	}
}

// TestCompletion prints the scripts, of which bash itself reads its own.
func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if r := run(t, "completion", shell); r.code != 0 || !strings.Contains(r.out, "grove") || r.err != "" {
			t.Errorf("%s: exit %d, %q", shell, r.code, r.err)
		}
	}
	if r := run(t, "completion", "tcsh"); r.code != 2 || !strings.Contains(r.err, "tcsh") {
		t.Errorf("tcsh: exit %d, %q", r.code, r.err)
	}
	if r := run(t, "__complete", "jobs", ""); r.code != 0 || !strings.Contains(r.out, "retry") {
		t.Errorf("jobs is completed with %q", r.out)
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	script := run(t, "completion", "bash").out
	check := exec.Command(bash, "-c", script+"\ncomplete -p grove")
	if out, err := check.CombinedOutput(); err != nil || !strings.Contains(string(out), "__start_grove") {
		t.Errorf("%v: %s", err, out)
	}
}
