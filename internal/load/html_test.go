package load

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"grove/internal/fault"
)

// rendered returns the text of a page's body.
func rendered(t *testing.T, body string) string {
	t.Helper()
	p, err := render(context.Background(), body, false)
	if err != nil {
		t.Fatal(err)
	}
	return p.text
}

func TestRender(t *testing.T) {
	for _, c := range []struct{ name, page, want string }{
		{"paragraphs", "<p>One  two\n three<p>Four</p><div>Five</div>six", "One two three\n\nFour\n\nFive\n\nsix"},
		{"inline", "a<b>b</b> <i>c</i><span>d</span> <a href=u>the link</a>, <code>x</code>", "ab cd the link, x"},
		{"entities", "R&amp;D &lt;b&gt; caf&eacute; &#x4eba; &nbsp;", "R&D <b> café 人 \u00a0"},
		{"line ends", "a<br>b<br><br>c", "a\nb\n\nc"},
		{"preformatted", "<p>x</p><pre>\n  a\n\tb <b>c</b>\n\nd\n</pre>y", "x\n\n  a\n\tb c\n\nd\n\ny"},
		{"lists", "x<ul><li>a<li><p>b</p><ol start=3><li>c</li><li>d</li></ol></li><li></li></ul>y", "x\n\n- a\n- b\n\n  3. c\n  4. d\n\ny"},
		{"definitions", "<dl><dt>a<dd>b</dl>", "a\nb"},
		{"table", "<table><tr><th>Name<th>Score<tr><td>Grove<td>0.91</table>after", "Name | Score\nGrove | 0.91\n\nafter"},
		{"cells of paragraphs", "<table><tr><td><p>a</p></td>\n<td><p>b</p></td></tr>\n<tr><td><p>c</p></td><td></td><td>d</td></tr></table>", "a | b\nc |  | d"},
		{"empty first cell", "<table><tr><td></td><td>a</td></tr></table>", "| a"},
		{"layout table", "<table><tr><td><p>a</p><p>b</p></td><td>c</td></tr></table>", "a\n\nb\n\nc"},
		{"nested table", "<table><tr><td>a</td><td><table><tr><td>b<td>c</table></td><td>d</td></tr></table>", "a\nb | c\n\nd"},
		{"Chinese over lines", "<p>水\n浒 传，\n施<b>耐</b>\n庵</p> \n<p>a\n人</p>", "水浒 传，施耐庵\n\na 人"},
		{"quotation and picture", "<q>x</q> <img src=u alt='a whale'><img alt=''>!", "\"x\" a whale !"},
		{"scripts", "a<script>if (a<b) '</p>'</script><style>p{}</style><noscript>n</noscript><!-- c --><template>t</template>b", "ab"},
		{"navigation", "<nav>n<nav>m</nav>o</nav><div role=navigation>p</div>a<footer>f</footer><article>b<footer>g</footer></article>", "a\n\nb\n\ng"},
		{"hidden", "<p hidden>h<p>a<div style='Display : none'>h<div>h</div>h</div><b aria-hidden=true>h</b><i hidden=until-found>b</i>", "a\n\nb"},
		{"hidden item", "<ul><li hidden>h<ul><li>h</ul><li>a</ul><ul><li hidden>h</ul>b", "- a\n\nb"},
		{"hidden cell", "<table><tr><td hidden>h<td>a<tr hidden><td>h<tr><td>b</table>", "a\nb"},
		{"controls", "<form>a<button>x</button><select><option>o</select><textarea>t</textarea><input value=v></form>", "a"},
		{"pictures of text", "a<svg><title>t</title><path/><style/><text>x</text></svg>b", "ab"},
		{"broken", "<p>a</b></div><td>b</p></table><li>c", "a\n\nb\n\n- c"},
		{"a body that a script shows", "<body hidden><main aria-hidden=true>a", "a"},
		{"nothing closes itself", "<div/>a<script/>b", "a"},
	} {
		if got := rendered(t, c.page); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

func TestXHTML(t *testing.T) {
	r := one(t, "a.xhtml", `<?xml version="1.0"?><html><head><title/><script src="u"/></head><body><a id="x"/><h1>T</h1><p>a<![CDATA[<b]]></p></body></html>`)
	if r.Text != "T\n\na<b" || r.Title != "T" {
		t.Errorf("%+v", r)
	}
}

func TestPage(t *testing.T) {
	const page = `<!doctype html><html><head><title> The
 Whale </title></head><body><h1>人 One</h1><p>x</p><ul><li><h2>Two<br>lines</h2></ul><h3> </h3><h2><div>Three</div></h2><h4>Four<p>y</body>`
	r := one(t, "a.HTM", page)
	if r.Title != "The Whale" || r.Encoding != "utf-8" {
		t.Errorf("%+v", r)
	}
	var captions []string
	for _, h := range r.Headings {
		captions = append(captions, h.Text)
		if at := string([]rune(r.Text)[h.Start:]); !strings.HasPrefix(strings.TrimLeft(at, "- "), strings.Fields(h.Text)[0]) {
			t.Errorf("heading %q begins at %.20q", h.Text, at)
		}
	}
	if diff := cmp.Diff([]string{"人 One", "Two lines", "Three", "Four"}, captions); diff != "" {
		t.Error(diff)
	}
	if r := one(t, "a.html", "<h2>a</h2><h1>b</h1>"); r.Title != "b" {
		t.Errorf("title %q", r.Title)
	}
}

func TestDeclaredCharset(t *testing.T) {
	for page, want := range map[string]string{
		`<meta charset="GBK">`: "GBK", `<!-- x --><META http-equiv='content-type' content='text/html; charset = "big5"; x'>`: "big5",
		`<?xml version="1.0" encoding='gb2312'?><html>`: "gb2312", `<meta name=charset content="charset=x">`: "", "<p>charset=gbk": "", "": "",
	} {
		if got := declaredCharset([]byte(page)); got != want {
			t.Errorf("%s: %q", page, got)
		}
	}
	// 你好 in GBK, by what the page says, without which it is too short to tell.
	if r := one(t, "a.html", "<meta charset=gb2312><p>\xc4\xe3\xba\xc3"); r.Text != "你好" || r.Encoding != "gb18030" {
		t.Errorf("%+v", r)
	}
	// UTF-8 is UTF-8, whatever the page says.
	if r := one(t, "a.html", "<meta charset=gb2312><p>你好"); r.Text != "你好" || r.Encoding != "utf-8" {
		t.Errorf("%+v", r)
	}
}

func TestPagesWithoutText(t *testing.T) {
	for _, page := range []string{"", " \n", "<html></html>", "<script>x</script>", "<p hidden>x"} {
		_, failed := walk(t, Options{}, filepath.Join(tree(t, map[string]string{"a.html": page}), "a.html"))
		if len(failed) != 1 || !fault.Is(failed[0], fault.Unreadable) || !strings.HasSuffix(fault.Item(failed[0]), "a.html") {
			t.Errorf("%q: %v", page, failed)
		}
	}
}

// TestHostilePages renders pages that cost trees and recursion dearly. Each is
// read in well under a second; the bound leaves room for slow machines.
func TestHostilePages(t *testing.T) {
	const n = 100_000
	for _, piece := range []string{"<div>", "<b>", "<ul><li>", "<table><tr><td>", "<a href=1>", "</p>", "<p hidden>", "<svg>", "<h1>", "<pre>", "<q>", "<!--", "<![CDATA[", "<", "&", "&#", "<a b", "</", "<div hidden>", "<script>", "<title>", "<dialog><li hidden>"} {
		start := time.Now()
		page := strings.Repeat(piece, n) + "x"
		if got := rendered(t, page); !utf8.ValidString(got) {
			t.Errorf("%s gives invalid text", piece)
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%d times %s took %v", n, piece, took)
		}
	}
	if got := rendered(t, "<p "+strings.Repeat("a=1 ", n)+">x"); got != "x" {
		t.Errorf("many attributes: %.40q", got)
	}
}

func FuzzRender(f *testing.F) {
	for _, s := range []string{"<h1>人</h1><p>x", "<table><tr><td>a<td hidden>b</table>", "<ul><li><pre>\n\nx</pre>", "<q><br><br>y", "<title>a</title><h2>b<h3>c", "<svg/><p hidden><li>"} {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, s string, xml bool) {
		p, err := render(context.Background(), strings.ToValidUTF8(s, "\uFFFD"), xml)
		if err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		if !utf8.ValidString(p.text) || strings.Trim(p.text, " \n") == "" && p.text != "" {
			t.Fatalf("%q gives %q", s, p.text)
		}
		runes, last := []rune(p.text), 0
		for _, h := range p.headings {
			if h.Start < last || h.Start >= len(runes) || h.Text == "" {
				t.Fatalf("%q: heading %+v in %q", s, h, p.text)
			}
			last = h.Start
		}
	})
}
