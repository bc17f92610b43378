package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/config"
)

// TestWhatWorksBesideAHolder runs every command on a workspace that is held: those of
// worksWhileHeld, and no others of a workspace, work. docs/guide.md names the same.
func TestWhatWorksBesideAHolder(t *testing.T) {
	data := t.TempDir()
	folder := filepath.Join(data, "docs")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "a.txt"), []byte("Orsa Tind built the harbour of Velm."), 0o644); err != nil {
		t.Fatal(err)
	}
	main := func(args ...string) (int, string) {
		var out, said bytes.Buffer
		return Main(t.Context(), append(args, "--data", data, "--quiet", "--wait", "0s"), &out, &said), said.String()
	}
	if code, said := main("ingest", folder); code != 0 {
		t.Fatal(said)
	}
	var settings config.Config
	config.Settings(&settings) // the defaults
	settings.Data = data
	a, err := app.Open(t.Context(), settings)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	beside := map[string]bool{}
	for _, group := range strings.Split(worksWhileHeld, ", ") {
		name, leaves, _ := strings.Cut(group, " ")
		for _, leaf := range strings.Split(leaves, "|") {
			beside[strings.TrimSpace(name+" "+leaf)] = true
		}
	}
	// Those that need no workspace, or measure on one of their own; and what the others are given.
	elsewhere := map[string]bool{"agents list": true, "agents show": true, "prompts list": true, "prompts show": true, "keys add": true, "keys list": true, "keys revoke": true, "config": true, "doctor": true, "version": true,
		"completion": true, "workspaces create": true, "serve": true}
	given := map[string][]string{"schema set": {"general"}, "export": {filepath.Join(data, "out.jsonl")}, "import": {filepath.Join(folder, "a.txt")},
		"demo": {"--workspace", "default"}, "entities split": {"Velm", "--name", "Velm"}, "workspaces delete": {"default", "--yes"}, "jobs retry": {}, "reembed": {}, "verify": {}}
	var walk func(path string, cmd *cobra.Command)
	walk = func(path string, cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			walk(strings.TrimSpace(path+" "+sub.Name()), sub)
		}
		if cmd.HasSubCommands() || elsewhere[path] || strings.HasPrefix(path, "eval") || strings.HasPrefix(path, "bench") {
			return
		}
		args, ok := given[path]
		for i := 0; !ok && i < len(strings.Fields(cmd.Use))-1; i++ {
			args = append(args, filepath.Join(folder, "a.txt"))
		}
		code, said := main(append(strings.Fields(path), args...)...)
		if works := code != exitUnreachable; works != beside[path] {
			t.Errorf("%s %v: exit %d: %s", path, args, code, said)
		}
		if code == exitUnreachable && path != "workspaces delete" && !strings.Contains(said, worksWhileHeld) {
			t.Errorf("%s does not say what works: %s", path, said)
		}
	}
	c := &command{out: &output{Writer: &bytes.Buffer{}}, err: &bytes.Buffer{}}
	c.settings = config.Settings(&c.Config)
	walk("", c.root())

	guide, err := os.ReadFile("../../docs/guide.md")
	if err != nil {
		t.Fatal(err)
	}
	if said := strings.Join(strings.Fields(strings.ReplaceAll(string(guide), "`", "")), " "); !strings.Contains(said, "Read-only commands that work while another process holds the workspace: "+worksWhileHeld+".") {
		t.Errorf("docs/guide.md does not say %q", worksWhileHeld)
	}
}

// TestWaitsForAHolder: a command waits while another process holds the workspace, and goes on once it is free.
func TestWaitsForAHolder(t *testing.T) {
	var settings config.Config
	config.Settings(&settings) // the defaults
	settings.Data = t.TempDir()
	a, err := app.Open(t.Context(), settings)
	if err != nil {
		t.Fatal(err)
	}
	said := &release{holder: a}
	code := Main(t.Context(), []string{"search", "harbour", "--data", settings.Data, "--wait", "10m"}, io.Discard, said)
	if code != 0 || said.holder != nil || said.err != nil {
		t.Errorf("exit %d: %s, %v", code, said.String(), said.err)
	}
}

// release is standard error that closes the holder of a workspace once a command says that it waits.
type release struct {
	bytes.Buffer
	holder *app.App
	err    error
}

func (r *release) Write(p []byte) (int, error) {
	if r.holder != nil && bytes.Contains(p, []byte("waiting up to 10m0s")) {
		r.holder, r.err = nil, r.holder.Close()
	}
	return r.Buffer.Write(p)
}
