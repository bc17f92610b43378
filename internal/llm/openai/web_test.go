package openai

import (
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/llm/llmtest"
)

func TestCertificates(t *testing.T) {
	inner := llmtest.NewServer(llmtest.Options{})
	defer inner.Close()
	server := httptest.NewUnstartedServer(inner)
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // it tells of refused certificates
	server.StartTLS()
	defer server.Close()
	ask := func(file string) error {
		c, err := New(Options{BaseURL: config.NewAddress(server.URL + "/v1"), Model: "m", CAFile: file, Backoff: time.Millisecond})
		if err != nil {
			return err
		}
		_, err = c.Complete(t.Context(), request("q"))
		return err
	}
	dir := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := file("good", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})))
	if err := ask(good); err != nil {
		t.Error(err)
	}
	if err := ask(""); !fault.Is(err, fault.Unavailable) || !strings.Contains(fault.Hint(err), "GROVE_CA_FILE") || strings.Contains(err.Error(), "attempts") {
		t.Errorf("%v, hint %q", err, fault.Hint(err))
	}
	for _, bad := range []string{filepath.Join(dir, "none"), file("bad", "hello")} {
		if err := ask(bad); !fault.Is(err, fault.Invalid) || fault.Item(err) != bad {
			t.Error(err)
		}
	}
}

func TestTransportIsItsOwnAndObeysTheEnvironment(t *testing.T) {
	w, err := newWeb(Options{Concurrency: 3})
	if err != nil {
		t.Fatal(err)
	}
	transport := w.client.Transport.(*http.Transport)
	if transport == http.DefaultTransport || transport.Proxy == nil || transport.MaxIdleConnsPerHost != 3 {
		t.Errorf("%+v", transport)
	}
}

func TestResponseIsBounded(t *testing.T) {
	huge := `{"choices":[],"x":"` + strings.Repeat("x", maxBody) + `"}`
	c, _ := client(t, llmtest.Options{Break: always(&llmtest.Fault{Body: huge})}, func(o *Options) { o.Retries = -1 })
	if _, err := c.Complete(t.Context(), request("q")); !fault.Is(err, fault.Unavailable) || !strings.Contains(err.Error(), "larger than 16 MiB") {
		t.Error(err)
	}
}

func TestOddResponses(t *testing.T) {
	for name, body := range map[string]string{
		"unknown fields":   `{"created":1.5,"id":7,"choices":[{"message":{"content":"ok"},"finish_reason":null}],"error":null}`,
		"content in parts": `{"choices":[{"message":{"role":"assistant","content":[{"type":"text","text":"o"},{"type":"text","text":"k"}]}}]}`,
		"usage in words":   `{"choices":[{"message":{"content":"ok"}}],"usage":{"prompt_tokens":"many"}}`,
		"negative usage":   `{"choices":[{"message":{"content":"ok"}}],"usage":{"prompt_tokens":-4}}`,
	} {
		c, _ := client(t, llmtest.Options{Break: always(&llmtest.Fault{Body: body})}, nil)
		if r, err := c.Complete(t.Context(), request("q")); err != nil || r.Text != "ok" || r.PromptTokens <= 0 || r.CompletionTokens != 1 {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}
