package lists

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"grove/internal/fault"
)

// Parallel calls f for 0..n-1 on all processors. A panic of f becomes one of the caller.
func Parallel(n int, f func(int)) {
	var wait sync.WaitGroup
	workers := min(n, runtime.GOMAXPROCS(0))
	failures := make([]error, workers)
	for w := range workers {
		wait.Go(func() {
			defer fault.Recover(context.Background(), &failures[w], "lists.Parallel", "")
			for i := w; i < n; i += workers {
				f(i)
			}
		})
	}
	wait.Wait()
	if err := errors.Join(failures...); err != nil {
		panic(err)
	}
}
