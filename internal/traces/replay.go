package traces

import (
	"context"
	"time"

	"grove/internal/fault"
	"grove/query"
)

// Replay sends the events of a trace after the first n. Speed 1 takes as long as the
// question did, 2 half of that, 0 no time; the time is divided among the steps in
// proportion to theirs. It ends with the first error of send, or with ctx.
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
			if err := wait(ctx, took); err != nil {
				return fault.Wrap(err, op, t.ID)
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

func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
