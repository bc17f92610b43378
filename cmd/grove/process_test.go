package main_test

import (
	"bytes"
	"os/exec"
	"time"
)

// process is a command that runs beside the test.
type process struct {
	*scene
	cmd      *exec.Cmd
	out, err bytes.Buffer
}

// start starts a command on a workspace.
func (s *scene) start(workspace string, args ...string) *process {
	s.Helper()
	p := &process{scene: s, cmd: command(s.T, s.environment(workspace), args...)}
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.err
	must(s.T, p.cmd.Start())
	return p
}

// end waits for the end, and gives what was printed and the exit code.
func (p *process) end() (ingestion, int) {
	p.Helper()
	// The exit code says what the error would.
	_ = p.cmd.Wait()
	return p.read(result{p.out.String(), p.err.String(), 0}), p.cmd.ProcessState.ExitCode()
}

// patience is how long a test waits for what another process does.
const patience = 30 * time.Second

// await waits until something is so.
func (s *scene) await(what string, so func() bool) {
	s.Helper()
	for end := time.Now().Add(patience); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			s.Fatalf("waited in vain for %s", what)
		}
	}
}
