package cli

import (
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"grove/ingest"
)

// progress shows how far an ingest is, on standard error: a bar on a terminal,
// nothing with --quiet, and elsewhere a line now and then.
type progress struct {
	mu  sync.Mutex
	bar *progressbar.ProgressBar
}

func (c *command) progress() *progress {
	if c.Quiet {
		return &progress{}
	}
	width, every := 40, 100*time.Millisecond
	if !isTerminal(c.err) {
		width, every = 0, 5*time.Second
	}
	return &progress{bar: progressbar.NewOptions64(-1,
		progressbar.OptionSetWriter(c.err), progressbar.OptionSetWidth(width), progressbar.OptionThrottle(every),
		progressbar.OptionSetDescription("ingest"), progressbar.OptionShowCount(), progressbar.OptionShowIts(),
		progressbar.OptionSetItsString("chunks"), progressbar.OptionSetPredictTime(true))}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func (p *progress) update(now ingest.Progress) {
	if p.bar == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bar.ChangeMax64(max(now.ChunksSeen, 1))
	// A bar that cannot be drawn is no reason to stop the work.
	_ = p.bar.Set64(now.Chunks)
}

func (p *progress) done() {
	if p.bar != nil {
		_ = p.bar.Exit()
		_, _ = io.WriteString(p.bar, "")
	}
}
