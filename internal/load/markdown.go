package load

import (
	"bytes"
	"context"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"

	"grove/internal/text"
)

// readMarkdown reads a Markdown text, which is one record. Its title is that of its
// front matter, else its first heading.
func readMarkdown(_ context.Context, f *file) error {
	r, err := f.prose(nil)
	if err != nil {
		return f.fail(f.path, err)
	}
	r.Headings = headings(r.Text)
	if r.Title = frontTitle(r.Text); r.Title == "" && len(r.Headings) > 0 {
		r.Title = r.Headings[0].Text
	}
	return f.yield(f.named(r, ""), nil)
}

// headings finds the headings of a Markdown text that are not empty.
func headings(s string) []Heading {
	skip := frontMatter(s)
	source := []byte(s[skip:])
	offsets := text.NewOffsets(s)
	inline := goldmark.DefaultParser()
	var out []Heading
	for n := blocks().Parse(gmtext.NewReader(flattened(source))).FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		if !ok || h.Lines().Len() == 0 {
			continue
		}
		shown := caption(inline, string(h.Lines().Value(source)))
		if shown == "" {
			continue
		}
		start := skip + h.Lines().At(0).Start
		start = strings.LastIndexByte(s[:start], '\n') + 1
		out = append(out, Heading{offsets.Rune(start), shown})
	}
	return out
}

// blocks returns a parser of blocks alone. That of inline elements takes quadratic
// time on some texts, and so does that of link definitions.
func blocks() parser.Parser {
	return parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...))
}

// deepestLine is the most bytes of quotation and list marks that a line may begin
// with: their parsing takes quadratic time.
const deepestLine = 200

// flattened returns source where longer runs of marks are made words, byte for byte.
func flattened(source []byte) []byte {
	var out []byte
	at := 0
	for line := range bytes.Lines(source) {
		marks := len(line) - len(bytes.TrimLeft(line, "> \t-+*.)0123456789"))
		if marks > deepestLine {
			if out == nil {
				out = bytes.Clone(source)
			}
			copy(out[at:], bytes.Repeat([]byte("x"), marks))
		}
		at += len(line)
	}
	if out == nil {
		return source
	}
	return out
}

// caption returns the text of a heading's lines without markup.
func caption(inline parser.Parser, lines string) string {
	source := []byte("# " + text.OneLine(text.Truncate(lines, 2*MaxHeading)))
	h := inline.Parse(gmtext.NewReader(source)).FirstChild()
	if h == nil {
		return ""
	}
	return shortened(text.OneLine(plainText(h, source)))
}

// frontMatter returns the length in bytes of the YAML between two lines "---" that s
// may begin with.
func frontMatter(s string) int {
	at := 0
	for line := range strings.Lines(s) {
		mark := strings.TrimRight(line, " \t\r\n") == "---"
		if at == 0 && !mark {
			return 0
		}
		if at > 0 && mark {
			return at + len(line)
		}
		at += len(line)
	}
	return 0
}

// frontTitle returns the title in the front matter of s, "" without one or where it is more than a plain or quoted text on one line.
func frontTitle(s string) string {
	for line := range strings.Lines(s[:frontMatter(s)]) {
		value, ok := strings.CutPrefix(line, "title:")
		value = strings.TrimSpace(value)
		switch n := len(value); {
		case !ok:
		case n > 1 && strings.ContainsAny(value[:1], `"'`) && value[0] == value[n-1]:
			return shortened(value[1 : n-1])
		case n == 0 || value == "null" || strings.ContainsAny(value[:1], "|>[{&*!~#\"'"):
			return ""
		default:
			value, _, _ = strings.Cut(value, " #") // a comment
			return shortened(value)
		}
	}
	return ""
}

// plainText returns the text of a node without its markup.
func plainText(n ast.Node, source []byte) string {
	var out strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			out.Write(c.Segment.Value(source))
			if c.SoftLineBreak() || c.HardLineBreak() {
				out.WriteByte(' ')
			}
		case *ast.String:
			out.Write(c.Value)
		case *ast.AutoLink:
			out.Write(c.Label(source))
		default:
			out.WriteString(plainText(c, source))
		}
	}
	return out.String()
}
