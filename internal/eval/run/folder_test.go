package run

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"grove/internal/eval/dataset"
	"grove/internal/fault"
	"grove/internal/sqlite"
	"grove/query"
)

// TestFolder follows runs from their first answer to their end.
func TestFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a[b]") // which a pattern would not match
	runs, w := In(dir), &world{says: map[string]string{"Who?": "Ahab", "What?": "a whale", "When?": "x"}}
	if list := listed(t, runs); len(list) != 0 {
		t.Errorf("no folder: %+v", list)
	}
	if _, err := w.run(filepath.Join(dir, "first"), "one").Do(t.Context(), set()); !fault.Is(err, fault.Unavailable) {
		t.Fatal(err)
	}
	if e := listed(t, runs)[0]; e.Name != "first" || e.State != Unfinished || e.Started.IsZero() || e.Answers > 2 || e.Items != 0 || len(e.Scores) != 0 ||
		!slices.Equal(e.Agents, []string{"one"}) || e.Dataset != "set" {
		t.Errorf("interrupted: %+v", e)
	}
	if d, err := runs.Get("first"); err != nil || d.Summary != nil {
		t.Errorf("interrupted: %+v, %v", d, err)
	}
	w.says["When?"] = "1851"
	do(t, w.run(filepath.Join(dir, "first"), "one"), set())
	w.says["Who?"] = "Ishmael"
	do(t, w.run(filepath.Join(dir, "second"), "one", "two"), set())
	list := listed(t, runs)
	if len(list) != 2 || list[0].Name != "second" || list[0].State != Done || list[0].Items != 6 || list[0].Answers != 6 ||
		len(list[0].Scores) != 2 || list[0].Headline == "" || list[0].Scores[1].Score == nil || list[0].Scores[1].Score.High == 0 {
		t.Errorf("finished: %+v", list)
	}
	if page, err := runs.List(t.Context(), 1, 5); err != nil || len(page) != 1 || page[0].Name != "first" {
		t.Errorf("from the second: %+v, %v", page, err)
	}
	d, err := runs.Get("second")
	if err != nil || d.Summary == nil || len(d.Summary.Systems) != 2 || !slices.Contains(d.Metrics, "f1") {
		t.Errorf("%+v, %v", d, err)
	}
	c, err := runs.Compare("first", "second")
	if err != nil || len(c.Changes) == 0 || c.A != "first" {
		t.Errorf("%+v, %v", c, err)
	}
	page, size, err := runs.Report("second")
	if err != nil {
		t.Fatal(err)
	}
	if raw, err := io.ReadAll(page); err != nil || int64(len(raw)) != size || page.Close() != nil {
		t.Errorf("%d of %d bytes, %v", len(raw), size, err)
	}
}

func listed(t *testing.T, runs Folder) []Entry {
	t.Helper()
	list, err := runs.List(t.Context(), 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestFolderStates: a run that is asked again, that is under way, that is damaged, and what is no run.
func TestFolderStates(t *testing.T) {
	dir := t.TempDir()
	runs, w := In(dir), &world{says: map[string]string{"Who?": "Ahab", "What?": "a whale", "When?": "1851"}}
	do(t, w.run(filepath.Join(dir, "run"), "one"), set())

	// A further agent that was interrupted leaves the earlier summary, which says so.
	w.says["Who?"] = "x"
	if _, err := w.run(filepath.Join(dir, "run"), "two").Do(t.Context(), set()); !fault.Is(err, fault.Unavailable) {
		t.Fatal(err)
	}
	d, err := runs.Get("run")
	if err != nil || d.State != Unfinished || d.Summary == nil || d.Items != 3 || d.Answers < 3 || !slices.Equal(d.Agents, []string{"one", "two"}) {
		t.Errorf("%+v, %v", d, err)
	}

	// Under way: no comparison and no deletion.
	release, err := sqlite.Lock(filepath.Join(dir, "run"))
	if err != nil {
		t.Fatal(err)
	}
	if e := listed(t, runs)[0]; e.State != Running {
		t.Errorf("%+v", e)
	}
	if _, err := runs.Compare("run", "run"); !fault.Is(err, fault.Conflict) {
		t.Error(err)
	}
	if err := runs.Delete("run"); !fault.Is(err, fault.Conflict) {
		t.Error(err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}

	// Damaged files hide no other run, and folders of other commands are no runs.
	for path, text := range map[string]string{"torn/run.json": "{", "cut/run.json": "{}", "cut/summary.json": `{"systems":7}`,
		"needle-1/items.jsonl": "{}\n", "file": "", "Bad Name/run.json": "{}"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, path)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	states := map[string]State{}
	for _, e := range listed(t, runs) {
		states[e.Name] = e.State
		if (e.State == Unreadable) != (e.Problem != "") {
			t.Errorf("%+v", e)
		}
	}
	if len(states) != 3 || states["torn"] != Unreadable || states["cut"] != Unreadable || states["run"] != Unfinished {
		t.Errorf("%v", states)
	}
	for _, name := range []string{"torn", "cut"} {
		if _, err := runs.Get(name); !fault.Is(err, fault.Unreadable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := runs.Report("torn"); !fault.Is(err, fault.Conflict) {
		t.Error(err)
	}

	// A deletion takes what an interrupted one left.
	if err := os.Mkdir(filepath.Join(dir, deleting+"x"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := runs.Delete("run"); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 5 {
		t.Errorf("left %v, %v", left, err)
	}
	for name, kind := range map[string]fault.Kind{"run": fault.NotFound, "needle-1": fault.NotFound, "../torn": fault.Invalid, "..": fault.Invalid,
		"": fault.Invalid, "Bad Name": fault.Invalid, deleting + "x": fault.Invalid, "a\x00": fault.Invalid} {
		_, errGet := runs.Get(name)
		_, _, errReport := runs.Report(name)
		_, errCompare := runs.Compare(name, name)
		for _, err := range []error{errGet, errReport, errCompare, runs.Delete(name)} {
			if !fault.Is(err, kind) {
				t.Errorf("%q: %v, want %s", name, err, kind)
			}
		}
	}
}

// TestFolderOutage: a folder that cannot be read is no missing run.
func TestFolderOutage(t *testing.T) {
	dir := t.TempDir()
	w := &world{says: map[string]string{"Who?": "Ahab", "What?": "a whale", "When?": "1851"}}
	do(t, w.run(filepath.Join(dir, "run"), "one"), set())
	if err := os.Remove(filepath.Join(dir, "run", SummaryFile)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "run", SummaryFile), 0o755); err != nil { // reading it fails
		t.Fatal(err)
	}
	if _, err := In(dir).Get("run"); !fault.Is(err, fault.Unavailable) {
		t.Error(err)
	}
	if _, err := In(dir).List(t.Context(), 0, 1); !fault.Is(err, fault.Unavailable) {
		t.Error(err)
	}
	if _, err := In(filepath.Join(dir, "run", ManifestFile)).List(t.Context(), 0, 1); !fault.Is(err, fault.Unavailable) {
		t.Error(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := In(dir).List(ended, 0, 1); !fault.Is(err, fault.Canceled) {
		t.Error(err)
	}
}

// TestFolderPurge: runs that read what matches, or do not list it, are deleted, also those that another agent joined; those that read
// nothing of the workspace's own graph stay.
func TestFolderPurge(t *testing.T) {
	dir := t.TempDir()
	w := &world{says: map[string]string{"Who?": "Ahab", "What?": "a whale", "When?": "1851"}}
	agent := "one"
	made := func(name string, shared bool, ids ...string) {
		r := w.run(filepath.Join(dir, name), agent)
		open := r.Open
		r.Open = func(ctx context.Context, g dataset.Group) (Graph, error) {
			graph, err := open(ctx, g)
			ask := graph.Ask
			graph.Shared, graph.Ask = shared, func(ctx context.Context, s System, q dataset.Question, fresh bool) (query.Answer, error) {
				a, err := ask(ctx, s, q, fresh)
				a.Read = ids
				return a, err
			}
			return graph, err
		}
		if _, err := r.Do(t.Context(), set()); err != nil {
			t.Fatal(err)
		}
	}
	made("kept", true, "a", "b")
	made("gone", true, "a", "secret")
	made("unlisted", true)
	made("other-graphs", false, "secret")
	made("resumed", true, "secret")
	agent = "two"
	made("resumed", true, "a")
	if err := os.Mkdir(filepath.Join(dir, "torn"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "torn", ManifestFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "notes"), nil, 0o600); err != nil { // a file of somebody else
		t.Fatal(err)
	}
	var asked [][]string
	n, err := In(dir).Purge(t.Context(), func(ids []string) (bool, error) {
		asked = append(asked, ids)
		return len(ids) == 0 || slices.Contains(ids, "secret"), nil
	})
	var left []string
	for _, e := range listed(t, In(dir)) {
		left = append(left, e.Name)
	}
	if slices.Sort(left); err != nil || n != 4 || !slices.Equal(left, []string{"kept", "other-graphs"}) || len(asked) != 4 {
		t.Errorf("%d gone, left %v, asked %v, %v", n, left, asked, err)
	}
	down := fault.New(fault.Unavailable, "test", "", "down", "")
	if _, err := In(dir).Purge(t.Context(), func([]string) (bool, error) { return false, down }); !fault.Is(err, fault.Unavailable) {
		t.Error(err)
	}
}
