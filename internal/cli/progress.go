package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"grove/ingest"
)

// progress shows how far an ingest is, on standard error: a bar on a terminal, a
// line now and then elsewhere, nothing with --quiet.
type progress struct {
	mu   sync.Mutex
	bar  *progressbar.ProgressBar
	out  io.Writer
	last time.Time
}

// lineEvery is how long it is between two lines of progress off a terminal.
const lineEvery = 5 * time.Second

func (c *command) progress() *progress {
	if c.Quiet {
		return &progress{}
	}
	if !isTerminal(c.err) {
		return &progress{out: c.err, last: time.Now()}
	}
	return &progress{out: c.err, bar: progressbar.NewOptions64(-1,
		progressbar.OptionSetWriter(c.err), progressbar.OptionSetWidth(30), progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetDescription("ingest"), progressbar.OptionShowCount(), progressbar.OptionShowIts(),
		progressbar.OptionSetItsString("chunks"), progressbar.OptionSetPredictTime(true))}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func (p *progress) update(now ingest.Progress) {
	if p.out == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		p.bar.ChangeMax64(max(now.ChunksSeen, 1))
		_ = p.bar.Set64(now.Chunks) // A bar that cannot be drawn is no reason to stop the work.
		return
	}
	if time.Since(p.last) >= lineEvery {
		p.last = time.Now()
		fmt.Fprintf(p.out, "ingest: %d documents written, %d of %d chunks read so far\n", now.Documents, now.Chunks, now.ChunksSeen)
	}
}

// done ends the line of the bar.
func (p *progress) done() {
	if p.bar != nil {
		fmt.Fprintln(p.out)
	}
}
