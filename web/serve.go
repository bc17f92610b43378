package web

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"grove/internal/fault"
	"grove/web/keys"
)

const (
	// drainTime is the default of Drain.Time.
	drainTime = 30 * time.Second
	// drainLook is the interval at which draining checks for requests.
	drainLook = 20 * time.Millisecond
	// lastEventTime bounds the time in which requests that outlast the drain send their last event.
	lastEventTime = time.Second
)

// Drain configures the shutdown of a service.
type Drain struct {
	// Time bounds the wait for current requests and jobs (30 seconds).
	Time time.Duration
	// Jobs waits until no job is running, or its context ends; nil does not wait.
	Jobs func(context.Context)
}

// Listen listens on an address. Off the loopback it fails with Invalid if no API keys exist.
func Listen(ctx context.Context, address string, existing *keys.File) (l net.Listener, keysRequired bool, err error) {
	const op = "web.Listen"
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, false, fault.From(fault.Invalid, op, address, err, "give HOST:PORT, such as 127.0.0.1:8787")
	}
	if !isLoopback(host) {
		list, err := existing.List()
		if err != nil {
			return nil, false, err
		}
		if len(list) == 0 {
			return nil, false, fault.New(fault.Invalid, op, address, "other machines can reach this address, and no API keys exist",
				"create a key with `grove keys add NAME`, or listen on 127.0.0.1")
		}
	}
	if l, err = new(net.ListenConfig).Listen(ctx, "tcp", address); err != nil {
		return nil, false, fault.From(fault.Unavailable, op, address, err, "choose another address with --listen")
	}
	return l, !isLoopback(host), nil
}

// ListenPrivate listens on a loopback address; any other is Invalid.
func ListenPrivate(ctx context.Context, address string) (net.Listener, error) {
	const op = "web.ListenPrivate"
	if !isLoopback(address) {
		return nil, fault.New(fault.Invalid, op, address, "other machines can reach this address",
			"use a loopback address, such as 127.0.0.1:6060")
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	return l, fault.From(fault.Unavailable, op, address, err, "choose another address with --debug-listen")
}

// Serve serves a listener until ctx ends. Then it waits for current requests and jobs as
// Drain says; meanwhile probes are still served, and the handler refuses new requests
// (Options.Stopping). What is not finished by then is canceled: streams of questions end with
// the event error.
func Serve(ctx context.Context, l net.Listener, h http.Handler, d Drain) error {
	var busy atomic.Int64
	base, cut := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cut(nil)
	s := &http.Server{Handler: counted(h, &busy), ReadHeaderTimeout: headerTime, ReadTimeout: bodyTime, WriteTimeout: answerTime,
		IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
		BaseContext: func(net.Listener) context.Context { return base }}
	failed := make(chan error, 1)
	go func() { failed <- s.Serve(l) }()
	select {
	case err := <-failed:
		return fault.From(fault.Unavailable, "web.Serve", l.Addr().String(), err, "")
	case <-ctx.Done():
	}
	drain, stop := context.WithTimeout(context.WithoutCancel(ctx), cmp.Or(d.Time, drainTime))
	defer stop()
	if d.Jobs != nil {
		d.Jobs(drain)
	}
	quiet(drain, &busy)
	if drain.Err() != nil {
		cut(errEnding)
		last, stop := context.WithTimeout(context.WithoutCancel(ctx), lastEventTime)
		defer stop()
		quiet(last, &busy)
	}
	err := s.Shutdown(drain)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.Close()
	}
	return fault.Wrap(err, "web.Serve", l.Addr().String())
}

// counted counts the current requests.
func counted(h http.Handler, busy *atomic.Int64) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		busy.Add(1)
		defer busy.Add(-1)
		h.ServeHTTP(w, r)
	})
}

// quiet waits until there are no requests, or ctx ends.
func quiet(ctx context.Context, busy *atomic.Int64) {
	tick := time.NewTicker(drainLook)
	defer tick.Stop()
	for busy.Load() > 0 {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Bounded returns a listener that accepts at most so many open connections, by default
// Limits.Connections. One more gets status 503 and is closed.
func Bounded(l net.Listener, most int) net.Listener {
	return &bounded{Listener: l, most: int64(Limits{Connections: most}.filled().Connections)}
}

type bounded struct {
	net.Listener
	most int64
	open atomic.Int64
}

// full is the response to a connection beyond the bound.
const full = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/problem+json\r\nRetry-After: 1\r\nConnection: close\r\n\r\n" +
	`{"type":"urn:grove:problem:overloaded","title":"The service is overloaded","status":503,` +
	`"detail":"too many connections at once","code":"overloaded","hint":"","request_id":""}`

// refusalTime bounds the sending of full.
const refusalTime = 100 * time.Millisecond

// Accept returns the next connection within the bound.
func (b *bounded) Accept() (net.Conn, error) {
	for {
		c, err := b.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if b.open.Add(1) <= b.most {
			return &boundedConn{Conn: c, open: &b.open}, nil
		}
		b.open.Add(-1)
		// Errors do not matter: the connection is closed anyway.
		_ = c.SetWriteDeadline(time.Now().Add(refusalTime))
		_, _ = c.Write([]byte(full))
		_ = c.Close()
	}
}

// boundedConn counts as open until it is closed.
type boundedConn struct {
	net.Conn
	open   *atomic.Int64
	closed atomic.Bool
}

// Close closes the connection.
func (c *boundedConn) Close() error {
	if !c.closed.Swap(true) {
		c.open.Add(-1)
	}
	return c.Conn.Close()
}
