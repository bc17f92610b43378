package web

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"grove/internal/fault"
)

const (
	// drainTime is how long what is under way may take to its end, where nothing is said.
	drainTime = 30 * time.Second
	// drainLook is how often draining looks whether requests are under way still.
	drainLook = 20 * time.Millisecond
)

// Drain says how a service comes to its end.
type Drain struct {
	// Time is how long requests and jobs that are under way may take (30 seconds).
	Time time.Duration
	// Jobs waits until no job is under way, or its context ends; nil has none to wait for.
	Jobs func(context.Context)
}

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

// ListenPrivate opens an address that only this machine reaches, and no other.
func ListenPrivate(ctx context.Context, address string) (net.Listener, error) {
	const op = "web.ListenPrivate"
	if !isLoopback(address) {
		return nil, fault.New(fault.Invalid, op, address, "others can reach this address", "give one of this machine alone, such as 127.0.0.1:6060")
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, &fault.Error{Kind: fault.Unavailable, Op: op, Item: address, Err: err, Hint: "choose another address with --debug-listen"}
	}
	return l, nil
}

// Serve answers on a listener until ctx ends. Then what is under way may come to its
// end for a while; meanwhile it is still answered, so that probes see that it is to
// end: the handler refuses what it should not begin (Options.Stopping).
func Serve(ctx context.Context, l net.Listener, h http.Handler, d Drain) error {
	var busy atomic.Int64
	s := &http.Server{Handler: counted(h, &busy), ReadHeaderTimeout: headerTime, ReadTimeout: bodyTime, WriteTimeout: answerTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) }}
	failed := make(chan error, 1)
	go func() { failed <- s.Serve(l) }()
	select {
	case err := <-failed:
		return &fault.Error{Kind: fault.Unavailable, Op: "web.Serve", Item: l.Addr().String(), Err: err}
	case <-ctx.Done():
	}
	drain, stop := context.WithTimeout(context.WithoutCancel(ctx), or(d.Time, drainTime))
	defer stop()
	if d.Jobs != nil {
		d.Jobs(drain)
	}
	quiet(drain, &busy)
	err := s.Shutdown(drain)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.Close()
	}
	return fault.Wrap(err, "web.Serve", l.Addr().String())
}

// counted counts the requests that are under way.
func counted(h http.Handler, busy *atomic.Int64) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		busy.Add(1)
		defer busy.Add(-1)
		h.ServeHTTP(w, r)
	})
}

// quiet waits until no request is under way, or ctx ends.
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

// Bounded gives a listener that lets so many connections be open at once. One more is
// told 503 and closed, so that its client knows to come back; 0 is the default of
// Limits.Connections.
func Bounded(l net.Listener, most int) net.Listener {
	return &bounded{Listener: l, most: int64(Limits{Connections: most}.filled().Connections)}
}

type bounded struct {
	net.Listener
	most int64
	open atomic.Int64
}

// full is what a connection too many is told.
const full = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/problem+json\r\nRetry-After: 1\r\nConnection: close\r\n\r\n" +
	`{"type":"urn:grove:problem:overloaded","title":"The service is overloaded","status":503,"detail":"too many connections at once","code":"overloaded","hint":"","request_id":""}`

// refusalTime is how long telling it may take.
const refusalTime = 100 * time.Millisecond

// Accept gives the next connection for which there is room.
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
		// The client may be gone, or not listen: it is let go all the same.
		_ = c.SetWriteDeadline(time.Now().Add(refusalTime))
		_, _ = c.Write([]byte(full))
		_ = c.Close()
	}
}

// boundedConn gives its place back when it is closed.
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
