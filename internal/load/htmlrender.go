package load

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"grove/internal/text"
)

// page is what a reader sees of a web page.
type page struct {
	text, title string
	headings    []Heading
}

// render returns the readable text of a page: paragraphs with an empty line between
// them, headings on lines of their own, list items with "- " or their number, the
// cells of a table row with " | " between them, preformatted text as it is, links
// and other inline elements as their text, pictures as their alternative text.
// Scripts, styles, forms' controls, navigation, the page's footer and what is
// hidden are left out. xml is true for XHTML, where any element may close itself.
//
// It goes over the tags once and builds no tree: nesting costs nothing, and
// broken pages are as good as any. Time and space are linear.
func render(ctx context.Context, source string, xml bool) (page, error) {
	xml = xml || strings.HasPrefix(source, "<?xml")
	z := html.NewTokenizer(strings.NewReader(source))
	z.AllowCDATA(xml)
	r := renderer{tokens: z, xml: xml}
	for n := 0; ; n++ {
		if n%(1<<12) == 0 && ctx.Err() != nil {
			return page{}, ctx.Err()
		}
		kind := z.Next()
		if kind == html.ErrorToken {
			if err := z.Err(); !errors.Is(err, io.EOF) {
				return page{}, err
			}
			return r.page(), nil
		}
		r.token(kind)
	}
}

// renderer makes text of tags as they come.
type renderer struct {
	tokens *html.Tokenizer
	xml    bool
	out    writer
	// skip is the element being left out.
	skip skip
	// title is the text of the first <title>; inTitle is true inside of one.
	title   strings.Builder
	inTitle bool
	// level is that of the open heading, 1 to 6, 0 outside of one.
	level    int
	headings []heading
	// lists has the next number of each open ordered list, 0 for other lists.
	lists []int
	// rows has the number of cells of the open row of each open table.
	rows []int
	// sections counts the open elements whose footer belongs to the text.
	sections int
}

// heading is a heading with its level, 1 to 6.
type heading struct {
	Heading
	level int
}

// deepest is how many levels of lists and of tables are told apart.
const deepest = 32

func (r *renderer) token(kind html.TokenType) {
	switch kind {
	case html.TextToken:
		if r.skip.name == "" {
			r.text(string(r.tokens.Text()))
		}
	case html.StartTagToken, html.SelfClosingTagToken:
		raw, more := r.tokens.TagName()
		name := string(raw)
		// Only in XML an element can end with its start tag.
		closed := kind == html.SelfClosingTagToken && (r.xml || r.skip.name == "svg" || name == "svg" || name == "math")
		if closed {
			r.tokens.NextIsNotRawText()
		}
		r.start(name, more, closed || voidElements[name])
	case html.EndTagToken:
		raw, _ := r.tokens.TagName()
		if name := string(raw); r.skip.name == "" || r.skip.end(name) {
			r.end(name)
		}
	}
}

func (r *renderer) text(s string) {
	if r.inTitle {
		r.title.WriteString(s)
		return
	}
	r.out.text(s)
}

// start takes a start tag; closed is true if the element ends with it.
func (r *renderer) start(name string, more, closed bool) {
	if r.skip.name != "" && !r.skip.start(name, closed) {
		return
	}
	var of map[string]string
	if more {
		of = attributes(r.tokens)
	}
	if isLeftOut(name, of) || name == "footer" && r.sections == 0 {
		r.out.after(breakOf(name))
		if !closed {
			r.skip = skip{name: name}
		}
		return
	}
	r.open(name, of)
	if closed && !voidElements[name] {
		r.end(name)
	}
}

// open begins an element that is shown.
func (r *renderer) open(name string, of map[string]string) {
	r.block(name)
	switch name {
	case "title":
		r.inTitle = r.title.Len() == 0
	case "h1", "h2", "h3", "h4", "h5", "h6":
		r.level, r.out.marking = int(name[1]-'0'), true
	case "br":
		r.out.lineEnd()
	case "pre", "listing", "xmp", "plaintext":
		r.out.pre++
	case "q":
		r.out.text("\"")
	case "img", "area":
		r.out.text(" " + of["alt"] + " ")
	case "article", "main", "section", "blockquote", "aside":
		r.sections++
	case "ul", "ol", "menu", "dir":
		r.lists = append(r.lists[:min(len(r.lists), deepest)], firstNumber(name, of["start"]))
	case "li":
		r.item()
	case "table":
		r.rows = append(r.rows[:min(len(r.rows), deepest)], 0)
	case "tr":
		r.row()
	case "td", "th":
		r.cell()
	}
}

// end ends an element, whether it was opened or not.
func (r *renderer) end(name string) {
	switch name {
	case "title":
		r.inTitle = false
	case "h1", "h2", "h3", "h4", "h5", "h6":
		r.closeHeading()
	case "pre", "listing", "xmp":
		r.out.pre = max(r.out.pre-1, 0)
	case "q":
		r.out.text("\"")
	case "article", "main", "section", "blockquote", "aside":
		r.sections = max(r.sections-1, 0)
	case "ul", "ol", "menu", "dir":
		r.lists = r.lists[:max(len(r.lists)-1, 0)]
		r.out.bullet = ""
	case "li":
		r.out.bullet = ""
	case "tr":
		r.row()
	case "table":
		r.rows = r.rows[:max(len(r.rows)-1, 0)]
		r.out.row()
		r.out.broken = true // of the cell that the table is in
	}
	r.block(name)
}

// page returns what was gathered.
func (r *renderer) page() page {
	r.closeHeading()
	p := page{text: r.out.b.String(), title: text.OneLine(r.title.String())}
	for _, h := range r.headings {
		if h.level == 1 && p.title == "" {
			p.title = h.Text
		}
		p.headings = append(p.headings, h.Heading)
	}
	return p
}

// block asks for the pause at a tag. The tag of a block ends a heading whose end
// tag is missing.
func (r *renderer) block(name string) {
	p := breakOf(name)
	if p != noPause && !r.out.marking {
		r.closeHeading()
	}
	r.out.after(p)
}

// closeHeading ends the open heading, which counts if it has text.
func (r *renderer) closeHeading() {
	if r.level > 0 && !r.out.marking {
		if caption := text.OneLine(r.out.b.String()[r.out.at:]); caption != "" {
			r.headings = append(r.headings, heading{Heading{r.out.start, shortened(caption)}, r.level})
		}
	}
	r.level, r.out.marking = 0, false
}

// firstNumber returns the number of a list's first item, 0 for lists without numbers.
func firstNumber(name, start string) int {
	if name != "ol" {
		return 0
	}
	if n, err := strconv.ParseUint(strings.TrimSpace(start), 10, 31); err == nil && n > 0 {
		return int(n)
	}
	return 1
}

// item begins an item of the innermost list.
func (r *renderer) item() {
	bullet, depth := "- ", max(len(r.lists)-1, 0)
	if len(r.lists) > 0 && r.lists[depth] > 0 {
		bullet = strconv.Itoa(r.lists[depth]) + ". "
		r.lists[depth]++
	}
	r.out.item(strings.Repeat("  ", depth) + bullet)
}

// row begins or ends a row of the innermost table.
func (r *renderer) row() {
	if n := len(r.rows); n > 0 {
		r.rows[n-1] = 0
	}
	r.out.row()
}

// cell begins a cell of the innermost table.
func (r *renderer) cell() {
	n := len(r.rows)
	if n == 0 {
		r.out.after(space)
		return
	}
	r.out.cell(r.rows[n-1] == 0)
	r.rows[n-1]++
}
