package exchange

import (
	"bufio"
	"cmp"
	"encoding/gob"
	"errors"
	"io"
	"os"
	"slices"

	"grove/internal/fault"
	"grove/internal/graph"
)

// spoolBytes is about how much of an import is held in memory; what is more
// goes to temporary files.
const spoolBytes = 256 << 20

// rank orders the records of one document.
type rank byte

const (
	documentRank rank = iota
	chunkRank
	episodeRank
	evidenceRank
)

// record is what one line says of one document: the document, a chunk, an episode, or a
// row of evidence.
type record struct {
	Of   graph.ID // the document
	Rank rank
	// Number orders the records of a rank: the index of a chunk or an episode.
	Number int
	// Line is where the file says it.
	Line int

	Document *graph.Document
	Chunk    *graph.Chunk
	Episode  *graph.Episode
	// Evidence has one row if the record is a row of evidence.
	Evidence graph.Evidence
}

func (r record) compare(o record) int {
	return cmp.Or(cmp.Compare(r.Of, o.Of), cmp.Compare(r.Rank, o.Rank), cmp.Compare(r.Number, o.Number), cmp.Compare(r.Line, o.Line))
}

// spool sorts any number of records in bounded memory. The export is ordered by
// kind; a write needs all of a document together.
type spool struct {
	// most is how many bytes may be held, used how many about are.
	most, used int
	held       []record
	runs       []*os.File
}

// add takes a record of about this size in bytes.
func (s *spool) add(r record, size int) error {
	s.held = append(s.held, r)
	s.used += size
	if s.used < s.most {
		return nil
	}
	return s.spill()
}

// spill writes what is held, sorted, to a file of its own.
func (s *spool) spill() error {
	slices.SortStableFunc(s.held, record.compare)
	file, err := os.CreateTemp("", "grove-import-*")
	if err != nil {
		return noRoom(err)
	}
	s.runs = append(s.runs, file)
	out := bufio.NewWriterSize(file, 1<<20)
	encoder := gob.NewEncoder(out)
	for i := range s.held {
		if err := encoder.Encode(&s.held[i]); err != nil {
			return noRoom(err)
		}
	}
	if err := out.Flush(); err != nil {
		return noRoom(err)
	}
	clear(s.held)
	s.held, s.used = s.held[:0], 0
	return nil
}

func noRoom(err error) error {
	return fault.From(fault.Unavailable, "exchange.spool", os.TempDir(), err, "free some space there, or name another folder with TMPDIR")
}

// sorted calls each with all records in order. It may be called again.
func (s *spool) sorted(each func(record) error) error {
	slices.SortStableFunc(s.held, record.compare)
	streams := make([]func() (record, error), 0, len(s.runs)+1)
	for _, run := range s.runs {
		if _, err := run.Seek(0, io.SeekStart); err != nil {
			return noRoom(err)
		}
		decoder := gob.NewDecoder(bufio.NewReaderSize(run, 1<<20))
		streams = append(streams, func() (r record, err error) {
			err = decoder.Decode(&r)
			return r, err
		})
	}
	next := 0
	streams = append(streams, func() (record, error) {
		if next == len(s.held) {
			return record{}, io.EOF
		}
		next++
		return s.held[next-1], nil
	})
	return merge(streams, each)
}

// merge calls each with the records of sorted streams in order. There are few
// streams, so the least of their heads is looked for one by one.
func merge(streams []func() (record, error), each func(record) error) error {
	type head struct {
		record
		next func() (record, error)
	}
	var heads []*head
	for _, next := range streams {
		r, err := next()
		switch {
		case err == nil:
			heads = append(heads, &head{r, next})
		case !errors.Is(err, io.EOF):
			return noRoom(err)
		}
	}
	for len(heads) > 0 {
		least := slices.MinFunc(heads, func(a, b *head) int { return a.compare(b.record) })
		if err := each(least.record); err != nil {
			return err
		}
		r, err := least.next()
		switch {
		case err == nil:
			least.record = r
		case errors.Is(err, io.EOF):
			heads = slices.DeleteFunc(heads, func(h *head) bool { return h == least })
		default:
			return noRoom(err)
		}
	}
	return nil
}

// close removes the files.
func (s *spool) close() error {
	var errs []error
	for _, run := range s.runs {
		errs = append(errs, run.Close(), os.Remove(run.Name()))
	}
	s.runs = nil
	return errors.Join(errs...)
}
