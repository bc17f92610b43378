package web_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grove/internal/sqlite"
	"grove/web"
	"grove/web/keys"
)

// TestWorkspaceList: pages by name, of those that the key opens; counts only where they
// are asked for.
func TestWorkspaceList(t *testing.T) {
	h := open(t, web.Limits{})
	admin := bearer(h.key("admin", keys.Admin, keys.Everywhere))
	for _, name := range []string{"c", "a", "d", "b"} {
		h.workspace(name, admin...)
	}
	h.ended(h.path("a"), h.add(h.path("a"), "moby", moby, admin...), admin...)
	page := func(query string, header []string) web.WorkspaceList {
		t.Helper()
		var l web.WorkspaceList
		h.get("/v1/workspaces"+query, header...).want(http.StatusOK, "").into(&l)
		return l
	}
	named := func(l web.WorkspaceList) (all string) {
		for _, w := range l.Workspaces {
			all += w.Name
		}
		return all
	}
	if l := page("", admin); named(l) != "abcd" || l.Next != "" || l.Workspaces[0].Documents != nil {
		t.Errorf("%+v", l)
	}
	if l := page("?limit=3", admin); named(l) != "abc" || l.Next != "c" {
		t.Errorf("%+v", l)
	}
	if l := page("?limit=3&after=c", admin); named(l) != "d" || l.Next != "" {
		t.Errorf("%+v", l)
	}
	some := bearer(h.key("some", keys.Read, "b", "d"))
	if l := page("?limit=1", some); named(l) != "b" || l.Next != "b" {
		t.Errorf("%+v", l)
	}
	if l := page("?limit=1&after=b", some); named(l) != "d" || l.Next != "" {
		t.Errorf("%+v", l)
	}
	l := page("?counts=true", admin)
	if w := l.Workspaces[0]; w.Documents == nil || *w.Documents != 1 || *w.Chunks != 1 {
		t.Errorf("%+v", w)
	}
	// One that cannot be read is listed with its problem.
	broken := filepath.Join(h.config.Data, "e")
	if err := os.MkdirAll(broken, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(broken, sqlite.File), []byte("no database, but a text that is long enough to be looked at"), 0o600); err != nil {
		t.Fatal(err)
	}
	l = page("?after=d&counts=true", admin)
	if named(l) != "e" || l.Workspaces[0].Problem == "" || l.Workspaces[0].Documents != nil || strings.Contains(l.Workspaces[0].Problem, broken) {
		t.Errorf("%+v", l)
	}
}
