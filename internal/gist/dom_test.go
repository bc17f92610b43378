package gist

import (
	"strings"
	"testing"
)

const shop = `<!doctype html><html><head><title>Shop</title><script>x()</script></head><body>
<nav><ul><li><a href="/a">Home</a></li><li><a>Offers</a></li></ul></nav>
<main><div><form><label for=q>Search</label><input name=q placeholder="Product &quot;x&quot;"><button backend_node_id="77">Go</button></form></div>
<div><div><section><select name=size><option>Small</option><option>Large</option></select><p>Cotton shirt</p></section></div></div></main>
<!-- nothing --><footer>Imprint</footer></body></html>`

func TestDOM(t *testing.T) {
	all := func(string) bool { return true }
	count := map[int]int{}
	for _, depth := range []int{1, 3, 5, 6, 7, 50} {
		list, err := DOM(shop, depth, all)
		if err != nil {
			t.Fatal(err)
		}
		var joined strings.Builder
		seen := map[string]bool{}
		for _, s := range list {
			joined.WriteString(s.Text + "\n")
			for _, e := range s.Elements {
				if seen[e.ID] && e.ID != "" {
					t.Errorf("depth %d: element %s is twice", depth, e.ID)
				}
				seen[e.ID] = true
				if !strings.Contains(s.Text, "id="+e.ID) {
					t.Errorf("depth %d: %s is not in %s", depth, e.ID, s.Text)
				}
			}
		}
		for _, want := range []string{"Shop", "Home", "Offers", "Search", `placeholder="Product 'x'"`, "<button id=77>Go", "Large", "Cotton shirt", "Imprint"} {
			if strings.Count(joined.String(), want) != 1 {
				t.Errorf("depth %d: %q is %d times in %s", depth, want, strings.Count(joined.String(), want), joined.String())
			}
		}
		if strings.Contains(joined.String(), "x()") || strings.Contains(joined.String(), "nothing") {
			t.Errorf("depth %d: scripts or comments in %s", depth, joined.String())
		}
		count[depth] = len(list)
	}
	if count[1] != 1 || count[5] < count[3] || count[3] < 3 {
		t.Errorf("snippets by depth: %v", count)
	}
}

// TestDOMFits: whatever the page, each snippet fits, unless it is one character; nothing is lost.
func TestDOMFits(t *testing.T) {
	fits := func(s string) bool { return len(s) <= 400 }
	for name, page := range map[string]string{
		"no structure": strings.Repeat("word ", 1000), "deep": strings.Repeat("<div>", 700) + "x" + strings.Repeat("</div>", 700),
		"flat": "<p>" + strings.Repeat("<b>bold</b> and ", 300), "shop": shop, "broken": "<table><a><tr></b><td>" + strings.Repeat("鲸", 900),
	} {
		list, err := DOM(page, 6, fits)
		if name == "deep" && err != nil {
			continue // the parser bounds the depth
		}
		letters := 0
		for _, s := range list {
			letters += strings.Count(s.Text, "word") + strings.Count(s.Text, "鲸") + strings.Count(s.Text, "bold")
			if !fits(s.Text) {
				t.Errorf("%s: %d bytes: %.80s", name, len(s.Text), s.Text)
			}
		}
		if want := map[string]int{"no structure": 1000, "flat": 300, "broken": 900}[name]; err != nil || letters < want-10 {
			t.Errorf("%s: %d of %d, %v", name, letters, want, err)
		}
	}
	if list, err := DOM("", 6, fits); err != nil || len(list) != 0 {
		t.Errorf("an empty page: %v, %v", list, err)
	}
}

func FuzzDOM(f *testing.F) {
	f.Add(shop)
	f.Add("<a><a backend_node_id=1>")
	f.Fuzz(func(t *testing.T, page string) {
		list, _ := DOM(page, 5, func(s string) bool { return len(s) < 300 })
		for _, s := range list {
			if s.Text == "" {
				t.Error("an empty snippet")
			}
		}
	})
}
