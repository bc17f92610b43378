package main_test

import (
	"bytes"
	"os"
	"os/exec"
	"time"
)

// process is a command that runs beside the test.
type process struct {
	*scene
	cmd      *exec.Cmd
	out, err bytes.Buffer
	// over is closed at its end.
	over chan struct{}
}

// start starts a command on a workspace.
func (s *scene) start(workspace string, args ...string) *process {
	s.Helper()
	p := &process{scene: s, cmd: command(s.T, s.environment(workspace), args...), over: make(chan struct{})}
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.err
	must(s.T, p.cmd.Start())
	go func() {
		_ = p.cmd.Wait() // the exit code says what the error would
		close(p.over)
	}()
	return p
}

// signal sends the process a signal.
func (p *process) signal(s os.Signal) {
	p.Helper()
	must(p.T, p.cmd.Process.Signal(s))
}

// end waits for the end, and gives what was printed and the exit code.
func (p *process) end() (ingestion, int) {
	p.Helper()
	<-p.over
	code := p.cmd.ProcessState.ExitCode()
	return p.read(result{p.out.String(), p.err.String(), code}), code
}

// patience is how long a test waits for what another process does.
const patience = 3 * time.Minute

// await waits until something is so while the process runs.
func (p *process) await(what string, so func() bool) {
	p.Helper()
	late := time.After(patience)
	for !so() {
		select {
		case <-p.over:
			p.Fatalf("the process ended before %s: %s%s", what, p.out.String(), p.err.String())
		case <-late:
			p.Fatalf("waited in vain for %s", what)
		case <-time.After(10 * time.Millisecond):
		}
	}
}
