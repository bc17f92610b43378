package traces

import (
	"context"
	"time"

	"grove/internal/fault"
	"grove/query"
)

// Replay sends the events of a trace after the first n. At speed 1 it takes as long as the
// question, at 2 half of that, at 0 no time, divided among the steps in proportion to their
// times. It ends at the first error of send, or with ctx.
func (t Trace) Replay(ctx context.Context, n int, speed float64, send func(query.Event) error) error {
	const op = "traces.Replay"
	var sum float64
	for _, s := range t.Answer.Trace {
		sum += s.Ms
	}
	events := t.Events()
	for _, e := range events[min(n, len(events)):] {
		if s, ok := e.Data.(query.Step); ok && speed > 0 && sum > 0 {
			took := time.Duration(s.Ms / sum * float64(t.Ms) / speed * float64(time.Millisecond))
			select {
			case <-time.After(took):
			case <-ctx.Done():
			}
		}
		if err := ctx.Err(); err != nil {
			return fault.Wrap(err, op, t.ID)
		}
		if err := send(e); err != nil {
			return err
		}
	}
	return nil
}
