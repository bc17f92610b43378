package web

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"grove/internal/fault"
)

// drainTime is how long requests that are under way may take to their end.
const drainTime = 10 * time.Second

// Listen opens an address. Off the loopback it refuses where there are no keys.
func Listen(ctx context.Context, address string, known Keyring) (l net.Listener, keysRequired bool, err error) {
	const op = "web.Listen"
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, false, &fault.Error{Kind: fault.Invalid, Op: op, Item: address, Err: err, Hint: "give HOST:PORT, such as 127.0.0.1:8787"}
	}
	if !isLoopback(host) {
		list, err := known.List()
		if err != nil {
			return nil, false, err
		}
		if len(list) == 0 {
			return nil, false, fault.New(fault.Invalid, op, address, "others can reach this address, and there are no keys",
				"make one with `grove keys add NAME`, or listen on 127.0.0.1")
		}
	}
	if l, err = new(net.ListenConfig).Listen(ctx, "tcp", address); err != nil {
		return nil, false, &fault.Error{Kind: fault.Unavailable, Op: op, Item: address, Err: err, Hint: "choose another address with --listen"}
	}
	return l, !isLoopback(host), nil
}

// Serve answers on a listener until ctx ends. Then it takes no more requests, and
// lets those that are under way come to their end for a while.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error {
	s := &http.Server{Handler: h, ReadHeaderTimeout: headerTime, ReadTimeout: bodyTime, WriteTimeout: answerTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) }}
	failed := make(chan error, 1)
	go func() { failed <- s.Serve(l) }()
	select {
	case err := <-failed:
		return &fault.Error{Kind: fault.Unavailable, Op: "web.Serve", Item: l.Addr().String(), Err: err}
	case <-ctx.Done():
	}
	drain, stop := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer stop()
	err := s.Shutdown(drain)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.Close()
	}
	return fault.Wrap(err, "web.Serve", l.Addr().String())
}
