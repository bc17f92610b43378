package traces

import (
	"context"
	"time"

	"grove/internal/fault"
	"grove/query"
)

// Replay gives the events of a trace after the first n again. Speed 1 takes as long as the question
// took, 2 half of that, 0 no time: the whole is shared out among the steps by the
// time that each took. It ends with the error of tell, or when ctx does.
func (t Trace) Replay(ctx context.Context, n int, speed float64, tell func(query.Event) error) error {
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
		if err := tell(e); err != nil {
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
