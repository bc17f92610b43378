// Package load reads files into records: plain text, Markdown, HTML, JSON and
// JSON Lines, one record a document. Any of the usual encodings becomes UTF-8.
// The text of a file is kept exactly, but for a leading byte order mark and
// invalid bytes, which become U+FFFD; of HTML the readable text is taken.
package load

import (
	"cmp"
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"grove/internal/fault"
	"grove/internal/text"
)

// DefaultMaxFile is the most bytes of one file or one line of JSON Lines.
const DefaultMaxFile = 256 << 20

// StandardInput is the path that stands for Options.Input.
const StandardInput = "-"

// InputOrigin is the origin of records from StandardInput.
const InputOrigin = "standard input"

// Record is one document of a file.
type Record struct {
	// Source names the document. It is Options.Source, else the file's path
	// relative to the parent of the path that was asked for, with slashes; a
	// record of a JSON file adds "#" and its id, else a hash of its JSON. A
	// collection goes before it with a slash.
	Source string
	// SourceID is the record's own id, "" where it has none.
	SourceID string
	// Title is "" where the document has none.
	Title string
	// Text is valid UTF-8 and more than white space.
	Text string
	// Origin is the file's absolute path, InputOrigin of what came from StandardInput; a
	// record of a JSON file adds what its Source adds.
	Origin string
	// Encoding is what the file, or the line of a JSON Lines file, was read in, by
	// its WHATWG name: "utf-8", "gb18030", "windows-1252" ...
	Encoding string
	// Invalid is the number of U+FFFD that stand for bytes that could not be read.
	Invalid int
	// Headings are those of a Markdown or HTML document, by start.
	Headings []Heading
	// Unread are the fields of a JSON record that have a value besides text, title, id and language, sorted; long names are cut.
	Unread []string
}

// Heading is a heading in a record's text.
type Heading struct {
	// Start is the rune offset of its line.
	Start int
	// Text is the heading without markup, on one line, of at most MaxHeading runes.
	Text string
}

// MaxHeading is the most runes of a heading: each chunk under it carries it. A
// longer one is cut and ends with an ellipsis.
const MaxHeading = 500

// shortened returns a heading within its bound.
func shortened(heading string) string {
	if short := text.Truncate(heading, MaxHeading); short != heading {
		return text.Truncate(heading, MaxHeading-1) + ellipsis
	}
	return heading
}

// Options configure Walk.
type Options struct {
	// Source names the document instead of its path; it goes with one file only.
	Source string
	// Collection, if not "", goes before every source with a slash.
	Collection string
	// MaxFile bounds one file, in bytes; of JSON Lines, which are streamed, and
	// so of any size, it bounds one line. 0 is DefaultMaxFile.
	MaxFile int64
	// Input is what the path StandardInput reads; nil refuses it. Source names what it
	// holds, by whose ending it is read; such records have no origin.
	Input io.Reader
	// Own, if set, reports whether a folder, by its path without links, is of the program's own data: it is skipped unless it is
	// named itself.
	Own func(folder string) bool
	// FollowLinks follows links of a folder that lead out of it. Others are always followed.
	FollowLinks bool
	// Skipped, if set, is called for each skipped file or folder in a folder, with the reason.
	Skipped func(path, reason string)
	// Listed, if set, is called for each folder that could be listed and has an entry that is not
	// hidden, at the end of an argument of which a file was found.
	Listed func(path string)
}

// Yield takes a record, or the error of an item that could not be read. An
// error that it returns ends the walk.
type Yield func(Record, error) error

// Walk reads files and folders in the order given, folders recursively and
// sorted by name, and yields every record as soon as it is read. Of a folder are
// skipped: hidden files, files of unknown extensions, empty files, JSON files without any
// record, links that lead out of it, and folders of Options.Own; all but these and the links are errors when named
// directly, but for plain text of an unknown extension. A folder is read once, however many
// links lead to it. An item that cannot be read is yielded as a
// fault.Error that names it, and the walk goes on. Walk itself fails when yield
// does, when ctx ends, or when the options don't fit the paths.
func Walk(ctx context.Context, paths []string, options Options, yield Yield) error {
	w, err := newWalker(paths, options, yield)
	if err != nil {
		return err
	}
	for _, path := range paths {
		if err := w.argument(ctx, path); err != nil {
			return err
		}
	}
	return nil
}

func newWalker(paths []string, options Options, yield Yield) (*walker, error) {
	const op = "load.Walk"
	if len(paths) == 0 {
		return nil, fault.New(fault.Invalid, op, "", "no path given", "name files or folders")
	}
	if options.Source != "" && len(paths) > 1 {
		return nil, fault.New(fault.Invalid, op, options.Source, "one source cannot name several files",
			"give one file, or use --collection")
	}
	if slices.Contains(paths, StandardInput) && (options.Source == "" || options.Input == nil) {
		return nil, fault.New(fault.Invalid, op, StandardInput, "standard input has no name to go by",
			"name it with --source NAME.txt, by whose ending it is read; a file called - is ./-")
	}
	options.MaxFile = cmp.Or(max(options.MaxFile, 0), DefaultMaxFile)
	return &walker{Options: options, yield: yield}, nil
}

// named returns a file's record its source and origin. suffix tells records of one file apart.
func (f *file) named(r Record, suffix string) Record {
	if suffix != "" {
		suffix = "#" + suffix
	}
	r.Source = Name(validName(f.source) + suffix)
	if f.absolute != "" {
		r.Origin = Name(validName(f.absolute) + suffix)
	}
	r.SourceID = Name(r.SourceID)
	return r
}

// sourceOf returns the source of a file that lies under the folder parent.
func (o Options) sourceOf(parent, absolute string) (string, error) {
	source := o.Source
	if source == "" {
		relative, err := filepath.Rel(parent, absolute)
		if err != nil {
			return "", err
		}
		source = filepath.ToSlash(relative)
	}
	if o.Collection != "" {
		source = strings.TrimRight(o.Collection, "/") + "/" + source
	}
	return source, nil
}
