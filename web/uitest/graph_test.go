package uitest

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"grove/internal/browse"
	"grove/internal/graph"
	"grove/query"
	"grove/web"
)

// crowd is a text with more entities than a graph has that is drawn whole.
func crowd() string {
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, "%s %s was born in %s. ", madeUp(3*i), madeUp(3*i+1), madeUp(3*i+2))
	}
	return b.String()
}

// madeUp is the i-th name: three syllables.
func madeUp(i int) string {
	const heads, tails = "bdfgklmnprstvz", "aeiou"
	name := ""
	for i = i*7919 + 13; len(name) < 6; i /= 5 {
		name += string(heads[i%len(heads)])
		i /= len(heads)
		name += string(tails[i%len(tails)])
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// label is a name that the canvas shows, in its pixels.
type label struct {
	Text                string
	X, Y, Width, Height float64
	Strong              bool
}

// labels are the names on the canvas. None of them leaves it or overlaps another one.
func (b *browser) labels() []label {
	b.Helper()
	b.until("the names are drawn for this canvas", `(({ width, height }) => {
		const all = groveCanvas.labels();
		return all.length > 0 && all.every((l) => l.x + l.width <= width && l.y + l.height <= height);
	})(document.querySelector(".canvas").getBoundingClientRect())`)
	all := eval[[]label](b, "groveCanvas.labels()")
	canvas := eval[struct{ Width, Height float64 }](b, `(({ width: Width, height: Height }) => ({ Width, Height }))(
		document.querySelector(".canvas").getBoundingClientRect())`)
	for i, l := range all {
		if l.X < 0 || l.Y < 0 || l.X+l.Width > canvas.Width || l.Y+l.Height > canvas.Height {
			b.Errorf("%+v leaves the canvas of %+v", l, canvas)
		}
		for _, o := range all[:i] {
			if l.X < o.X+o.Width && o.X < l.X+l.Width && l.Y < o.Y+o.Height && o.Y < l.Y+l.Height {
				b.Errorf("%+v overlaps %+v", l, o)
			}
		}
	}
	return all
}

// amounts are the counts that the canvas carries.
func (b *browser) amounts() (nodes, edges, folded int) {
	b.Helper()
	n := eval[[]int](b, `(({ nodes, edges, folded }) => [nodes, edges, folded].map(Number))(document.querySelector(".canvas").dataset)`)
	return n[0], n[1], n[2]
}

// TestWholeGraph draws every entity of a small graph in the colour of its type, with its
// name and its community behind it.
func TestWholeGraph(t *testing.T) {
	h := newHouse(t)
	var o browse.Overview
	h.call("GET", "/graph/overview?fit=true&elements=300", "", &o)
	if len(o.Elements) < 250 {
		t.Fatalf("the sample has %d entities", len(o.Elements))
	}
	b := open(t, h, "/?workspace=default")
	b.settled()
	nodes, edges, folded := b.amounts()
	if nodes != len(o.Elements) || edges != len(o.Joins) || folded != 0 {
		t.Errorf("%d nodes of %d, %d edges of %d, %d folded communities", nodes, len(o.Elements), edges, len(o.Joins), folded)
	}
	if shown := b.labels(); len(shown) < nodes*19/20 {
		t.Errorf("%d of %d entities are named", len(shown), nodes)
	}
	large := []string{}
	for _, c := range o.Nodes {
		if c.Size > 1 {
			large = append(large, string(c.ID))
		}
	}
	tinted := eval[[]string](b, "groveCanvas.hulls()")
	slices.Sort(large)
	slices.Sort(tinted)
	if !slices.Equal(tinted, large) {
		t.Errorf("%d communities are tinted, of %d with more than one entity", len(tinted), len(large))
	}
	colours := map[string]string{}
	drawn := b.drawn()
	for _, e := range o.Elements {
		colour := drawn[e.ID].Color
		if other, ok := colours[e.Type]; ok && other != colour {
			t.Fatalf("%s is drawn in %s, others of %s in %s", e.Name, colour, e.Type, other)
		}
		colours[e.Type] = colour
	}
	if colours["Person"] == colours["Location"] || colours["Person"] == colours["Organization"] {
		t.Errorf("types have the colours %v", colours)
	}
	// Whatever the size of the canvas, names keep apart and stay on it.
	b.clickNode(string(o.Elements[0].ID))
	b.visible(".panel")
	b.labels()
	b.do("make the window small", chromedp.EmulateViewport(1024, 700))
	b.settled()
	b.labels()
}

// drawnNode is how the canvas draws a node.
type drawnNode struct {
	Color, Ring string
	Size        float64
}

// drawn are all nodes as the canvas draws them.
func (b *browser) drawn() map[graph.ID]drawnNode {
	b.Helper()
	return eval[map[graph.ID]drawnNode](b, "Object.fromEntries(groveCanvas.ids().map((id) => [id, groveCanvas.node(id)]))")
}

// TestUnfoldByMouse unfolds every large community of a large graph, the mouse resting
// where it clicked: nothing fails, and what is unfolded is drawn.
func TestUnfoldByMouse(t *testing.T) {
	h := newHouse(t)
	h.add("crowd.txt", crowd())
	var o browse.Overview
	h.call("GET", "/graph/overview?fit=true&limit=400&elements=300", "", &o)
	if len(o.Elements) > 0 {
		t.Fatal("the graph is drawn whole")
	}
	b := open(t, h, "/?workspace=default")
	b.settled()
	for _, n := range o.Nodes {
		id := string(n.ID)
		if n.Element != nil {
			id = string(n.Element.ID)
		}
		if !eval[bool](b, fmt.Sprintf("groveCanvas.ids().includes(%q)", id)) {
			t.Errorf("%s, a community of %d, is not drawn as %s", n.Title, n.Size, id)
		}
	}
	b.labels()
	for _, n := range o.Nodes[:3] {
		before, _, _ := b.amounts()
		b.clickNode(string(n.ID))
		b.until(n.Title+" is unfolded", fmt.Sprintf("!groveCanvas.ids().includes(%q)", n.ID))
		b.settled()
		if after, _, _ := b.amounts(); after != before-1+n.Size {
			t.Errorf("%s of %d: %d nodes, then %d", n.Title, n.Size, before, after)
		}
		b.do("look on", chromedp.KeyEvent(kb.Escape))
		b.gone(".panel")
		b.click("[aria-label='Show everything']")
		b.settled()
	}
}

// TestOnTheGraph draws the entities and relations of a document, chosen among the
// documents, in a graph that is drawn whole and in one that is not.
func TestOnTheGraph(t *testing.T) {
	for name, more := range map[string]string{"small": "", "large": crowd()} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			if more != "" {
				h.add("crowd.txt", more)
			}
			var list struct{ Documents []browse.Document }
			h.call("GET", "/documents?q=Anselm", "", &list)
			var part browse.Subgraph
			h.call("GET", "/documents/"+string(list.Documents[0].ID)+"/graph", "", &part)
			b := open(t, h, "/?workspace=default&view=documents&q=Anselm")
			b.reads("tbody tr", "Anselm Drury")
			b.click("tbody tr:nth-child(1) .button:not(.button-danger)")
			b.until("its entities are drawn", fmt.Sprintf(`document.querySelector(".canvas")?.dataset.nodes === "%d"`, len(part.Nodes)))
			b.settled()
			if _, edges, folded := b.amounts(); edges < len(part.Edges) || len(part.Edges) == 0 || folded != 0 {
				t.Errorf("%d edges of %d, %d folded communities", edges, len(part.Edges), folded)
			}
			var shown []string
			for _, l := range b.labels() {
				shown = append(shown, l.Text)
			}
			for _, n := range part.Nodes {
				if !slices.Contains(shown, n.Name) {
					t.Errorf("%s is not among %v", n.Name, shown)
				}
			}
			b.reads(".only-bar", "Anselm Drury")
			b.click(".only-bar button")
			b.until("all are drawn again", fmt.Sprintf(`Number(document.querySelector(".canvas").dataset.nodes) > %d`, len(part.Nodes)))
		})
	}
}

// TestExpand draws what is connected to an entity that is drawn, and says when nothing is left.
func TestExpand(t *testing.T) {
	h := newHouse(t)
	var found struct{ Entities []struct{ ID string } }
	h.call("GET", "/entities?q=Anselm%20Drury&limit=1", "", &found)
	b := open(t, h, "/?workspace=default")
	b.settled()
	before, _, _ := b.amounts()
	b.clickNode(found.Entities[0].ID)
	b.click("[data-action=expand]")
	b.reads("[data-expanded]", "Newly drawn: ")
	b.settled()
	fresh := eval[int](b, `Number(document.querySelector("[data-expanded]").dataset.expanded)`)
	if after, _, _ := b.amounts(); after != before+fresh || fresh == 0 {
		t.Errorf("%d nodes, then %d, of which %d are new", before, after, fresh)
	}
	b.labels()
	b.click("[data-action=expand]")
	b.reads("[data-expanded='0']", "already drawn")
}

// TestCited: for every agent, the entities and relations that stand where the answer cites
// are marked, in the colours of their types; what was merely read is paler, and so is the rest.
func TestCited(t *testing.T) {
	h := newHouse(t)
	var offer web.Offer
	h.callService("/v1/agents", &offer)
	h.call("POST", "/query", fmt.Sprintf(`{"question":%q,"agent":"readagent-p","make_gists":true}`, kestrel), nil) // no agent asks for gists later
	var o browse.Overview
	h.call("GET", "/graph/overview?fit=true&elements=300", "", &o)
	b, cited := open(t, h, "/?workspace=default&mode=open"), 0
	b.settled()
	before := b.drawn()
	raw, err := json.Marshal(before)
	if err != nil {
		t.Fatal(err)
	}
	for i, agent := range offer.Agents {
		if i > 0 {
			b.click("[data-action=new-conversation]")
			b.until("all is drawn as before "+agent.Name, fmt.Sprintf(`document.querySelector(".answer") === null && Object.entries(%s).every(
				([id, was]) => (({ color, ring, size }) => color === was.Color && ring === was.Ring && size === was.Size)(groveCanvas.node(id)))`, raw))
		}
		b.choose(".ask-choices label:first-of-type select", agent.Name)
		b.ask(kestrel)
		b.until("it is answered", `document.querySelector(".answer[data-state=done]") !== null && location.search.includes("trace=t")`)
		var trace struct{ Answer query.Answer }
		h.call("GET", "/traces/"+eval[string](b, `new URLSearchParams(location.search).get("trace")`), "", &trace)
		under := h.under(trace.Answer.Citations)
		if trace.Answer.Abstained || len(under) == 0 {
			t.Logf("%s cites nothing", agent.Name)
			continue
		}
		cited++
		b.reads(".legend", "Cited by the answer")
		b.settled()
		b.until("it is drawn", `groveCanvas.ids().some((id) => (groveCanvas.node(id)?.ring ?? "") !== "")
			&& groveCanvas.labels().some((l) => l.strong)`)
		after := b.drawn()
		for _, e := range o.Elements {
			was, is := before[e.ID], after[e.ID]
			if under[e.ID] && (is.Ring == "" || is.Color != was.Color) || !under[e.ID] && (is.Ring != "" || is.Color == was.Color) {
				t.Errorf("%s: %s, cited %t, is drawn as %+v, before as %+v", agent.Name, e.Name, under[e.ID], is, was)
			}
		}
		var strong []string
		for _, l := range b.labels() {
			if l.Strong {
				strong = append(strong, l.Text)
			}
		}
		if len(strong) != len(under) {
			t.Errorf("%s: %d are cited, the names %v stand out", agent.Name, len(under), strong)
		}
		b.click(".steps-head")
		if silent := eval[[]string](b, `[...document.querySelectorAll(".step")].map((s) => [s.dataset.action, s.querySelector(".step-action").textContent])
				.filter(([action, words]) => action === words).map(([action]) => action)`); len(silent) > 0 {
			t.Errorf("%s: no words for the steps %v", agent.Name, silent)
		}
	}
	if cited < 3 {
		t.Errorf("%d of %d agents cite", cited, len(offer.Agents))
	}
}

// TestFewNodes: of a small graph every entity lies on the canvas, also after an answer whose source is
// shown beside it.
func TestFewNodes(t *testing.T) {
	h := newEmptyHouse(t)
	h.send(http.MethodPost, "/v1/workspaces", `{"name":"`+workspace+`"}`, nil)
	h.add("few", "Orsa Tind built the harbour of Velm. Walter Lind sails the Kestrel from Velm to Drennick. Anna Keller was born in Drennick. "+
		"Ilse Brandt married Otto Brandt in Quorn. Mira Sand directed Harbour Lights in Quorn. Jon Hale commands the Petrel.")
	b := open(t, h, "/?workspace=default")
	b.settled()
	inside := func(when string) {
		t.Helper()
		b.settled()
		const all = `(() => {
			const { width, height } = document.querySelector(".canvas").getBoundingClientRect();
			return groveCanvas.ids().length > 5 && groveCanvas.ids().every((id) => {
				const { x, y } = groveCanvas.spot(id);
				return x >= 0 && y >= 0 && x <= width && y <= height;
			});
		})()`
		b.until("every entity is on the canvas "+when, all)
	}
	inside("at first")
	b.ask("Who built the harbour of Velm?")
	b.until("it is answered", `document.querySelector(".answer[data-state=done]") !== null`)
	inside("after an answer")
	b.click("[data-citation]")
	b.visible(".panel")
	inside("beside its source")
}

// under are the entities that stand where an answer cites.
func (h *house) under(citations []query.Citation) map[graph.ID]bool {
	h.Helper()
	ids := map[graph.ID]bool{}
	for _, c := range citations {
		var part browse.Subgraph
		h.call("GET", fmt.Sprintf("/documents/%s/graph?start=%d&end=%d", c.Document.ID, c.Start, c.End), "", &part)
		for _, n := range part.Nodes {
			ids[n.ID] = true
		}
	}
	return ids
}

// TestNarrow leaves the graph its room beside a panel on a small screen.
func TestNarrow(t *testing.T) {
	h := newHouse(t)
	var list struct{ Documents []struct{ ID string } }
	h.call("GET", "/documents?q=Anselm", "", &list)
	var found struct{ Entities []struct{ ID string } }
	h.call("GET", "/entities?q=Anselm%20Drury&limit=1", "", &found)
	b := open(t, h, "/?workspace=default")
	b.do("make the window small", chromedp.EmulateViewport(1024, 768))
	for _, panel := range []string{"&node=" + found.Entities[0].ID, "&doc=" + list.Documents[0].ID} {
		b.do("go", chromedp.Navigate(b.base+"/?workspace=default"+panel))
		b.settled()
		b.apart(".panel", ".canvas-tools")
		b.apart(".panel", ".canvas-status")
		seen := eval[float64](b, `(() => {
			const g = document.querySelector(".explore-graph").getBoundingClientRect(), p = document.querySelector(".panel").getBoundingClientRect();
			return g.width - Math.max(0, Math.min(g.right, p.right) - Math.max(g.left, p.left));
		})()`)
		if seen < 500 {
			t.Errorf("%s: %.0f pixels are left of the graph", panel, math.Round(seen))
		}
	}
}

// TestEscape closes the filters and then the panel, wherever the focus is; a search takes
// it for itself first.
func TestEscape(t *testing.T) {
	h := newHouse(t)
	var found struct{ Entities []struct{ ID string } }
	h.call("GET", "/entities?q=Anselm%20Drury&limit=1", "", &found)
	b := open(t, h, "/?workspace=default")
	b.settled()
	b.clickNode(found.Entities[0].ID)
	b.visible(".panel")
	b.click("[aria-label=Filters]")
	b.visible(".filters")
	b.do("escape", chromedp.KeyEvent(kb.Escape))
	b.gone(".filters")
	b.visible(".panel")
	b.enter(".search-input", "Ashmere")
	b.visible(".found")
	b.do("escape", chromedp.KeyEvent(kb.Escape))
	b.until("the results are closed", `document.querySelector(".search-results").hidden && document.querySelector(".panel") !== null`)
	b.do("escape", chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent(kb.Escape))
	b.gone(".panel")
}

// TestFailedQuestion leaves a question that failed to be asked again.
func TestFailedQuestion(t *testing.T) {
	b := open(t, newHouse(t), "/?workspace=default")
	eval[bool](b, `(() => {
		const send = window.fetch;
		window.fetch = (to, how) => String(to).endsWith("/query")
			? Promise.resolve(new Response(JSON.stringify({ status: 502, code: "unavailable", detail: "the model is away" }),
				{ status: 502, headers: { "Content-Type": "application/problem+json" } }))
			: send(to, how);
		return true;
	})()`)
	b.ask(kestrel)
	b.reads(".failure", "the model is away")
	b.until("the question is there", fmt.Sprintf(`document.querySelector("#question").value === %q`, kestrel))
}

// TestNoCommands shows no command of the command line in any page, and answers from the
// documents alone unless another mode is chosen.
func TestNoCommands(t *testing.T) {
	h := newHouse(t)
	b := open(t, h, "/")
	for _, view := range []string{"documents", "jobs", "schema", "duplicates", "traces", "runs", "explore"} {
		b.click("[data-view=" + view + "]")
		b.visible("h1")
		b.noCommands()
	}
	first := eval[string](b, `document.querySelector(".ask-choices label:nth-of-type(2) option").textContent`)
	if first != "Only what the documents say" {
		t.Errorf("the first mode is %q", first)
	}
	b.listenToQuestions()
	b.ask(kestrel)
	b.visible(".answer[data-state=done]")
	if asked := b.questions(); len(asked) != 1 || asked[0].Mode != string(query.Reject) {
		raw, _ := json.Marshal(asked)
		t.Errorf("asked %s", raw)
	}
}

// TestNoCommandsAtFirst: nor does the page of a service without workspaces.
func TestNoCommandsAtFirst(t *testing.T) {
	b := open(t, newEmptyHouse(t), "/")
	b.reads("h1", "No workspaces yet")
	b.noCommands()
}

func (b *browser) noCommands() {
	b.Helper()
	if text := eval[string](b, "document.body.innerText"); strings.Contains(text, "`") || strings.Contains(text, "grove ") {
		b.Errorf("a command in %s", text)
	}
}

// TestLeaveWhileDrawn leaves the graph while edges of one kind after another still wait to be drawn: nothing is drawn after that.
func TestLeaveWhileDrawn(t *testing.T) {
	b := open(t, newHouse(t), "/?workspace=default")
	b.settled()
	b.do("leave and come back", chromedp.Evaluate[chromedp.Void](`window.groveVisits = 0; (async () => {
		const later = setTimeout; // what waits for a frame waits long enough to be left behind
		window.setTimeout = (act, ms, ...args) => later(act, ms < 30 ? 400 : ms, ...args);
		const wait = (ms) => new Promise((done) => later(done, ms)), enter = (view) => document.querySelector("[data-view=" + view + "]").click();
		for (; window.groveVisits < 9; window.groveVisits++) {
			enter("runs");
			await wait(1000);
			enter("explore");
			while (document.querySelector(".canvas canvas") === null) await wait(1);
			await wait(100 * window.groveVisits);
		}
	})(); ({})`))
	b.until("nine visits", "window.groveVisits === 9")
}
