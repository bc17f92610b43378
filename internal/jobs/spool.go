package jobs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"

	"grove/internal/disk"
	"grove/internal/fault"
	"grove/internal/load"
)

// recordEnding is that of a spooled text with its title. No file that a client sends
// has it.
const recordEnding = ".record"

// ending is a file's ending that a spooled file may take over.
var ending = regexp.MustCompile(`^\.[a-z0-9]{1,10}$`)

// usualSpool is how many bytes of uploads a workspace keeps by default.
const usualSpool = 4 << 30

// spool stores uploads, each under the hash of its content and a number that tells those
// of one content apart, and bounds what they take.
type spool struct {
	dir string
	// most is the bound in bytes.
	most int64

	mu      sync.Mutex
	counted bool
	bytes   int64
}

// file stores a file; of its name only the ending counts.
func (s *spool) file(ctx context.Context, name string, content io.Reader) (string, error) {
	end := strings.ToLower(filepath.Ext(name))
	if !ending.MatchString(end) || end == recordEnding {
		end = ""
	}
	return s.store(ctx, end, content)
}

// record stores a text with its title.
func (s *spool) record(ctx context.Context, r Record) (string, error) {
	raw, err := json.Marshal(r)
	if err != nil {
		return "", fault.Wrap(err, "jobs.spool", "")
	}
	return s.store(ctx, recordEnding, bytes.NewReader(raw))
}

// store writes a file. Once it returns, the file outlives a loss of power.
func (s *spool) store(ctx context.Context, end string, content io.Reader) (name string, err error) {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return "", s.unavailable(err)
	}
	part, err := disk.Create(s.dir, 0o600)
	if err != nil {
		return "", s.unavailable(err)
	}
	whole := false
	defer func() {
		if !whole {
			err = errors.Join(err, part.Discard())
		}
	}()
	if err := s.count(); err != nil {
		return "", s.unavailable(err)
	}
	sum, taken := sha256.New(), &reservation{spool: s}
	defer func() {
		if err != nil {
			s.release(taken.bytes)
		}
	}()
	if _, err := io.Copy(io.MultiWriter(taken, sum, part), content); err != nil {
		return "", s.copied(err)
	}
	if err := ctx.Err(); err != nil {
		return "", err
	}
	name = hex.EncodeToString(sum.Sum(nil)) + "-" + strings.TrimPrefix(filepath.Base(part.Name()), disk.TempPrefix) + end
	whole = true
	return name, s.unavailable(part.CommitDurably(filepath.Join(s.dir, name)))
}

// copied tells the disk's failure from that of whoever sends.
func (s *spool) copied(err error) error {
	var disk *fs.PathError
	if errors.As(err, &disk) {
		return s.unavailable(err)
	}
	return err
}

// contentOf is the part of a file's name that follows from its content.
func contentOf(name string) string {
	hash, _, _ := strings.Cut(name, "-")
	return hash + filepath.Ext(name)
}

// sweep removes the files that no job needs: what was left when a process died.
func (s *spool) sweep(needed []string) error {
	files, err := os.ReadDir(s.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return s.unavailable(err)
	}
	for _, f := range files {
		if !slices.Contains(needed, f.Name()) {
			if err := s.drop(f.Name()); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *spool) path(name string) string { return filepath.Join(s.dir, name) }

// lacks tells that a file is gone; one that cannot be looked at is not.
func (s *spool) lacks(name string) bool {
	_, err := os.Stat(s.path(name))
	return name == "" || errors.Is(err, fs.ErrNotExist)
}

// size is the size of a file in bytes, 0 where it cannot be looked at.
func (s *spool) size(name string) int64 {
	info, err := os.Stat(s.path(name))
	if err != nil {
		return 0
	}
	return info.Size()
}

// open opens a file to read.
func (s *spool) open(name string) (*os.File, error) {
	f, err := os.Open(s.path(name))
	return f, s.unavailable(err)
}

// drop removes a file that no job needs any more.
func (s *spool) drop(name string) error {
	info, err := os.Stat(s.path(name))
	if err == nil {
		err = os.Remove(s.path(name))
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return s.unavailable(err)
	}
	s.release(info.Size())
	return nil
}

// recordsOf yields what the files of an order hold, one after the other.
func (s *spool) recordsOf(o order) func(context.Context, func(load.Record, error) error) error {
	return func(ctx context.Context, yield func(load.Record, error) error) error {
		for _, p := range o.parts() {
			if err := s.records(p.File, p.Source)(ctx, yield); err != nil {
				return err
			}
		}
		return nil
	}
}

// records yields what a spooled file holds, under the source that it was sent as.
func (s *spool) records(name, source string) func(context.Context, func(load.Record, error) error) error {
	path := s.path(name)
	if filepath.Ext(name) != recordEnding {
		return func(ctx context.Context, yield func(load.Record, error) error) error {
			return load.Walk(ctx, []string{path}, load.Options{Source: source}, func(r load.Record, err error) error {
				return yield(r, under(source, err))
			})
		}
	}
	return func(_ context.Context, yield func(load.Record, error) error) error {
		raw, err := os.ReadFile(path)
		if err != nil {
			return yield(load.Record{}, s.unavailable(err))
		}
		var r Record
		if err := json.Unmarshal(raw, &r); err != nil {
			return yield(load.Record{}, fault.From(fault.Corrupt, "jobs.spool", source, err, ""))
		}
		return yield(load.Record{Source: load.Name(source), Title: r.Title, Text: r.Text, Origin: path, Encoding: "utf-8"}, nil)
	}
}

// under names an item that could not be read by its source, not by where it is kept.
func under(source string, err error) error {
	var e *fault.Error
	if !errors.As(err, &e) {
		return err
	}
	return &fault.Error{Kind: fault.KindOf(err), Op: e.Op, Item: source, Hint: fault.Hint(err), Err: e.Err}
}

func (s *spool) unavailable(err error) error {
	if errors.Is(err, syscall.ENOSPC) {
		return fault.New(fault.Full, "jobs.spool", "", "the disk of the service is full",
			"whoever runs the service has to make room: see its data folder")
	}
	return fault.From(fault.Unavailable, "jobs.spool", s.dir, err, "see whether the disk is full, and who may write there")
}

// count adds up what is in the folder, once.
func (s *spool) count() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counted {
		return nil
	}
	files, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		info, err := f.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		s.bytes += info.Size()
	}
	s.counted = true
	return nil
}

// reserve takes so many bytes of the bound, or refuses them.
func (s *spool) reserve(n int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bytes+n > s.most {
		return fault.New(fault.Full, "jobs.spool", "", fmt.Sprintf("the uploads that wait would take more than %d bytes", s.most),
			"send it once jobs are done; or start the service with a larger --max-spool")
	}
	s.bytes += n
	return nil
}

// release gives bytes back.
func (s *spool) release(n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counted {
		s.bytes -= n
	}
}

// crowded reports whether more than three quarters are taken.
func (s *spool) crowded() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes > s.most/4*3
}

// reservation reserves the bytes of what is written to it.
type reservation struct {
	spool *spool
	bytes int64
}

// Write reserves as many bytes as it is given.
func (t *reservation) Write(p []byte) (int, error) {
	if err := t.spool.reserve(int64(len(p))); err != nil {
		return 0, err
	}
	t.bytes += int64(len(p))
	return len(p), nil
}
