// Package fault holds the one error type of Grove. Every error that leaves a
// package says what kind of failure it is, which operation failed, on which
// item, and what the reader can do about it.
package fault

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// Kind tells failures apart by what the caller can do about them. The kind
// decides the exit code of the CLI and the HTTP status; its text is the
// stable code in `--json` output. Kinds are append-only.
type Kind string

const (
	// Internal is a defect of Grove itself. The zero Kind reads as Internal.
	Internal Kind = "internal"
	// Invalid is a request that can never succeed as it stands: a bad flag, name, window or body.
	Invalid Kind = "invalid"
	// NotFound is a thing that the store was asked for, was reached, and does not have.
	NotFound Kind = "not_found"
	// SourceTaken is a new document whose source already names another document.
	SourceTaken Kind = "source_taken"
	// Unreadable is an input that could not be read or parsed.
	Unreadable Kind = "unreadable"
	// Unavailable is a service that could not be reached: never to be read as NotFound.
	Unavailable Kind = "unavailable"
	// Held is a folder or workspace that another process holds.
	Held Kind = "held"
	// BadReply is a model reply that could not be understood.
	BadReply Kind = "bad_reply"
	// WindowTooSmall is a call that does not fit the window it was given.
	WindowTooSmall Kind = "window_too_small"
	// Canceled is work ended by the caller.
	Canceled Kind = "canceled"
	// LimitReached is work stopped by a limit the user set: calls, tokens, money.
	LimitReached Kind = "limit_reached"
	// Corrupt is stored data that contradicts itself.
	Corrupt Kind = "corrupt"
	// Conflict is a request that contradicts the present state: a name that exists, a job that is over.
	Conflict Kind = "conflict"
	// Full is storage without space for the request: the disk, or the bound on waiting uploads.
	Full Kind = "storage_full"
	// Overloaded is a service that has too much to do at the moment; the same request may succeed later.
	Overloaded Kind = "overloaded"
)

// Error is a failure with everything a person needs to act on it.
type Error struct {
	Kind Kind
	// Op is the operation, as "package.Function", such as "sqlite.Open".
	Op string
	// Item is what the operation worked on: a path, an id, a name. May be empty.
	Item string
	// Hint is the remedy, as something the reader can do or type. May be empty.
	Hint string
	// Err is the cause. May be nil.
	Err error
}

// Error joins operation, item and cause; the hint is shown apart by the surfaces.
func (e *Error) Error() string {
	var parts []string
	if e.Op != "" {
		parts = append(parts, e.Op)
	}
	if e.Item != "" {
		parts = append(parts, e.Item)
	}
	if e.Err != nil {
		parts = append(parts, e.Err.Error())
	} else {
		parts = append(parts, strings.ReplaceAll(string(e.kind()), "_", " "))
	}
	return strings.Join(parts, ": ")
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

func (e *Error) kind() Kind {
	if e.Kind == "" {
		return Internal
	}
	return e.Kind
}

// New makes an error of a kind with a plain message as its cause.
func New(kind Kind, op, item, message, hint string) *Error {
	return &Error{Kind: kind, Op: op, Item: item, Hint: hint, Err: errors.New(message)}
}

// Wrap puts operation and item around a cause and keeps the cause's kind.
// A nil cause gives nil.
func Wrap(err error, op, item string) error {
	if err == nil {
		return nil
	}
	return &Error{Kind: KindOf(err), Op: op, Item: item, Err: err}
}

// KindOf is the kind of the outermost Error that names one. A context that
// ended reads as Canceled, anything foreign as Internal, and nil as "".
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	for e := err; e != nil; {
		var f *Error
		if !errors.As(e, &f) {
			break
		}
		if f.Kind != "" {
			return f.Kind
		}
		e = f.Err
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return Canceled
	}
	return Internal
}

// Is tells whether err is of the kind.
func Is(err error, kind Kind) bool { return err != nil && KindOf(err) == kind }

// Brief is the message for people: the items and the cause, without the names of
// operations. An item stands once.
func Brief(err error) string {
	var parts []string
	for {
		// errors.Join of one error, which closing without a failure leaves behind.
		if joined, ok := err.(interface{ Unwrap() []error }); ok && len(joined.Unwrap()) == 1 {
			err = joined.Unwrap()[0]
			continue
		}
		e, ok := err.(*Error)
		if !ok {
			break
		}
		if e.Item != "" && !slices.Contains(parts, e.Item) {
			parts = append(parts, e.Item)
		}
		if e.Err == nil {
			return strings.Join(append(parts, strings.ReplaceAll(string(e.kind()), "_", " ")), ": ")
		}
		err = e.Err
	}
	return strings.Join(append(parts, err.Error()), ": ")
}

// Hint is the first hint found from the outside in, or "".
func Hint(err error) string {
	for e := err; e != nil; {
		var f *Error
		if !errors.As(e, &f) {
			return ""
		}
		if f.Hint != "" {
			return f.Hint
		}
		e = f.Err
	}
	return ""
}

// Item is the innermost item named: the closest to the cause. May be "".
func Item(err error) string {
	item := ""
	for e := err; e != nil; {
		var f *Error
		if !errors.As(e, &f) {
			break
		}
		if f.Item != "" {
			item = f.Item
		}
		e = f.Err
	}
	return item
}
