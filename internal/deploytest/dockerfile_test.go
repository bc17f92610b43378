package deploytest

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// stage is one stage of the Dockerfile.
type stage struct {
	image, name  string
	instructions []instruction
}

// instruction is a line: "COPY", and what follows it.
type instruction struct{ word, rest string }

// all gives what follows a word, in order.
func (s stage) all(word string) []string {
	var out []string
	for _, i := range s.instructions {
		if i.word == word {
			out = append(out, i.rest)
		}
	}
	return out
}

func dockerfile(tb testing.TB) []stage {
	tb.Helper()
	text := strings.ReplaceAll(readFile(tb, "Dockerfile"), "\\\n", "")
	var stages []stage
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		rest = strings.Join(strings.Fields(rest), " ")
		if word == "FROM" {
			image, name, _ := strings.Cut(rest, " AS ")
			stages = append(stages, stage{image: image, name: name})
			continue
		}
		if len(stages) == 0 {
			tb.Fatalf("%s before FROM", line)
		}
		last := &stages[len(stages)-1]
		last.instructions = append(last.instructions, instruction{word, rest})
	}
	return stages
}

func TestTheImageIsStaticAndWithoutRights(t *testing.T) {
	stages := dockerfile(t)
	if len(stages) < 2 {
		t.Fatalf("%d stages", len(stages))
	}
	build, final := stages[0], stages[len(stages)-1]
	if run := strings.Join(build.all("RUN"), "\n"); !strings.Contains(run, "CGO_ENABLED=0 go build") || !strings.Contains(run, "./cmd/grove") {
		t.Errorf("the build is %q", run)
	}
	mustExist(t, "cmd/grove/main.go")
	if user := final.all("USER"); len(user) != 1 || !regexp.MustCompile(`^[1-9]\d*:[1-9]\d*$`).MatchString(user[0]) {
		t.Errorf("USER %v: give numbers above 0, which hold without a file of users", user)
	}
	if health := final.all("HEALTHCHECK"); len(health) > 0 {
		t.Errorf("HEALTHCHECK %v: a command that ends has no health", health)
	}
	if e := final.all("ENTRYPOINT"); len(e) != 1 || e[0] != `["/usr/local/bin/grove"]` {
		t.Errorf("ENTRYPOINT %v", e)
	}
	known := readVariables(t)
	for _, env := range final.all("ENV") {
		if name, _, _ := strings.Cut(env, "="); !slices.Contains(known, name) {
			t.Errorf("Grove does not read %s", name)
		}
	}
}

// TestTheImagesArePinned requires a version in every base, and in Go's the one of go.mod.
func TestTheImagesArePinned(t *testing.T) {
	goVersion := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(readFile(t, "go.mod"))
	for _, s := range dockerfile(t) {
		switch {
		case s.image == "scratch":
		case !regexp.MustCompile(`^[a-z0-9./-]+:\d+\.\d+[a-z0-9.-]*(@sha256:[0-9a-f]{64})?$`).MatchString(s.image):
			t.Errorf("%s has no version", s.image)
		case strings.HasPrefix(s.image, "golang:") && !strings.HasPrefix(s.image, "golang:"+goVersion[1]):
			t.Errorf("%s builds a module of Go %s", s.image, goVersion[1])
		}
	}
}

// TestWhatIsCopiedIsThere looks each source of COPY up in the repository, or in
// the stage that it is taken from.
func TestWhatIsCopiedIsThere(t *testing.T) {
	var earlier []string
	for _, s := range dockerfile(t) {
		for _, c := range s.all("COPY") {
			words := strings.Fields(c)
			from := ""
			for strings.HasPrefix(words[0], "--") {
				if name, ok := strings.CutPrefix(words[0], "--from="); ok {
					from = name
				}
				words = words[1:]
			}
			if from != "" {
				if !slices.Contains(earlier, from) {
					t.Errorf("COPY %s: no stage %s before it", c, from)
				}
				continue
			}
			for _, source := range words[:len(words)-1] {
				mustExist(t, source)
				if pattern := ignoredBy(t, path.Clean(source)); pattern != "" {
					t.Errorf("COPY %s: .dockerignore leaves out %s", c, pattern)
				}
			}
		}
		earlier = append(earlier, s.name)
	}
}

// TestTheBuildHasItsFiles requires that .dockerignore leaves out no file that
// `go build` reads, and no secret in.
func TestTheBuildHasItsFiles(t *testing.T) {
	top, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "-json=Dir,Standard,Module,GoFiles,EmbedFiles", "./cmd/grove")
	cmd.Dir = root
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	files := 0
	for list := json.NewDecoder(out); ; {
		var p struct {
			Dir                 string
			Module              *struct{ Main bool }
			GoFiles, EmbedFiles []string
		}
		if err := list.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Module == nil || !p.Module.Main {
			continue
		}
		for _, f := range slices.Concat(p.GoFiles, p.EmbedFiles) {
			name, err := filepath.Rel(top, filepath.Join(p.Dir, f))
			if err != nil {
				t.Fatal(err)
			}
			if pattern := ignoredBy(t, filepath.ToSlash(name)); pattern != "" {
				t.Errorf("%s is left out by %s", name, pattern)
			}
			files++
		}
	}
	if err := cmd.Wait(); err != nil || files == 0 {
		t.Fatalf("go list: %v, %d files", err, files)
	}
	for _, private := range []string{".env", ".git/config", "grove-data/default/grove.db", ".neo4j/data"} {
		if ignoredBy(t, private) == "" {
			t.Errorf("%s would go into the image", private)
		}
	}
}

// ignoredBy gives the line of .dockerignore that leaves a file out, or "". The
// lines are plain paths from the root.
func ignoredBy(tb testing.TB, name string) string {
	tb.Helper()
	for line := range strings.Lines(readFile(tb, ".dockerignore")) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") || line == "" {
			continue
		}
		if strings.ContainsAny(line, "*?[!") {
			tb.Fatalf(".dockerignore: %s is no plain path", line)
		}
		if name == line || strings.HasPrefix(name, line+"/") {
			return line
		}
	}
	return ""
}
