package config

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/http/httpproxy"

	"grove/internal/fault"
)

// Address is the address of a service. Printed, logged and encoded it lacks user, password and
// query, in which some services expect keys; only Reveal returns it whole. The zero Address is empty.
type Address struct {
	// full is a pointer: package fmt prints unexported fields without their methods.
	full *string
}

// NewAddress returns the address of a text, which need not be valid.
func NewAddress(text string) Address {
	if text == "" {
		return Address{}
	}
	return Address{&text}
}

// Reveal returns the address with its credentials, for connecting.
func (a Address) Reveal() string {
	if a.full == nil {
		return ""
	}
	return *a.full
}

// IsZero reports whether the address is empty.
func (a Address) IsZero() bool { return a.full == nil }

// hidden stands for a password or key in a message.
const hidden = "***"

// String returns the address without credentials.
func (a Address) String() string {
	scheme, _, place, _ := a.parts()
	return scheme + place
}

// parts cuts the address into its scheme, user with password, host with path, and query. It reads
// addresses that package url refuses, whose password may hold any character.
func (a Address) parts() (scheme, user, place, query string) {
	place = a.Reveal()
	if at := strings.Index(place, "://"); at >= 0 && !strings.ContainsAny(place[:at], "@:/?#") {
		scheme, place = place[:at+3], place[at+3:]
	}
	within := len(place)
	if u, err := url.Parse(a.Reveal()); err == nil && u.Host != "" {
		if end := strings.IndexAny(place, "/?#"); end >= 0 {
			within = end // an @ of path and query is no user's
		}
	}
	if at := strings.LastIndex(place[:within], "@"); at >= 0 {
		user, place = place[:at+1], place[at+1:]
	}
	if at := strings.IndexAny(place, "?#"); at >= 0 {
		place, query = place[:at], place[at+1:]
	}
	return scheme, user, place, query
}

// Format prints String for every verb.
func (a Address) Format(f fmt.State, verb rune) {
	if verb == 'q' {
		fmt.Fprintf(f, "%q", a.String())
		return
	}
	io.WriteString(f, a.String()) // an error would be that of the formatter's buffer
}

// MarshalText returns String, for JSON too.
func (a Address) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// LogValue returns String.
func (a Address) LogValue() slog.Value { return slog.StringValue(a.String()) }

// minSecret is the least length of a password or key that is replaced wherever it stands: a
// shorter one would match words.
const minSecret = 4

// Redact replaces the address and its credentials in a text.
func (a Address) Redact(text string) string {
	if a.IsZero() || a.String() == a.Reveal() {
		return text
	}
	_, credentials, _, query := a.parts()
	pairs := []string{a.Reveal(), a.String()}
	add := func(secret string) {
		for _, form := range []string{secret, url.QueryEscape(secret), url.PathEscape(secret)} {
			if len(form) >= minSecret {
				pairs = append(pairs, form, hidden)
			}
		}
	}
	if credentials != "" {
		pairs = append(pairs, credentials, "")
		user, password, _ := strings.Cut(strings.TrimSuffix(credentials, "@"), ":")
		add(password)
		add(user)
	}
	for _, pair := range strings.FieldsFunc(query, func(r rune) bool { return r == '&' || r == '#' }) {
		_, value, _ := strings.Cut(pair, "=")
		add(value)
	}
	for i := 2; i < len(pairs); i += 2 { // as the protocol sends them
		if decoded, err := url.PathUnescape(pairs[i]); err == nil && decoded != pairs[i] && len(decoded) >= minSecret {
			pairs = append(pairs, decoded, hidden)
		}
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Hide returns the error with a message without the credentials; nil for nil. It wraps the error.
func (a Address) Hide(err error) error {
	if err == nil {
		return nil
	}
	if shown := a.Redact(err.Error()); shown != err.Error() {
		return &redacted{err, shown}
	}
	return err
}

// redacted is an error whose message lacks credentials.
type redacted struct {
	err   error
	shown string
}

func (e *redacted) Error() string { return e.shown }

// Unwrap returns the error, whose own message may show credentials.
func (e *redacted) Unwrap() error { return e.err }

// GoString returns the message: package fmt would print the wrapped error.
func (e *redacted) GoString() string { return e.shown }

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
	return fault.From(fault.Unavailable, "config.Reach", shown, err, "start the service, or change "+setting)
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
