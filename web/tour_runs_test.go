package web_test

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grove/internal/app"
	"grove/internal/config"
	"grove/internal/eval/dataset"
	"grove/internal/eval/run"
	"grove/internal/evaluate"
	"grove/internal/sqlite"
	"grove/query"
	"grove/web"
	"grove/web/keys"
)

// run makes an evaluation run of two questions in a workspace, whose agent says the text.
func (h *house) run(short, name, text string) string {
	h.Helper()
	set := dataset.Set{Name: "sea <script>alert(1)</script>", Form: dataset.PerDocument, Groups: []dataset.Group{{Name: "g", Questions: []int{0, 1}}},
		Questions: []dataset.Question{{ID: "1", Question: "Who hunts?", Answers: []string{"Ahab"}}, {ID: "2", Question: "What?", Answers: []string{"a whale"}}}}
	r := run.Run{Dir: h.runFolder(short, name), Systems: []run.System{{Agent: "graph", Model: "offline", Mode: query.Open}},
		Open: func(context.Context, dataset.Group) (run.Graph, error) {
			return run.Graph{Close: func() error { return nil },
				Ask: func(context.Context, run.System, dataset.Question, bool) (query.Answer, error) {
					return query.Answer{Answer: text, Citations: []query.Citation{}}, nil
				},
				Read: func(context.Context, query.Answer) (run.Material, error) {
					return run.Material{Documents: []string{}}, nil
				}}, nil
		}}
	if _, err := r.Do(h.Context(), set); err != nil {
		h.Fatal(err)
	}
	return r.Dir
}

func (h *house) runFolder(short, name string) string {
	c := h.config
	c.Workspace = h.name(short)
	return filepath.Join(c.Folder(), evaluate.RunsFolder, name)
}

// tourRuns looks at evaluation runs, their reports and two compared, and deletes one.
func (h *house) tourRuns(short, ws string) {
	h.Helper()
	var list web.RunList
	h.get(ws+"/runs").want(http.StatusOK, "").into(&list)
	if len(list.Runs) != 0 || list.Next != -1 {
		h.Errorf("no runs: %+v", list)
	}
	h.run(short, "before", "Ahab")
	dir := h.run(short, "after", "<img src=x onerror=alert(1)>")
	h.get(ws+"/runs?limit=1").want(http.StatusOK, "").into(&list)
	if len(list.Runs) != 1 || list.Runs[0].Name != "after" || list.Runs[0].State != run.Done || list.Next != 1 {
		h.Errorf("the newest: %+v", list)
	}
	h.get(ws+"/runs?from=1").want(http.StatusOK, "").into(&list)
	if len(list.Runs) != 1 || list.Runs[0].Scores[0].Score.Mean != .5 || list.Next != -1 {
		h.Errorf("the other: %+v", list)
	}
	one := ws + "/runs/after"
	shown := h.get(one).want(http.StatusOK, "")
	var d run.Detail
	if shown.into(&d); d.Summary == nil || d.Summary.Report != one+"/report" || strings.Contains(string(shown.body), h.config.Data) {
		h.Errorf("run %s", shown.body)
	}
	page := h.get(one+"/report").want(http.StatusOK, "")
	if body := string(page.body); !strings.Contains(body, "&lt;img") || strings.Contains(body, "<img") || strings.Contains(body, "<script") {
		h.Errorf("the report has foreign markup: %s", body)
	}
	if _, style, _ := strings.Cut(string(page.body), "<style>"); !strings.HasPrefix(style, run.ReportStyle+"</style>") ||
		strings.Contains(string(page.body), "style=") || strings.Count(string(page.body), "<style") != 1 {
		h.Error("the report has styles that the explorer does not allow")
	}
	policy := page.header.Get("Content-Security-Policy")
	if !strings.HasPrefix(policy, "sandbox; default-src 'none'") || strings.Contains(policy, "script-src") || page.header.Get("Cache-Control") != "no-store" {
		h.Errorf("policy %q", policy)
	}
	var c run.Comparison
	h.get(ws+"/runs/before/compare?with=after").want(http.StatusOK, "").into(&c)
	if len(c.Changes) == 0 || c.A != "before" || c.B != "after" {
		h.Errorf("comparison %+v", c)
	}
	h.get(ws+"/runs/before/compare").want(http.StatusBadRequest, "invalid")
	h.get(ws+"/runs/before/compare?with=none").want(http.StatusNotFound, "not_found")
	for _, name := range []string{"..", "..%2fjobs", "A", "%00", strings.Repeat("a", 64), "%2e%2e%2f%2e%2e%2fkeys"} {
		h.get(ws+"/runs/before/compare?with="+name).want(http.StatusBadRequest, "invalid")
		if name != ".." { // which the client resolves
			h.get(ws+"/runs/"+name).want(http.StatusBadRequest, "invalid")
			h.get(ws+"/runs/"+name+"/report").want(http.StatusBadRequest, "invalid")
			h.ask(http.MethodDelete, ws+"/runs/"+name, nil).want(http.StatusBadRequest, "invalid")
		}
	}
	h.unfinishedRun(ws, dir)
	h.ask(http.MethodDelete, one, nil).want(http.StatusNoContent, "")
	for _, gone := range []string{one, one + "/report", one + "/compare?with=before"} {
		h.get(gone).want(http.StatusNotFound, "not_found")
	}
	if _, err := os.Stat(dir); err == nil {
		h.Error("the folder is there still")
	}
}

// unfinishedRun takes the summary of a run away, as if it had been interrupted, and then makes it unreadable.
func (h *house) unfinishedRun(ws, dir string) {
	h.Helper()
	one := ws + "/runs/" + filepath.Base(dir)
	for _, name := range []string{run.SummaryFile, run.ReportFile} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			h.Fatal(err)
		}
	}
	var d run.Detail
	if h.get(one).want(http.StatusOK, "").into(&d); d.Summary != nil || d.Answers != 2 {
		h.Errorf("unfinished: %+v", d)
	}
	h.get(one+"/report").want(http.StatusConflict, "conflict")
	h.get(one+"/compare?with=before").want(http.StatusConflict, "conflict")
	if err := os.Mkdir(filepath.Join(dir, run.SummaryFile), 0o755); err != nil { // reading it fails
		h.Fatal(err)
	}
	h.get(one).want(http.StatusServiceUnavailable, "unavailable")
	h.get(ws+"/runs").want(http.StatusServiceUnavailable, "unavailable")
	if err := os.Remove(filepath.Join(dir, run.SummaryFile)); err != nil {
		h.Fatal(err)
	}
}

// TestRunsWhileHeld: runs can be seen while another process, such as that of a run, holds the workspace.
func TestRunsWhileHeld(t *testing.T) {
	c := config.Default()
	c.Data, c.Workspace = t.TempDir(), "sea"
	holder, err := app.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	h := openOn(t, c, web.Limits{})
	ws := h.path("sea")
	dir := h.run("sea", "one", "Ahab")
	release, err := sqlite.Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	h.get(ws+"/stats").want(http.StatusServiceUnavailable, "held")
	var list web.RunList
	h.get(ws+"/runs").want(http.StatusOK, "").into(&list)
	if len(list.Runs) != 1 || list.Runs[0].State != run.Running || list.Runs[0].Answers != 2 {
		t.Errorf("%+v", list)
	}
	h.ask(http.MethodDelete, ws+"/runs/one", nil).want(http.StatusConflict, "conflict")
	h.get(ws+"/runs/one/compare?with=one").want(http.StatusConflict, "conflict")
	h.get(h.path("none")+"/runs").want(http.StatusNotFound, "not_found")
	for _, err := range []error{release(), holder.Close()} {
		if err != nil {
			t.Error(err)
		}
	}
}

// TestRunsAndKeys: a key that only reads deletes no run.
func TestRunsAndKeys(t *testing.T) {
	h := open(t, web.Limits{})
	ws := h.workspace("sea")
	h.run("sea", "one", "Ahab")
	reader := bearer(h.key("reader", keys.Read, keys.Everywhere))
	h.get(ws+"/runs/one", reader...).want(http.StatusOK, "")
	h.ask(http.MethodDelete, ws+"/runs/one", nil, reader...).want(http.StatusForbidden, "forbidden")
	h.get(ws+"/runs/one/report").want(http.StatusUnauthorized, "unauthenticated")
	h.ask(http.MethodDelete, ws+"/runs/one", nil, bearer(h.key("writer", keys.Write, keys.Everywhere))...).want(http.StatusNoContent, "")
}
