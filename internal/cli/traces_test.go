package cli_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"grove/ingest"
	"grove/internal/app"
	"grove/internal/cli"
	"grove/internal/config"
	"grove/internal/traces"
	"grove/query"
)

// TestTraceCommands lists, shows, replays and deletes what was asked, while another
// process holds the workspace.
func TestTraceCommands(t *testing.T) {
	dir := files(t, map[string]string{"a.txt": "Captain Ahab was born in Nantucket. Ahab commands the Pequod."})
	folder := t.TempDir()
	data := []string{"--data", folder}
	do := func(into any, args ...string) { t.Helper(); run(t, into, append(args, data...)...) }
	do(&ingest.Report{}, "ingest", dir+"/a.txt")
	var answer query.Answer
	do(&answer, "ask", "Where was Captain Ahab born?", "--agent", "graphreader")
	do(&query.Answer{}, "ask", "Who is Queequeg?", "--agent", "bm25")
	do(&query.Answer{}, "ask", "Who is Pip?", "--traces", "0")
	do(&query.Answer{}, "ask", "Who commands the Pequod?", "--workspace", "default")
	var asked struct{ Traces []traces.Summary }
	do(&asked, "traces", "list", "--limit", "1")
	if s := asked.Traces[0]; s.AskedAgent != "auto" || s.Agent == "auto" || s.Answerer() != "auto: "+s.Agent {
		t.Errorf("auto: %+v", s)
	}
	do(new(any), "traces", "delete", asked.Traces[0].ID)

	c := config.Default()
	c.Data = folder
	holder, err := app.OpenExisting(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := holder.Close(); err != nil {
			t.Error(err)
		}
	})

	var list struct{ Traces []traces.Summary }
	do(&list, "traces", "list")
	if len(list.Traces) != 2 || list.Traces[0].Agent != "bm25" || list.Traces[1].ID != answer.TraceID || list.Traces[1].Reply != answer.Answer {
		t.Fatalf("list: %+v", list)
	}
	do(&list, "traces", "list", "--limit", "1", "--before", list.Traces[0].ID)
	if len(list.Traces) != 1 || list.Traces[0].ID != answer.TraceID {
		t.Errorf("the older one: %+v", list)
	}
	var shown traces.Trace
	do(&shown, "traces", "show", answer.TraceID)
	if len(shown.Answer.Trace) != len(answer.Trace) || shown.Question != "Where was Captain Ahab born?" {
		t.Errorf("show: %+v", shown.Summary)
	}
	var replayed struct {
		Events []struct {
			Event query.EventKind
			Data  json.RawMessage
		}
	}
	do(&replayed, "traces", "replay", answer.TraceID)
	if n := len(replayed.Events); n != len(answer.Trace)+4 || replayed.Events[0].Event != query.EventPlan || replayed.Events[n-1].Event != query.EventDone {
		t.Errorf("replay: %+v", replayed)
	}
	var told, steps bytes.Buffer
	if code := cli.Main(t.Context(), append([]string{"traces", "replay", answer.TraceID}, data...), &told, &steps); code != 0 || !strings.HasPrefix(told.String(), "plan ") || strings.Count(told.String(), "\n") != len(replayed.Events) {
		t.Errorf("replay as text: %d: %s%s", code, told.String(), steps.String())
	}
	if code, said := fails(t, append([]string{"traces", "show", "t" + strings.Repeat("a", 24)}, data...)...); code != 1 || said != "not_found" {
		t.Errorf("an unknown trace: exit %d: %s", code, said)
	}
	if code, said := fails(t, append([]string{"traces", "list", "--workspace", "none"}, data...)...); code != 1 || said != "not_found" {
		t.Errorf("an unknown workspace: exit %d: %s", code, said)
	}
	var gone struct{ Deleted []string }
	do(&gone, "traces", "delete", answer.TraceID)
	do(&list, "traces", "list")
	if !slices.Equal(gone.Deleted, []string{answer.TraceID}) || len(list.Traces) != 1 {
		t.Errorf("delete: %+v, left %+v", gone, list)
	}
}

// TestTraceIsShownOnce: with --trace the steps follow the answer, with their Cypher.
func TestTraceIsShownOnce(t *testing.T) {
	dir := files(t, map[string]string{"a.txt": "Captain Ahab was born in Nantucket."})
	data := t.TempDir()
	run(t, &ingest.Report{}, "ingest", dir+"/a.txt", "--data", data)
	for _, c := range []struct {
		args []string
		text bool
	}{{nil, true}, {[]string{"--quiet"}, true}, {[]string{"--json"}, false}} {
		var out, errOut bytes.Buffer
		args := append([]string{"ask", "Where was Captain Ahab born?", "--agent", "graphreader", "--trace", "--data", data}, c.args...)
		if code := cli.Main(t.Context(), args, &out, &errOut); code != 0 {
			t.Fatalf("%v: exit %d: %s", args, code, errOut.String())
		}
		if strings.Contains(errOut.String(), "plan") || c.text != (strings.Count(out.String(), "\n1. plan") == 1) {
			t.Errorf("%v: the steps are not shown once, on standard output:\n%s%s", c.args, out.String(), errOut.String())
		}
		if c.text && strings.Contains(out.String(), `","`) {
			t.Errorf("%v: a list as JSON: %s", c.args, out.String())
		}
		if !strings.Contains(out.String(), "MATCH (") {
			t.Errorf("%v: no Cypher at the end: %s", c.args, out.String())
		}
	}
}

// TestExportAfterLongagent: a question answered without a model has no stored replies, and is skipped.
func TestExportAfterLongagent(t *testing.T) {
	dir, data := files(t, map[string]string{"a.txt": "Captain Ahab was born in Nantucket."}), t.TempDir()
	run(t, &ingest.Report{}, "ingest", dir+"/a.txt", "--data", data)
	run(t, &query.Answer{}, "ask", "Where was Captain Ahab born?", "--agent", "longagent", "--data", data)
	var report struct {
		Skipped int `json:"skipped"`
	}
	run(t, &report, "traces", "export", dir+"/chat.jsonl", "--data", data)
	if report.Skipped != 1 {
		t.Errorf("%d questions skipped", report.Skipped)
	}
}
