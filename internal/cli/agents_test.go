package cli_test

import (
	"strings"
	"testing"

	"grove/ingest"
	"grove/query"
	"grove/query/agents"
)

// TestAgents: every agent is listed with all that it can be told, and each option and
// part that is listed is taken.
func TestAgents(t *testing.T) {
	dir, data := files(t, map[string]string{"a.txt": "Ahab was born in Nantucket."}), t.TempDir()
	run(t, &ingest.Report{}, "ingest", dir+"/a.txt", "--data", data)
	var list struct {
		Agents []struct {
			Name, Purpose, Calls string
			LeastWindow          int `json:"least_window"`
			Options              []query.Option
			Parts                []query.Part
		}
	}
	run(t, &list, "agents", "list")
	if len(list.Agents) != len(agents.List()) || list.Agents[0].Name != agents.Names()[0] {
		t.Fatalf("%+v", list)
	}
	for _, a := range list.Agents {
		var shown struct{ Name, Purpose string }
		run(t, &shown, "agents", "show", a.Name)
		if shown.Name != a.Name || a.Purpose == "" || a.Purpose != shown.Purpose || a.Calls == "" || a.LeastWindow < 1024 {
			t.Errorf("%+v, %+v", a, shown)
		}
		for i, o := range a.Options {
			if testing.Short() && i > 0 {
				break
			}
			if o.Purpose == "" || o.Source == "" {
				t.Errorf("%s: %+v", a.Name, o)
			}
			run(t, &query.Answer{}, "ask", "Where was Ahab born?", "--agent", a.Name, "--option", o.Name+"="+o.Default, "--data", data)
			wrong := "-1"
			if o.Longest > 0 {
				wrong = strings.Repeat("x", o.Longest+1)
			}
			if code, kind := fails(t, "ask", "Where was Ahab born?", "--agent", a.Name, "--option", o.Name+"="+wrong, "--data", data); code != 2 || kind != "invalid" {
				t.Errorf("%s with %s=%.20s: %d %s", a.Name, o.Name, wrong, code, kind)
			}
		}
		for _, p := range a.Parts {
			var got query.Answer
			run(t, &got, "ask", "Where was Ahab born?", "--agent", a.Name, "--without", p.Name, "--data", data)
			if p.Purpose == "" || !strings.Contains(got.Answer, "Nantucket") {
				t.Errorf("%s without %s: %q", a.Name, p.Name, got.Answer)
			}
		}
	}
	if code, kind := fails(t, "agents", "show", "magic"); code != 2 || kind != "invalid" {
		t.Errorf("no such agent: %d %s", code, kind)
	}
}
