package uitest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"grove/internal/app"
	"grove/internal/config"
	"grove/web"
	"grove/web/keys"
)

// workspace is the one that holds the sample.
const workspace = "default"

// house is a service with the sample.
type house struct {
	*testing.T
	server *httptest.Server
	keys   *keys.File
}

func newHouse(t *testing.T) *house {
	t.Helper()
	return newHouseOn(t, sample(t))
}

// ingested is the data folder with the sample that the tests copy. TestMain removes it.
var ingested struct {
	once sync.Once
	dir  string
	err  error
}

// sample has the sample ingested.
func sample(t *testing.T) config.Config {
	t.Helper()
	ingested.once.Do(func() { ingested.dir, ingested.err = ingestSample() })
	if ingested.err != nil {
		t.Fatal(ingested.err)
	}
	c := config.Default()
	c.Data, c.Workspace = t.TempDir(), workspace
	if err := os.CopyFS(c.Data, os.DirFS(ingested.dir)); err != nil {
		t.Fatal(err)
	}
	return c
}

func ingestSample() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "grove-sample-"); err != nil {
		return "", err
	}
	c := config.Default()
	c.Data, c.Workspace = dir, workspace
	a, err := app.Open(context.Background(), c)
	if err != nil {
		return dir, err
	}
	_, err = a.Demo(context.Background(), nil)
	return dir, errors.Join(err, a.Close())
}

// newEmptyHouse is a service without a workspace.
func newEmptyHouse(t *testing.T) *house {
	t.Helper()
	c := config.Default()
	c.Data, c.Workspace = t.TempDir(), workspace
	return newHouseOn(t, c)
}

func newHouseOn(t *testing.T, c config.Config) *house {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	service, err := app.NewService(c, log)
	if err != nil {
		t.Fatal(err)
	}
	h := &house{T: t, keys: keys.Open(c.Data)}
	handler, err := web.Handler(web.Options{Service: service, Keys: h.keys, Log: log, Limits: web.Limits{Rate: 1e6, Burst: 1e6},
		Build: web.Build{Version: "test", Revision: "none", Go: "go"}})
	if err != nil {
		t.Fatal(err)
	}
	h.server = httptest.NewServer(handler)
	t.Cleanup(func() {
		h.server.Close()
		if err := service.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// call asks a route of the sample's workspace by JSON, and wants a good answer.
func (h *house) call(method, path, body string, into any) {
	h.Helper()
	h.send(method, "/v1/workspaces/"+workspace+path, body, into)
}

// callService asks a route of the service itself.
func (h *house) callService(path string, into any) {
	h.Helper()
	h.send(http.MethodGet, path, "", into)
}

func (h *house) send(method, path, body string, into any) {
	h.Helper()
	req, err := http.NewRequestWithContext(h.Context(), method, h.server.URL+path, strings.NewReader(body))
	if err != nil {
		h.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		h.Fatal(err)
	}
	defer resp.Body.Close()
	var raw bytes.Buffer
	if _, err := raw.ReadFrom(resp.Body); err != nil {
		h.Fatal(err)
	}
	if resp.StatusCode >= http.StatusBadRequest {
		h.Fatalf("%s %s: %d %s", method, path, resp.StatusCode, raw.String())
	}
	if into != nil {
		if err := json.Unmarshal(raw.Bytes(), into); err != nil {
			h.Fatalf("%s %s: %v in %s", method, path, err, raw.String())
		}
	}
}
