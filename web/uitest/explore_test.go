package uitest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"grove/internal/browse"
	"grove/query"
)

const kestrel = "Where was the leader of the Kestrel Expedition born?"

// TestQuestion asks, watches the steps, and opens what the answer rests on.
func TestQuestion(t *testing.T) {
	b := open(t, newHouse(t), "/?workspace=default")
	b.settled()
	b.enter("#question", kestrel)
	b.click("[data-action=ask]")
	b.reads(".answer-text", "Ashmere")
	b.reads(".legend", "Cited by the answer")
	if n := eval[int](b, `document.querySelectorAll(".citation").length`); n < 2 {
		t.Errorf("%d citations", n)
	}
	b.click(".steps-head")
	b.reads(".step", "Searches chunks")
	quote := strings.Trim(eval[string](b, `document.querySelector('[data-citation="1"] q').textContent`), "“”")
	b.click(`[data-citation="1"]`)
	b.visible("mark[data-span]")
	if span := eval[string](b, `document.querySelector("mark[data-span]").textContent`); span != quote {
		t.Errorf("the source marks %q, the citation says %q", span, quote)
	}
}

// TestWeakCitation marks a citation that is only the closest text, and no other. The offline model gives none: the answer
// is changed on its way.
func TestWeakCitation(t *testing.T) {
	h := newHouse(t)
	service, err := url.Parse(h.server.URL)
	if err != nil {
		t.Fatal(err)
	}
	between := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(service)
			r.Out.Host = r.In.Host
			r.Out.Header.Del("Accept-Encoding")
		},
		ModifyResponse: func(r *http.Response) error {
			if !strings.HasSuffix(r.Request.URL.Path, "/query") {
				return nil
			}
			body, err := io.ReadAll(r.Body)
			weak := regexp.MustCompile(`("n":1,[^\n]*?"verified":true)`).ReplaceAll(body, []byte(`$1,"weak":true`))
			r.Body = io.NopCloser(bytes.NewReader(weak))
			r.ContentLength = -1
			r.Header.Del("Content-Length")
			return err
		}}
	front := *h
	front.server = httptest.NewServer(between)
	defer front.server.Close()
	b := open(t, &front, "/?workspace=default")
	b.settled()
	b.ask(kestrel)
	b.reads(`[data-citation="1"] [data-weak]`, "closest text")
	if n := eval[int](b, `document.querySelectorAll("[data-weak]").length`); n != 1 {
		t.Errorf("%d citations are marked, want 1", n)
	}
}

// TestRunesInSource opens a span behind characters that UTF-16 counts twice.
func TestRunesInSource(t *testing.T) {
	h := newHouse(t)
	h.add("runes.txt", "𝒳𝒴𝒵 青屿潮汐站的第一任站长是沈若岚。她住在望川县。")
	var list struct{ Documents []struct{ ID, Source string } }
	h.call("GET", "/documents?q=runes", "", &list)
	b := open(t, h, fmt.Sprintf("/?workspace=default&doc=%s&start=4&end=9", list.Documents[0].ID))
	b.reads("mark[data-span]", "青屿潮汐站")
}

// TestAbstention shows that nothing was found as what it is.
func TestAbstention(t *testing.T) {
	b := open(t, newHouse(t), "/?workspace=default&mode=reject")
	b.enter("#question", "Who painted the portrait of Isolde Quill?")
	b.click("[data-action=ask]")
	b.reads(".answer-none", "No answer")
}

// TestCommunity unfolds the largest community of a large graph and folds it again.
func TestCommunity(t *testing.T) {
	h := newHouse(t)
	h.add("crowd.txt", crowd())
	var all struct {
		Nodes []struct{ ID, Title string }
	}
	h.call("GET", "/graph/overview?fit=true&limit=400", "", &all)
	largest := all.Nodes[0]
	b := open(t, h, "/?workspace=default")
	b.settled()
	_, _, folded := b.amounts()
	b.clickNode(largest.ID)
	b.reads(".panel-head", largest.Title)
	b.visible("[data-action=fold]")
	b.until("the address has it", fmt.Sprintf("location.search.includes(%q)", "open="+largest.ID))
	b.until("it is not drawn", fmt.Sprintf("!groveCanvas.ids().includes(%q)", largest.ID))
	b.do("reload", chromedp.Reload())
	b.settled()
	b.until("it is still open", fmt.Sprintf("!groveCanvas.ids().includes(%q)", largest.ID))
	b.click("[data-action=fold]")
	b.until("it is drawn", fmt.Sprintf("groveCanvas.ids().includes(%q)", largest.ID))
	b.until("as many are folded as before", fmt.Sprintf(`document.querySelector(".canvas").dataset.folded === "%d"`, folded))
}

// TestFold folds a community of a graph that is drawn whole, chosen by its tint, and unfolds it again.
func TestFold(t *testing.T) {
	h := newHouse(t)
	var o browse.Overview
	h.call("GET", "/graph/overview?fit=true&elements=300", "", &o)
	largest := o.Nodes[0]
	b := open(t, h, "/?workspace=default")
	b.settled()
	nodes, edges, _ := b.amounts()
	b.clickAt("click its tint", eval[spot](b, fmt.Sprintf(`(() => {
		const r = document.querySelector(".canvas").getBoundingClientRect();
		for (let i = 0; i < 20000; i++) {
			const x = (i %% 100) * r.width / 100, y = Math.floor(i / 100) * r.height / 200;
			const far = ({ x: other, y: down }) => Math.hypot(other - x, down - y) > 20;
			if (groveCanvas.hullAt(x, y) === %q && groveCanvas.ids().every((id) => far(groveCanvas.spot(id)))) return { X: r.x + x, Y: r.y + y };
		}
		return { X: 0, Y: 0 };
	})()`, largest.ID)))
	b.reads(".panel-head", largest.Title)
	b.click("[data-action=fold]")
	canvas := func(nodes, edges, folded string) string {
		return fmt.Sprintf(`((d) => (%[1]q || d.nodes) === d.nodes && (%[2]q || d.edges) === d.edges && %[3]q === d.folded)(
			document.querySelector(".canvas").dataset)`, nodes, edges, folded)
	}
	b.until("it is folded", canvas(fmt.Sprint(nodes-largest.Size+1), "", "1"))
	b.click("[data-action=unfold]")
	b.until("it is unfolded", canvas(fmt.Sprint(nodes), fmt.Sprint(edges), "0"))
}

// TestPath picks two elements by search and the keyboard, and has a path drawn.
func TestPath(t *testing.T) {
	b := open(t, newHouse(t), "/?workspace=default")
	b.settled()
	b.find("Anselm Drury")
	b.reads(".panel-head", "Anselm Drury")
	b.reads(".relations", "BORN_IN")
	b.reads(".evidence", "Captain Anselm Drury")
	b.click("[data-action=path-from]")
	b.apart(".path-bar", ".canvas-tools")
	b.apart(".path-bar", ".canvas-status")
	b.find("Ashmere")
	b.reads(".panel-head", "Ashmere")
	b.click("[data-action=path-to]")
	b.reads(".path-chain", "BORN_IN")
	b.reads(".legend", "On the path")
	b.apart(".path-bar", ".canvas-tools")
	b.apart(".path-bar", ".legend")
}

// TestNoPath says what was looked for where nothing joins two elements, and what to try.
func TestNoPath(t *testing.T) {
	h := newHouse(t)
	var ends [2]struct{ Entities []struct{ ID, Name string } }
	for i, name := range []string{"Anselm%20Drury", "Ahab"} {
		h.call("GET", "/entities?limit=1&q="+name, "", &ends[i])
	}
	from, to := ends[0].Entities[0], ends[1].Entities[0]
	b := open(t, h, fmt.Sprintf("/?workspace=default&from=%s&to=%s", from.ID, to.ID))
	b.reads(".path-bar", "within five hops")
	b.reads(".path-bar", to.Name)
	b.click("[data-action=around-both]")
	b.until("both are drawn", fmt.Sprintf("[%q, %q].every((id) => groveCanvas.ids().includes(id))", from.ID, to.ID))
}

// apart holds two elements that are seen to covering nothing of each other.
func (b *browser) apart(one, other string) {
	b.Helper()
	b.visible(one)
	b.visible(other)
	if !eval[bool](b, fmt.Sprintf(`(() => {
		const a = document.querySelector(%q).getBoundingClientRect(), o = document.querySelector(%q).getBoundingClientRect();
		return a.right <= o.left || o.right <= a.left || a.bottom <= o.top || o.bottom <= a.top;
	})()`, one, other)) {
		b.Errorf("%s and %s cover each other", one, other)
	}
}

// find looks for a name with the keyboard alone, and takes the first that is found.
func (b *browser) find(name string) {
	b.Helper()
	// A key that the page takes for itself writes nothing: the driver would write it all the same.
	eval[bool](b, `(document.activeElement.blur(), document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true })))`)
	b.until("the search has the focus", `document.activeElement.getAttribute("role") === "combobox"`)
	b.do("look for "+name, chromedp.KeyEvent(name))
	b.reads(`.found-name[aria-selected="true"] .found-title`, name)
	b.do("take it", chromedp.KeyEvent(kb.Enter))
}

// TestReplay replays a stored trace on the graph.
func TestReplay(t *testing.T) {
	h := newHouse(t)
	var answer query.Answer
	h.call("POST", "/query?include=trace", fmt.Sprintf(`{"question":%q,"agent":"graphreader"}`, kestrel), &answer)
	b := open(t, h, "/?workspace=default&view=traces")
	b.click("[data-action=replay]")
	b.settled()
	b.until("it is at its end", fmt.Sprintf("document.querySelector('[data-replayed]')?.dataset.replayed === %q", fmt.Sprint(len(answer.Trace))))
	b.reads(".answer-text", "Ashmere")
	b.reads(".legend", "Visited by the agent")
	b.reads(".legend", "Cited by the answer")
	b.settled()
	b.until("all that is drawn lies apart", `(() => {
		const spots = groveCanvas.ids().map((id) => ({ ...groveCanvas.spot(id), size: groveCanvas.node(id).size }));
		return spots.length > 3 && spots.every((a, i) => spots.slice(i + 1).every((b) => Math.hypot(a.x - b.x, a.y - b.y) > Math.max(a.size, b.size)));
	})()`)
	b.labels()
}

// TestWithoutWebGL has the graph as a list where it cannot be drawn.
func TestWithoutWebGL(t *testing.T) {
	b := open(t, newHouse(t), "/?workspace=default", "disable-3d-apis")
	b.allow = "WebGL"
	b.reads("[role=note]", "WebGL")
	b.reads(".node-row", "Haldre")
	b.click(".node-row")
	b.visible(".panel")
}
