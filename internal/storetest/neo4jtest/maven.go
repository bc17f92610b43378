package neo4jtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// startFromMaven starts a server by the script beside this package's folder.
func startFromMaven() (address, func(), error) {
	script, err := scriptPath()
	if err != nil {
		return address{}, nil, err
	}
	dir, err := os.MkdirTemp("", "grove-neo4j-")
	if err != nil {
		return address{}, nil, err
	}
	cmd := exec.Command(script, "start", dir)
	cmd.Env = append(os.Environ(), fmt.Sprintf("NEO4J_TEST_OWNER=%d", os.Getpid()))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return address{}, nil, errors.Join(fmt.Errorf("%s start: %w", script, err), os.RemoveAll(dir))
	}
	uri := ""
	for line := range strings.Lines(string(out)) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), "NEO4J_URI="); ok {
			uri = v
		}
	}
	if uri == "" {
		return address{}, nil, fmt.Errorf("%s start named no address: %q", script, out)
	}
	stop := func() {
		if out, err := exec.Command(script, "stop", dir).CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "neo4jtest: %s stop: %v: %s\n", script, err, out)
		}
		if err := os.RemoveAll(dir); err != nil {
			fmt.Fprintf(os.Stderr, "neo4jtest: %v\n", err)
		}
	}
	return address{uri: uri}, stop, nil
}

// scriptPath finds the script from the module's root, the nearest folder above
// with a go.mod: go test runs in the folder of the package under test.
func scriptPath() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "internal", "storetest", "neo4j", "neo4j-server.sh"), nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no go.mod above the working folder")
		}
		dir = up
	}
}

// lacking names the first of the programs that is not installed, or "".
func lacking(programs ...string) string {
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			return p
		}
	}
	return ""
}
