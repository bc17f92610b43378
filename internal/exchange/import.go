package exchange

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
)

// maxLine is the most bytes of a line: a key element that stands in a million
// chunks takes about this much.
const maxLine = 256 << 20

// ImportOptions configure Import.
type ImportOptions struct {
	// Schema checks a schema and returns its canonical form. It must be set.
	Schema func(body []byte) (string, error)
	// Now is the time of ingestion that the documents get.
	Now time.Time
	// Progress, if set, is called from time to time.
	Progress func(ImportProgress)
}

// ImportProgress is the progress of an import. All lines are read and checked before
// the first document is written.
type ImportProgress struct{ Lines, Documents, Of int }

// Imported is the report of an import.
type Imported struct {
	Documents   int `json:"documents"`
	Chunks      int `json:"chunks"`
	Episodes    int `json:"episodes"`
	Facts       int `json:"facts"`
	KeyElements int `json:"key_elements"`
	Attributes  int `json:"attributes"`
	Triples     int `json:"triples"`
	Communities int `json:"communities"`
	Proposals   int `json:"proposals"`
	Decisions   int `json:"decisions"`
	Lines       int `json:"lines"`
	// Resumed is true if an interrupted import of the same file had stored some documents.
	Resumed bool `json:"resumed"`
}

// Import reads a canonical export into an empty workspace, from which the same
// bytes can be exported again. The whole file is checked before anything is
// written: each line must read as an export writes it, each id must be that of
// its content, each quote must be the text at its offsets, and what is
// aggregated must follow from the evidence. Then documents are written in
// groups; an interrupted import is continued when it is run again.
//
// Memory holds the ids of documents and chunks, the largest document, and about
// 256 MiB of records; further records go to temporary files.
func Import(ctx context.Context, store graph.Store, r io.Reader, o ImportOptions) (Imported, error) {
	return newImporter(ctx, store, o, spoolBytes).run(r)
}

type importer struct {
	ctx     context.Context
	store   graph.Store
	options ImportOptions
	digest  hash.Hash // of the file
	spool   spool
	buffer  bytes.Buffer
	report  Imported
	// documents has the SHA256 of each document, chunks the document of each chunk.
	documents map[graph.ID]string
	chunks    map[graph.ID]graph.ID
	// entities are the names of those key elements that carry a type, keywords those of each community.
	entities map[graph.ID]string
	keywords map[graph.ID][]graph.Keyword
	tree     []graph.CommunityState
	// parts are the lines of the key elements whose id is not that of their name,
	// until a decision accounts for them.
	parts     map[graph.ID]int
	decisions []graph.Decision
	// size is the length of the line being checked; order and id are those of the line before.
	size, order int
	id          graph.ID
	// schema is the schema's canonical body, "" until its line.
	schema string
}

func newImporter(ctx context.Context, store graph.Store, o ImportOptions, most int) *importer {
	return &importer{
		ctx: ctx, store: store, options: o, digest: sha256.New(), spool: spool{most: most},
		documents: map[graph.ID]string{}, chunks: map[graph.ID]graph.ID{},
		entities: map[graph.ID]string{}, keywords: map[graph.ID][]graph.Keyword{}, parts: map[graph.ID]int{},
	}
}

func (im *importer) run(r io.Reader) (report Imported, err error) {
	defer func() { err = errors.Join(err, im.spool.close()) }()
	for _, step := range []func() error{
		func() error { return im.read(r) }, im.checkDecisions, func() error { return im.eachDocument(assembled.check) },
		im.checkTree, im.checkWorkspace, im.write, im.compare,
	} {
		if err := step(); err != nil {
			return Imported{}, fault.Wrap(err, "exchange.Import", "")
		}
	}
	return im.report, nil
}

// bad returns the error for a line that no export contains.
func bad(line int, format string, args ...any) error {
	return fault.New(fault.Unreadable, "exchange.Import", fmt.Sprintf("line %d", line), fmt.Sprintf(format, args...),
		"the file is not an export as it was written: export the workspace again")
}

// read reads and checks every line.
func (im *importer) read(r io.Reader) error {
	in := bufio.NewScanner(io.TeeReader(r, im.digest))
	in.Buffer(make([]byte, 1<<20), maxLine)
	in.Split(wholeLines)
	for in.Scan() {
		im.report.Lines++
		if im.report.Lines%1000 == 0 {
			im.progress(0)
			if err := im.ctx.Err(); err != nil {
				return err
			}
		}
		if err := im.line(in.Bytes()); err != nil {
			return err
		}
	}
	switch err := in.Err(); {
	case errors.Is(err, errCut):
		return bad(im.report.Lines+1, "the file ends within the line")
	case errors.Is(err, bufio.ErrTooLong):
		return bad(im.report.Lines+1, "a line of more than %d bytes", maxLine)
	case err != nil:
		return fault.From(fault.Unreadable, "exchange.Import", "", err, "check that the file can be read")
	case im.report.Lines == 0:
		return fault.New(fault.Unreadable, "exchange.Import", "", "the file is empty, and no export is that", "export the workspace again")
	case im.schema == "":
		return bad(im.report.Lines+1, "the file ends before the line of the schema: it was cut short")
	}
	return nil
}

var errCut = errors.New("the last line has no end")

// wholeLines splits at "\n" alone, and takes no last line without one: it was cut.
func wholeLines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return 0, nil, errCut
	}
	return 0, nil, nil
}

func (im *importer) progress(documents int) {
	if im.options.Progress != nil {
		im.options.Progress(ImportProgress{im.report.Lines, documents, im.report.Documents})
	}
}
