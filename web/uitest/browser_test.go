package uitest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

const (
	// patience is how long a test waits for what the page does.
	patience = 60 * time.Second
	// picturesAt names the folder that gets a picture of each page that failed.
	picturesAt = "GROVE_UI_PICTURES"
)

// browser is a page of the explorer in Chromium.
type browser struct {
	*testing.T
	ctx  context.Context
	base string

	mu sync.Mutex
	// complaints are errors on the console, exceptions and dialogs.
	complaints []string
	// allow is a part of complaints that the test brings about itself, "" for none.
	allow string
}

// chromium is the command, or the end of the test.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CI") != "" {
		t.Fatal("Chromium is missing: apt-get install chromium")
	}
	t.Skip("THE EXPLORER IS NOT TESTED: no Chromium found")
	return ""
}

// chromiums is the one browser that the tests share; each has a profile of its own in it, with no cookies or storage.
var chromiums struct {
	start sync.Once
	ctx   context.Context
	stop  func()
}

func TestMain(m *testing.M) {
	code := m.Run()
	if chromiums.stop != nil {
		chromiums.stop()
	}
	if ingested.dir != "" {
		_ = os.RemoveAll(ingested.dir) // a temporary folder
	}
	os.Exit(code)
}

// launch starts a browser.
func launch(t *testing.T, flags ...string) (context.Context, func()) {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium(t)), chromedp.NoSandbox, chromedp.WindowSize(1440, 900),
		chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("use-gl", "angle"), chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("force-prefers-reduced-motion", true), chromedp.Flag("lang", "en-GB"))
	if !emulatedPage {
		// There is no GPU: only what WebGL draws is left to its emulation, which takes longer for the page around it than Chromium itself.
		options = append(options, chromedp.Flag("disable-gpu-rasterization", true), chromedp.Flag("disable-gpu-compositing", true))
	}
	for _, f := range flags {
		options = append(options, chromedp.Flag(f, true))
	}
	ctx, exit := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stop := chromedp.NewContext(ctx)
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal("start: ", err)
	}
	return ctx, func() { stop(); exit() }
}

// open opens an address of the service in a profile of its own; with flags, in a browser of its own.
func open(t *testing.T, h *house, address string, flags ...string) *browser {
	t.Helper()
	chromium(t) // where there is none the test ends here
	if len(flags) > 0 {
		ctx, stop := launch(t, flags...)
		t.Cleanup(stop)
		return visit(t, ctx, h, address)
	}
	chromiums.start.Do(func() { chromiums.ctx, chromiums.stop = launch(t) })
	if chromiums.ctx == nil {
		t.Fatal("Chromium did not start")
	}
	return visit(t, chromiums.ctx, h, address)
}

// visit opens an address in a new profile of a browser.
func visit(t *testing.T, running context.Context, h *house, address string) *browser {
	t.Helper()
	ctx, stop := chromedp.NewContext(running, chromedp.WithNewBrowserContext())
	t.Cleanup(stop)
	b := &browser{T: t, ctx: ctx, base: h.server.URL}
	if err := chromedp.Listen(ctx, b.listen); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.close)
	inFront := chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error { // else its timers may wait up to a minute
		_, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
		return err
	})
	b.do("open", inFront, chromedp.EmulateViewport(1440, 900), chromedp.Navigate(h.server.URL+address))
	return b
}

// listen gathers complaints. The first calls of the browser switch their events on.
func (b *browser) listen(event any) {
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "assert" || e.Type == "warning" {
			b.complain(fmt.Sprintf("console %s: %v", e.Type, texts(e.Args)))
		}
	case *runtime.EventExceptionThrown:
		b.complain(fmt.Sprintf("exception: %+v %s", e.ExceptionDetails, texts([]*runtime.RemoteObject{e.ExceptionDetails.Exception})))
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" {
			b.complain(fmt.Sprintf("%s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL))
		}
	case *page.EventJavascriptDialogOpening:
		b.complain("a dialog: " + e.Message)
	}
}

func texts(args []*runtime.RemoteObject) string {
	var out []string
	for _, a := range args {
		out = append(out, string(a.Value)+a.Description)
	}
	return strings.Join(out, " ")
}

func (b *browser) complain(what string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.allow == "" || !strings.Contains(what, b.allow) {
		b.complaints = append(b.complaints, what)
	}
}

// close holds the page to having nothing to complain of.
func (b *browser) close() {
	if b.Failed() {
		b.picture()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.complaints {
		b.Error(c)
	}
}

// picture keeps what the page looks like, if anybody wants to see it.
func (b *browser) picture() { b.shot("") }

// shot is picture with a name of its own.
func (b *browser) shot(name string) {
	dir := os.Getenv(picturesAt)
	if dir == "" {
		return
	}
	raw, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, strings.ReplaceAll(b.Name(), "/", "-")+name+".png"), raw, 0o644)
	}
	if err != nil {
		b.Log(err)
	}
}

// do does something, and says what it was if that takes too long.
func (b *browser) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, stop := context.WithTimeout(b.ctx, patience)
	defer stop()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.Fatalf("%s: %v", what, err)
	}
}

// click clicks an element once it can be: it is enabled, has stood still between two
// looks, and is what lies on top where it stands. The mouse stays there.
func (b *browser) click(selector string) {
	b.Helper()
	b.visible(selector)
	b.until(selector+" can be clicked", fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		if (e === null || e.disabled) return false;
		e.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
		const r = e.getBoundingClientRect(), place = [r.x, r.y, r.width, r.height].join(" "), last = window.groveLast;
		window.groveLast = { e, place };
		const top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
		return last?.e === e && last.place === place && top !== null && (e.contains(top) || top.contains(e));
	})()`, selector))
	middle := func() spot {
		return eval[spot](b, fmt.Sprintf(`(({ x, y, width, height }) => ({ X: x + width / 2, Y: y + height / 2 }))(
			document.querySelector(%q)?.getBoundingClientRect() ?? { x: 0, y: 0, width: 0, height: 0 })`, selector))
	}
	at := middle()
	for b.moveTo(at); middle() != at; b.moveTo(at) { // it moved meanwhile
		at = middle()
	}
	b.do("click "+selector, chromedp.MouseClickXY(at.X, at.Y))
}

// enter types a text into an element. Elements are found by the page, here and in visible: chromedp finds them by ids of nodes, which
// Chromium makes anew when a frame loads.
func (b *browser) enter(selector, text string) {
	b.Helper()
	b.visible(selector)
	b.until(selector+" has the focus", fmt.Sprintf("((e) => { e?.focus(); return e !== null && document.activeElement === e; })(document.querySelector(%q))", selector))
	b.do("write into "+selector, chromedp.KeyEvent(text))
}

// choose takes an option of a select, once it is offered.
func (b *browser) choose(selector, value string) {
	b.Helper()
	b.until(fmt.Sprintf("%s offers %q", selector, value), fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		if (e === null) return false;
		e.value = %q;
		return e.value === %[2]q && e.dispatchEvent(new Event("change", { bubbles: true }));
	})()`, selector, value))
}

// visible waits until there is an element and the first one can be seen.
func (b *browser) visible(selector string) {
	b.Helper()
	b.until("see "+selector, fmt.Sprintf("document.querySelector(%q)?.checkVisibility({ visibilityProperty: true }) === true", selector))
}

func (b *browser) gone(selector string) {
	b.Helper()
	b.until("no "+selector, fmt.Sprintf("document.querySelector(%q) === null", selector))
}

// reads waits until an element has a text.
func (b *browser) reads(selector, text string) {
	b.Helper()
	b.until(fmt.Sprintf("%s reads %q", selector, text), fmt.Sprintf("[...document.querySelectorAll(%q)].some((e) => e.textContent.includes(%q))", selector, text))
}

// until waits until an expression is true.
func (b *browser) until(what, expression string) {
	b.Helper()
	for late := time.Now().Add(patience); !eval[bool](b, expression); time.Sleep(30 * time.Millisecond) {
		if time.Now().After(late) {
			b.Fatalf("waited in vain for: %s\n%s", what, eval[string](b, "document.body.innerText"))
		}
	}
}

// settled waits until the graph is laid out.
func (b *browser) settled() {
	b.Helper()
	b.visible(".canvas[data-settled]")
}

// clickNode clicks where the canvas draws a node, once it stays there: the camera may be on its way.
func (b *browser) clickNode(id string) {
	b.Helper()
	where := func() spot {
		return eval[spot](b, fmt.Sprintf(
			`((r, s) => ({ X: r.x + s.x, Y: r.y + s.y }))(document.querySelector(".canvas").getBoundingClientRect(), groveCanvas.spot(%q))`, id))
	}
	// The camera goes on with each frame, which may take long.
	b.do("count frames", chromedp.Evaluate[chromedp.Void](`window.groveFrames = 0; (function next() { if (++window.groveFrames < 6) requestAnimationFrame(next); })(); ({})`))
	b.until("five frames", "window.groveFrames === 6")
	at := where()
	for range 40 {
		b.do("wait", chromedp.Sleep(400*time.Millisecond))
		next := where()
		if next == at {
			break
		}
		at = next
	}
	b.clickAt("click a node", at)
}

// spot is a place in the page, in pixels.
type spot struct{ X, Y float64 }

// clickAt moves the mouse to a place, clicks, and leaves it there.
func (b *browser) clickAt(what string, at spot) {
	b.Helper()
	b.moveTo(at)
	b.do(what, chromedp.MouseClickXY(at.X, at.Y), chromedp.MouseEvent(chromedp.MouseMoved, at.X+1, at.Y))
}

// moveTo moves the mouse to a place, as a hand does.
func (b *browser) moveTo(at spot) {
	b.Helper()
	b.do("move the mouse", chromedp.MouseEvent(chromedp.MouseMoved, at.X-9, at.Y-9), chromedp.MouseEvent(chromedp.MouseMoved, at.X, at.Y),
		chromedp.Sleep(60*time.Millisecond))
}

// eval gives the value of an expression.
func eval[T any](b *browser, expression string) T {
	b.Helper()
	ctx, stop := context.WithTimeout(b.ctx, patience)
	defer stop()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
	return v
}
