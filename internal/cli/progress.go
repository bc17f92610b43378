package cli

import (
	"fmt"
	"io"
	"math"
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
	mu      sync.Mutex
	bar     *progressbar.ProgressBar
	out     io.Writer
	started time.Time
	last    time.Time
}

// lineEvery is how long it is between two lines of progress off a terminal.
const lineEvery = 5 * time.Second

// describeEvery is how long it is between two texts beside the bar.
const describeEvery = 250 * time.Millisecond

func (c *command) progress() *progress {
	now := time.Now()
	if c.Quiet {
		return &progress{}
	}
	if !isTerminal(c.err) {
		return &progress{out: c.err, started: now, last: now}
	}
	return &progress{out: c.err, started: now, bar: progressbar.NewOptions64(-1,
		progressbar.OptionSetWriter(c.err), progressbar.OptionSetWidth(20), progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetDescription("ingest"), progressbar.OptionSetPredictTime(false), progressbar.OptionSetElapsedTime(false))}
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
	since := time.Since(p.last)
	switch {
	case p.bar != nil:
		if since >= describeEvery {
			p.last = time.Now()
			p.bar.Describe("ingest: " + howFar(now, time.Since(p.started)))
		}
		p.bar.ChangeMax64(max(allChunks(now), now.Chunks) + 1) // a bar that is full takes no more
		_ = p.bar.Set64(now.Chunks)                            // A bar that cannot be drawn is no reason to stop the work.
	case since >= lineEvery:
		p.last = time.Now()
		fmt.Fprintln(p.out, "ingest: "+howFar(now, time.Since(p.started)))
	}
}

// done ends the line of the bar.
func (p *progress) done() {
	if p.bar != nil {
		fmt.Fprintln(p.out)
	}
}

// howFar says how far an ingest is after so long: "12 documents, 340 of about 900
// chunks, 14.2 chunks/s, 40s left, 81 thousand tokens".
func howFar(p ingest.Progress, took time.Duration) string {
	all, about := allChunks(p), ""
	if p.Read < 1 {
		about = "about "
	}
	s := fmt.Sprintf("%d documents, %d of %s%d chunks", p.Documents, p.Chunks, about, all)
	// What an earlier run had asked for comes in no time, and says nothing of the rest.
	if asked := p.Chunks - p.ChunksKept; asked > 0 && took > 0 {
		rate := float64(asked) / took.Seconds()
		s += fmt.Sprintf(", %.1f chunks/s", rate)
		if left := all - p.Chunks; left > 0 {
			s += fmt.Sprintf(", %s left", time.Duration(math.Ceil(float64(left)/rate))*time.Second)
		}
	}
	switch {
	case p.Tokens >= 10_000:
		s += fmt.Sprintf(", %d thousand tokens", p.Tokens/1000)
	case p.Tokens > 0:
		s += fmt.Sprintf(", %d tokens", p.Tokens)
	}
	return s
}

// allChunks are the chunks of the whole source: those seen, and as many again as
// the rest of it lets expect.
func allChunks(p ingest.Progress) int64 {
	if p.Read <= 0 || p.Read >= 1 {
		return p.ChunksSeen
	}
	return max(p.ChunksSeen, int64(float64(p.ChunksSeen)/p.Read))
}
