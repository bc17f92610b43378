package load

import (
	"context"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	gmtext "github.com/yuin/goldmark/text"

	"grove/internal/text"
)

// readMarkdown reads a Markdown text, which is one record. Its title is its
// first heading.
func readMarkdown(_ context.Context, f *file) error {
	s, invalid, err := f.prose()
	if err != nil {
		return f.fail(f.path, err)
	}
	r := Record{Text: s, Invalid: invalid, Headings: headings(s)}
	if len(r.Headings) > 0 {
		r.Title = r.Headings[0].Text
	}
	return f.yield(f.named(r, ""), nil)
}

// headings finds the headings of a Markdown text that are not empty.
func headings(s string) []Heading {
	skip := frontMatter(s)
	source := []byte(s[skip:])
	offsets := text.NewOffsets(s)
	var out []Heading
	for n := goldmark.DefaultParser().Parse(gmtext.NewReader(source)).FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		if !ok || h.Lines().Len() == 0 {
			continue
		}
		caption := strings.Join(strings.Fields(plainText(h, source)), " ")
		if caption == "" {
			continue
		}
		start := skip + h.Lines().At(0).Start
		start = strings.LastIndexByte(s[:start], '\n') + 1
		out = append(out, Heading{offsets.Rune(start), caption})
	}
	return out
}

// frontMatter is the length in bytes of the YAML between two lines "---" that s
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

// plainText is the text of a node without its markup.
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
