package config

import (
	"context"
	"errors"
	"net"
	"net/url"
	"time"

	"golang.org/x/net/http/httpproxy"

	"grove/internal/fault"
)

// reachWait bounds the connection attempt of Reach.
const reachWait = 2500 * time.Millisecond

// Reach connects once to the server of an address, or to the proxy that the environment names
// for it, and hangs up. A server that accepts no connection within 2.5 seconds is
// fault.Unavailable; setting is the one to change then, such as "--neo4j-uri". An address that
// cannot be parsed is left to the client that will refuse it.
func Reach(ctx context.Context, address Address, setting string) error {
	server, err := url.Parse(address.Reveal())
	if err != nil || server.Hostname() == "" {
		return nil
	}
	shown := address.String()
	if proxy, err := httpproxy.FromEnvironment().ProxyFunc()(server); err == nil && proxy != nil {
		server, setting = proxy, setting+", or the proxy of the environment ("+NewAddress(proxy.String()).String()+")"
	}
	dialer := net.Dialer{Timeout: reachWait}
	connection, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(server.Hostname(), port(server)))
	if err == nil {
		return connection.Close()
	}
	if ctx.Err() != nil {
		return fault.Wrap(ctx.Err(), "config.Reach", shown)
	}
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		err = errors.New("no connection within " + reachWait.String())
	}
	return &fault.Error{Kind: fault.Unavailable, Op: "config.Reach", Item: shown, Err: err,
		Hint: "start the service, or change " + setting}
}

// port returns the port of a server's address.
func port(server *url.URL) string {
	switch {
	case server.Port() != "":
		return server.Port()
	case server.Scheme == "http":
		return "80"
	case server.Scheme == "https":
		return "443"
	}
	return "7687" // of Neo4j, for all of its schemes
}
