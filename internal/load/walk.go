package load

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"grove/internal/fault"
)

// Why files of a folder are passed over.
const (
	hidden      = "hidden"
	unknownKind = "unknown kind of file"
	folderLink  = "a link to a folder"
)

// walker carries one Walk out.
type walker struct {
	Options
	yield Yield
	// parent is the absolute path of the folder that sources are relative to.
	parent string
	// found counts the files that were read under the current argument.
	found int
}

// argument reads one path that the caller named.
func (w *walker) argument(ctx context.Context, path string) error {
	if path == StandardInput {
		return w.input(ctx)
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return w.fail(path, err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return w.fail(path, err)
	}
	w.parent, w.found = filepath.Dir(absolute), 0
	if !info.IsDir() {
		return w.file(ctx, path, true)
	}
	if w.Source != "" {
		return fault.New(fault.Invalid, "load.Walk", path, "one source cannot name a folder",
			"name one file, or use --collection")
	}
	if err := w.folder(ctx, path); err != nil {
		return err
	}
	if w.found == 0 {
		return w.yield(Record{}, fault.New(fault.Unreadable, "load.Walk", path, "the folder holds no file that can be read", formatsHint))
	}
	return nil
}

// folder reads the files of a folder and of those in it, sorted by name.
func (w *walker) folder(ctx context.Context, path string) error {
	entries, err := os.ReadDir(path) // sorted
	if err != nil {
		w.found++ // it may hold files; that it is unreadable is said
		return w.fail(path, err)
	}
	for _, e := range entries {
		inner := filepath.Join(path, e.Name())
		if strings.HasPrefix(e.Name(), ".") {
			w.skip(inner, hidden)
			continue
		}
		if e.IsDir() {
			err = w.folder(ctx, inner)
		} else {
			err = w.file(ctx, inner, false)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// file reads one file; direct is true if the caller named it.
func (w *walker) file(ctx context.Context, path string, direct bool) error {
	if err := ctx.Err(); err != nil {
		return fault.Wrap(err, "load.Walk", path)
	}
	read, known := formats[strings.ToLower(filepath.Ext(path))]
	switch {
	case known:
	case direct:
		read = readUnknown
	default:
		w.skip(path, unknownKind)
		return nil
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		w.found++
		return w.fail(path, err)
	case info.IsDir():
		w.skip(path, folderLink)
		return nil
	}
	w.found++
	f, err := w.open(path, info)
	if err != nil {
		return w.fail(path, err)
	}
	err = guarded(ctx, f, read)
	if fault.IsPanic(err) {
		err = w.fail(path, err)
	}
	return errors.Join(err, f.close())
}

// guarded reads a file. A panic over what it holds is an error.
func guarded(ctx context.Context, f *file, read func(context.Context, *file) error) (err error) {
	defer fault.Recover(ctx, &err, "load.Walk", f.path)
	return read(ctx, f)
}

// open opens a regular file. Anything else could keep the reader waiting for ever.
func (w *walker) open(path string, info fs.FileInfo) (*file, error) {
	if !info.Mode().IsRegular() {
		return nil, notRegular(info)
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	source, err := w.sourceOf(w.parent, absolute)
	if err != nil {
		return nil, err
	}
	// If something else took its place meanwhile, opening it must not wait.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
		err = notRegular(info)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &file{Reader: f, walker: w, path: path, absolute: absolute, source: source, size: info.Size(), close: f.Close}, nil
}

// notRegular says what a path is that is no file.
func notRegular(info fs.FileInfo) error {
	kind := "a device"
	switch mode := info.Mode(); {
	case mode.IsDir():
		kind = "a folder"
	case mode&fs.ModeNamedPipe != 0:
		kind = "a pipe"
	case mode&fs.ModeSocket != 0:
		kind = "a socket"
	}
	return fault.New(fault.Unreadable, "", "", "not a file but "+kind, "save its content in a file")
}

func (w *walker) skip(path, reason string) {
	if w.Skipped != nil {
		w.Skipped(path, reason)
	}
}

// fail yields the error of an item.
func (w *walker) fail(item string, err error) error {
	e := &fault.Error{Kind: fault.Unreadable, Op: "load.Walk", Item: item, Err: err}
	var known *fault.Error
	switch {
	case errors.As(err, &known):
		e.Kind = fault.KindOf(err)
	case errors.Is(err, fs.ErrNotExist):
		e.Kind, e.Hint = fault.NotFound, "check the path"
	case errors.Is(err, fs.ErrPermission):
		e.Hint = "check who may read it"
	case errors.Is(err, errEmpty):
		e.Hint = "write text into it, or leave it out"
	default:
		e.Hint = "mend it, or leave it out"
	}
	return w.yield(Record{}, e)
}
