package deploytest

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// notices has the licences of what the binary and the explorer in it are built from. `make notices`
// writes it, for which web/ui/node_modules is needed.
const notices = "THIRD_PARTY_NOTICES.txt"

// dependency is a module or package in the binary.
type dependency struct{ name, version, dir string }

func (d dependency) String() string { return d.name + " " + d.version }

// goModules are the modules of which the binary has packages.
func goModules(tb testing.TB) (out []dependency) {
	tb.Helper()
	const form = "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}"
	cmd := exec.CommandContext(tb.Context(), "go", "list", "-deps", "-f", form, "./cmd/grove")
	cmd.Dir = root
	raw, err := cmd.Output()
	if err != nil {
		tb.Fatal(err)
	}
	goroot, err := exec.CommandContext(tb.Context(), "go", "env", "GOROOT", "GOVERSION").Output()
	if err != nil {
		tb.Fatal(err)
	}
	dir, version, _ := strings.Cut(strings.TrimSpace(string(goroot)), "\n")
	lines := append(slices.Sorted(strings.Lines(string(raw))), "Go\t"+strings.TrimPrefix(version, "go")+"\t"+dir)
	for _, line := range slices.Compact(lines) {
		if name, rest, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			version, dir, _ := strings.Cut(rest, "\t")
			out = append(out, dependency{name, version, dir})
		}
	}
	return out
}

// npmPackages are the packages in the explorer's page.
func npmPackages(tb testing.TB) (out []dependency) {
	tb.Helper()
	var lock struct {
		Packages map[string]struct {
			Version string
			Dev     bool
		}
	}
	if err := json.Unmarshal([]byte(readFile(tb, "web/ui/package-lock.json")), &lock); err != nil {
		tb.Fatal(err)
	}
	for _, path := range slices.Sorted(maps.Keys(lock.Packages)) {
		if name, ok := strings.CutPrefix(path, "node_modules/"); ok && !lock.Packages[path].Dev {
			out = append(out, dependency{name, lock.Packages[path].Version, filepath.Join(root, "web/ui", path)})
		}
	}
	return out
}

// licence returns the texts of a dependency's licences and notices.
func licence(tb testing.TB, d dependency) string {
	tb.Helper()
	var texts []string
	for _, pattern := range []string{"LICEN[CS]E*", "licen[cs]e*", "COPYING*", "NOTICE*"} {
		found, err := filepath.Glob(filepath.Join(d.dir, pattern))
		if err != nil {
			tb.Fatal(err)
		}
		for _, path := range found {
			raw, err := os.ReadFile(path)
			if err != nil {
				tb.Fatal(err)
			}
			texts = append(texts, strings.TrimSpace(strings.ReplaceAll(string(raw), "\r\n", "\n")))
		}
	}
	if len(texts) == 0 {
		tb.Fatalf("%s: no licence in %s", d, d.dir)
	}
	return strings.Join(texts, "\n\n")
}

// TestNotices requires that every module and package in the binary, and foreign data, stands in the notices.
func TestNotices(t *testing.T) {
	all := append(goModules(t), npmPackages(t)...)
	all = append(all, dependency{"jieba (its dictionary and model)", "0.42.1", filepath.Join(root, "internal/segment")})
	if *update {
		of, texts := map[string][]string{}, map[string]string{} // by the words of a licence
		for _, d := range all {
			text := licence(t, d)
			words := strings.Join(strings.Fields(text), " ")
			of[words], texts[words] = append(of[words], d.String()), text
		}
		var b strings.Builder
		b.WriteString("Grove contains the following software. Each list of names is followed by its licence.\n")
		for _, words := range slices.SortedFunc(maps.Keys(of), func(a, b string) int { return strings.Compare(of[a][0], of[b][0]) }) {
			fmt.Fprintf(&b, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), strings.Join(of[words], "\n"), texts[words])
		}
		if err := os.WriteFile(filepath.Join(root, notices), []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	listed := map[string]bool{}
	for line := range strings.Lines(readFile(t, notices)) {
		listed[strings.TrimSpace(line)] = true
	}
	for _, d := range all {
		if !listed[d.String()] && d.name != "Go" { // Go's version is that of whoever builds
			t.Errorf("%s is not in %s: make notices", d, notices)
		}
	}
}
