package cli

import (
	"io"
	"os"
	"regexp"

	"golang.org/x/term"
)

// style is the parameter of an ANSI sequence that sets a style.
type style string

const (
	headingStyle  style = "1"  // bold
	errorStyle    style = "31" // red
	citationStyle style = "36" // cyan
)

// citationMark is the mark of a citation in an answer.
var citationMark = regexp.MustCompile(`\[\d+\]`)

// styled returns a text in a style, if what is written to w has colours: by --color, or on a terminal
// unless NO_COLOR is set (https://no-color.org).
func (c *command) styled(w io.Writer, s style, text string) string {
	if o, ok := w.(*output); ok {
		w = o.Writer
	}
	f, isFile := w.(*os.File)
	terminal := isFile && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
	if c.Color == "always" || c.Color != "never" && terminal && os.Getenv("NO_COLOR") == "" {
		return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
	}
	return text
}

// heading returns a heading of standard output.
func (c *command) heading(text string) string { return c.styled(c.out, headingStyle, text) }

// citations returns a text with its citation marks in their style.
func (c *command) citations(text string) string {
	return citationMark.ReplaceAllStringFunc(text, func(mark string) string { return c.styled(c.out, citationStyle, mark) })
}
