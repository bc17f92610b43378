package embed

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grove/internal/config"
	"grove/internal/fault"
)

// service answers like an embeddings endpoint: the vector of a text is its
// length and 1, and the vectors come in reverse order.
func service(t *testing.T, before func(w http.ResponseWriter, call int32) bool) (*Endpoint, *atomic.Int32) {
	t.Helper()
	var calls atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := calls.Add(1)
		if before != nil && before(w, n) {
			return
		}
		var body struct {
			Model string
			Input []string
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.URL.Path != "/v1/embeddings" || body.Model != "m" || r.Header.Get("Authorization") != "Bearer key" {
			t.Errorf("%s %+v %v", r.URL.Path, body, err)
		}
		var rows []string
		for i := len(body.Input) - 1; i >= 0; i-- {
			rows = append(rows, fmt.Sprintf(`{"index":%d,"embedding":[%d,1]}`, i, len(body.Input[i])))
		}
		fmt.Fprintf(w, `{"data":[%s]}`, strings.Join(rows, ","))
	}))
	t.Cleanup(s.Close)
	e, err := NewEndpoint(EndpointOptions{BaseURL: config.NewAddress(s.URL + "/v1"), Key: "key", Model: "m", Batch: 2, Tries: 3})
	if err != nil {
		t.Fatal(err)
	}
	return e, &calls
}

func TestEndpoint(t *testing.T) {
	e, calls := service(t, nil)
	texts := []string{"a", "bbb", "", "dddddd", "ee"}
	rows, err := e.Embed(context.Background(), texts)
	if err != nil {
		t.Fatal(err)
	}
	if calls.Load() != 3 || e.Dim() != 2 || e.Name() != "m" {
		t.Errorf("%d calls, dimension %d, name %s", calls.Load(), e.Dim(), e.Name())
	}
	for i, r := range rows {
		want := float64(max(len(texts[i]), 1)) // an empty text is sent as a space
		if got := float64(r[0]) / float64(r[1]); math.Abs(got-want) > 1e-6 {
			t.Errorf("text %d: ratio %v, want %v", i, got, want)
		}
		if length := dot(r, r); math.Abs(length-1) > 1e-6 {
			t.Errorf("text %d: squared length %v", i, length)
		}
	}
	if rows, err := e.Embed(context.Background(), nil); err != nil || len(rows) != 0 {
		t.Errorf("no texts: %v %v", rows, err)
	}
}

func TestEndpointTriesAgain(t *testing.T) {
	e, calls := service(t, func(w http.ResponseWriter, call int32) bool {
		if call < 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		return call < 3
	})
	if _, err := e.Embed(context.Background(), []string{"a"}); err != nil || calls.Load() != 3 {
		t.Errorf("%d calls, %v", calls.Load(), err)
	}
}

func TestEndpointFailures(t *testing.T) {
	answer := func(code int, body string) func(http.ResponseWriter, int32) bool {
		return func(w http.ResponseWriter, _ int32) bool {
			w.WriteHeader(code)
			fmt.Fprint(w, body)
			return true
		}
	}
	for name, c := range map[string]struct {
		answer func(http.ResponseWriter, int32) bool
		kind   fault.Kind
		calls  int32
	}{
		"down":              {answer(503, "no"), fault.Unavailable, 3},
		"too many calls":    {answer(429, `{"error":{"message":"slow down"}}`), fault.Unavailable, 3},
		"wrong key":         {answer(401, `{"error":{"message":"who?"}}`), fault.Invalid, 1},
		"unknown model":     {answer(404, `{"error":{"message":"no such model"}}`), fault.Invalid, 1},
		"missing vector":    {answer(200, `{"data":[]}`), fault.BadReply, 1},
		"twice the same":    {answer(200, `{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`), fault.BadReply, 1},
		"index far out":     {answer(200, `{"data":[{"index":-7,"embedding":[1]}]}`), fault.BadReply, 1},
		"empty vector":      {answer(200, `{"data":[{"index":0,"embedding":[]}]}`), fault.BadReply, 1},
		"uneven vectors":    {answer(200, `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]}`), fault.BadReply, 1},
		"endless component": {answer(200, `{"data":[{"index":0,"embedding":[3e38,3e38]},{"index":1,"embedding":[1,2]}]}`), "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			e, calls := service(t, c.answer)
			_, err := e.Embed(context.Background(), []string{"a", "b"})
			if fault.KindOf(err) != c.kind || calls.Load() != c.calls {
				t.Errorf("%d calls, %v (%s), want %d, %s", calls.Load(), err, fault.KindOf(err), c.calls, c.kind)
			}
		})
	}
}

func TestEndpointEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	e, _ := service(t, func(w http.ResponseWriter, _ int32) bool {
		cancel()
		w.WriteHeader(http.StatusServiceUnavailable)
		return true
	})
	if _, err := e.Embed(ctx, []string{"a"}); !fault.Is(err, fault.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestNewEndpointRefuses(t *testing.T) {
	for _, o := range []EndpointOptions{{Model: "m"}, {BaseURL: config.NewAddress("http://localhost")}} {
		if _, err := NewEndpoint(o); !fault.Is(err, fault.Invalid) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestEndpointNotReached: an endpoint that was never reached is reported without retries and
// without the password of its address.
func TestEndpointNotReached(t *testing.T) {
	e, err := NewEndpoint(EndpointOptions{BaseURL: config.NewAddress("http://me:pw@127.0.0.1:1/v1"), Model: "m", Tries: 100})
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	_, err = e.Embed(t.Context(), []string{"a"})
	if !fault.Is(err, fault.Unavailable) || strings.Contains(err.Error(), "pw") || !strings.Contains(fault.Hint(err), "--embed-base-url") {
		t.Errorf("%v, hint %q", err, fault.Hint(err))
	}
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("after %s", took)
	}
}
