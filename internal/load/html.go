package load

import (
	"bytes"
	"context"
	"strings"

	"golang.org/x/net/html"
)

// readHTML reads a web page, which is one record: its readable text, as [render]
// gives it. Its title is that of the page, else its first heading of level 1.
func readHTML(ctx context.Context, f *file) error {
	r, err := f.prose(declaredCharset)
	if err != nil {
		return f.fail(f.path, err)
	}
	page, err := render(ctx, r.Text, strings.HasSuffix(strings.ToLower(f.path), ".xhtml"))
	switch {
	case ctx.Err() != nil:
		return err
	case err != nil:
		return f.fail(f.path, err)
	case page.text == "":
		return f.fail(f.path, errNoText)
	}
	r.Text, r.Title, r.Headings = page.text, page.title, page.headings
	return f.yield(f.named(r, ""), nil)
}

var errNoText = notText("", "the page holds no text to read")

// declaration is how many bytes of a page are searched for its encoding. The
// standard asks for 1024; pages with long comments before it are common.
const declaration = 16 << 10

// declaredCharset returns the encoding that a page names: in its XML declaration, in
// <meta charset>, or in <meta http-equiv="Content-Type">; "" if in none.
func declaredCharset(data []byte) string {
	z := html.NewTokenizer(bytes.NewReader(data[:min(len(data), declaration)]))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.CommentToken: // <?xml version="1.0" encoding="gbk"?> is read as one
			if s, ok := strings.CutPrefix(string(z.Text()), "?xml"); ok {
				if label := parameter(s, "encoding"); label != "" {
					return label
				}
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			if name, more := z.TagName(); more && string(name) == "meta" {
				of := attributes(z)
				if label := of["charset"]; label != "" {
					return label
				}
				if label := parameter(of["content"], "charset"); label != "" && strings.EqualFold(of["http-equiv"], "content-type") {
					return label
				}
			}
		}
	}
}

// parameter returns the value of name=value or name="value" in s, "" if there is none.
func parameter(s, name string) string {
	_, after, found := strings.Cut(strings.ToLower(s), name)
	after, ok := strings.CutPrefix(strings.TrimSpace(after), "=")
	if !found || !ok {
		return ""
	}
	after = strings.TrimLeft(after, " \t\r\n\"'")
	if end := strings.IndexAny(after, " \t\r\n\"';?>"); end >= 0 {
		after = after[:end]
	}
	return after
}

// mostAttributes is how many attributes of a tag are looked at.
const mostAttributes = 256

// attributes returns those of the current tag; of a repeated one the first counts.
func attributes(z *html.Tokenizer) map[string]string {
	out := map[string]string{}
	for range mostAttributes {
		key, value, more := z.TagAttr()
		if _, again := out[string(key)]; !again {
			out[string(key)] = string(value)
		}
		if !more {
			break
		}
	}
	return out
}
