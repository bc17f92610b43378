package traces

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"grove/internal/disk"
	"grove/internal/fault"
	"grove/internal/text"
)

const suffix = ".json"

// Put stores a trace atomically and removes the oldest beyond the limit.
func (f *Folder) Put(t Trace) error {
	const op = "traces.Put"
	if !f.Keeps() {
		return nil
	}
	var raw bytes.Buffer
	if err := text.JSONEncoder(&raw).Encode(t); err != nil {
		return fault.Wrap(err, op, t.ID)
	}
	err := os.MkdirAll(f.dir, 0o700)
	if err == nil {
		err = disk.Replace(f.path(t.ID), raw.Bytes(), 0o600)
	}
	if err != nil {
		return fault.From(fault.Unavailable, op, f.dir, err, "check the disk's free space and permissions, or use --traces 0")
	}
	return f.prune()
}

// prune removes the oldest traces beyond the limit.
func (f *Folder) prune() error {
	ids, err := f.ids()
	if err != nil {
		return err
	}
	for _, id := range ids[min(f.keep, len(ids)):] {
		if _, err := f.remove(id + suffix); err != nil {
			return err
		}
	}
	return nil
}

// Get returns the trace with an id; fault.NotFound if there is none.
func (f *Folder) Get(id string) (Trace, error) {
	const op = "traces.Get"
	if err := checkID(op, id); err != nil {
		return Trace{}, err
	}
	t, err := read[Trace](f.path(id))
	if errors.Is(err, fs.ErrNotExist) {
		return Trace{}, missing(op, id)
	}
	return t, fault.Wrap(err, op, id)
}

// List returns at most limit traces, the newest first; unless before is "", only those older
// than the trace with this id. A trace that is removed meanwhile is skipped.
func (f *Folder) List(ctx context.Context, before string, limit int) ([]Summary, error) {
	const op = "traces.List"
	ids, err := f.ids()
	if err != nil {
		return nil, err
	}
	list := []Summary{}
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return nil, fault.Wrap(err, op, "")
		}
		if before != "" && id >= before {
			continue
		}
		if len(list) == limit {
			break
		}
		s, err := read[Summary](f.path(id))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, fault.Wrap(err, op, id)
		default:
			list = append(list, s)
		}
	}
	return list, nil
}

// Delete removes traces: all of them, or none if one does not exist.
func (f *Folder) Delete(ids ...string) error {
	const op = "traces.Delete"
	for _, id := range ids {
		if err := checkID(op, id); err != nil {
			return err
		}
		switch _, err := os.Stat(f.path(id)); {
		case errors.Is(err, fs.ErrNotExist):
			return missing(op, id)
		case err != nil:
			return unreadable(op, id, err)
		}
	}
	for _, id := range ids {
		if _, err := f.remove(id + suffix); err != nil {
			return err
		}
	}
	return nil
}

// Purge removes the traces whose Trace.Read matches, and returns their number. It also
// removes files that cannot be parsed or that an interrupted write left. After an
// interruption Purge can be run again.
func (f *Folder) Purge(ctx context.Context, match func(read []string) (bool, error)) (int, error) {
	const op = "traces.Purge"
	names, err := f.names()
	if err != nil {
		return 0, err
	}
	slices.Sort(names)
	purged := 0
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return purged, fault.Wrap(err, op, "")
		}
		partial := strings.HasPrefix(name, disk.TempPrefix)
		if !partial {
			matched, err := f.matches(name, match)
			if err != nil {
				return purged, fault.Wrap(err, op, name)
			}
			if !matched {
				continue
			}
		}
		removed, err := f.remove(name)
		if err != nil {
			return purged, err
		}
		if removed && !partial {
			purged++
		}
	}
	return purged, nil
}

// matches reports whether the trace in a file is to be removed.
func (f *Folder) matches(name string, match func(read []string) (bool, error)) (bool, error) {
	t, err := read[struct {
		Read []string `json:"read"`
	}](filepath.Join(f.dir, name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case fault.Is(err, fault.Corrupt):
		return true, nil
	case err != nil:
		return false, unreadable("traces.Purge", name, err)
	}
	return match(t.Read)
}

func (f *Folder) path(id string) string { return filepath.Join(f.dir, id+suffix) }

// names returns the names of the files, in no order.
func (f *Folder) names() (names []string, err error) {
	folder, err := os.Open(f.dir)
	if err == nil {
		names, err = folder.Readdirnames(-1)
		err = errors.Join(err, folder.Close())
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, unreadable("traces.names", f.dir, err)
	}
	return names, nil
}

// ids returns the ids of all traces, the newest first.
func (f *Folder) ids() ([]string, error) {
	names, err := f.names()
	var ids []string
	for _, name := range names {
		if id, ok := strings.CutSuffix(name, suffix); ok && valid(id) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	slices.Reverse(ids)
	return ids, err
}

// remove removes a file and reports whether it existed.
func (f *Folder) remove(name string) (bool, error) {
	err := os.Remove(filepath.Join(f.dir, name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, unreadable("traces.remove", name, err)
	}
	return err == nil, nil
}

// read decodes a file as a Trace or as its Summary alone. Numbers keep their digits.
func read[T any](path string) (T, error) {
	var t T
	raw, err := os.ReadFile(path)
	if err != nil {
		return t, err
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	err = d.Decode(&t)
	return t, fault.From(fault.Corrupt, "traces.read", path, err, "`grove traces delete` removes it")
}

func unreadable(op, item string, err error) error {
	return fault.From(fault.Unreadable, op, item, err, "check the permissions of the workspace's folder")
}

// digits are the digits of an id, in byte order, so that ids sort by time.
const digits = "234567abcdefghijklmnopqrstuvwxyz"

var encoding = base32.NewEncoding(digits).WithPadding(base32.NoPadding)

// valid reports whether a text has the form of an id.
func valid(id string) bool {
	code, ok := strings.CutPrefix(id, "t")
	return ok && len(code) == encoding.EncodedLen(idBytes) && strings.Trim(code, digits) == ""
}

// An id has idBytes bytes: timeBytes with the time in milliseconds, which last until the year
// 10889, and random ones.
const timeBytes, idBytes = 6, 15

// NewID returns a new id for a question asked at a time.
func NewID(at time.Time) string {
	var b [8 + idBytes]byte
	binary.BigEndian.PutUint64(b[:], uint64(at.UnixMilli()))
	id := b[8-timeBytes:][:idBytes]
	_, _ = rand.Read(id[timeBytes:]) // never fails
	return "t" + encoding.EncodeToString(id)
}

// checkID returns fault.NotFound for a text that is not an id: it could name another file.
func checkID(op, id string) error {
	if valid(id) {
		return nil
	}
	return missing(op, id)
}

func missing(op, id string) error {
	return fault.New(fault.NotFound, op, id, "there is no such trace", "`grove traces list` lists the stored traces")
}
