package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestCredentialsAreNeverShown prints addresses in every way in which values are printed.
func TestCredentialsAreNeverShown(t *testing.T) {
	for full, want := range map[string]string{
		"":                                      "",
		"http://localhost:11434/v1":             "http://localhost:11434/v1",
		"https://user:canary-1@host.example/v1": "https://host.example/v1",
		"https://canary-1@host.example/v1":      "https://host.example/v1",
		"https://host.example/v1?api-key=canary-1&x=1#canary-1": "https://host.example/v1",
		"bolt://neo4j:canary-1?a@host:7687":                     "bolt://host:7687",
		"http://user:canary%2F1 bad%zz@host":                    "http://host",
		"user:canary-1@host":                                    "host",
		"http://user:canary-1@[::1":                             "http://[::1",
		"https://host/v1?key=canary-1@canary-2":                 "https://host/v1",
		"https://u:canary-1@host/v1?key=canary-1@canary-1#d":    "https://host/v1",
	} {
		a := NewAddress(full)
		type nested struct {
			Shown Address
			inner Address
		}
		value := nested{a, a}
		var out strings.Builder
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d", "%T"} {
			fmt.Fprintf(&out, verb+" "+verb+" "+verb+"\n", a, value, &value)
		}
		raw, err := json.Marshal(map[Address]any{a: value})
		if err != nil {
			t.Error(err)
		}
		var log bytes.Buffer
		slog.New(slog.NewTextHandler(&log, nil)).Info("m", "a", a, "v", value)
		slog.New(slog.NewJSONHandler(&log, nil)).Info("m", "a", a, "v", value)
		if all := out.String() + string(raw) + log.String(); strings.Contains(all, "canary") {
			t.Errorf("%q is shown: %s", full, all)
		}
		if a.String() != want || fmt.Sprintf("%v", a) != want || a.Reveal() != full || a.IsZero() != (full == "") {
			t.Errorf("%q is %q, want %q", full, a, want)
		}
	}
}

// TestHide: errors that repeat an address, or what is in it, do not show its credentials.
func TestHide(t *testing.T) {
	for _, full := range []string{"http://user:canary-1@127.0.0.1:1/v1", "http://canary-1@127.0.0.1:1/v1?key=canary-2", "http://u:can%61ry-1@127.0.0.1:1/",
		"http://u:canary-1@[::1", "://u:canary-1@h"} {
		a := NewAddress(full)
		_, err := http.Get(full)
		if err == nil {
			t.Fatal("there is a server at port 1")
		}
		for _, err := range []error{err, fmt.Errorf("dial %s: refused", full), errors.New("wrong password canary-1"),
			&url.Error{Op: "parse", URL: full, Err: errors.New("bad")}} {
			got := fmt.Errorf("wrapped: %w", a.Hide(err))
			if all := fmt.Sprintf("%v %+v %#v %q", got, got, a.Hide(err), got); strings.Contains(all, "canary-") && strings.Contains(full, "canary-1") {
				t.Errorf("%s: %s", full, all)
			}
			if !errors.Is(got, err) {
				t.Errorf("%v is not wrapped", err)
			}
		}
	}
	if err := NewAddress("http://localhost/v1").Hide(nil); err != nil {
		t.Error(err)
	}
	plain := errors.New("localhost refuses")
	if NewAddress("http://localhost/v1").Hide(plain) != plain {
		t.Error("an address without credentials changes an error")
	}
}
