package gist

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"grove/internal/lists"
	"grove/internal/text"
)

// Element is an element of a web page.
type Element struct {
	// ID names the element in Snippet.Text: its backend_node_id (Mind2Web), else its number in the page, such as "n7".
	ID, Tag string
	// Text is the element's own text with the words of its attributes; Options are those of a select.
	Text    string
	Options []string
}

// Snippet is a part of a web page: an element of the DOM with its descendants.
type Snippet struct {
	// Text is the part in HTML: each element with its id and the attributes that describe it.
	Text     string
	Elements []Element
}

// DOM divides a web page into snippets: the elements at a depth of the DOM tree (the root has depth 1)
// with their descendants, and what is less deep. A snippet for which fits is false is divided further.
// ReadAgent found depths from 5 to 7 best.
func DOM(page string, depth int, fits func(text string) bool) ([]Snippet, error) {
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		return nil, err
	}
	d := dom{ids: map[*html.Node]string{}, depth: depth, fits: fits}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			d.ids[n] = "n" + strconv.Itoa(len(d.ids)+1)
			if id := attribute(n, "backend_node_id"); id != "" {
				d.ids[n] = id
			}
		}
	}
	d.divide(root, 0)
	return d.out, nil
}

type dom struct {
	ids   map[*html.Node]string
	depth int
	fits  func(string) bool
	out   []Snippet
}

// divide adds the snippets of a node.
func (d *dom) divide(n *html.Node, depth int) {
	if unread(n) {
		return
	}
	var b strings.Builder
	var elements []Element
	whole := n.Type != html.DocumentNode && (depth >= d.depth || d.reach(n, depth) < d.depth)
	if whole {
		d.render(n, &b, &elements)
		if whole = d.fits(b.String()); whole {
			d.add(b.String(), elements)
		}
	}
	switch {
	case whole:
	case n.Type == html.TextNode:
		d.divideText(n)
	default:
		if n.Type == html.ElementNode && !wrapper(n.DataAtom) { // of a divided element its own attributes stay
			var own strings.Builder
			d.open(n, &own)
			d.add(own.String(), []Element{d.element(n)})
		}
		for c := range n.ChildNodes() {
			d.divide(c, depth+1)
		}
	}
}

// divideText adds a text that does not fit in pieces.
func (d *dom) divideText(n *html.Node) {
	rest := []rune(text.OneLine(n.Data))
	for len(rest) > 0 {
		size := len(rest)
		for size > 1 && !d.fits(string(rest[:size])) {
			size /= 2
		}
		d.add(string(rest[:size]), nil)
		rest = rest[size:]
	}
}

// add adds a snippet unless it shows nothing.
func (d *dom) add(s string, elements []Element) {
	shows := func(e Element) bool { return e.Text != "" || !wrapper(atom.Lookup([]byte(e.Tag))) }
	if s = strings.TrimSpace(s); s != "" && (len(elements) == 0 || slices.ContainsFunc(elements, shows)) {
		d.out = append(d.out, Snippet{s, elements})
	}
}

// reach returns the depth of the deepest element below a node at a depth, at most d.depth.
func (d *dom) reach(n *html.Node, depth int) int {
	deepest := depth
	if depth < d.depth {
		for c := range n.ChildNodes() {
			if c.Type == html.ElementNode && !unread(c) {
				deepest = max(deepest, d.reach(c, depth+1))
			}
		}
	}
	return deepest
}

// unread reports whether a node shows nothing.
func unread(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Meta, atom.Link, atom.Svg:
		return n.Type == html.ElementNode
	}
	return n.Type == html.CommentNode || n.Type == html.DoctypeNode
}

// wrapper reports whether an element of a tag only groups others.
func wrapper(tag atom.Atom) bool {
	switch tag {
	case atom.Html, atom.Head, atom.Body, atom.Div, atom.Span, atom.Section, atom.Main, atom.Article, atom.Header, atom.Footer, atom.Nav,
		atom.Ul, atom.Ol, atom.Table, atom.Tbody, atom.Thead, atom.Tr:
		return true
	}
	return false
}

// described are the attributes that tell what an element is for.
var described = []string{"type", "name", "value", "placeholder", "aria-label", "aria_label", "title", "alt", "role", "label", "for"}

// open writes the start tag of an element.
func (d *dom) open(n *html.Node, b *strings.Builder) {
	b.WriteString("<" + n.Data + " id=" + d.ids[n])
	for _, name := range described {
		if v := attribute(n, name); v != "" {
			b.WriteString(" " + name + `="` + text.Truncate(v, 100) + `"`)
		}
	}
	b.WriteString(">")
}

// render writes a node, and adds its elements.
func (d *dom) render(n *html.Node, b *strings.Builder, elements *[]Element) {
	switch {
	case unread(n):
		return
	case n.Type == html.TextNode:
		if s := text.OneLine(n.Data); s != "" {
			b.WriteString(s + " ")
		}
		return
	case n.Type != html.ElementNode:
		return
	}
	*elements = append(*elements, d.element(n))
	d.open(n, b)
	for c := range n.ChildNodes() {
		d.render(c, b, elements)
	}
	b.WriteString("</" + n.Data + ">")
}

// element describes an element.
func (d *dom) element(n *html.Node) Element {
	e := Element{ID: d.ids[n], Tag: n.Data}
	words := lists.Map(described, func(name string) string { return attribute(n, name) })
	for c := range n.Descendants() {
		switch {
		case c.Type == html.TextNode && len(words) < 60 && !unread(c.Parent):
			words = append(words, text.OneLine(c.Data))
		case c.DataAtom == atom.Option && n.DataAtom == atom.Select && c.FirstChild != nil:
			e.Options = append(e.Options, text.OneLine(c.FirstChild.Data))
		}
	}
	e.Text = text.Truncate(text.OneLine(strings.Join(words, " ")), 300)
	return e
}

// attribute returns the value of an attribute on one line, "" for none.
func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return text.OneLine(strings.ReplaceAll(a.Val, `"`, "'"))
		}
	}
	return ""
}
