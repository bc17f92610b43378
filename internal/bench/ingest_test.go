package bench

import (
	"bytes"
	"compress/gzip"
	"context"
	"os"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"grove/ingest"
	"grove/internal/fault"
)

func TestCopyItems(t *testing.T) {
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
		if err := os.WriteFile(from, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		documents, more, err := copyItems(from, c.n, filepath.Join(dir, "items"), filepath.Join(dir, "more"))
		if err != nil || documents != c.documents || more != c.more {
			t.Errorf("%s: %d documents, more %v, %v", name, documents, more, err)
		}
	}
	if _, _, err := copyItems(filepath.Join(t.TempDir(), "none"), 1, "", ""); !fault.Is(err, fault.Unreadable) {
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
