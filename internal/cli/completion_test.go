package cli_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"grove/ingest"
	"grove/internal/app"
	"grove/internal/cli"
	"grove/query/agents"
)

// TestValuesOfFlagsAreCompleted asks as the scripts of the shells do.
func TestValuesOfFlagsAreCompleted(t *testing.T) {
	dir := files(t, map[string]string{"a.txt": "Ahab was born in Nantucket."})
	data := t.TempDir()
	for _, name := range []string{"novels", "news", "papers"} {
		run(t, &ingest.Report{}, "ingest", dir+"/a.txt", "--data", data, "--workspace", name)
	}
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"ask", "--agent", ""}, agents.Names()},
		{[]string{"search", "--method", ""}, app.SearchMethods()},
		{[]string{"bench", "communities", "--method", ""}, []string{"leiden", "paper", "structure", "embedding"}},
		{[]string{"export", "--format", ""}, []string{"jsonl"}},
		{[]string{"documents", "list", "--store", ""}, []string{"embedded", "neo4j"}},
		{[]string{"ask", "--data", data, "--workspace", "n"}, []string{"news", "novels"}},
		{[]string{"ask", "--data", data + "/none", "--workspace", ""}, nil},
	} {
		var out, errOut bytes.Buffer
		if code := cli.Main(t.Context(), append([]string{"__complete"}, c.args...), &out, &errOut); code != 0 {
			t.Errorf("%v: exit %d: %s", c.args, code, errOut.String())
		}
		var got []string
		for l := range strings.Lines(out.String()) {
			if l = strings.TrimSpace(l); l != "" && !strings.HasPrefix(l, ":") {
				got = append(got, l)
			}
		}
		slices.Sort(got)
		if want := slices.Sorted(slices.Values(c.want)); !slices.Equal(got, want) {
			t.Errorf("%v: %q, want %q", c.args, got, want)
		}
	}
}
