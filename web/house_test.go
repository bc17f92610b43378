package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"

	"grove/internal/app"
	"grove/internal/config"
	"grove/internal/jobs"
	"grove/web"
	"grove/web/keys"
)

// house is a service under test. Every answer it gives is held to its own OpenAPI
// document.
type house struct {
	*testing.T
	server  *httptest.Server
	service *app.Service
	keys    *keys.File
	config  config.Config
	log     *lines
	router  routers.Router
	spec    *openapi3.T

	mu *sync.Mutex
	// done counts the answers of each operation.
	done map[string]int
}

// lines is a log.
type lines struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

// open starts a service on a data folder of its own.
func open(t *testing.T, limits web.Limits) *house {
	t.Helper()
	c := config.Default()
	c.Data = t.TempDir()
	return openOn(t, c, limits)
}

func openOn(t *testing.T, c config.Config, limits web.Limits) *house {
	t.Helper()
	h := &house{T: t, config: c, keys: keys.Open(c.Data), log: new(lines), mu: new(sync.Mutex), done: map[string]int{}}
	log := slog.New(slog.NewTextHandler(h.log, nil))
	var err error
	if h.service, err = app.NewService(c, log); err != nil {
		t.Fatal(err)
	}
	if limits.Rate == 0 {
		limits.Rate, limits.Burst = 1e6, 1e6
	}
	handler, err := web.Handler(web.Options{Service: h.service, Keys: h.keys, Limits: limits, Log: log, Metrics: h.service.Metrics(), Build: web.Build{Version: "test", Revision: "none", Go: "go"}})
	if err != nil {
		t.Fatal(err)
	}
	h.server = httptest.NewServer(handler)
	t.Cleanup(h.close)
	h.readSpec()
	return h
}

// close ends the service as SIGTERM does.
func (h *house) close() {
	h.server.Close()
	if err := h.service.Close(); err != nil {
		h.Error(err)
	}
}

func (h *house) readSpec() {
	h.Helper()
	resp, err := http.Get(h.server.URL + "/openapi.json")
	if err != nil {
		h.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		h.Fatal(err)
	}
	if h.spec, err = openapi3.NewLoader().LoadFromData(raw); err != nil {
		h.Fatal(err)
	}
	if err := h.spec.Validate(h.Context()); err != nil {
		h.Fatalf("the OpenAPI document: %v", err)
	}
	if h.router, err = legacy.NewRouter(h.spec); err != nil {
		h.Fatal(err)
	}
}

// reply is an answer that was read.
type reply struct {
	*testing.T
	status int
	header http.Header
	body   []byte
}

// into reads the answer's JSON.
func (r reply) into(v any) {
	r.Helper()
	if err := json.Unmarshal(r.body, v); err != nil {
		r.Fatalf("%v in %s", err, r.body)
	}
}

// want checks the status, and the code of a problem.
func (r reply) want(status int, code string) reply {
	r.Helper()
	if r.status != status {
		r.Fatalf("status %d, want %d: %s", r.status, status, r.body)
	}
	if status < 400 {
		return r
	}
	var p web.Problem
	r.into(&p)
	if p.Code != code || p.Status != status || p.RequestID == "" || p.RequestID != r.header.Get("X-Request-Id") || p.Type == "" || p.Title == "" {
		r.Errorf("problem %+v, want code %s", p, code)
	}
	return r
}

// ask sends a request. Header is name, value, name, value.
func (h *house) ask(method, path string, body io.Reader, header ...string) reply {
	h.Helper()
	req, err := http.NewRequestWithContext(h.Context(), method, h.server.URL+path, body)
	if err != nil {
		h.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Add(header[i], header[i+1])
		if header[i] == "Host" {
			req.Host = header[i+1]
		}
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		h.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		h.Fatal(err)
	}
	r := reply{h.T, resp.StatusCode, resp.Header, raw}
	h.conforms(req, r)
	return r
}

func (h *house) get(path string, header ...string) reply {
	h.Helper()
	return h.ask(http.MethodGet, path, nil, header...)
}

// send sends JSON.
func (h *house) send(method, path, body string, header ...string) reply {
	h.Helper()
	return h.ask(method, path, strings.NewReader(body), append(header, "Content-Type", "application/json")...)
}

// upload sends a form with a file and other fields: name, value, ...
func (h *house) upload(path, fileName, content string, fields ...string) reply {
	h.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile("file", fileName)
	if err != nil {
		h.Fatal(err)
	}
	_, _ = io.WriteString(part, content)
	for i := 0; i < len(fields); i += 2 {
		_ = form.WriteField(fields[i], fields[i+1])
	}
	if err := form.Close(); err != nil {
		h.Fatal(err)
	}
	return h.ask(http.MethodPost, path, &b, "Content-Type", form.FormDataContentType())
}

// conforms holds an answer to the document: status, media type and schema.
func (h *house) conforms(req *http.Request, r reply) {
	h.Helper()
	route, params, err := h.router.FindRoute(req)
	if err != nil {
		return // no route: the problem is looked at by want
	}
	h.mu.Lock()
	h.done[route.Operation.OperationID]++
	h.mu.Unlock()
	covered.note(route.Operation.OperationID, h.Name())
	input := &openapi3filter.RequestValidationInput{Request: req, PathParams: params, Route: route}
	err = openapi3filter.ValidateResponse(context.WithoutCancel(h.Context()), &openapi3filter.ResponseValidationInput{RequestValidationInput: input, Status: r.status, Header: r.header,
		Body: io.NopCloser(bytes.NewReader(r.body)), Options: &openapi3filter.Options{IncludeResponseStatus: true}})
	if err != nil {
		h.Errorf("%s %s, %d: %v", req.Method, req.URL, r.status, err)
	}
	if r.header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(r.header.Get("Content-Security-Policy"), "default-src 'none'") {
		h.Errorf("%s %s: headers %v", req.Method, req.URL, r.header)
	}
}

// name is that of a workspace: on Neo4j, which others use too, it is the test's own.
func (h *house) name(short string) string {
	if h.config.Store == config.Neo4j {
		return h.config.Workspace + "-" + short
	}
	return short
}

// workspace makes a workspace and gives its path.
func (h *house) workspace(short string, header ...string) string {
	h.Helper()
	h.send(http.MethodPost, "/v1/workspaces", `{"name":"`+h.name(short)+`"}`, header...).want(http.StatusCreated, "")
	return h.path(short)
}

func (h *house) path(short string) string { return "/v1/workspaces/" + h.name(short) }

// ended waits until a job is over.
func (h *house) ended(ws string, accepted reply, header ...string) jobs.Job {
	h.Helper()
	var j jobs.Job
	accepted.want(http.StatusAccepted, "").into(&j)
	// Only a job that hangs takes minutes, also on a busy machine and with the race detector.
	for end := time.Now().Add(3 * time.Minute); !j.Over(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			h.Fatalf("the job is %s still", j.State)
		}
		h.get(ws+"/jobs/"+string(j.ID), header...).want(http.StatusOK, "").into(&j)
	}
	return j
}

// event is one of a stream.
type event struct{ id, name, data string }

func eventsOf(body []byte) (out []event) {
	for block := range strings.SplitSeq(string(body), "\n\n") {
		var e event
		for l := range strings.SplitSeq(block, "\n") {
			name, value, _ := strings.Cut(l, ": ")
			switch name {
			case "id":
				e.id = value
			case "event":
				e.name = value
			case "data":
				e.data = value
			}
		}
		if e.name != "" {
			out = append(out, e)
		}
	}
	return out
}

// moby is a text that the offline kit finds people and ties in.
const moby = "Captain Ahab commands the Pequod. Ahab was born in Nantucket. Ishmael sails on the Pequod with Queequeg. " +
	"Starbuck is the first mate of the Pequod. Ahab hunts Moby Dick. Ishmael met Queequeg in New Bedford."

func jsonOf(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(raw)
}
