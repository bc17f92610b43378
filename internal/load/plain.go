package load

import (
	"context"
	"strings"

	"grove/internal/text"
)

// titleSearch is how many runes of a plain text are searched for its title.
const titleSearch = 2000

// readPlain reads a plain text, which is one record.
func readPlain(_ context.Context, f *file) error {
	s, invalid, err := f.prose()
	if err != nil {
		return f.fail(f.path, err)
	}
	return f.yield(f.named(Record{Title: headerTitle(s), Text: s, Invalid: invalid}, ""), nil)
}

// headerTitle is the title in a header like Project Gutenberg's: a line "Title:
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
