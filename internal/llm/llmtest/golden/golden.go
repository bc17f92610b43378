// Package golden compares prompts with golden files, for tests.
package golden

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grove/internal/llm"
)

var update = flag.Bool("update", false, "write the golden files of prompts anew")

// Prompt is what all prompts share.
type Prompt interface {
	Form() llm.Form
	Messages() []llm.Message
}

// Check compares prompts, by the name of their file, with testdata/FILE.golden, and checks their
// reply schemas and bounds. It returns their texts.
func Check(t *testing.T, prompts map[string]Prompt) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for file, p := range prompts {
		var b strings.Builder
		form := p.Form()
		b.WriteString(form.Name + "\n")
		for _, m := range p.Messages() {
			b.WriteString("\n[" + m.Role + "]\n" + m.Content + "\n")
		}
		b.WriteString("\n[schema]\n" + form.Schema + "\n")
		texts[file] = b.String()
		path := filepath.Join("testdata", file+".golden")
		if *update {
			err := os.MkdirAll("testdata", 0o755)
			if err == nil {
				err = os.WriteFile(path, []byte(texts[file]), 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if texts[file] != string(want) {
			t.Errorf("%s differs from %s; look at it and run go test -update:\n%s", form.Name, path, texts[file])
		}
		var schema map[string]any
		if err := json.Unmarshal([]byte(form.Schema), &schema); err != nil || schema["type"] != "object" {
			t.Errorf("%s: the reply schema is not one: %v", form.Name, err)
		}
		if form.Limits.MaxTokens < 1 {
			t.Errorf("%s: the reply has no bound", form.Name)
		}
	}
	return texts
}
