package uitest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

const sailor = "Mirelle Tarn was born in Port Selwick. She was a sailmaker. Mirelle Tarn lived in Stennick."

// add has a text ingested, by the service itself.
func (h *house) add(source, text string) {
	h.Helper()
	var job struct{ ID, State, Error string }
	h.call("POST", "/documents", `{"source":"`+source+`","text":"`+text+`"}`, &job)
	for late := time.Now().Add(patience); job.State != "done"; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(late) || job.Error != "" {
			h.Fatalf("%+v", job)
		}
		h.call("GET", "/jobs/"+job.ID, "", &job)
	}
}

// TestDocuments uploads a file, after its estimate, watches its job, reads it, and
// deletes it again.
func TestDocuments(t *testing.T) {
	h := newHouse(t)
	file := filepath.Join(t.TempDir(), "mirelle-tarn.txt")
	if err := os.WriteFile(file, []byte(sailor), 0o600); err != nil {
		t.Fatal(err)
	}
	b := open(t, h, "/?workspace=default&view=documents")
	b.visible("table")
	b.do("choose a file", chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
	b.reads("[data-estimate]", "calls: 1")
	b.click("[data-action=add]")
	b.visible(".job-open[data-state=done]")

	b.click("[data-view=documents]")
	b.enter(".filter", "mirelle")
	b.until("one row", `document.querySelectorAll("tbody tr").length === 1`)
	b.click("tbody .link")
	b.reads(".source-text", sailor)
	b.click("[data-action=close-panel]")
	b.click("tbody .button-danger")
	b.reads("dialog", "mirelle-tarn.txt")
	b.click("dialog .button-danger")
	b.visible(".job-open[data-state=done]")
	b.click("[data-view=documents]")
	b.enter(".filter", "mirelle")
	b.reads(".state-empty", "No matching documents")
}

// TestEpisodes has gists of a document made, and reads a page by its gist.
func TestEpisodes(t *testing.T) {
	h := newHouse(t)
	h.add("tarn.txt", strings.Repeat("Mirelle Tarn was born in Port Selwick. She was a sailmaker and mended sails. ", 60))
	b := open(t, h, "/?workspace=default&view=documents")
	b.enter(".filter", "tarn.txt")
	b.until("one row", `document.querySelectorAll("tbody tr").length === 1`)
	b.click("tbody .link")
	b.click("[data-action=make-gists]")
	b.reads("dialog", "divided into pages")
	b.click("dialog .button-danger")
	b.visible(".job-open[data-state=done]")
	b.reads(".job-open strong + span", "tarn")
	b.shot("-job")
	b.click("[data-view=documents]")
	b.enter(".filter", "tarn.txt")
	b.until("one row", `document.querySelectorAll("tbody tr").length === 1`)
	b.reads("tbody .badge", "gists")
	b.click("tbody .link")
	b.click(".episodes summary")
	b.reads(".episodes", "Page 2")
	b.picture()
	b.click(".episodes li:nth-child(2) button")
	b.reads("[data-span]", "Mirelle Tarn")
}

// TestSorted has the documents by source, and by what is clicked.
func TestSorted(t *testing.T) {
	b := open(t, newHouse(t), "/?workspace=default&view=documents")
	b.visible("tbody tr")
	ascending := func(column int) string {
		return fmt.Sprintf(`(() => {
			const cells = [...document.querySelectorAll("tbody td:nth-child(%d)")].map((c) => c.textContent.replaceAll(",", ""));
			const order = new Intl.Collator(undefined, { numeric: true });
			return cells.length > 3 && cells.every((c, i) => i === 0 || order.compare(cells[i - 1], c) <= 0);
		})()`, column)
	}
	b.until("by source", ascending(2))
	b.click("[data-sort=tokens]")
	b.until("by tokens", ascending(4)+` && document.querySelector("th[aria-sort=ascending] [data-sort=tokens]") !== null`)
	b.click("[data-sort=tokens]")
	b.until("the largest first", `document.querySelector("th[aria-sort=descending] [data-sort=tokens]") !== null && !`+ascending(4))
}

// TestDrop takes a file that is dropped, and shows why one cannot be taken.
func TestDrop(t *testing.T) {
	b := open(t, newHouse(t), "/?workspace=default&view=documents")
	b.allow = "Failed to load resource"
	b.visible(".drop")
	eval[bool](b, `(() => {
		const data = new DataTransfer();
		data.items.add(new File(["Mirelle Tarn was born in Port Selwick."], "dropped.txt"));
		data.items.add(new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1])], "picture.png"));
		return document.querySelector(".drop").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
	})()`)
	b.reads("[data-estimate]", "calls")
	b.visible(".picks [role=alert]")
}

// TestRefused adds what can be added of four files: one is refused by its estimate,
// one only when it is sent. Both stay in sight with their reasons.
func TestRefused(t *testing.T) {
	b := open(t, newHouse(t), "/?workspace=default&view=documents")
	b.allow = "Failed to load resource"
	b.visible(".drop")
	eval[bool](b, `(() => {
		const send = window.fetch;
		window.fetch = (to, how) => how?.body instanceof FormData && !String(to).includes("estimate") && how.body.get("file").name === "late.txt"
			? Promise.resolve(new Response(JSON.stringify({ title: "Unprocessable", status: 422, code: "invalid", detail: "late.txt came too late" }),
				{ status: 422, headers: { "Content-Type": "application/problem+json" } }))
			: send(to, how);
		const data = new DataTransfer();
		for (const name of ["one.txt", "late.txt", "two.txt"]) data.items.add(new File(["Mirelle Tarn was born in " + name], name));
		data.items.add(new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1])], "picture.png"));
		return document.querySelector(".drop").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
	})()`)
	b.visible(".picks [role=alert]")
	b.reads("[data-action=add]", "Add 3")
	b.until("it may be pressed", `!document.querySelector("[data-action=add]").disabled`)
	b.click("[data-action=add]")
	b.reads(".picks [role=alert]", "late.txt came too late")
	b.until("the refused are left", `document.querySelectorAll(".picks > li").length === 2`)
	b.gone("[data-action=add]")
	b.visible(`[data-adding="0"]`)
	b.reads("[data-adding]", "Added: 2")
	b.reads("tbody", "one.txt")
	b.click("[data-action=added]")
	b.visible(".job-open[data-state=done]")
}

// TestHostile shows markup in names, titles and texts as text.
func TestHostile(t *testing.T) {
	h := newHouse(t)
	const evil = `<img src=x onerror=alert(1)>`
	h.add(evil+".txt", strings.ReplaceAll("Anna <script>alert(2)</script> Berg was born in <b>Oslo</b>. "+evil, `"`, `\"`))
	b := open(t, h, "/?workspace=default&view=documents&q=%3Cimg")
	b.reads("tbody", evil)
	b.click("tbody .link")
	b.reads(".source-text", "<script>alert(2)</script>")
	if n := eval[int](b, `document.querySelectorAll("tbody img, .source-text b, .source-text script").length`); n != 0 {
		t.Errorf("%d elements were made of a document's text", n)
	}
	b.click("[data-view=jobs]")
	b.reads(".job", evil)
}
