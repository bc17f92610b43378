package uitest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

// axe is the checker of accessibility, which npm installs for the page's build.
const axe = "../ui/node_modules/axe-core/axe.min.js"

// TestAccess has axe look at every view, in both themes: nothing serious is found.
func TestAccess(t *testing.T) {
	script, err := os.ReadFile(axe)
	if errors.Is(err, fs.ErrNotExist) && os.Getenv("CI") == "" {
		t.Skip("ACCESSIBILITY IS NOT TESTED: axe-core is not installed, run make ui")
	}
	if err != nil {
		t.Fatal(err)
	}
	c := sample(t)
	evaluated(t, c, writeSet(t, true), "told", "graph", "bm25")
	evaluated(t, c, writeSet(t, false), "untold", "graph", "bm25")
	h := newHouseOn(t, c)
	var found struct{ Entities []struct{ ID string } }
	h.call("GET", "/entities?q=Anselm%20Drury&limit=1", "", &found)
	h.call("POST", "/query", fmt.Sprintf(`{"question":%q}`, kestrel), nil)
	b := open(t, h, "/?workspace=default")
	for _, place := range []struct{ address, sign string }{
		{"&node=" + found.Entities[0].ID, ".evidence mark"}, {"&view=documents", "table"}, {"&view=jobs", ".job"},
		{"&view=schema", ".names"}, {"&tags=a%3Db", ".ask-more .badge"}, {"&view=duplicates", ".cards"}, {"&view=traces", ".cards"},
		{"&view=runs", ".cards"}, {"&view=runs&item=told", ".run-report"}, {"&view=runs&item=told&other=untold", "[data-fell]"},
	} {
		b.do("go", chromedp.Navigate(b.base+"/?workspace=default"+place.address))
		b.visible(place.sign)
		b.do("axe", chromedp.Steps(run(string(script))))
		for _, theme := range []string{"light", "dark"} {
			b.until("the theme is "+theme, fmt.Sprintf(`document.documentElement.dataset.theme === %q ||
				(document.querySelector("[data-action=theme]").click(), false)`, theme))
			eval[bool](b, `[...document.querySelectorAll(".ask-more, .schema-editor, .panel details")].every((d) => d.open = true)`)
			for _, finding := range b.findings() {
				t.Errorf("%s, %s: %s", place.address, theme, finding)
			}
		}
	}
}

// run runs a script for what it does.
func run(script string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](script + "; ({})")
}

// findings are what axe finds serious or critical.
func (b *browser) findings() []string {
	b.Helper()
	eval[bool](b, `window.axeResult = undefined, axe.run(document, { resultTypes: ["violations"] }).then((r) => { window.axeResult = r.violations
		.filter((v) => v.impact === "serious" || v.impact === "critical")
		.flatMap((v) => v.nodes.map((n) => v.id + ": " + n.html.slice(0, 160) + " " + n.failureSummary)); }) !== undefined`)
	b.until("axe is done", "window.axeResult !== undefined")
	return eval[[]string](b, "window.axeResult")
}
