package web_test

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"grove/internal/graph"
	"grove/web"
)

// TestBadInput: each gets its status and a problem, and nothing is a 5xx.
func TestBadInput(t *testing.T) {
	h := open(t, web.Limits{Body: 4 << 10, Upload: 8 << 10, Question: 50})
	ws := h.workspace("sea")
	const asJSON = "application/json"
	big := strings.Repeat("x", 100<<10)
	for _, c := range []struct {
		name, method, path, media, body string
		status                          int
		code                            string
	}{
		{"malformed", "POST", ws + "/query", asJSON, `{"question":`, 400, "invalid"},
		{"empty", "POST", ws + "/query", asJSON, ``, 400, "invalid"},
		{"null", "POST", ws + "/query", asJSON, ` null `, 400, "invalid"},
		{"a turn without a question", "POST", ws + "/query", asJSON, `{"question":"a","history":[{"answer":"b"}]}`, 400, "invalid"},
		{"negative timeout", "POST", ws + "/query", asJSON, `{"question":"a","timeout":-1}`, 400, "invalid"},
		{"endless timeout", "POST", ws + "/query", asJSON, `{"question":"a","timeout":1000000000000}`, 400, "invalid"},
		{"filter that is no tag", "POST", ws + "/query", asJSON, `{"question":"a","filters":{"tags":["x"]}}`, 400, "invalid"},
		{"null in a field", "POST", ws + "/query", asJSON, `{"question":"a","without":null}`, 400, "invalid"},
		{"option of another agent", "POST", ws + "/query", asJSON, `{"question":"a","agent":"bm25","options":{"top-k":"10"}}`, 400, "invalid"},
		{"option out of bounds", "POST", ws + "/query", asJSON, `{"question":"a","agent":"bm25","options":{"k":"0"}}`, 400, "invalid"},
		{"no date", "GET", ws + "/documents?since=", "", "", 400, "invalid"},
		{"no such day", "GET", ws + "/documents?since=2026-02-31", "", "", 400, "invalid"},
		{"a list", "POST", ws + "/query", asJSON, `[]`, 400, "invalid"},
		{"wrong type", "POST", ws + "/query", asJSON, `{"question":7}`, 400, "invalid"},
		{"number beyond its type", "POST", ws + "/query", asJSON, `{"question":"a","window":1e99}`, 400, "invalid"},
		{"unknown field", "POST", ws + "/query", asJSON, `{"question":"a","questoin":"b"}`, 400, "invalid"},
		{"two values", "POST", ws + "/query", asJSON, `{"question":"a"}{}`, 400, "invalid"},
		{"invalid UTF-8", "POST", ws + "/query", asJSON, "{\"question\":\"\xff\"}", 400, "invalid"},
		{"no question", "POST", ws + "/query", asJSON, `{"question":" "}`, 400, "invalid"},
		{"long question", "POST", ws + "/query", asJSON, `{"question":"` + strings.Repeat("亚", 51) + `"}`, 400, "invalid"},
		{"negative window", "POST", ws + "/query", asJSON, `{"question":"a","window":-1}`, 400, "invalid"},
		{"mode", "POST", ws + "/query", asJSON, `{"question":"a","mode":"wild"}`, 400, "invalid"},
		{"parts of another agent", "POST", ws + "/query", asJSON, `{"question":"a","agent":"graphreader","without":["loop"]}`, 400, "invalid"},
		{"huge", "POST", ws + "/query", asJSON, `{"question":"` + big + `"}`, 413, "too_large"},
		{"wrong media type", "POST", ws + "/query", "text/plain", `{"question":"a"}`, 415, "media_type"},
		{"no media type", "POST", ws + "/query", "", `{"question":"a"}`, 415, "media_type"},
		{"nested deeply", "POST", ws + "/query", asJSON, strings.Repeat("[", 4000), 400, "invalid"},

		{"document without source", "POST", ws + "/documents", asJSON, `{"text":"a"}`, 400, "invalid"},
		{"document without text", "POST", ws + "/documents", asJSON, `{"source":"a","text":" \n"}`, 400, "invalid"},
		{"NUL in a source", "POST", ws + "/documents", asJSON, `{"source":"a\u0000b","text":"a"}`, 400, "invalid"},
		{"line break in a source", "POST", ws + "/documents", asJSON, `{"source":"a\nb","text":"a"}`, 400, "invalid"},
		{"long source", "POST", ws + "/documents", asJSON, `{"source":"` + strings.Repeat("s", 5000) + `","text":"a"}`, 400, "invalid"},
		{"tag", "POST", ws + "/documents", asJSON, `{"source":"a","text":"a","tags":["x"]}`, 400, "invalid"},
		{"too many tags", "POST", ws + "/documents", asJSON, `{"source":"a","text":"a","tags":["a=b"` + strings.Repeat(`,"a=b"`, 100) + `]}`, 400, "invalid"},
		{"tags that are no texts", "POST", ws + "/documents", asJSON, `{"source":"a","text":"a","tags":["a=b",7]}`, 400, "invalid"},
		{"null among tags", "POST", ws + "/documents", asJSON, `{"source":"a","text":"\\\"","tags":[null]}`, 400, "invalid"},
		{"huge document", "POST", ws + "/documents", asJSON, `{"source":"a","text":"` + big + `"}`, 413, "too_large"},
		{"form without boundary", "POST", ws + "/documents", "multipart/form-data", `x`, 400, "invalid"},
		{"broken form", "POST", ws + "/documents", "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nhalf", 400, "invalid"},
		{"form without file", "POST", ws + "/documents", "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"source\"\r\n\r\na\r\n--b--\r\n", 400, "invalid"},
		{"unknown field of a form", "POST", ws + "/documents", "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"path\"\r\n\r\na\r\n--b--\r\n", 400, "invalid"},
		{"PUT of none", "PUT", ws + "/documents/dnone", asJSON, `{"text":"a"}`, 404, "not_found"},

		{"unknown workspace", "GET", "/v1/workspaces/none/stats", "", "", 404, "not_found"},
		{"path for a workspace", "GET", "/v1/workspaces/..%2F..%2Fetc/stats", "", "", 400, "invalid"},
		{"points for a workspace", "GET", "/v1/workspaces/%2E%2E/stats", "", "", 400, "invalid"},
		{"NUL for a workspace", "GET", "/v1/workspaces/a%00/stats", "", "", 400, "invalid"},
		{"workspace's name", "POST", "/v1/workspaces", asJSON, `{"name":"../up"}`, 400, "invalid"},
		{"no such document", "GET", ws + "/documents/..%2F..%2Fgrove.db", "", "", 404, "not_found"},
		{"quotes in an id", "GET", ws + "/documents/%27%20OR%201=1--", "", "", 404, "not_found"},
		{"invalid UTF-8 in an id", "GET", ws + "/entities/%ff%fe", "", "", 400, "invalid"},
		{"no such job", "GET", ws + "/jobs/j1", "", "", 404, "not_found"},
		{"no such job to follow", "GET", ws + "/jobs/j1/events", "", "", 404, "not_found"},
		{"no such job to cancel", "POST", ws + "/jobs/j1/cancel", "", "", 404, "not_found"},
		{"no such entity", "GET", ws + "/graph?seed=nobody", "", "", 404, "not_found"},
		{"method of another index", "GET", ws + "/search?q=a&method=magic", "", "", 400, "invalid"},
		{"missing parameter", "GET", ws + "/search", "", "", 400, "invalid"},
		{"unknown parameter", "GET", ws + "/documents?limt=5", "", "", 400, "invalid"},
		{"parameter twice", "GET", ws + "/documents?limit=5&limit=6", "", "", 400, "invalid"},
		{"limit of none", "GET", ws + "/documents?limit=0", "", "", 400, "invalid"},
		{"limit of all", "GET", ws + "/documents?limit=99999999999999999999", "", "", 400, "invalid"},
		{"parameter with a semicolon", "GET", ws + "/documents?tag=team%3Dred;x", "", "", 400, "invalid"},
		{"parameter that is not encoded", "GET", ws + "/documents?tag=team=%zz", "", "", 400, "invalid"},
		{"flag", "GET", ws + "/communities?all=yes", "", "", 400, "invalid"},
		{"too deep", "GET", ws + "/graph?seed=a&depth=9", "", "", 400, "invalid"},
		{"no such address", "GET", "/v1/nothing", "", "", 404, "not_found"},
		{"no such method", "PATCH", ws + "/documents", asJSON, `{}`, 405, "method_not_allowed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := *h
			g.T = t
			header := []string{}
			if c.media != "" {
				header = []string{"Content-Type", c.media}
			}
			r := g.ask(c.method, c.path, strings.NewReader(c.body), header...).want(c.status, c.code)
			if r.header.Get("Content-Type") != "application/problem+json" {
				t.Errorf("media type %q", r.header.Get("Content-Type"))
			}
			if bytes.Contains(r.body, []byte(h.config.Data)) {
				t.Errorf("the answer tells where the data are: %s", r.body)
			}
		})
	}
	h.get("/livez").want(http.StatusOK, "")
	var counts graph.Counts
	h.get(ws + "/stats").into(&counts)
	if counts.Documents != 0 {
		t.Errorf("%d documents came of it", counts.Documents)
	}
}

// TestFileNames: a client's name of a file is a document's name, never a path.
func TestFileNames(t *testing.T) {
	h := open(t, web.Limits{})
	ws := h.workspace("sea")
	for i, c := range []struct {
		name, source string
		status       int
	}{
		{"../../../etc/passwd", "passwd", 202},
		{`..\..\windows\system.txt`, "system.txt", 202},
		{"/etc/cron.d/x.md", "x.md", 202},
		{"<script>alert(1)</script>.txt", "script>.txt", 202}, // beyond the slash
		{"亚哈.txt", "亚哈.txt", 202},
		{"..", "", 400},
		{"", "", 400},
		{"a\x01b.txt", "", 400},
		{"\xff\xfe.txt", "", 400},
		{"binary.exe", "", 422},
	} {
		content := fmt.Sprintf("Text number %d tells of Ahab.", i)
		code := "invalid"
		if c.status == 422 {
			content, code = "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00", "unreadable"
		}
		r := h.upload(ws+"/documents", c.name, content).want(c.status, code)
		if c.status != 202 {
			if bytes.Contains(r.body, []byte("uploads")) {
				t.Errorf("%q: %s", c.name, r.body)
			}
			continue
		}
		if j := h.ended(ws, r); j.State != graph.JobDone {
			t.Errorf("%q: %+v", c.name, j)
		}
		h.get(ws+"/documents/"+string(graph.DocumentID(c.source))).want(http.StatusOK, "")
	}
	if strings.Contains(h.log.String(), "panic") {
		t.Error(h.log)
	}
}

// TestSlowAndHalf: senders that stop do not keep the others from being served.
func TestSlowAndHalf(t *testing.T) {
	h := open(t, web.Limits{})
	ws := h.workspace("sea")
	var connections []net.Conn
	for range 20 {
		c, err := net.Dial("tcp", h.server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		connections = append(connections, c)
		fmt.Fprintf(c, "POST %s/query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"question\":", ws)
	}
	h.get(ws+"/stats").want(http.StatusOK, "")
	for _, c := range connections[:10] {
		if err := c.(*net.TCPConn).CloseWrite(); err != nil {
			t.Error(err)
		}
		_ = c.SetReadDeadline(time.Now().Add(5 * time.Second))
		answer := make([]byte, 64)
		if n, err := c.Read(answer); err != nil || !bytes.Contains(answer[:n], []byte("400")) {
			t.Errorf("half a body: %q, %v", answer[:n], err)
		}
	}
	for _, c := range connections {
		_ = c.Close()
	}
	h.get(ws+"/stats").want(http.StatusOK, "")
}
