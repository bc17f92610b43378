package cli

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"grove/internal/disk"
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
		return fault.Wrap(errors.Join(fill(f, write), f.Close()), "cli.writeFile", name)
	}
	f, err := disk.Create(filepath.Dir(name), 0o666)
	if err != nil {
		return unwritable(name, err)
	}
	if err := fill(f, write); err != nil {
		return unwritten(name, errors.Join(err, f.Discard()))
	}
	return unwritten(name, f.CommitDurably(name))
}

// unwritten returns the error of a file that could be opened: Unavailable for an error of
// the disk, else that of the function which writes; nil for nil.
func unwritten(name string, err error) error {
	if fault.Is(err, fault.Internal) && plain(err) != err {
		return fault.From(fault.Unavailable, "cli.writeFile", name, plain(err),
			"see whether its disk is full; the file that was there is kept")
	}
	return fault.Wrap(err, "cli.writeFile", name)
}

// unwritable returns the error of a file that could not be opened.
func unwritable(name string, err error) error {
	return fault.From(fault.Unreadable, "cli.writeFile", name, plain(err), "name a file in a folder that can be written")
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

// fill writes to a file through a buffer.
func fill(f io.Writer, write func(io.Writer) error) error {
	w := bufio.NewWriter(f)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}

// input opens a file to read, or standard input for "-".
func (c *command) input(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(os.Stdin), nil
	}
	f, err := os.Open(name)
	return f, fault.From(fault.Unreadable, "cli.input", name, err, "name a file that can be read")
}
