package openai

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
)

func TestSecret(t *testing.T) {
	inJSON, err := json.Marshal(testKey)
	if err != nil {
		t.Fatal(err)
	}
	s := secret(testKey)
	for _, text := range []string{
		testKey, string(inJSON), strings.ReplaceAll(string(inJSON), "/", `\/`), "?key=" + url.QueryEscape(testKey),
		strings.Repeat("x", maxMessage-10) + testKey, // the bound falls into the key
	} {
		if got := s.sanitize(text); strings.Contains(got, "sk-") || strings.Contains(got, "cret") {
			t.Errorf("%q becomes %q", text, got)
		}
	}
	if got := secret("a").sanitize("a  banana\r\n\x00" + strings.Repeat("é", 400)); got != "a banana "+strings.Repeat("é", maxMessage-9)+"..." {
		t.Errorf("got %q", got)
	}
	if got := secret("").redact("text"); got != "text" {
		t.Errorf("got %q", got)
	}
}
