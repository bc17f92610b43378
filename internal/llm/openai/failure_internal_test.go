package openai

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"grove/internal/config"
)

// TestHintsOfKeys: where the key is missing the hint says so, and of an endpoint that others run it
// does not say that it should be started.
func TestHintsOfKeys(t *testing.T) {
	down := &networkError{err: errors.New("no route to host")}
	for _, c := range []struct {
		url, key   string
		err        error
		want, lack string
	}{
		{"https://models.example/v1", "", &statusError{status: http.StatusUnauthorized}, "no key is set", "does not accept"},
		{"https://models.example/v1", "k", &statusError{status: http.StatusUnauthorized}, "does not accept", "no key"},
		{"https://models.example/v1", "", down, "no key is set either", "running"},
		{"https://models.example/v1", "k", down, "HTTPS_PROXY", "no key"},
		{"http://localhost:11434/v1", "", down, "is running", "key"},
	} {
		client := &Client{options: Options{BaseURL: config.NewAddress(c.url), APIKey: c.key, Model: "m"}}
		if hint := client.classify(c.err).hint; !strings.Contains(hint, c.want) || strings.Contains(hint, c.lack) {
			t.Errorf("%s, key %q: %q", c.url, c.key, hint)
		}
	}
}
