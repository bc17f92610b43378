package uitest

import (
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"grove/internal/graph"
	"grove/web"
)

// TestConversation asks on: the turn before is sent and shown, as are filters and limits,
// which the address holds; a new conversation has none of the turns.
func TestConversation(t *testing.T) {
	const led = "Who led the Kestrel Expedition?"
	h := newHouse(t)
	h.add("tagged.txt", sailor)
	b := open(t, h, "/?workspace=default&calls=90&tags=kind%3Dnote%252Cold")
	b.settled()
	b.listenToQuestions()
	b.reads(".ask-more", "set: 2")
	b.click(".ask-more summary")
	b.click(`.ask-more .chip-chosen button[aria-label="Remove: kind=note,old"]`)
	b.reads(".ask-more", "set: 1")
	b.ask(led)
	b.reads(".answer-text", "Anselm Drury")
	b.ask("When did he die?")
	b.reads(".turn", led)
	b.reads(".understood", "Understood as: When did Captain Anselm Drury die?")
	b.visible("[data-action=new-conversation]")
	b.click(".steps-head")
	b.reads(`.step[data-action="rewrite"]`, "Understands the follow-up")
	b.until("the address has the limits", `location.search.includes("calls=90") && !location.search.includes("tags=")`)
	b.click("[data-action=new-conversation]")
	b.gone(".turn")
	b.ask("Who is Ahab?")
	b.visible("[data-action=new-conversation]")
	asked := b.questions()
	if len(asked) != 3 || asked[0].MaxCalls != 90 || len(asked[0].Filters.Tags) != 0 {
		t.Fatalf("asked %+v", asked)
	}
	history := asked[1].History
	if len(history) != 1 || history[0].Question != led || !strings.Contains(history[0].Answer, "Anselm Drury") || asked[2].History != nil {
		t.Errorf("history %+v, then %+v", history, asked[2].History)
	}
}

// TestReload shows the last answer again, out of its trace, and goes on from there.
func TestReload(t *testing.T) {
	b := open(t, newHouse(t), "/?workspace=default")
	b.settled()
	b.ask(kestrel)
	b.reads(".answer-text", "Ashmere")
	b.until("the address has the trace", `location.search.includes("trace=t")`)
	b.do("reload", chromedp.Reload())
	b.reads(".asked", kestrel)
	b.reads(".answer-text", "Ashmere")
	b.reads(".legend", "Cited by the answer")
	b.click("[data-citation]")
	b.visible("mark[data-span]")
	b.ask("When did he die?")
	b.reads(".turn", kestrel)
}

// TestGoneTrace leaves the question to be asked again where its trace is gone.
func TestGoneTrace(t *testing.T) {
	b := open(t, newHouse(t), "/?workspace=default&ask=Who%20is%20Ahab%3F&trace=t"+strings.Repeat("a", 24))
	b.allow = "404"
	b.until("the question is there", `document.querySelector("#question")?.value === "Who is Ahab?"`)
	b.until("the address forgets it", `!location.search.includes("trace=")`)
}

// TestRefusal shows the text closest to a question that is not answered; each opens its source.
func TestRefusal(t *testing.T) {
	b := open(t, newHouse(t), "/?workspace=default")
	b.ask("Who painted the portrait of Isolde Quill?")
	b.reads(".answer-none", "Closest text — not an answer")
	b.click("[data-near]")
	b.reads("mark[data-span]", "Quill")
}

// TestFilters bounds a question to a document that is chosen by its source.
func TestFilters(t *testing.T) {
	h := newHouse(t)
	h.add("sailors/mirelle.txt", sailor)
	b := open(t, h, "/?workspace=default")
	b.listenToQuestions()
	b.click(".ask-more summary")
	b.enter("[list=ask-documents]", "sailors/mirelle.tx")
	b.until("the document is offered", `document.querySelector('#ask-documents option[value="sailors/mirelle.txt"]') !== null`)
	b.enter("[list=ask-documents]", "t")
	b.reads(".chip-chosen", "mirelle")
	b.ask("Where was Mirelle Tarn born?")
	b.reads(".answer-text", "Port Selwick")
	if asked := b.questions(); len(asked) != 1 || len(asked[0].Filters.Documents) != 1 {
		t.Errorf("asked %+v", asked)
	}
}

// TestPutOff asks again where the service has too much to do, once it may be.
func TestPutOff(t *testing.T) {
	b := open(t, newHouse(t), "/?workspace=default&view=jobs")
	b.reads("h1", "Jobs")
	eval[bool](b, `(() => {
		const send = window.fetch;
		let refused = 0;
		window.fetch = (to, how) => String(to).endsWith("/schema") && refused++ < 2
			? Promise.resolve(new Response("{}", { status: 429, headers: { "Retry-After": "1" } })) : send(to, how);
		return true;
	})()`)
	b.click("[data-view=schema]")
	b.visible(".names")
	b.gone("[role=alert]")
}

// ask asks a question by the page.
func (b *browser) ask(question string) {
	b.Helper()
	b.enter("#question", question)
	b.click("[data-action=ask]")
}

// TestQuestionWithGists asks an agent that lacks gists: the page says what they take, makes them when told to, and shows the answer.
func TestQuestionWithGists(t *testing.T) {
	h := newHouse(t)
	h.add("tarn.txt", strings.Repeat(sailor+" ", 20))
	b := open(t, h, "/?workspace=default&agent=gistmem&docs="+string(graph.DocumentID("tarn.txt")))
	b.allow = "Failed to load resource"
	b.settled()
	b.ask("Where was Mirelle Tarn born?")
	b.reads(".failure", "the agent reads gists")
	b.picture()
	b.click("[data-action=ask-with-gists]")
	b.visible(".answer-text")
}

// listenToQuestions keeps the questions that the page sends.
func (b *browser) listenToQuestions() {
	b.Helper()
	eval[bool](b, `(() => {
		const send = window.fetch;
		window.asked = [];
		window.fetch = (to, how) => { if (String(to).endsWith("/query")) window.asked.push(JSON.parse(how.body)); return send(to, how); };
		return true;
	})()`)
}

// questions are those that were kept.
func (b *browser) questions() []web.Question {
	b.Helper()
	var asked []web.Question
	if err := json.Unmarshal([]byte(eval[string](b, "JSON.stringify(window.asked)")), &asked); err != nil {
		b.Fatal(err)
	}
	return asked
}

// cutLine is a stream that breaks after so many bytes, once they have come through.
type cutLine struct {
	io.ReadCloser
	left int
}

func (c *cutLine) Read(p []byte) (int, error) {
	if c.left == 0 {
		time.Sleep(500 * time.Millisecond)
		return 0, errors.New("the line is cut")
	}
	n, err := c.ReadCloser.Read(p[:min(len(p), c.left)])
	c.left -= n
	return n, err
}

// TestBrokenStream: an answer whose stream breaks comes to its end all the same, each
// step once, and the question is asked once.
func TestBrokenStream(t *testing.T) {
	h := newHouse(t)
	service, err := url.Parse(h.server.URL)
	if err != nil {
		t.Fatal(err)
	}
	var asked, breaks atomic.Int32
	between := &httputil.ReverseProxy{FlushInterval: -1, ErrorLog: log.New(io.Discard, "", 0),
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(service); r.Out.Host = r.In.Host },
		ModifyResponse: func(r *http.Response) error {
			if r.Request.Method != http.MethodPost || !strings.HasSuffix(r.Request.URL.Path, "/query") {
				return nil
			}
			if r.Request.Header.Get("Last-Event-ID") == "" {
				asked.Add(1)
			}
			if breaks.Add(1) <= 2 {
				r.Body = &cutLine{r.Body, 2500}
			}
			return nil
		}}
	var before, list struct{ Traces []struct{ Steps int } }
	h.call("GET", "/traces", "", &before)
	front := *h
	front.server = httptest.NewServer(between)
	defer front.server.Close()
	b := open(t, &front, "/?workspace=default")
	b.allow = "ERR_INCOMPLETE_CHUNKED_ENCODING"
	b.settled()
	b.ask(kestrel)
	b.reads(".answer-text", "Ashmere")
	b.visible("[data-action=new-conversation]")
	b.click(".steps-head")
	h.call("GET", "/traces", "", &list)
	if len(list.Traces) != len(before.Traces)+1 || asked.Load() != 1 || breaks.Load() != 3 {
		t.Fatalf("%d traces and then %d, asked %d times, %d streams", len(before.Traces), len(list.Traces), asked.Load(), breaks.Load())
	}
	if n := eval[int](b, `document.querySelectorAll(".step").length`); n != list.Traces[0].Steps {
		t.Errorf("%d steps are shown, there were %d", n, list.Traces[0].Steps)
	}
}
