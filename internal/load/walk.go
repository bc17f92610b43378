package load

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"grove/internal/fault"
)

// Why files of a folder are skipped.
const (
	hidden      = "hidden"
	unknownKind = "unknown kind of file"
	convert     = "convert it to text first"
	nameItself  = ": if it is plain text, give its own path"
	empty       = "empty"
	noRecords   = "JSON without documents: a record is an object with its text in a field such as text or content"
	folderAgain = "a link to a folder that is read already"
	brokenLink  = "a link to nothing"
	fileAgain   = "the same file as another one, by a link"
	ownData     = "data of a workspace"
	outsideLink = "a link to a place outside the folder: --follow-links follows it"
)

// walker carries one Walk out.
type walker struct {
	Options
	yield Yield
	// parent is the absolute path of the folder that sources are relative to.
	parent string
	// found counts the files that were read under the current argument.
	found int
	// root is the folder of the current argument, nil for a file. real is its path without links.
	root *os.Root
	real string
	// seen has the folders of the current argument that were read, by their paths without links.
	seen map[string]bool
	// links are the links to folders found so far, which are read after all other folders.
	links []linked
	// targets are the files that were read by links to them.
	targets map[string]bool
	// listed are the folders for Options.Listed.
	listed []string
}

// linked is a folder under the path of a link to it.
type linked struct{ path, real string }

// argument reads one path that the caller named.
func (w *walker) argument(ctx context.Context, path string) error {
	if path == StandardInput {
		return w.input(ctx)
	}
	absolute, err := filepath.Abs(path)
	var info fs.FileInfo
	if err == nil {
		info, err = os.Stat(path)
	}
	if err != nil {
		return w.fail(path, err)
	}
	w.parent, w.found, w.root = filepath.Dir(absolute), 0, nil
	if !info.IsDir() {
		return w.file(ctx, path, absolute)
	}
	if w.Source != "" {
		return fault.New(fault.Invalid, "load.Walk", path, "one source cannot name a folder",
			"name one file, or use --collection")
	}
	if w.real, err = filepath.EvalSymlinks(absolute); err == nil {
		w.root, err = os.OpenRoot(w.real)
	}
	if err != nil {
		return w.fail(path, err)
	}
	defer w.root.Close()
	w.seen, w.targets, w.links, w.listed = map[string]bool{}, map[string]bool{}, []linked{{path, w.real}}, nil
	for len(w.links) > 0 {
		next := w.links[0]
		w.links = w.links[1:]
		if err := w.folder(ctx, next.path, next.real); err != nil {
			return err
		}
	}
	if w.found == 0 {
		return w.yield(Record{}, fault.New(fault.Unreadable, "load.Walk", path, "the folder holds no file that can be read", formatsHint))
	}
	for _, folder := range w.listed {
		if w.Listed != nil {
			w.Listed(folder)
		}
	}
	return nil
}

// folder reads the files of a folder and of those in it, sorted by name. real is its path
// without links.
func (w *walker) folder(ctx context.Context, path, real string) error {
	if w.seen[real] {
		w.skip(path, folderAgain)
		return nil
	}
	if w.Own != nil && real != w.real && w.Own(real) {
		w.skip(path, ownData)
		return nil
	}
	w.seen[real] = true
	entries, err := w.entries(real)
	if err != nil {
		w.found++ // it may hold files; that it is unreadable is said
		return w.fail(path, err)
	}
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !strings.HasPrefix(e.Name(), ".") }) {
		w.listed = append(w.listed, path)
	}
	for _, e := range entries {
		inner, real := filepath.Join(path, e.Name()), filepath.Join(real, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."):
			w.skip(inner, hidden)
		case e.IsDir():
			err = w.folder(ctx, inner, real)
		case e.Type()&fs.ModeSymlink != 0:
			err = w.link(ctx, inner)
		case w.targets[real]:
			w.skip(inner, fileAgain)
		default:
			err = w.file(ctx, inner, real)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// entries lists a folder, sorted by name.
func (w *walker) entries(real string) ([]fs.DirEntry, error) {
	f, err := w.openReal(real)
	if err != nil {
		return nil, err
	}
	entries, err := f.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, errors.Join(err, f.Close())
}

// link reads the file that a link of a folder leads to, and leaves a folder for later. Without
// FollowLinks neither may lie outside the folder of the argument.
func (w *walker) link(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	real := ""
	if err == nil {
		real, err = filepath.EvalSymlinks(path)
	}
	if err == nil {
		real, err = filepath.Abs(real)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist), err != nil && readerOf(path) == nil:
		w.skip(path, brokenLink)
	case err != nil:
		w.found++
		return w.fail(path, err)
	case !w.FollowLinks && !within(w.real, real):
		w.skip(path, outsideLink)
	case w.owned(real):
		w.skip(path, ownData)
	case info.IsDir():
		w.links = append(w.links, linked{path, real})
	case w.targets[real], readerOf(path) != nil && w.reads(real):
		w.skip(path, fileAgain)
	default:
		w.targets[real] = true
		return w.file(ctx, path, real)
	}
	return nil
}

// owned reports whether what a link leads to, by its path without links, is in a folder of Options.Own, below the folder of the argument.
func (w *walker) owned(real string) bool {
	for ; w.Own != nil && real != w.real && real != filepath.Dir(real); real = filepath.Dir(real) {
		if w.Own(real) {
			return true
		}
	}
	return false
}

// reads reports whether a file, by its path without links, is read by itself: below the folder of the
// argument, not hidden and of a known kind.
func (w *walker) reads(real string) bool {
	relative, err := filepath.Rel(w.real, real)
	return err == nil && filepath.IsLocal(relative) && readerOf(real) != nil &&
		!strings.Contains(string(filepath.Separator)+relative, string(filepath.Separator)+".")
}

// within reports whether a path is a folder or lies below it; both are absolute and without links.
func within(folder, path string) bool {
	relative, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(relative)
}

// readerOf returns the reader of a file's format, nil for an unknown one.
func readerOf(path string) func(context.Context, *file) error {
	return formats[strings.ToLower(filepath.Ext(path))]
}

// file reads one file; real is its path without links. One without a known ending is read as text
// if the caller named it.
func (w *walker) file(ctx context.Context, path, real string) error {
	if err := ctx.Err(); err != nil {
		return fault.Wrap(err, "load.Walk", path)
	}
	read := readerOf(path)
	if read == nil && w.root != nil {
		w.skip(path, w.unknown(real))
		return nil
	}
	if read == nil {
		read = readUnknown
	}
	w.found++
	f, err := w.open(path, real)
	if err != nil {
		return w.fail(path, err)
	}
	err = guarded(ctx, f, read)
	if len(f.none) > 0 && (err == nil || errors.Is(err, errNoDocuments)) {
		err = nil
		w.found--
		w.skip(path, noRecords)
	}
	if fault.IsPanic(err) {
		err = w.fail(path, err)
	}
	return errors.Join(err, f.close())
}

// unknown returns why a file without a known ending is skipped: what it is, and what would read it.
func (w *walker) unknown(real string) string {
	f, err := w.openRegular(real)
	if err != nil {
		return unknownKind
	}
	defer f.Close()
	head := make([]byte, signatureBytes)
	n, _ := io.ReadFull(f, head) // what cannot be read is of an unknown kind
	if kind := signatureOf(head[:n]); kind != "" {
		return unknownKind + " (" + kind + "): " + convert + converters[kind]
	}
	return unknownKind + nameItself
}

// guarded reads a file. A panic over what it holds is an error.
func guarded(ctx context.Context, f *file, read func(context.Context, *file) error) (err error) {
	defer fault.Recover(ctx, &err, "load.Walk", f.path)
	return read(ctx, f)
}

// open opens a regular file, by its path without links.
func (w *walker) open(path, real string) (*file, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	source, err := w.sourceOf(w.parent, absolute)
	if err != nil {
		return nil, err
	}
	f, err := w.openRegular(real)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &file{Reader: f, walker: w, path: path, absolute: absolute, source: source, size: info.Size(), close: f.Close}, nil
}

// openRegular opens a regular file. Anything else could keep the reader waiting for ever: a device
// is not even opened, and a pipe that takes a file's place is not waited for.
func (w *walker) openRegular(real string) (*os.File, error) {
	info, err := os.Stat(real)
	if err == nil && !info.Mode().IsRegular() {
		err = notRegular(info)
	}
	if err != nil {
		return nil, err
	}
	f, err := w.openReal(real)
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
		err = notRegular(info)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// openReal opens a path without links. Below a folder that was named, and without FollowLinks, a
// link that takes the place of a part of the path does not lead out of the folder.
func (w *walker) openReal(real string) (*os.File, error) {
	const flags = os.O_RDONLY | syscall.O_NONBLOCK
	if w.root == nil || w.FollowLinks {
		return os.OpenFile(real, flags, 0)
	}
	relative, err := filepath.Rel(w.real, real)
	if err != nil {
		return nil, err
	}
	return w.root.OpenFile(relative, flags, 0)
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

// fail yields the error of an item. An empty file of a folder is skipped.
func (w *walker) fail(item string, err error) error {
	if w.root != nil && errors.Is(err, errEmpty) {
		w.found--
		w.skip(item, empty)
		return nil
	}
	e := &fault.Error{Kind: fault.Unreadable, Op: "load.Walk", Item: item, Err: err}
	if onDisk, ok := errors.AsType[*fs.PathError](err); ok && error(onDisk) == err {
		e.Err = onDisk.Err // the item is its path
	}
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
