package singleflight_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"

	"grove/internal/fault"
	"grove/internal/singleflight"
)

// TestShared: identical concurrent work is done once, and one caller is the first; later work is
// done again.
func TestShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const callers = 24
		var g singleflight.Group[string]
		works, firsts := 0, make(chan bool, callers+1)
		goOn := make(chan struct{})
		do := func() {
			value, first, err := g.Do(t.Context(), "key", func(context.Context) (string, error) {
				works++
				<-goOn
				return "value", nil
			})
			if firsts <- first; value != "value" || err != nil {
				t.Errorf("%q, %v", value, err)
			}
		}
		for range callers {
			go do()
		}
		synctest.Wait()
		close(goOn)
		synctest.Wait()
		n := 0
		for range callers {
			if <-firsts {
				n++
			}
		}
		if works != 1 || n != 1 {
			t.Errorf("%d works for identical callers, %d of them first", works, n)
		}
		if do(); works != 2 || !<-firsts {
			t.Errorf("a later caller: %d works", works)
		}
	})
}

// TestLeft: work goes on while one caller waits for it, and ends with the last one; who asks then gets
// new work.
func TestLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g singleflight.Group[int]
		ended := 0
		errs, slow := make(chan error, 2), make(chan struct{})
		work := func(ctx context.Context) (int, error) {
			<-ctx.Done()
			ended++
			<-slow
			return 0, ctx.Err()
		}
		first, leaveFirst := context.WithCancel(t.Context())
		last, leaveLast := context.WithCancel(t.Context())
		for _, caller := range []context.Context{first, last} {
			go func() {
				_, _, err := g.Do(caller, "key", work)
				errs <- err
			}()
			synctest.Wait()
		}
		leaveFirst()
		if synctest.Wait(); !errors.Is(<-errs, context.Canceled) || ended != 0 {
			t.Error("the work ended although a caller waits for it")
		}
		leaveLast()
		synctest.Wait()
		if n, _, err := g.Do(t.Context(), "key", func(context.Context) (int, error) { return 7, nil }); n != 7 || err != nil {
			t.Errorf("the next caller: %d, %v", n, err)
		}
		if !errors.Is(<-errs, context.Canceled) || ended != 1 {
			t.Error("the work goes on although no caller waits for it")
		}
		close(slow)
	})
}

// TestJoin: whoever asks while the last caller leaves gets a result, never the canceled work.
func TestJoin(t *testing.T) {
	var g singleflight.Group[int]
	for range 5000 {
		leaving, leave := context.WithCancel(t.Context())
		started, left, finish := make(chan struct{}), make(chan struct{}), make(chan struct{})
		work := func(ctx context.Context) (int, error) {
			close(started)
			select {
			case <-ctx.Done():
			case <-finish:
			}
			return 1, ctx.Err()
		}
		go func() {
			defer close(left)
			_, _, _ = g.Do(leaving, "key", work)
		}()
		<-started
		var wait sync.WaitGroup
		wait.Go(leave)
		for range 3 {
			wait.Go(func() {
				n, _, err := g.Do(t.Context(), "key", func(ctx context.Context) (int, error) { return 1, ctx.Err() })
				if n != 1 || err != nil {
					t.Errorf("who joined while the last caller left: %d, %v", n, err)
				}
			})
		}
		<-left
		close(finish)
		wait.Wait()
	}
}

// TestPanic: a panic of the work is an error of its callers, and the next one starts anew.
func TestPanic(t *testing.T) {
	var g singleflight.Group[int]
	if _, _, err := g.Do(t.Context(), "key", func(context.Context) (int, error) { panic("odd") }); !fault.IsPanic(err) {
		t.Error(err)
	}
	if n, _, err := g.Do(t.Context(), "key", func(context.Context) (int, error) { return 1, nil }); n != 1 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
}
