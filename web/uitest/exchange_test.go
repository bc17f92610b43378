package uitest

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestImport makes a workspace by the page, reads an export of the sample into it, and
// has the same graph there.
func TestImport(t *testing.T) {
	h := newHouse(t)
	resp, err := http.Get(h.server.URL + "/v1/workspaces/" + workspace + "/export")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	lines, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "sample.jsonl")
	if err := os.WriteFile(file, lines, 0o600); err != nil {
		t.Fatal(err)
	}
	b := open(t, h, "/?workspace=default&view=documents")
	b.visible("[data-action=export]")
	eval[bool](b, `(() => { const s = document.querySelector(".rail-workspace select"); s.value = "+"; return s.dispatchEvent(new Event("change", { bubbles: true })); })()`)
	b.enter("dialog [name=workspace]", "copy")
	b.click("[data-action=create-workspace]")
	b.until("the workspace is entered", `location.search.includes("workspace=copy")`)
	b.do("choose the export", chromedp.SetUploadFiles(chromedp.CSS("[data-action=import]"), []string{file}))
	b.visible(".job-open[data-state=done]")
	b.click("[data-view=documents]")
	b.reads("tbody", "Anselm Drury")
}

// TestExport keeps the workspace as a file: the one that the service exports.
func TestExport(t *testing.T) {
	b := open(t, newHouse(t), "/?workspace=default&view=documents")
	b.visible("[data-action=export]")
	eval[bool](b, `(() => {
		window.kept = [];
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => { blob.text().then((text) => window.kept.push(text)); return make(blob); };
		HTMLAnchorElement.prototype.click = function () { window.keptAs = this.download; };
		return true;
	})()`)
	b.click("[data-action=export]")
	b.until("it is kept", "window.kept.length === 1")
	if name := eval[string](b, "window.keptAs"); name != "default.jsonl" {
		t.Errorf("kept as %q", name)
	}
	if first := eval[string](b, `window.kept[0].split("\n")[0]`); !strings.HasPrefix(first, `{"kind":"document"`) {
		t.Errorf("begins with %q", first)
	}
}
