package config

import (
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"strings"
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
	scheme, rest := a.parts()
	if at := strings.LastIndex(rest, "@"); at >= 0 {
		rest = rest[at+1:]
	}
	if at := strings.IndexAny(rest, "?#"); at >= 0 {
		rest = rest[:at]
	}
	return scheme + rest
}

// parts cuts the address after its scheme. It reads addresses that package url refuses.
func (a Address) parts() (scheme, rest string) {
	full := a.Reveal()
	if at := strings.Index(full, "://"); at >= 0 && !strings.ContainsAny(full[:at], "@:/?#") {
		return full[:at+3], full[at+3:]
	}
	return "", full
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
	_, rest := a.parts()
	pairs := []string{a.Reveal(), a.String()}
	add := func(secret string) {
		for _, form := range []string{secret, url.QueryEscape(secret), url.PathEscape(secret)} {
			if len(form) >= minSecret {
				pairs = append(pairs, form, hidden)
			}
		}
	}
	if at := strings.LastIndex(rest, "@"); at >= 0 {
		pairs = append(pairs, rest[:at+1], "")
		user, password, _ := strings.Cut(rest[:at], ":")
		add(password)
		add(user)
		rest = rest[at+1:]
	}
	if at := strings.IndexAny(rest, "?#"); at >= 0 {
		for _, pair := range strings.FieldsFunc(rest[at+1:], func(r rune) bool { return r == '&' || r == '#' }) {
			_, value, _ := strings.Cut(pair, "=")
			add(value)
		}
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
