package deploytest

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/types"

	"grove/internal/cli"
)

// TestComposeServe requires that the service is reached from the host alone, is asked
// whether it is ready, has the time that it drains for, and has the graph of the commands.
func TestComposeServe(t *testing.T) {
	p := compose(t, types.Mapping{"GROVE_HTTP_PORT": "18787"})
	s, commands := p.Services["serve"], p.Services["grove"]
	if len(s.Ports) != 1 || s.Ports[0].HostIP != "127.0.0.1" || s.Ports[0].Published != "18787" || s.Ports[0].Target != 8787 {
		t.Errorf("ports %+v", s.Ports)
	}
	if !slices.Equal(s.Profiles, []string{"serve"}) || s.Restart == "" {
		t.Errorf("profiles %v, restart %q", s.Profiles, s.Restart)
	}
	if s.StopGracePeriod == nil || time.Duration(*s.StopGracePeriod) <= 30*time.Second {
		t.Errorf("it is killed after %v, while it drains", s.StopGracePeriod)
	}
	for name, v := range commands.Environment {
		if value(s, name) != *v {
			t.Errorf("%s is %q, not %q", name, value(s, name), *v)
		}
	}
	if !slices.ContainsFunc(s.Volumes, func(v types.ServiceVolumeConfig) bool { return v.Target == "/data" && v.Source == "grove-data" }) {
		t.Errorf("volumes %+v", s.Volumes)
	}
	if h := s.HealthCheck; h == nil || len(h.Test) < 2 || h.Test[0] != "CMD" || h.Test[1] != "/usr/local/bin/grove" {
		t.Fatalf("health check %+v", s.HealthCheck)
	}
	understood(t, s.Command)
	check := slices.Clone(s.HealthCheck.Test[2:])
	if last := len(check) - 1; check[last] != "127.0.0.1:8787" {
		t.Errorf("it is asked at %s", check[last])
	} else {
		check[last] = "127.0.0.1:1" // where nobody listens on this machine
	}
	understood(t, types.ShellCommand(check))
}

// understood requires that Grove has a command line's flags: on an address without
// keys, or where nothing listens, it comes as far as that.
func understood(t *testing.T, args types.ShellCommand) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
	defer stop()
	var out, errs bytes.Buffer
	cli.Main(ctx, append([]string{"--data", t.TempDir()}, args...), &out, &errs)
	if !strings.Contains(errs.String(), "no API keys exist") && !strings.Contains(errs.String(), "connection refused") {
		t.Errorf("grove %v: %s", args, errs.String())
	}
}
