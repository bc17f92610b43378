package web_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"grove/web"
)

var loaded = regexp.MustCompile(`(?:href|src)="([^"]*)"`)

// TestDocsPage: the page has every route of the OpenAPI document, every link in it leads to a place of
// the service, and it has no script.
func TestDocsPage(t *testing.T) {
	h := open(t, web.Limits{})
	r := h.get("/docs").want(http.StatusOK, "")
	page := string(r.body)
	if policy := r.header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'; script-src 'self'") {
		t.Error(policy)
	}
	for path, item := range h.spec.Paths.Map() {
		for method, o := range item.Operations() {
			for _, want := range []string{method + " " + path + "<", `id="` + o.OperationID + `"`, html.EscapeString(o.Summary)} {
				if !strings.Contains(page, want) {
					t.Errorf("%s %s: no %q", method, path, want)
				}
			}
		}
	}
	if strings.Contains(page, "<script") || strings.Contains(page, "style=") || strings.Contains(page, "<no value>") {
		t.Error("the page has a script, an inline style or an unfilled value")
	}
	for _, link := range loaded.FindAllStringSubmatch(page, -1) {
		if id, inside := strings.CutPrefix(link[1], "#"); inside {
			if !strings.Contains(page, `id="`+id+`"`) {
				t.Errorf("nothing has the id %s", id)
			}
			continue
		}
		u, err := url.Parse(link[1])
		if err != nil || u.IsAbs() || u.Host != "" {
			t.Errorf("%s is elsewhere", link[1])
			continue
		}
		resp, err := http.Get(h.server.URL + "/" + link[1])
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", link[1], resp.Status)
		}
	}
}
