package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"grove/internal/jobs"
	"grove/web"
	"grove/web/keys"
)

func (h *house) key(name string, role keys.Role, workspaces ...string) string {
	h.Helper()
	secret, _, err := h.keys.Add(name, role, workspaces, time.Now())
	if err != nil {
		h.Fatal(err)
	}
	return secret
}

func bearer(secret string) []string { return []string{"Authorization", "Bearer " + secret} }

// TestRoles holds every route to its role.
func TestRoles(t *testing.T) {
	h := open(t, web.Limits{})
	secrets := map[keys.Role]string{}
	for _, r := range keys.Roles() {
		secrets[r] = h.key(string(r), r, keys.Everywhere)
	}
	for path, item := range h.spec.Paths.Map() {
		for method, o := range item.Operations() {
			need := keys.Role("")
			for _, r := range keys.Roles() {
				if strings.Contains(o.Description, "the role "+string(r)) {
					need = r
				}
			}
			if safe := method == http.MethodGet || o.OperationID == "ask"; need == "" && strings.HasPrefix(path, "/v1") || !safe && need == keys.Read {
				t.Errorf("%s %s needs %q", method, path, need)
			}
			address := strings.NewReplacer("{workspace}", "none", "{id}", "x").Replace(path)
			if need != "" {
				h.send(method, address, `{`).want(http.StatusUnauthorized, "unauthenticated")
				h.send(method, address, `{`, bearer("grove_x_y")...).want(http.StatusUnauthorized, "unauthenticated")
			}
			for _, r := range keys.Roles() {
				got := h.send(method, address, `{`, bearer(secrets[r])...)
				if denied := got.status == http.StatusForbidden; denied == r.May(need) {
					t.Errorf("%s %s with %s: %d", method, path, r, got.status)
				}
			}
		}
	}
	// The other header works, too; a key that is revoked does not.
	h.get("/v1/workspaces", "X-Api-Key", secrets[keys.Read]).want(http.StatusOK, "")
	all, err := h.keys.List()
	if err != nil {
		t.Fatal(err)
	}
	if err := keys.Open(h.config.Data).Revoke(all[0].ID); err != nil {
		t.Fatal(err)
	}
	h.get("/v1/workspaces", bearer(secrets[keys.Read])...).want(http.StatusUnauthorized, "unauthenticated")
}

func TestLimits(t *testing.T) {
	h := open(t, web.Limits{Rate: 0.001, Burst: 3})
	for range 3 {
		h.get("/v1/workspaces").want(http.StatusOK, "")
	}
	if r := h.get("/v1/workspaces").want(http.StatusTooManyRequests, "rate_limited"); r.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	h.get("/livez").want(http.StatusOK, "")
	// Another key has its own.
	h.get("/v1/workspaces", bearer(h.key("x", keys.Read, "a"))...).want(http.StatusOK, "")
}

// TestOverload: one more stream than may be is refused, and then let in again.
func TestOverload(t *testing.T) {
	h := open(t, web.Limits{Requests: 1})
	ws := h.workspace("sea")
	var j jobs.Job
	h.add(ws, "book", long(1)).want(http.StatusAccepted, "").into(&j)
	resp, err := http.Get(h.server.URL + ws + "/jobs/" + string(j.ID) + "/events")
	if err != nil {
		t.Fatal(err)
	}
	h.get(ws+"/stats").want(http.StatusServiceUnavailable, "overloaded")
	h.get("/readyz").want(http.StatusOK, "")
	_ = resp.Body.Close()
	for end := time.Now().Add(time.Minute); h.get(ws+"/stats").status != http.StatusOK; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("a client that went away keeps its place")
		}
	}
}

// TestKeyRequests: a key that has its fill of requests under way is told so, and others
// are served.
func TestKeyRequests(t *testing.T) {
	h := open(t, web.Limits{Requests: 4})
	admin := bearer(h.key("admin", keys.Admin, keys.Everywhere))
	ws := h.workspace("sea", admin...)
	one, other := bearer(h.key("one", keys.Read, h.name("sea"))), bearer(h.key("other", keys.Read, h.name("sea")))
	var j jobs.Job
	h.add(ws, "book", long(1), admin...).want(http.StatusAccepted, "").into(&j)
	for range 2 {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.server.URL+ws+"/jobs/"+string(j.ID)+"/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set(one[0], one[1])
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
	}
	h.get(ws+"/stats", one...).want(http.StatusTooManyRequests, "rate_limited")
	h.get(ws+"/stats", other...).want(http.StatusOK, "")
	h.ended(ws, reply{t, http.StatusAccepted, nil, []byte(jsonOf(j))}, admin...)
	for end := time.Now().Add(time.Minute); h.get(ws+"/stats", one...).status != http.StatusOK; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("requests that are over count still")
		}
	}
}

// TestForwarded: without keys, what a proxy passes on is refused.
func TestForwarded(t *testing.T) {
	h := open(t, web.Limits{})
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "x-forwarded-proto"} {
		r := h.get("/v1/workspaces", name, "for=203.0.113.7").want(http.StatusForbidden, "forbidden")
		if !strings.Contains(string(r.body), "API key") {
			t.Errorf("no hint in %s", r.body)
		}
	}
	h.get("/livez", "X-Forwarded-For", "203.0.113.7").want(http.StatusOK, "")
	h.get("/v1/workspaces", append(bearer(h.key("x", keys.Read, "a")), "X-Forwarded-For", "203.0.113.7")...).want(http.StatusOK, "")
}

// TestBrowsers: pages of other sites get nowhere, by their own name or another's.
func TestBrowsers(t *testing.T) {
	h := open(t, web.Limits{})
	h.send(http.MethodPost, "/v1/workspaces", `{"name":"x"}`, "Origin", "https://evil.example").want(http.StatusForbidden, "forbidden")
	h.send(http.MethodPost, "/v1/workspaces", `{"name":"x"}`, "Sec-Fetch-Site", "cross-site").want(http.StatusForbidden, "forbidden")
	h.get("/v1/workspaces", "Host", "evil.example:8787").want(http.StatusForbidden, "forbidden")
	if r := h.get("/livez", "X-Request-Id", "mine-1"); r.header.Get("X-Request-Id") != "mine-1" {
		t.Error("a request's own id is not taken")
	}
	if r := h.get("/livez", "X-Request-Id", "mine 1\"{}"); r.header.Get("X-Request-Id") == "mine 1\"{}" {
		t.Error("any request's id is taken")
	}
}

func TestListen(t *testing.T) {
	known := keys.Open(t.TempDir())
	for address, refused := range map[string]bool{"127.0.0.1:0": false, "localhost:0": false, "[::1]:0": false, "0.0.0.0:0": true, ":0": true, "example.com:0": true, "nonsense": true} {
		l, required, err := web.Listen(t.Context(), address, known)
		if err == nil {
			_ = l.Close()
		}
		if address == "[::1]:0" && err != nil && !strings.Contains(err.Error(), "no keys") {
			continue // a machine without IPv6
		}
		if (err != nil) != refused || required {
			t.Errorf("%s: required %v, %v", address, required, err)
		}
	}
	if _, _, err := known.Add("x", keys.Read, []string{"a"}, time.Now()); err != nil {
		t.Fatal(err)
	}
	l, required, err := web.Listen(t.Context(), "0.0.0.0:0", known)
	if err != nil || !required {
		t.Fatalf("with keys: required %v, %v", required, err)
	}
	_ = l.Close()
}
