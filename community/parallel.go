package community

import (
	"context"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"grove/internal/fault"
)

// parallel cuts 0..n-1 into runs of at most grain and calls work for each, on all
// processors: work(from, end) of the worker that start made. Results must not
// depend on which worker does what.
func parallel(ctx context.Context, n, grain int, start func() func(from, end int)) error {
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range min(runtime.GOMAXPROCS(0), (n+grain-1)/grain) {
		group.Go(func() (err error) {
			defer fault.Recover(ctx, &err, "community.parallel", "")
			work := start()
			for {
				from := int(next.Add(int64(grain))) - grain
				if from >= n {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				work(from, min(from+grain, n))
			}
		})
	}
	return group.Wait()
}
