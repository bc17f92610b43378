package config_test

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"grove/internal/config"
	"grove/internal/fault"
)

// TestReach: a server that accepts no connection is reported within three seconds, by its
// address without credentials and the setting that holds it.
func TestReach(t *testing.T) {
	open, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	for name, c := range map[string]struct{ address, message string }{
		"accepts":       {"http://me:pw@" + open.Addr().String() + "/v1", ""},
		"refuses":       {"http://me:pw@127.0.0.1:1/v1", "refused"},
		"unknown host":  {"bolt://me:pw@nowhere.invalid", "nowhere.invalid"},
		"no address":    {"", ""},
		"not parseable": {"http://me:pw@ho st", ""},
	} {
		began := time.Now()
		err := config.Reach(t.Context(), config.NewAddress(c.address), "--the-setting")
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("%s: after %s", name, took)
		}
		if c.message == "" {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if !fault.Is(err, fault.Unavailable) || !strings.Contains(err.Error(), c.message) || strings.Contains(err.Error(), "pw") ||
			!strings.Contains(fault.Hint(err), "--the-setting") {
			t.Errorf("%s: %v, hint %q", name, err, fault.Hint(err))
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := config.Reach(ended, config.NewAddress("http://127.0.0.1:1"), "--x"); !fault.Is(err, fault.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

// TestReachThroughAProxy: where calls go through a proxy, the proxy is what must be reached.
func TestReachThroughAProxy(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://me:pw@127.0.0.1:1")
	err := config.Reach(t.Context(), config.NewAddress("http://model.example/v1"), "--x")
	if !fault.Is(err, fault.Unavailable) || !strings.Contains(fault.Hint(err), "http://127.0.0.1:1") || strings.Contains(fault.Hint(err), "pw") {
		t.Errorf("%v, hint %q", err, fault.Hint(err))
	}
}
