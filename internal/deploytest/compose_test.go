package deploytest

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"

	"grove/internal/config"
)

const composeFile = "docker-compose.yml"

// loadCompose reads docker-compose.yml as Compose does, with all profiles.
func loadCompose(tb testing.TB, environment types.Mapping) (*types.Project, error) {
	tb.Helper()
	dir, err := filepath.Abs(root)
	if err != nil {
		tb.Fatal(err)
	}
	return loader.LoadWithContext(tb.Context(), types.ConfigDetails{
		WorkingDir:  dir,
		ConfigFiles: []types.ConfigFile{{Filename: filepath.Join(dir, composeFile)}},
		Environment: environment,
	}, loader.WithProfiles([]string{"*"}))
}

func compose(tb testing.TB, environment types.Mapping) *types.Project {
	tb.Helper()
	if environment == nil {
		environment = types.Mapping{}
	}
	environment["NEO4J_PASSWORD"] = "a password/with $igns"
	p, err := loadCompose(tb, environment)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func TestComposeAsksForAPassword(t *testing.T) {
	for _, environment := range []types.Mapping{{}, {"NEO4J_PASSWORD": ""}} {
		_, err := loadCompose(t, environment)
		if err == nil || !strings.Contains(err.Error(), "NEO4J_PASSWORD") {
			t.Errorf("with %v: %v", environment, err)
		}
	}
	p := compose(t, nil)
	if got := value(p.Services["neo4j"], "NEO4J_AUTH"); got != "neo4j/a password/with $igns" {
		t.Errorf("NEO4J_AUTH is %q", got)
	}
	if got := value(p.Services["grove"], "GROVE_NEO4J_PASSWORD"); got != "a password/with $igns" {
		t.Errorf("GROVE_NEO4J_PASSWORD is %q", got)
	}
}

func TestComposeServices(t *testing.T) {
	p := compose(t, nil)
	if got := p.ServiceNames(); !slices.Equal(got, []string{"grove", "neo4j", "serve"}) {
		t.Fatalf("services %v", got)
	}
	server, cli := p.Services["neo4j"], p.Services["grove"]
	if !regexp.MustCompile(`^neo4j:5\.\d+(\.\d+)?-community$`).MatchString(server.Image) {
		t.Errorf("the server's image is %s", server.Image)
	}
	if h := server.HealthCheck; h == nil || h.Disable || !strings.Contains(strings.Join(h.Test, " "), "http://localhost:7474") {
		t.Errorf("the server's health check is %+v", h)
	}
	if d := cli.DependsOn["neo4j"]; d.Condition != types.ServiceConditionHealthy {
		t.Errorf("grove waits for %+v", d)
	}
	// A command that ends is neither started by `up` nor started again, and has no health.
	if len(cli.Profiles) == 0 || cli.Restart != "" || cli.HealthCheck != nil || len(cli.Ports) > 0 {
		t.Errorf("grove is made a server: profiles %v, restart %q, health check %v, ports %v", cli.Profiles, cli.Restart, cli.HealthCheck, cli.Ports)
	}
	if !slices.Equal(cli.Command, []string{"version"}) {
		t.Errorf("without a command grove runs %v", cli.Command)
	}
	if cli.Build == nil {
		t.Fatal("grove is not built")
	}
	if _, err := os.Stat(filepath.Join(cli.Build.Context, cmp.Or(cli.Build.Dockerfile, "Dockerfile"))); err != nil {
		t.Error(err)
	}
}

// TestComposePorts requires that the Browser, which runs on the host, is told
// the ports that the host has, and that no other machine reaches them.
func TestComposePorts(t *testing.T) {
	for _, c := range []struct {
		environment types.Mapping
		http, bolt  string
	}{
		{types.Mapping{}, "7474", "7687"},
		{types.Mapping{"NEO4J_HTTP_PORT": "17474", "NEO4J_BOLT_PORT": "17687"}, "17474", "17687"},
	} {
		server := compose(t, c.environment).Services["neo4j"]
		published := map[uint32]string{}
		for _, p := range server.Ports {
			published[p.Target] = p.Published
			if p.HostIP != "127.0.0.1" {
				t.Errorf("port %d is open on %q", p.Target, p.HostIP)
			}
		}
		if published[7474] != c.http || published[7687] != c.bolt || len(published) != 2 {
			t.Errorf("published %v, want %s and %s", published, c.http, c.bolt)
		}
		if got := value(server, "NEO4J_server_bolt_advertised__address"); got != "localhost:"+c.bolt {
			t.Errorf("Bolt is advertised as %s", got)
		}
		if got := value(server, "NEO4J_server_http_advertised__address"); got != "localhost:"+c.http {
			t.Errorf("HTTP is advertised as %s", got)
		}
	}
}

// TestComposeVolumes requires that what is written stays, and that what is
// mounted from the repository is there and cannot be changed.
func TestComposeVolumes(t *testing.T) {
	p := compose(t, nil)
	kept, folders := map[string]string{}, map[string]string{}
	for _, s := range p.Services {
		for _, v := range s.Volumes {
			switch v.Type {
			case types.VolumeTypeVolume:
				kept[s.Name+":"+v.Target] = v.Source
				if _, declared := p.Volumes[v.Source]; !declared {
					t.Errorf("%s: no volume %s", s.Name, v.Source)
				}
			case types.VolumeTypeBind:
				folders[v.Target] = v.Source
				if !v.ReadOnly {
					t.Errorf("%s could write to %s", s.Name, v.Source)
				}
			}
		}
	}
	if kept["neo4j:/data"] == "" || kept["grove:/data"] == "" || kept["neo4j:/data"] == kept["grove:/data"] {
		t.Errorf("volumes %v", kept)
	}
	for _, name := range []string{"grove.grass", "queries.cypher"} {
		if _, err := os.Stat(filepath.Join(folders["/grove"], name)); err != nil {
			t.Errorf("mounted as /grove: %v", err)
		}
	}
}

// TestComposeSettings requires that each GROVE_ variable is one that Grove
// reads, and that together they make settings that can work.
func TestComposeSettings(t *testing.T) {
	p := compose(t, nil)
	cli := p.Services["grove"]
	known := readVariables(t)
	for name := range cli.Environment {
		if !slices.Contains(known, name) {
			t.Errorf("Grove does not read %s; it reads %v", name, known)
		}
	}
	c := config.Default()
	c.Data, c.Store = "/data", value(cli, "GROVE_STORE")
	if w := value(cli, "GROVE_WORKSPACE"); w != "" {
		t.Errorf("all commands use the workspace %q, the demo's too", w)
	}
	c.Neo4jURI, c.Neo4jUser = config.NewAddress(value(cli, "GROVE_NEO4J_URI")), value(cli, "GROVE_NEO4J_USER")
	if err := c.Check(); err != nil || c.Store != config.Neo4j || c.Neo4jUser != "neo4j" {
		t.Errorf("%+v: %v", c, err)
	}
	if c.Neo4jURI.Reveal() != "bolt://neo4j:7687" {
		t.Errorf("grove looks for the server at %s", c.Neo4jURI)
	}
}

// settings requires that the server has every setting that the file gives it:
// an unknown one keeps it from starting.
func (s *sample) settings(t *testing.T) {
	known := map[string]bool{}
	for _, r := range s.run(t, "SHOW SETTINGS YIELD name").Records {
		known[r.Values[0].(string)] = true
	}
	for name := range compose(t, nil).Services["neo4j"].Environment {
		if name == "NEO4J_AUTH" {
			continue // the image's own
		}
		if setting := settingOf(name); !known[setting] {
			t.Errorf("the server has no setting %s (%s)", setting, name)
		}
	}
}

// settingOf gives the setting that the image makes of a variable: an
// underscore is a dot, two are an underscore.
func settingOf(variable string) string {
	setting := strings.ReplaceAll(strings.TrimPrefix(variable, "NEO4J_"), "__", "\x00")
	return strings.ReplaceAll(strings.ReplaceAll(setting, "_", "."), "\x00", "_")
}

// value is the value of a service's variable, "" where it is not set.
func value(s types.ServiceConfig, name string) string {
	if v := s.Environment[name]; v != nil {
		return *v
	}
	return ""
}
