package main_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCredentialsInAddresses: no output, job or file shows what an address of a service holds
// beside its host: whether the service is down or refuses, repeating what it was sent.
func TestCredentialsInAddresses(t *testing.T) {
	const canary = "canary-93b1"
	refuses := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, password, _ := r.BasicAuth()
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprintf(w, `{"error":{"message":"no access for %s at %s"}}`, password, r.URL)
	}))
	defer refuses.Close()
	text := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(text, []byte("Ada Lovelace was born in London."), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, host := range map[string]string{"down": "127.0.0.1:1", "refuses": strings.TrimPrefix(refuses.URL, "http://")} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			user := "http://me" + canary + ":" + canary + "@" + host
			var shown strings.Builder
			for _, env := range [][]string{
				{"GROVE_EMBEDDER=m", "GROVE_EMBED_BASE_URL=" + user + "/v1"},
				{"GROVE_EMBEDDER=m", "GROVE_EMBED_BASE_URL=" + user + "/v1?key=" + canary},
				{"GROVE_MODEL=m", "GROVE_LLM_BASE_URL=" + user + "/v1"},
				{"GROVE_MODEL=m", "GROVE_LLM_BASE_URL=" + user + "/v1?key=" + canary},
				{"GROVE_MODEL=m", "GROVE_LLM_BASE_URL=http://" + canary + "%zz@" + host},
				{"GROVE_STORE=neo4j", "GROVE_NEO4J_URI=bolt://me" + canary + ":" + canary + "@" + host + "?key=" + canary},
				{"GROVE_STORE=neo4j", "GROVE_NEO4J_URI=" + user},
			} {
				env = append(env, "GROVE_DATA="+data, "GROVE_LLM_RETRIES=0", "GROVE_LLM_TIMEOUT=5s")
				for _, args := range [][]string{{"config"}, {"config", "--json"}, {"doctor"}, {"doctor", "--json"}, {"ingest", text}, {"reembed"},
					{"ingest", text, "--json"}, {"jobs", "list"}, {"jobs", "list", "--json"}, {"ask", "Where was Ada Lovelace born?"},
					{"search", "London", "--method", "dense", "--json"}} {
					r := runWith(t, env, args...)
					if strings.Contains(r.out+r.err, canary) {
						t.Errorf("%v %v shows: %s%s", env[0], args, r.out, r.err)
					}
					shown.WriteString(r.out + r.err)
				}
			}
			if !strings.Contains(shown.String(), host) {
				t.Error("no message names the host")
			}
			err := filepath.WalkDir(data, func(path string, d os.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				if raw, err := os.ReadFile(path); err != nil || bytes.Contains(raw, []byte(canary)) {
					t.Errorf("%s holds the credentials, or: %v", path, err)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}
