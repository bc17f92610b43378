package fault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"testing"
)

func TestError(t *testing.T) {
	inner := New(NotFound, "load.open", "a.txt", "no such file", "check the path")
	for _, c := range []struct {
		name               string
		err                error
		kind               Kind
		item, hint, brief  string
		notFound, canceled bool
	}{
		{name: "nil", err: nil},
		{name: "plain", err: errors.New("odd"), kind: Internal, brief: "odd"},
		{name: "one", err: inner, kind: NotFound, item: "a.txt", hint: "check the path", brief: "a.txt: no such file", notFound: true},
		{name: "wrapped", err: Wrap(inner, "ingest.Run", "docs"), kind: NotFound, item: "a.txt", hint: "check the path",
			brief: "docs: a.txt: no such file", notFound: true},
		{name: "same item twice", err: Wrap(inner, "ingest.Run", "a.txt"), kind: NotFound, item: "a.txt", hint: "check the path",
			brief: "a.txt: no such file", notFound: true},
		{name: "through fmt", err: fmt.Errorf("reading: %w", inner), kind: NotFound, item: "a.txt", hint: "check the path",
			brief: "reading: load.open: a.txt: no such file", notFound: true},
		{name: "joined with nothing", err: errors.Join(inner, nil), kind: NotFound, item: "a.txt", hint: "check the path",
			brief: "a.txt: no such file", notFound: true},
		{name: "canceled", err: Wrap(context.Canceled, "x", ""), kind: Canceled, brief: "context canceled", canceled: true},
		{name: "from a cause", err: From(Unreadable, "x", "a.txt", inner, "check the disk"), kind: Unreadable, item: "a.txt", hint: "check the disk",
			brief: "a.txt: no such file"},
		{name: "kind alone", err: &Error{Kind: WindowTooSmall, Op: "x"}, kind: WindowTooSmall, brief: "window too small"},
		{name: "a path once", err: &Error{Kind: Unreadable, Item: "a.txt", Err: &fs.PathError{Op: "open", Path: "a.txt", Err: fs.ErrNotExist}},
			kind: Unreadable, item: "a.txt", brief: "a.txt: file does not exist"},
		{name: "another path", err: &Error{Kind: Unreadable, Item: "a.txt", Err: &fs.PathError{Op: "open", Path: "b.txt", Err: fs.ErrNotExist}},
			kind: Unreadable, item: "a.txt", brief: "a.txt: open b.txt: file does not exist"},
		{name: "an outage is not a lack", err: &Error{Kind: Unavailable, Err: fs.ErrNotExist}, kind: Unavailable, brief: "file does not exist"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := KindOf(c.err); got != c.kind {
				t.Errorf("KindOf = %q, want %q", got, c.kind)
			}
			if Item(c.err) != c.item || Hint(c.err) != c.hint {
				t.Errorf("Item %q, Hint %q", Item(c.err), Hint(c.err))
			}
			if c.err != nil && Brief(c.err) != c.brief {
				t.Errorf("Brief = %q, want %q", Brief(c.err), c.brief)
			}
			if Is(c.err, NotFound) != c.notFound || Is(c.err, Canceled) != c.canceled {
				t.Error("Is misjudges")
			}
		})
	}
	if Wrap(nil, "x", "y") != nil || From(Invalid, "x", "y", nil, "z") != nil {
		t.Error("an error without a cause is not nil")
	}
}
