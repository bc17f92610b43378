package app

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// versioned matches the name of a prompt, or the end of one: names are written whole, in one literal.
var versioned = regexp.MustCompile(`^[a-z_.]*/[0-9]+$`)

// unlisted are names of calls that are no prompts of Grove's work.
var unlisted = map[string]bool{"doctor/1": true, "ping/1": true}

// TestPromptsAreListed: every name of a prompt in the code is listed, and every listed prompt has a golden file of its whole text.
func TestPromptsAreListed(t *testing.T) {
	listed, files := map[string]bool{}, map[string]bool{}
	for _, l := range Prompts() {
		if listed[l.Name] || files[l.File()] {
			t.Errorf("%s is listed twice", l.Name)
		}
		listed[l.Name], files[l.File()] = true, true
		if !versioned.MatchString(l.Name) || l.Purpose == "" || strings.TrimSpace(l.Instructions) == "" || l.Added == "" || len(l.ReplySchema) == 0 {
			t.Errorf("%+v", l)
		}
	}
	golden := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "storetest" || d.Name() == ".git"):
			return fs.SkipDir
		case strings.HasSuffix(path, ".golden"):
			raw, err := os.ReadFile(path)
			name, _, _ := strings.Cut(string(raw), "\n")
			golden[name] = true
			return err
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if name, err := strconv.Unquote(lit.Value); err == nil && versioned.MatchString(name) && !listed[name] && !unlisted[name] {
					t.Errorf("%s: %q is not listed: add it to Prompts of its package", path, name)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range listed {
		if !golden[name] {
			t.Errorf("no golden file has the whole text of %s", name)
		}
	}
}
