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
	"grove/internal/text"
)

// progress shows how far a command is, on standard error: a bar on a terminal, a line now
// and then elsewhere, nothing with --quiet.
type progress struct {
	mu      sync.Mutex
	label   string
	bar     *progressbar.ProgressBar
	out     io.Writer
	started time.Time
	last    time.Time
}

// lineEvery is the time between two lines of progress off a terminal.
const lineEvery = 5 * time.Second

// describeEvery is the time between two changes of a bar's text.
const describeEvery = 250 * time.Millisecond

// progress returns the progress of an ingest, for update.
func (c *command) progress() *progress {
	return c.progressOf("ingest", progressbar.OptionSetWidth(20), progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(false))
}

// steps returns the progress of a number of things, such as "questions", for step.
func (c *command) steps(label string) *progress {
	return c.progressOf(label, progressbar.OptionSetWidth(30), progressbar.OptionShowCount())
}

func (c *command) progressOf(label string, options ...progressbar.Option) *progress {
	if c.Quiet {
		return &progress{}
	}
	now := time.Now()
	p := &progress{label: label, out: c.err, started: now, last: now}
	c.shown = p
	if f, ok := c.err.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions64(-1, append(options, progressbar.OptionSetWriter(c.err),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionSetDescription(label))...)
	}
	return p
}

// due tells whether it is time again for a line or a text, and counts it as shown.
func (p *progress) due(every time.Duration) bool {
	due := time.Since(p.last) >= every
	if due {
		p.last = time.Now()
	}
	return due
}

// step shows that done of `of` things are done. It may be called concurrently.
func (p *progress) step(done, of int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.bar != nil:
		p.bar.ChangeMax(of)
		_ = p.bar.Set(done) // A bar that cannot be drawn is no reason to stop the work.
	case p.out != nil && p.due(lineEvery):
		fmt.Fprintf(p.out, "%s: %d of %d\n", p.label, done, of)
	}
}

// update shows the progress of an ingest. It may be called concurrently.
func (p *progress) update(now ingest.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.bar != nil:
		if p.due(describeEvery) {
			p.bar.Describe("ingest: " + howFar(now, time.Since(p.started)))
		}
		p.bar.ChangeMax64(max(allChunks(now), now.Chunks) + 1) // a bar that is full takes no more
		_ = p.bar.Set64(now.Chunks)                            // A bar that cannot be drawn is no reason to stop the work.
	case p.out != nil && p.due(lineEvery):
		fmt.Fprintln(p.out, "ingest: "+howFar(now, time.Since(p.started)))
	}
}

// describe shows the name of the phase that begins, such as "communities".
func (p *progress) describe(phase string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.bar != nil:
		p.bar.Describe(p.label + ": " + phase)
	case p.out != nil && p.due(lineEvery):
		fmt.Fprintf(p.out, "%s: %s\n", p.label, phase)
	}
}

// done ends the line of the bar, once. A nil progress has none.
func (p *progress) done() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		fmt.Fprintln(p.out)
		p.bar = nil
	}
}

// howFar describes the progress of an ingest after a time: "12 documents, 340 of about 900
// chunks, 14.2 chunks/s, 40s left, 81 thousand tokens".
func howFar(p ingest.Progress, took time.Duration) string {
	all, about := allChunks(p), ""
	if p.Read < 1 {
		about = "about "
	}
	s := fmt.Sprintf("%s, %d of %s%s", text.Count(p.Documents, "document"), p.Chunks, about, text.Count(all, "chunk"))
	// Chunks that an earlier run extracted take no time, and do not count in the rate.
	if extracted := p.Chunks - p.ChunksKept; extracted > 0 && took > 0 {
		rate := float64(extracted) / took.Seconds()
		s += fmt.Sprintf(", %.1f chunks/s", rate)
		if left := all - p.Chunks; left > 0 {
			s += fmt.Sprintf(", %s left", time.Duration(math.Ceil(float64(left)/rate))*time.Second)
		}
	}
	if p.Pages > 0 {
		s += fmt.Sprintf(", gists of %s", text.Count(p.Pages, "page"))
	}
	switch {
	case p.Tokens >= 10_000:
		s += fmt.Sprintf(", %d thousand tokens", p.Tokens/1000)
	case p.Tokens > 0:
		s += fmt.Sprintf(", %s", text.Count(p.Tokens, "token"))
	}
	return s
}

// allChunks estimates the chunks of the whole source by those of the part that is read.
func allChunks(p ingest.Progress) int64 {
	if p.Read <= 0 || p.Read >= 1 {
		return p.ChunksSeen
	}
	return max(p.ChunksSeen, int64(float64(p.ChunksSeen)/p.Read))
}
