package app

import (
	"bytes"
	"compress/gzip"
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grove/ingest"
	"grove/internal/fault"
)

// counted counts the calls of a handler.
type counted struct {
	http.Handler
	calls *atomic.Int32
}

func (c counted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.calls.Add(1)
	c.Handler.ServeHTTP(w, r)
}

func TestBenchIngest(t *testing.T) {
	handler, err := CannedServer()
	if err != nil {
		t.Fatal(err)
	}
	var calls atomic.Int32
	server := httptest.NewServer(counted{handler, &calls})
	defer server.Close()
	var warmed []string
	b, err := BenchIngest(t.Context(), IngestBenchOptions{Items: madeItems(t, 31), Documents: 30, Endpoint: server.URL + "/v1",
		WarmUp: func(_ context.Context, files []string) error { warmed = files; return nil }})
	if err != nil {
		t.Fatal(err)
	}
	if len(warmed) != 2 || b.Documents != 30 || b.Chunks != 30 || b.Calls != 4 || b.CPUMsPerChunk <= 0 || b.PeakMB <= 0 {
		t.Errorf("%+v, warmed up with %v", b, warmed)
	}
	if b.PromptTokensPerCorpusToken <= 1 || b.PromptTokensPerCorpusToken > 2 {
		t.Errorf("%.3f tokens of prompt for a token of text", b.PromptTokensPerCorpusToken)
	}
	sum := 0.0
	for _, ms := range b.ByStage {
		sum += ms
	}
	if sum < b.CPUMsPerChunk*0.99 || sum > b.CPUMsPerChunk*1.01 {
		t.Errorf("the stages %v sum up to %.3f, not to %.3f", b.ByStage, sum, b.CPUMsPerChunk)
	}
	if m := b.OneMore; m == nil || m.ExtractionCalls != 1 {
		t.Errorf("one more: %+v", m)
	}
	if n := int(calls.Load()); n != b.Calls+b.Communities.Calls+1+b.OneMore.Communities.Calls {
		t.Errorf("the server saw %d calls; %+v", n, b)
	}
}

func TestBenchItems(t *testing.T) {
	for name, c := range map[string]struct {
		text      string
		n         int
		documents int
		more      bool
	}{
		"all":               {"{}\n{}\n{}", 0, 3, false},
		"as many":           {"{}\n{}\n", 2, 2, false},
		"one more":          {"{}\n\n{}\n{}\n", 2, 2, true},
		"fewer":             {"{}\n", 5, 1, false},
		"nothing":           {"", 0, 0, false},
		"no end of a line":  {"{}\n{}", 1, 1, true},
		"empty lines count": {"\n \n{}\n", 1, 1, false},
	} {
		dir := t.TempDir()
		from := filepath.Join(dir, "from")
		write(t, from, c.text)
		documents, more, err := benchItems(from, c.n, filepath.Join(dir, "items"), filepath.Join(dir, "more"))
		if err != nil || documents != c.documents || more != c.more {
			t.Errorf("%s: %d documents, more %v, %v", name, documents, more, err)
		}
	}
	if _, _, err := benchItems(filepath.Join(t.TempDir(), "none"), 1, "", ""); !fault.Is(err, fault.Unreadable) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// spin is work that a profile sees.
func spin(for_ time.Duration) {
	n := 0
	for end := time.Now().Add(for_); time.Now().Before(end); {
		n += len(strings.Repeat("x", n%64))
	}
}

func TestStageTimes(t *testing.T) {
	var profile bytes.Buffer
	if err := pprof.StartCPUProfile(&profile); err != nil {
		t.Fatal(err)
	}
	for _, stage := range []string{"a", "b"} {
		if err := ingest.InStage(t.Context(), stage, func(context.Context) error { spin(150 * time.Millisecond); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	pprof.StopCPUProfile()
	times, err := stageTimes(profile.Bytes(), ingest.StageLabel)
	if err != nil || times["a"] <= 0 || times["b"] <= 0 {
		t.Errorf("%v, %v", times, err)
	}
	if other, err := stageTimes(profile.Bytes(), "another"); err != nil || other["a"] != 0 || other[otherStage] < times["a"]+times["b"] {
		t.Errorf("by another label: %v, %v", other, err)
	}
}

// FuzzStageTimes: what is no profile is an error, never a panic.
func FuzzStageTimes(f *testing.F) {
	f.Add([]byte{0x12, 0x04, 0x12, 0x02, 0x01, 0x05, 0x32, 0x01, 'a'})
	f.Add([]byte{0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
	f.Add([]byte{0x09, 1, 2})
	f.Fuzz(func(t *testing.T, raw []byte) {
		var zipped bytes.Buffer
		w := gzip.NewWriter(&zipped)
		if _, err := w.Write(raw); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if times, err := stageTimes(zipped.Bytes(), "stage"); err != nil && times != nil {
			t.Errorf("%v beside %v", times, err)
		}
	})
}
