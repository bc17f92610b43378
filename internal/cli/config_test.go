package cli

import (
	"encoding/json"
	"maps"
	"runtime/debug"
	"strings"
	"testing"
)

// TestConfigWithABadSetting: the settings are shown beside what is wrong with one.
func TestConfigWithABadSetting(t *testing.T) {
	for _, c := range []struct {
		name, value string
		args        []string
		says        string
	}{
		{"GROVE_RPM", "many", nil, `grove: GROVE_RPM: "many" is not a whole number`},
		{"GROVE_STORE", "cloud", nil, "grove: cloud: not a store\nhint: --store embedded"},
		{"", "", []string{"--community-method", "dice"}, "grove: dice: not a method of community detection"},
		{"", "", []string{"--config", "none.yaml"}, "grove: none.yaml: "},
	} {
		if c.name != "" {
			t.Setenv(c.name, c.value)
		}
		args := append([]string{"config", "--workspace", "mine"}, c.args...)
		code, out, errOut := said(t, args...)
		if code != exitUsage || !strings.Contains(out, "workspace ") || !strings.Contains(out, "mine") || !strings.Contains(errOut, c.says) {
			t.Errorf("%v: exit %d\n%s%s", args, code, out, errOut)
		}
		code, out, _ = said(t, append(args, "--json")...)
		var shown struct {
			Settings []shownSetting
			Error    struct{ Code, Message string }
		}
		if err := json.Unmarshal([]byte(out), &shown); err != nil || code != exitUsage || len(shown.Settings) < 20 || shown.Error.Code != "invalid" || !strings.Contains(c.says, shown.Error.Message[:10]) {
			t.Errorf("%v --json: exit %d, %v\n%s", args, code, err, out)
		}
		if c.name != "" {
			t.Setenv(c.name, "")
		}
	}
	if code, out, errOut := said(t, "config"); code != exitDone || !strings.Contains(out, "workspace") || errOut != "" {
		t.Errorf("exit %d\n%s%s", code, out, errOut)
	}
}

// TestVersionFlag: --version is the command of that name.
func TestVersionFlag(t *testing.T) {
	_, want, _ := said(t, "version")
	for _, flag := range []string{"--version", "-v"} {
		if code, out, errOut := said(t, flag); code != exitDone || out != want {
			t.Errorf("%s: exit %d: %s%s, want %s", flag, code, out, errOut, want)
		}
	}
	if code, out, _ := said(t, "--version", "--json"); code != exitDone || !strings.Contains(out, `"version": `) {
		t.Errorf("exit %d: %s", code, out)
	}
	if code, _, _ := said(t, "--version", "nonsense"); code != exitUsage {
		t.Errorf("a word that is no command: exit %d", code)
	}
}

// TestBuildOf: a binary of a checkout names its commit, its time, and that files were changed.
func TestBuildOf(t *testing.T) {
	stamps := []debug.BuildSetting{{Key: "vcs.revision", Value: "4f2a"}, {Key: "vcs.time", Value: "2026-11-24T10:00:00Z"}}
	for _, c := range []struct {
		info debug.BuildInfo
		want map[string]string
	}{
		{debug.BuildInfo{}, map[string]string{"version": "devel", "revision": "unknown"}},
		{debug.BuildInfo{Main: debug.Module{Version: "v1.2.0"}, Settings: append(stamps, debug.BuildSetting{Key: "vcs.modified", Value: "false"})},
			map[string]string{"version": "v1.2.0", "revision": "4f2a", "time": "2026-11-24T10:00:00Z"}},
		{debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: append(stamps, debug.BuildSetting{Key: "vcs.modified", Value: "true"})},
			map[string]string{"version": "devel", "revision": "4f2a", "time": "2026-11-24T10:00:00Z", "modified": "true"}},
	} {
		if got := buildOf(&c.info); !maps.Equal(got, c.want) {
			t.Errorf("got %v, want %v", got, c.want)
		}
	}
}
