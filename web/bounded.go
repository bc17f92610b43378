package web

import (
	"net"
	"sync/atomic"
	"time"
)

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
