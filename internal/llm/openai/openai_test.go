package openai

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/llm/llmtest"
)

const testKey = `sk-se/cret"0123456789`

// client asks a server that answers as o says, with waits made short.
func client(t *testing.T, o llmtest.Options, change func(*Options)) (*Client, *llmtest.Server) {
	t.Helper()
	server := llmtest.NewServer(o)
	t.Cleanup(server.Close)
	options := Options{BaseURL: config.NewAddress(server.URL()), Model: "test-model", APIKey: testKey, Backoff: time.Millisecond}
	if change != nil {
		change(&options)
	}
	c, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	return c, server
}

func request(text string) llm.Request {
	return llm.Request{Messages: []llm.Message{llm.System("be brief", ""), llm.User(text)}, Limits: llm.Limits{MaxTokens: 100}, Name: "stage.step/1"}
}

func structured(text string) llm.Request {
	r := request(text)
	r.ReplySchema = json.RawMessage(`{"type":"object","properties":{"a":{"type":"string"}}}`)
	return r
}

func TestCompleteSendsAndReads(t *testing.T) {
	hostile := "quote \" ` \\ \n\x00 MATCH (n) DELETE n 青鱼 <b>"
	var got llmtest.Request
	c, _ := client(t, llmtest.Options{Key: testKey, Reply: func(r llmtest.Request) llmtest.Reply {
		got = r
		return llmtest.Reply{Content: r.Last(), PromptTokens: 11, CompletionTokens: 7, Reasoning: "hm"}
	}}, nil)
	reply, err := c.Complete(t.Context(), structured(hostile))
	if err != nil {
		t.Fatal(err)
	}
	if want := (llm.Reply{Text: hostile, PromptTokens: 11, CompletionTokens: 7}); reply != want {
		t.Errorf("reply %+v, want %+v", reply, want)
	}
	if got.Temperature == nil || *got.Temperature != 0 {
		t.Errorf("temperature 0 is sent as %v", got.Temperature)
	}
	if got.MaxTokens != 100 || got.FormatType() != "json_schema" || got.ResponseFormat.JSONSchema.Name != "stage_step_1" ||
		string(got.ResponseFormat.JSONSchema.Schema) != string(structured("").ReplySchema) || got.ResponseFormat.JSONSchema.Strict {
		t.Errorf("sent %+v", got)
	}
	warm := request("x")
	warm.Temperature = 0.7
	if _, err := c.Complete(t.Context(), warm); err != nil || *got.Temperature != 0.7 || got.FormatType() != "" {
		t.Errorf("sent %+v, error %v", got, err)
	}
}

func words(s string) int { return len(strings.Fields(s)) }

// promptTokens counts a prompt as the client estimates it.
func promptTokens(r llmtest.Request) int {
	return (&Client{options: Options{Counter: words}}).promptTokens(llm.Request{Messages: r.Messages})
}

func checkBooked(t *testing.T, session *llm.Session, s *llmtest.Server) {
	t.Helper()
	u, billed := session.Usage(), s.Stats().Billed
	if (llmtest.Bill{Replies: u.Calls, PromptTokens: u.PaidPrompt, CompletionTokens: u.PaidCompletion}) != billed {
		t.Errorf("counted %+v, the server sent %+v", u, billed)
	}
}

func TestReply(t *testing.T) {
	for _, c := range []struct {
		name string
		says llmtest.Reply
		want llm.Reply
		kind fault.Kind
	}{
		{name: "truncated", says: llmtest.Reply{Content: "a b", Finish: "length", PromptTokens: 1, CompletionTokens: 2},
			want: llm.Reply{Text: "a b", PromptTokens: 1, CompletionTokens: 2, Truncated: true}},
		{name: "the endpoint's cache", says: llmtest.Reply{Content: "a", PromptTokens: 9, CompletionTokens: 1, PrefixTokens: 6},
			want: llm.Reply{Text: "a", PromptTokens: 9, CompletionTokens: 1, PrefixTokens: 6}},
		{name: "more in the cache than asked", says: llmtest.Reply{Content: "a", PromptTokens: 9, CompletionTokens: 1, PrefixTokens: 10},
			want: llm.Reply{Text: "a", PromptTokens: 9, CompletionTokens: 1, PrefixTokens: 9}},
		{name: "nothing left after reasoning", says: llmtest.Reply{Content: "<think>on and on", Finish: "length", PromptTokens: 1, CompletionTokens: 2},
			want: llm.Reply{PromptTokens: 1, CompletionTokens: 2, Truncated: true}},
		{name: "no usage", says: llmtest.Reply{Content: "<think>hm</think>\nyes it is", NoUsage: true},
			want: llm.Reply{Text: "yes it is", PromptTokens: 2*messageOverhead + 7, CompletionTokens: 4}},
		{name: "refusal", says: llmtest.Reply{Refusal: "I will not"}, kind: fault.BadReply},
		{name: "content filter", says: llmtest.Reply{Finish: "content_filter"}, kind: fault.BadReply},
		{name: "reasoning block alone", says: llmtest.Reply{Content: "<think>on and on</think>"}, kind: fault.BadReply},
	} {
		t.Run(c.name, func(t *testing.T) {
			cl, s := client(t, llmtest.Options{Reply: func(llmtest.Request) llmtest.Reply { return c.says }, PromptTokens: promptTokens},
				func(o *Options) { o.Counter = words })
			session := llmtest.Session(cl, llm.Bounds{})
			got, err := llmtest.Ask(t.Context(), session, request("how so now"))
			if fault.KindOf(err) != c.kind || err == nil && got != c.want {
				t.Errorf("got %+v, %v", got, err)
			}
			checkBooked(t, session, s)
			if s.Stats().Requests != 1 {
				t.Errorf("%d requests", s.Stats().Requests)
			}
		})
	}
}

// always fails every chat call, first the first n.
func always(f *llmtest.Fault) func(llmtest.Try) *llmtest.Fault { return firstTries(1<<30, f) }

func firstTries(n int, f *llmtest.Fault) func(llmtest.Try) *llmtest.Fault {
	return func(t llmtest.Try) *llmtest.Fault {
		if t.N <= n {
			return f
		}
		return nil
	}
}

// faultCase is a fault of the server and what follows from it.
type faultCase struct {
	name  string
	fault *llmtest.Fault
	// tries is how many calls are made while the fault stays.
	tries int
	kind  fault.Kind
	// says and hint are parts of the error and its hint.
	says, hint string
}

const retries = 3

func faultCases() []faultCase {
	echoed := "no such thing: " + testKey
	return []faultCase{
		{"408", llmtest.Status(408, "", echoed), retries + 1, fault.Unavailable, "gave up after 4 attempts: HTTP 408", ""},
		{"409", llmtest.Status(409, "", echoed), retries + 1, fault.Unavailable, "HTTP 409", ""},
		{"429", llmtest.Status(429, "rate_limit_exceeded", echoed), retries + 1, fault.Unavailable, "HTTP 429", "--rpm"},
		{"500", llmtest.Status(500, "", echoed), retries + 1, fault.Unavailable, "HTTP 500", "http://127.0.0.1"},
		{"503", llmtest.Status(503, "", echoed), retries + 1, fault.Unavailable, "HTTP 503", ""},
		{"524 as HTML", &llmtest.Fault{Status: 524, Body: "<html>" + testKey}, retries + 1, fault.Unavailable, "HTTP 524", ""},
		{"dropped", llmtest.Drop(), retries + 1, fault.Unavailable, "gave up after 4 attempts", "can be reached"},
		{"cut off", llmtest.CutOff(), retries + 1, fault.Unavailable, "read the response", ""},
		{"hangs", llmtest.Hang(), retries + 1, fault.Unavailable, "timed out: no answer within 200ms", "more time"},
		{"half JSON", llmtest.HalfJSON(), 3, fault.Unavailable, "gave up after 3 attempts", "OpenAI-compatible"},
		{"HTML", llmtest.HTML(), 3, fault.Unavailable, "text/html", "OpenAI-compatible"},
		{"empty", llmtest.Empty(), 3, fault.Unavailable, "the response is empty", ""},
		{"other protocol", llmtest.WrongShape(), 3, fault.Unavailable, "neither choices nor data", ""},
		{"no choices", llmtest.NoChoices(), 3, fault.Unavailable, "no choice", ""},
		{"choices of another form", &llmtest.Fault{Body: `{"choices":"none"}`}, 3, fault.Unavailable, "choices", ""},
		{"list", &llmtest.Fault{Body: `[1]`}, 3, fault.Unavailable, "not a JSON object", ""},
		{"no text", llmtest.NoText(), 3, fault.BadReply, "reply is empty (finish reason stop, 5 tokens)", "test-model"},
		{"only reasoning", llmtest.OnlyReasoning(), 1, fault.BadReply, "reasoning without an answer (finish reason stop, 700 tokens)", "reasoning off"},
		{"stalls", llmtest.Stall(), retries + 1, fault.Unavailable, "timed out", "more time"},
		{"500 with a reply", &llmtest.Fault{Status: 500, Body: llmtest.NoText().Body}, retries + 1, fault.Unavailable, "HTTP 500", ""},
		{"error in a success", &llmtest.Fault{Body: `{"error":{"code":429,"message":"slow"}}`}, retries + 1, fault.Unavailable, "HTTP 429 Too Many Requests: slow", ""},
		{"unnumbered error in a success", &llmtest.Fault{Body: `{"error":"broken"}`}, retries + 1, fault.Unavailable, "HTTP 502 Bad Gateway: broken", ""},
		{"401", llmtest.Status(401, "invalid_api_key", echoed), 1, fault.Unavailable, "HTTP 401", "GROVE_LLM_API_KEY"},
		{"403", llmtest.Status(403, "", echoed), 1, fault.Unavailable, "HTTP 403", "GROVE_LLM_API_KEY"},
		{"404", llmtest.Status(404, "model_not_found", echoed), 1, fault.Unavailable, "HTTP 404", "test-model"},
		{"402", llmtest.Status(402, "", "Insufficient Balance"), 1, fault.Unavailable, "HTTP 402", "billing"},
		{"429 without quota", llmtest.Status(429, "insufficient_quota", echoed), 1, fault.Unavailable, "HTTP 429", "billing"},
		{"400", llmtest.Status(400, "", "bad\x00\nrequest"), 1, fault.Invalid, "HTTP 400 Bad Request: bad request", ""},
		{"422 in a detail", &llmtest.Fault{Status: 422, Body: `{"detail":[{"msg":"odd"}]}`}, 1, fault.Invalid, "odd", ""},
		{"400 in a list", &llmtest.Fault{Status: 400, Body: `[{"error":{"message":"odd"}}]`}, 1, fault.Invalid, "odd", ""},
		{"501", llmtest.Status(501, "", ""), 1, fault.Unavailable, "HTTP 501", ""},
		{"too long", llmtest.Status(400, "context_length_exceeded", "max_tokens is not supported"), 1, fault.WindowTooSmall, "HTTP 400", "smaller window"},
		{"413", llmtest.Status(413, "", ""), 1, fault.WindowTooSmall, "HTTP 413", ""},
		{"filtered", llmtest.Status(400, "content_filter", ""), 1, fault.BadReply, "HTTP 400", ""},
		{"redirected", &llmtest.Fault{Status: 307, Header: http.Header{"Location": {"http://else.invalid/v1"}}}, 1, fault.Invalid, "else.invalid", "GROVE_LLM_BASE_URL"},
	}
}

// TestFaults also holds that the session counts every reply that the server sent, readable or not.
func TestFaults(t *testing.T) {
	for _, c := range faultCases() {
		t.Run(c.name, func(t *testing.T) {
			options := func(o *Options) {
				o.Retries, o.Counter = retries, words
				if c.fault.Hang {
					o.Timeout = 200 * time.Millisecond
				}
			}
			server := llmtest.Options{PromptTokens: promptTokens, Break: always(c.fault)}
			cl, s := client(t, server, options)
			session := llmtest.Session(cl, llm.Bounds{})
			_, err := llmtest.Ask(t.Context(), session, request("q"))
			checkBooked(t, session, s)
			if fault.KindOf(err) != c.kind || !strings.Contains(fmt.Sprint(err), c.says) || !strings.Contains(fault.Hint(err), c.hint) {
				t.Errorf("error %v (%s), hint %q", err, fault.KindOf(err), fault.Hint(err))
			}
			if s.Stats().Requests != c.tries {
				t.Errorf("%d calls, want %d", s.Stats().Requests, c.tries)
			}
			if all := fmt.Sprintf("%v %+v %s", err, err, fault.Hint(err)); strings.Contains(all, "se/cret") || strings.ContainsAny(all, "\n\x00") {
				t.Errorf("the error shows the key or breaks the line: %q", all)
			}
			if !strings.Contains(fmt.Sprint(err), s.URL()) {
				t.Errorf("the error does not name the endpoint: %v", err)
			}
			if c.tries == 1 {
				return
			}
			server.Break = firstTries(1, c.fault)
			cl, s = client(t, server, options)
			session = llmtest.Session(cl, llm.Bounds{})
			r, err := llmtest.Ask(t.Context(), session, request("q"))
			checkBooked(t, session, s)
			calls := s.Stats().Requests
			if c.fault.Hang {
				calls = min(calls, 2) // a busy machine may be late once more
			}
			if err != nil || r.Text != "q" || calls != 2 {
				t.Errorf("after one failure: %+v, %v, %d calls", r, err, calls)
			}
		})
	}
}

// TestBudgetHoldsForUnreadableReplies: replies that only reason use up the budget like others.
func TestBudgetHoldsForUnreadableReplies(t *testing.T) {
	const budget, perCall = 6000, 712
	for name, f := range map[string]*llmtest.Fault{"only reasoning": llmtest.OnlyReasoning(), "no text": llmtest.NoText(), "half JSON": llmtest.HalfJSON()} {
		cl, s := client(t, llmtest.Options{PromptTokens: promptTokens, Break: always(f)}, func(o *Options) { o.Counter = words })
		session := llmtest.Session(cl, llm.Bounds{MaxTotalTokens: budget})
		var err error
		for calls := 0; calls < 500 && llm.LimitOf(err) == ""; calls++ {
			_, err = llmtest.Ask(t.Context(), session, request("q"))
		}
		if b := s.Stats().Billed; llm.LimitOf(err) == "" || b.PromptTokens+b.CompletionTokens > budget+perCall {
			t.Errorf("%s: %+v, %v", name, b, err)
		}
		checkBooked(t, session, s)
	}
}

// TestRefusedConnection: an endpoint that was never reached is reported at once, by the setting
// to change; one that was reached before is tried again.
func TestRefusedConnection(t *testing.T) {
	for _, before := range []bool{false, true} {
		c, s := client(t, llmtest.Options{}, func(o *Options) { o.Retries, o.Backoff = 2, 100*time.Millisecond })
		session := llmtest.Session(c, llm.Bounds{})
		if before {
			if _, err := llmtest.Ask(t.Context(), session, request("p")); err != nil {
				t.Fatal(err)
			}
		}
		s.Close()
		_, err := llmtest.Ask(t.Context(), session, request("q"))
		if !fault.Is(err, fault.Unavailable) || strings.Contains(err.Error(), "gave up after 3 attempts") != before ||
			!strings.Contains(err.Error(), "refused") || strings.Contains(fault.Hint(err), "--llm-base-url") == before {
			t.Errorf("reached before: %v: %v, hint %q", before, err, fault.Hint(err))
		}
	}
}

func TestWrongKeyIsNotShown(t *testing.T) {
	c, _ := client(t, llmtest.Options{Key: "another"}, nil) // the server repeats what it was sent
	_, err := llmtest.Ask(t.Context(), llmtest.Session(c, llm.Bounds{}), request("q"))
	if !fault.Is(err, fault.Unavailable) || strings.Contains(err.Error(), "cret") || !strings.Contains(err.Error(), "[API key]") {
		t.Error(err)
	}
}

func TestCancelling(t *testing.T) {
	for name, f := range map[string]*llmtest.Fault{"in a call": llmtest.Hang(), "between tries": llmtest.RetryAfter("Retry-After", "60")} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			c, s := client(t, llmtest.Options{Break: func(llmtest.Try) *llmtest.Fault {
				time.AfterFunc(50*time.Millisecond, cancel)
				return f
			}}, func(o *Options) { o.Concurrency = 1 })
			var wg sync.WaitGroup
			start := time.Now()
			for range 3 {
				wg.Go(func() {
					if _, err := llmtest.Ask(ctx, llmtest.Session(c, llm.Bounds{}), request("q")); !fault.Is(err, fault.Canceled) {
						t.Errorf("got %v", err)
					}
				})
			}
			wg.Wait()
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("stopped after %s", took)
			}
			if n := s.Stats().Requests; n != 1 {
				t.Errorf("%d calls were made", n)
			}
		})
	}
	c, s := client(t, llmtest.Options{}, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := llmtest.Ask(ctx, llmtest.Session(c, llm.Bounds{}), request("q")); !fault.Is(err, fault.Canceled) || s.Stats().Requests != 0 {
		t.Errorf("got %v, %d calls", err, s.Stats().Requests)
	}
}

func TestBrokenEndpointAnswersAll(t *testing.T) {
	c, s := client(t, llmtest.Options{Broken: 0.5}, nil)
	var wg sync.WaitGroup
	const n = 60
	for i := range n {
		wg.Go(func() {
			text := fmt.Sprint("q", i)
			if r, err := llmtest.Ask(t.Context(), llmtest.Session(c, llm.Bounds{}), request(text)); err != nil || r.Text != text {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
	wg.Wait()
	st := s.Stats()
	if st.Paid != n || st.PaidTwice != 0 || st.Failed == 0 || st.Requests != n+st.Failed || st.Widest > DefaultConcurrency {
		t.Errorf("stats %+v", st)
	}
}
