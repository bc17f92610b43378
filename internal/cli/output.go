package cli

import (
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
	"golang.org/x/term"

	"grove/internal/lists"
	"grove/internal/text"
)

// printf prints to standard output, whose first error output holds.
func (c *command) printf(format string, args ...any) { fmt.Fprintf(c.out, format, args...) }

// notef prints a message to standard error, unless --quiet is given. One that cannot be printed
// is no failure of the command.
func (c *command) notef(format string, args ...any) {
	if !c.Quiet {
		c.warnf(format, args...)
	}
}

// warnf prints to standard error, also with --quiet, what went wrong.
func (c *command) warnf(format string, args ...any) { fmt.Fprintf(c.err, format, args...) }

// show ends the progress and gives the result of a command: with --json v, which is printed when
// the command is over, so that there is exactly one object whatever still fails; else what text
// prints. A nil text prints nothing.
func (c *command) show(v any, text func()) {
	c.shown.done()
	switch {
	case c.JSON:
		c.result = v
	case text != nil:
		text()
	}
}

// result returns a function that ends a command with the result of a call, as show does,
// or with the call's error: result(c, c.showJob)(jobs.Get(ctx, id)).
func result[T any](c *command, text func(T)) func(T, error) error {
	return func(v T, err error) error {
		if err != nil {
			return err
		}
		c.show(v, func() { text(v) })
		return nil
	}
}

// counted is result for a command of whose items some may fail, which failures counts.
func counted[T any](c *command, text func(T), failures func(T) (failed, items int)) func(T, error) error {
	return func(v T, err error) error {
		if err := result(c, text)(v, err); err != nil {
			return err
		}
		return outcome(failures(v))
	}
}

// listed returns a function that ends a command with a list, or with the error of the call
// that gave it: the field `name` of the object of --json, or text.
func listed[T any](c *command, name string, text func([]T)) func([]T, error) error {
	return func(rows []T, err error) error {
		if err != nil {
			return err
		}
		c.show(map[string]any{name: rows}, func() { text(rows) })
		return nil
	}
}

// list is listed with a table.
func list[T any](c *command, name, heading string, cells func(T) []any) func([]T, error) error {
	return listed(c, name, func(rows []T) { table(c, heading, rows, cells) })
}

// noteMore notes that a list has more rows than its limit.
func (c *command) noteMore(more bool, limit int) {
	if more {
		c.notef("there are more than these %d: --limit N shows more of them\n", limit)
	}
}

// table prints rows in aligned columns under a heading, whose columns are separated by
// tabs, and "nothing found" to standard error where there are none.
func table[T any](c *command, heading string, rows []T, cells func(T) []any) {
	lines := [][]string{strings.Split(heading, "\t")}
	for _, row := range rows {
		lines = append(lines, lists.Map(cells(row), func(cell any) string { return line(fmt.Sprint(cell)) }))
	}
	widths := map[int]int{} // on a terminal, where a Chinese letter takes two columns
	for _, l := range lines {
		for i, cell := range l {
			widths[i] = max(widths[i], uniseg.StringWidth(cell))
		}
	}
	for n, l := range lines {
		var b strings.Builder
		for i, cell := range l {
			b.WriteString(cell)
			if i+1 < len(l) {
				b.WriteString(strings.Repeat(" ", widths[i]-uniseg.StringWidth(cell)+2))
			}
		}
		if n == 0 {
			c.printf("%s\n", c.heading(b.String()))
		} else {
			c.printf("%s\n", b.String())
		}
	}
	c.noteEmpty(len(rows))
}

// noteEmpty notes on standard error that a list of n rows is empty.
func (c *command) noteEmpty(n int) {
	if n == 0 {
		c.notef("nothing found\n")
	}
}

// figures prints a row of figures in columns of fixed width behind a name.
func (c *command) figures(name string, figures ...any) {
	var b strings.Builder
	fmt.Fprintf(&b, "%-32s", line(name))
	for _, f := range figures {
		switch x := f.(type) {
		case float64:
			f = decimals(x)
		case *float64: // "-" where it is nil
			if f = "-"; x != nil {
				f = decimals(*x)
			}
		}
		fmt.Fprintf(&b, " %9v", f)
	}
	c.printf("%s\n", b.String())
}

// decimals writes a figure with four decimals, a smaller one with two digits.
func decimals(x float64) string {
	if x != 0 && math.Abs(x) < .0001 {
		return fmt.Sprintf("%.2g", x)
	}
	return fmt.Sprintf("%.4f", x)
}

// encode prints v as indented JSON.
func (c *command) encode(v any) error {
	e := text.JSONEncoder(c.out)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// printable makes foreign text safe for a terminal: control characters other
// than line breaks and tabs, which could move the cursor or change its colours,
// are shown as U+FFFD.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ReplaceAll(s, "\r\n", "\n"))
}

// line returns printable text on one line.
func line(s string) string { return text.OneLine(printable(s)) }

// lines returns each text on one line, joined by a separator.
func lines(texts []string, separator string) string {
	return strings.Join(lists.Map(texts, line), separator)
}

// cut returns the beginning of a text on one line, with dots where it goes on. Words that
// are written with spaces between them stay whole.
func cut(s string, runes int) string {
	whole := line(s)
	short := text.Truncate(whole, runes)
	if short == whole {
		return whole
	}
	if space := strings.LastIndex(short, " "); space > len(short)/2 && whole[len(short)] != ' ' {
		short = short[:space]
	}
	return strings.TrimSpace(short) + " ..."
}

// usualWidth is the number of columns of a line where standard output is no terminal.
const usualWidth = 160

// width returns the number of columns of a line of standard output.
func (c *command) width() int {
	if f, ok := c.out.Writer.(*os.File); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			return columns
		}
	}
	return usualWidth
}

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
