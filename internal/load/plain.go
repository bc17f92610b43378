package load

import (
	"context"
	"strings"
	"unicode/utf8"

	"grove/internal/text"
)

// titleSearch is how many runes of a plain text are searched for its title.
const titleSearch = 2000

// readPlain reads a plain text, which is one record.
func readPlain(_ context.Context, f *file) error { return f.plain(1) }

// mostInvalid is the largest share of characters that can't be read in a file of
// an unknown kind that is taken for a text.
const mostInvalid = 0.1

// readUnknown reads a file of an unknown kind as a plain text, if it is one.
func readUnknown(_ context.Context, f *file) error { return f.plain(mostInvalid) }

// plain reads a plain text, unless more than a share of its characters can't be read.
func (f *file) plain(mostInvalid float64) error {
	r, err := f.prose(nil)
	if err == nil && float64(r.Invalid) > mostInvalid*float64(utf8.RuneCountInString(r.Text)) {
		err = notText("", "unknown kind of file, and not text in an encoding that Grove knows")
	}
	if err != nil {
		return f.fail(f.path, err)
	}
	r.Title = headerTitle(r.Text)
	return f.yield(f.named(r, ""), nil)
}

// headerTitle returns the title in a header like Project Gutenberg's: a line "Title:
// X" near the start, with the set-in lines after it; else "".
func headerTitle(s string) string {
	const mark = "Title:"
	title := ""
	for line := range strings.Lines(text.Truncate(s, titleSearch)) {
		switch {
		case title == "" && strings.HasPrefix(line, mark):
			title = strings.TrimSpace(line[len(mark):])
		case title != "":
			more := strings.TrimSpace(line)
			if more == "" || line[0] != ' ' && line[0] != '\t' {
				return title
			}
			title += " " + more
		}
	}
	return title
}
