package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"grove/internal/fault"
)

// writeFile writes to a file, a pipe or a device. An ordinary file is written under
// another name in its folder and renamed, so that a failure leaves no partial file under
// its name.
func writeFile(name string, write func(io.Writer) error) error {
	// A link is followed: the file it names is replaced, not the link.
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return unwritable(name, err)
		}
		return fault.Wrap(fill(f, write), "cli.writeFile", name)
	}
	part := fmt.Sprintf("%s.%d.part", name, os.Getpid())
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return unwritable(name, err)
	}
	err = fill(f, write)
	if err == nil {
		err = plain(os.Rename(part, name))
	}
	if err != nil {
		return unwritten(name, errors.Join(err, os.Remove(part)))
	}
	return nil
}

// unwritten returns the error of a file that could be opened: Unavailable for an error of
// the disk, else that of the function which writes.
func unwritten(name string, err error) error {
	var disk *fs.PathError
	if errors.As(err, &disk) && fault.Is(err, fault.Internal) {
		return &fault.Error{Kind: fault.Unavailable, Op: "cli.writeFile", Item: name, Err: plain(err),
			Hint: "see whether its disk is full; the file that was there is kept"}
	}
	return fault.Wrap(err, "cli.writeFile", name)
}

// unwritable returns the error of a file that could not be opened.
func unwritable(name string, err error) error {
	return &fault.Error{Kind: fault.Invalid, Op: "cli.writeFile", Item: name, Err: plain(err),
		Hint: "name a file in a folder that can be written"}
}

// plain returns the error of a file without its path, which may be the temporary one.
func plain(err error) error {
	if opening, ok := errors.AsType[*fs.PathError](err); ok {
		return opening.Err
	}
	if renaming, ok := errors.AsType[*os.LinkError](err); ok {
		return renaming.Err
	}
	return err
}

// fill writes and closes a file, and flushes an ordinary one to the disk.
func fill(f *os.File, write func(io.Writer) error) error {
	w := bufio.NewWriter(f)
	err := write(w)
	if err == nil {
		err = w.Flush()
	}
	if info, statErr := f.Stat(); err == nil && statErr == nil && info.Mode().IsRegular() {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// input opens a file to read, or standard input for "-".
func (c *command) input(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(os.Stdin), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, &fault.Error{Kind: fault.Unreadable, Op: "cli.input", Item: name, Err: err, Hint: "name a file that can be read"}
	}
	return f, nil
}
