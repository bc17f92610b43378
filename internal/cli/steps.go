package cli

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// steps shows how many of a known number of things are done, on standard error,
// as progress does for an ingest. It is not for concurrent use.
type steps struct {
	what string
	bar  *progressbar.ProgressBar
	out  io.Writer
	last time.Time
}

func (c *command) steps(what string) *steps {
	if c.Quiet {
		return &steps{}
	}
	s := &steps{what: what, out: c.err}
	if isTerminal(c.err) {
		s.bar = progressbar.NewOptions(-1, progressbar.OptionSetWriter(c.err), progressbar.OptionSetWidth(30),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetDescription(what), progressbar.OptionShowCount())
	}
	return s
}

func (s *steps) step(done, of int) {
	if s.last.IsZero() {
		s.last = time.Now()
	}
	switch {
	case s.out == nil:
	case s.bar != nil:
		s.bar.ChangeMax(of)
		_ = s.bar.Set(done) // A bar that cannot be drawn is no reason to stop the work.
	case time.Since(s.last) >= lineEvery:
		s.last = time.Now()
		fmt.Fprintf(s.out, "%s: %d of %d\n", s.what, done, of)
	}
}

// done ends the line of the bar.
func (s *steps) done() {
	if s.bar != nil {
		fmt.Fprintln(s.out)
	}
}
