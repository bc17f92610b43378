//go:build pictures

package uitest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestPictures takes the pictures of docs/explorer.md anew.
//
//	go test -tags pictures -run Pictures ./web/uitest
func TestPictures(t *testing.T) {
	c := sample(t)
	evaluated(t, c, writeSet(t, true), "all-documents", "graph", "bm25")
	evaluated(t, c, writeSet(t, false), "without-captains", "graph", "bm25")
	h := newHouseOn(t, c)
	var found struct{ Entities []struct{ ID string } }
	h.call("GET", "/entities?limit=1&q=Anselm%20Drury", "", &found)
	var top struct{ Nodes []struct{ ID string } }
	h.call("GET", "/graph/overview?fit=true", "", &top)
	ask := func(b *browser) {
		b.settled()
		b.enter("#question", kestrel)
		b.click("[data-action=ask]")
		b.reads(".answer-text", "Ashmere")
		b.reads(".legend", "Cited by the answer")
	}
	for name, c := range map[string]struct {
		address string
		act     func(b *browser)
	}{
		"light": {"/?workspace=default&node=" + found.Entities[0].ID, func(b *browser) {
			b.reads(".evidence", "Captain Anselm Drury")
		}},
		"ask": {"/?workspace=default", func(b *browser) {
			ask(b)
			b.click(`[data-citation="1"]`)
			b.visible("mark[data-span]")
		}},
		"whole":     {"/?workspace=default", func(b *browser) { b.settled() }},
		"community": {"/?workspace=default&node=" + top.Nodes[0].ID, func(b *browser) { b.visible("[data-action=fold]") }},
		"documents": {"/?workspace=default&view=documents", func(b *browser) { b.reads("h1", "Documents") }},
		"dark": {"/?workspace=default", func(b *browser) {
			b.click("[data-action=theme]") // light
			b.click("[data-action=theme]") // dark
			ask(b)
		}},
		"runs": {"/?workspace=default&view=runs&item=all-documents&other=without-captains", func(b *browser) { b.visible("[data-fell]") }},
		"chinese": {"/?workspace=default&node=" + found.Entities[0].ID, func(b *browser) {
			b.click("[data-action=language]")
			b.reads(".rail", "文档")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, h, c.address)
			c.act(b)
			if name != "documents" && name != "runs" {
				b.settled()
			}
			time.Sleep(time.Second) // what moves comes to rest
			raw, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
			if err == nil {
				err = os.WriteFile(filepath.Join("..", "..", "docs", "images", fmt.Sprintf("explorer-%s.png", name)), raw, 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}
