package web_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"grove/web"
	"grove/web/keys"
)

// TestOrigins: requests of pages of other sites are refused, reads too; the service's own page,
// programs and navigation to a page are served.
func TestOrigins(t *testing.T) {
	h := open(t, web.Limits{})
	const evil = "https://evil.example"
	for name, c := range map[string]struct {
		path   string
		header []string
		status int
	}{
		"a program":                    {"/v1/workspaces", nil, http.StatusOK},
		"the service's own page":       {"/v1/workspaces", []string{"Sec-Fetch-Site", "same-origin"}, http.StatusOK},
		"typed by the user":            {"/v1/workspaces", []string{"Sec-Fetch-Site", "none", "Sec-Fetch-Mode", "navigate"}, http.StatusOK},
		"a page of another site":       {"/v1/workspaces", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"}, http.StatusForbidden},
		"a page of another port":       {"/v1/workspaces", []string{"Sec-Fetch-Site", "same-site"}, http.StatusForbidden},
		"another origin":               {"/v1/workspaces", []string{"Origin", evil}, http.StatusForbidden},
		"navigation to a read":         {"/v1/workspaces", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"}, http.StatusForbidden},
		"navigation to the metrics":    {"/metrics", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"}, http.StatusForbidden},
		"navigation to the explorer":   {"/", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"}, http.StatusOK},
		"navigation to the docs":       {"/docs", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"}, http.StatusOK},
		"the explorer inside a script": {"/", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"}, http.StatusForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			if r := h.get(c.path, c.header...); r.status != c.status || r.header.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("status %d, want %d: %v", r.status, c.status, r.header)
			}
		})
	}
}

// TestAllowedOrigins: pages of an allowed origin may use the service, after a preflight request, and
// others may not.
func TestAllowedOrigins(t *testing.T) {
	const friend, evil = "https://friend.example", "https://evil.example"
	h, err := web.Handler(web.Options{Service: oneRoom{}, Keys: keys.Open(t.TempDir()), Origins: []string{friend}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		method, origin string
		status         int
		shared         bool
	}{
		"a read":                 {http.MethodGet, friend, http.StatusOK, true},
		"a preflight request":    {http.MethodOptions, friend, http.StatusNoContent, true},
		"of another site":        {http.MethodGet, evil, http.StatusForbidden, false},
		"preflight of that site": {http.MethodOptions, evil, http.StatusForbidden, false},
	} {
		r := httptest.NewRequest(c.method, "/version", nil)
		r.Header.Set("Origin", c.origin)
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		r.Header.Set("Access-Control-Request-Method", http.MethodGet)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if got := w.Header().Get("Access-Control-Allow-Origin"); w.Code != c.status || (got == c.origin) != c.shared {
			t.Errorf("%s: status %d, origin %q", name, w.Code, got)
		}
		if c.method == http.MethodOptions && c.shared && !strings.Contains(w.Header().Get("Access-Control-Allow-Headers"), "Authorization") {
			t.Errorf("%s: %v", name, w.Header())
		}
	}
	for _, origin := range []string{"*", "example.org", "https://example.org/path", "file:///"} {
		if _, err := web.Handler(web.Options{Keys: keys.Open(t.TempDir()), Origins: []string{origin}}); err == nil {
			t.Errorf("%s is accepted as an origin", origin)
		}
	}
}

// TestLocal: profiles are served to requests that name a loopback address, not to a page whose
// name resolves to one.
func TestLocal(t *testing.T) {
	h := web.Local(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "profile") }))
	for host, status := range map[string]int{"127.0.0.1:6060": http.StatusOK, "localhost:6060": http.StatusOK, "[::1]:6060": http.StatusOK,
		"evil.example:6060": http.StatusForbidden, "evil.example": http.StatusForbidden} {
		r := httptest.NewRequest(http.MethodGet, "/debug/pprof/", nil)
		r.Host = host
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != status {
			t.Errorf("%s: status %d, want %d", host, w.Code, status)
		}
	}
	r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1:6060/debug/pprof/profile", nil)
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	r.Header.Set("Sec-Fetch-Mode", "navigate")
	w := httptest.NewRecorder()
	if h.ServeHTTP(w, r); w.Code != http.StatusForbidden {
		t.Errorf("a page of another site: status %d", w.Code)
	}
}

// TestKeysStayRequired: once keys exist, requests need one until the service ends, even after the
// last one is revoked.
func TestKeysStayRequired(t *testing.T) {
	h := open(t, web.Limits{})
	h.get("/v1/workspaces").want(http.StatusOK, "")
	_, k, err := h.keys.Add("last", keys.Admin, []string{keys.Everywhere}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	h.get("/v1/workspaces").want(http.StatusUnauthorized, "unauthenticated")
	if err := h.keys.Revoke(k.ID); err != nil {
		t.Fatal(err)
	}
	h.get("/v1/workspaces").want(http.StatusUnauthorized, "unauthenticated")
}
