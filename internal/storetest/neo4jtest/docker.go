package neo4jtest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// image is the server in Docker: the Community Edition of the release line that
// the pom of package neo4j pins.
const image = "neo4j:5.26-community"

// dockerWait bounds how long a container may take to answer.
const dockerWait = 2 * time.Minute

// dockerAnswers tells why Docker cannot be used, or nil.
func dockerAnswers() error {
	if lacking("docker") != "" {
		return exec.ErrNotFound
	}
	if out, err := exec.Command("docker", "version", "--format", "{{.Server.Version}}").CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, strings.TrimSpace(string(out)))
	}
	return nil
}

// startInDocker starts a container on a free port of the loopback interface.
func startInDocker() (address, func(), error) {
	out, err := exec.Command("docker", "run", "--detach", "--rm", "--publish", "127.0.0.1::7687",
		"--env", "NEO4J_AUTH=none", "--env", "NEO4J_dbms_usage__report_enabled=false", image).Output()
	if err != nil {
		return address{}, nil, fmt.Errorf("docker run %s: %w", image, err)
	}
	id := strings.TrimSpace(string(out))
	stop := func() {
		if out, err := exec.Command("docker", "rm", "--force", "--volumes", id).CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "neo4jtest: docker rm: %v: %s\n", err, out)
		}
	}
	out, err = exec.Command("docker", "port", id, "7687/tcp").Output()
	if err != nil {
		stop()
		return address{}, nil, fmt.Errorf("docker port: %w", err)
	}
	host, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	a := address{uri: "bolt://" + host}
	if err := awaitAnswer(a); err != nil {
		stop()
		return address{}, nil, err
	}
	return a, stop, nil
}

// awaitAnswer waits until the server at the address answers.
func awaitAnswer(a address) error {
	ctx, cancel := context.WithTimeout(context.Background(), dockerWait)
	defer cancel()
	driver, err := neo4j.NewDriverWithContext(a.uri, neo4j.NoAuth())
	if err != nil {
		return err
	}
	defer driver.Close(ctx)
	for {
		if err = driver.VerifyConnectivity(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the container does not answer: %w", err)
		case <-time.After(500 * time.Millisecond):
		}
	}
}
