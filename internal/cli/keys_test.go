package cli

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"grove/web/keys"
)

// TestKeys goes the way of a key through the commands.
func TestKeys(t *testing.T) {
	data := t.TempDir()
	run := func(args ...string) (string, int) {
		var out, messages bytes.Buffer
		code := Main(t.Context(), append([]string{"--data", data}, args...), &out, &messages)
		return out.String(), code
	}
	out, code := run("keys", "add", "reader", "--for", "books", "--role", "write", "--json")
	var made struct{ Key, ID string }
	if err := json.Unmarshal([]byte(out), &made); err != nil || code != exitDone {
		t.Fatalf("%s, %d, %v", out, code, err)
	}
	if k, ok, err := keys.Open(data).Check(made.Key); !ok || err != nil || k.Role != keys.Write || !k.Opens("books") || k.Opens("default") {
		t.Errorf("%+v, %v, %v", k, ok, err)
	}
	out, code = run("keys", "list", "--json")
	if code != exitDone || !strings.Contains(out, made.ID) || strings.Contains(out, made.Key) || strings.Contains(out, "hash") {
		t.Errorf("%d: %s", code, out)
	}
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{"keys", "add", "x", "--role", "root"}, exitUsage},
		{[]string{"keys", "add", "x", "--for", "../up"}, exitUsage},
		{[]string{"keys", "revoke", "none"}, exitFailed},
		{[]string{"keys", "revoke", made.ID}, exitDone},
		{[]string{"keys", "list"}, exitDone},
		{[]string{"serve", "--listen", "0.0.0.0:0"}, exitUsage},
		{[]string{"serve", "--listen", "nonsense"}, exitUsage},
	} {
		if _, code := run(c.args...); code != c.code {
			t.Errorf("%v: exit %d, want %d", c.args, code, c.code)
		}
	}
}
