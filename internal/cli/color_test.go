package cli

import (
	"strings"
	"testing"
)

// TestColor: headings, errors and citation marks have colours where --color says so; what is no terminal
// has none by itself.
func TestColor(t *testing.T) {
	data := t.TempDir()
	if code, _, errOut := said(t, "demo", "--data", data); code != 0 {
		t.Fatal(errOut)
	}
	ask := []string{"ask", "Where was Anselm Drury born?", "--workspace", "demo", "--data", data}
	for _, c := range []struct {
		args []string
		want string // what --color always adds
	}{
		{ask, "  \x1b[36m[1]\x1b[0m "},
		{[]string{"documents", "list", "--workspace", "demo", "--data", data}, "\x1b[1mID "},
		{[]string{"ask", "Who?", "--agent", "none", "--data", data}, "\x1b[31mgrove:\x1b[0m "},
	} {
		for _, color := range []string{"always", "never", "auto"} {
			_, out, errOut := said(t, append(c.args, "--color", color)...)
			all := out + errOut
			if got := strings.Contains(all, c.want); got != (color == "always") || color != "always" && strings.Contains(all, "\x1b") {
				t.Errorf("%v --color %s: %q", c.args, color, all)
			}
		}
	}
	if code, _, errOut := said(t, "config", "--color", "blue"); code != exitUsage {
		t.Errorf("exit %d: %s", code, errOut)
	}
}
