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

// writeFile writes to a file, or into what is no ordinary file (a pipe, a
// device). An ordinary one is written beside its place and renamed, so that a
// failure leaves no half file under its name.
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

// unwritten is the failure of a file that could be opened: the disk's, which is
// an outage, or that of whoever gives what is to be written.
func unwritten(name string, err error) error {
	var disk *fs.PathError
	if errors.As(err, &disk) && fault.Is(err, fault.Internal) {
		return &fault.Error{Kind: fault.Unavailable, Op: "cli.writeFile", Item: name, Err: plain(err), Hint: "see whether its disk is full; the file that was there is kept"}
	}
	return fault.Wrap(err, "cli.writeFile", name)
}

// unwritable is the failure of a file that could not be opened.
func unwritable(name string, err error) error {
	return &fault.Error{Kind: fault.Invalid, Op: "cli.writeFile", Item: name, Err: plain(err), Hint: "name a file in a folder that can be written"}
}

// plain is the failure of a file without its path: it may be that of the file beside it
// which is written first, and says nothing to anybody.
func plain(err error) error {
	if opening, ok := errors.AsType[*fs.PathError](err); ok {
		return opening.Err
	}
	if renaming, ok := errors.AsType[*os.LinkError](err); ok {
		return renaming.Err
	}
	return err
}

// fill writes and closes a file, and sees to it that an ordinary one is on the disk.
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
