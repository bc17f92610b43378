package load

import (
	"context"
	"io"

	"grove/internal/fault"
)

// input reads standard input, in the format that the ending of its source names.
func (w *walker) input(ctx context.Context) error {
	source, err := w.sourceOf("", "")
	if err != nil {
		return w.fail(StandardInput, err)
	}
	read := readerOf(w.Source)
	if read == nil {
		read = readUnknown
	}
	return read(ctx, &file{Reader: &contextReader{ctx: ctx, from: w.Input}, walker: w, path: InputOrigin, absolute: InputOrigin, source: source})
}

// inputBuffer is the most bytes that are read of standard input at once.
const inputBuffer = 256 << 10

// contextReader is a reader whose reads end with the context, as standard input may be a
// terminal without input. An abandoned read remains blocked in the background.
type contextReader struct {
	ctx    context.Context
	from   io.Reader
	buffer []byte
}

// Read reads, or returns the error of the context once that has ended.
func (r *contextReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	if r.buffer == nil {
		r.buffer = make([]byte, inputBuffer)
	}
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	into := r.buffer[:min(len(p), inputBuffer)]
	go func() {
		var got result
		defer func() { done <- got }()
		defer fault.Recover(r.ctx, &got.err, "load.Read", "")
		got.n, got.err = r.from.Read(into)
	}()
	select {
	case <-r.ctx.Done():
		return 0, r.ctx.Err()
	case got := <-done:
		return copy(p, into[:got.n]), got.err
	}
}
