// Package fault defines the error type of Grove. Every error that leaves a package has the
// kind of failure, the operation that failed, the item it worked on, and a hint for the user.
package fault

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"slices"
	"strings"
)

// Kind is the class of a failure, by what the caller can do about it. It decides the exit
// code of the CLI and the HTTP status; its text is the stable code in `--json` output.
type Kind string

const (
	// Internal is a defect of Grove itself. The zero Kind reads as Internal.
	Internal Kind = "internal"
	// Invalid is a request that can never succeed as it stands: a bad flag, name, window or body.
	Invalid Kind = "invalid"
	// NotFound is an item that does not exist, where the store could be reached.
	NotFound Kind = "not_found"
	// SourceTaken is a new document whose source already names another document.
	SourceTaken Kind = "source_taken"
	// Unreadable is an input that could not be read or parsed, or a file that could not be opened.
	Unreadable Kind = "unreadable"
	// Unavailable is a service that could not be reached.
	Unavailable Kind = "unavailable"
	// Held is a folder or workspace that another process has locked.
	Held Kind = "held"
	// BadReply is a model reply that could not be understood.
	BadReply Kind = "bad_reply"
	// WindowTooSmall is a call that does not fit the window of the model.
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

// Error is a failure with its context.
type Error struct {
	Kind Kind
	// Op is the operation, as "package.Function", such as "sqlite.Open".
	Op string
	// Item is the path, id or name that the operation worked on, or "".
	Item string
	// Hint is a remedy that the user can apply or type, or "".
	Hint string
	// Err is the cause, or nil.
	Err error
}

// Error joins operation, item and cause, without the hint.
func (e *Error) Error() string {
	var parts []string
	if e.Op != "" {
		parts = append(parts, e.Op)
	}
	if e.Item != "" {
		parts = append(parts, e.Item)
	}
	if e.Err != nil {
		parts = append(parts, withoutPath(e.Err, e.Item).Error())
	} else {
		parts = append(parts, strings.ReplaceAll(string(e.kind()), "_", " "))
	}
	return strings.Join(parts, ": ")
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

func (e *Error) kind() Kind {
	if e.Kind == "" {
		return Internal
	}
	return e.Kind
}

// New returns an error with a message as its cause.
func New(kind Kind, op, item, message, hint string) *Error {
	return &Error{Kind: kind, Op: op, Item: item, Hint: hint, Err: errors.New(message)}
}

// From returns an error with a cause; nil if the cause is nil.
func From(kind Kind, op, item string, cause error, hint string) error {
	if cause == nil {
		return nil
	}
	return &Error{Kind: kind, Op: op, Item: item, Hint: hint, Err: cause}
}

// Wrap returns an error with the kind of its cause; nil if the cause is nil.
func Wrap(err error, op, item string) error {
	return From(KindOf(err), op, item, err, "")
}

// KindOf returns the kind of the outermost Error that has one. Errors of contexts are
// Canceled, other errors Internal; nil is "".
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	for e := range chain(err) {
		if e.Kind != "" {
			return e.Kind
		}
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return Canceled
	}
	return Internal
}

// Is reports whether err has the kind.
func Is(err error, kind Kind) bool { return err != nil && KindOf(err) == kind }

// Brief returns the message for users: the items, without duplicates, and the cause.
func Brief(err error) string {
	var parts []string
	for {
		// errors.Join of one error is left when closing succeeded.
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
	return strings.Join(append(parts, withoutPath(err, parts...).Error()), ": ")
}

// withoutPath returns the cause of an error of the disk whose path is one of the items, which name it already.
func withoutPath(err error, items ...string) error {
	if onDisk, ok := err.(*fs.PathError); ok && slices.Contains(items, onDisk.Path) {
		return onDisk.Err
	}
	return err
}

// Hint returns the outermost hint, or "".
func Hint(err error) string {
	for e := range chain(err) {
		if e.Hint != "" {
			return e.Hint
		}
	}
	return ""
}

// Item returns the innermost item, or "".
func Item(err error) string {
	item := ""
	for e := range chain(err) {
		if e.Item != "" {
			item = e.Item
		}
	}
	return item
}

// chain yields the Errors that err wraps, outermost first.
func chain(err error) iter.Seq[*Error] {
	return func(yield func(*Error) bool) {
		for {
			e, ok := errors.AsType[*Error](err)
			if !ok || !yield(e) {
				return
			}
			err = e.Err
		}
	}
}
