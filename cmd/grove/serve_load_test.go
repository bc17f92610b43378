//go:build load

package main_test

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// questions are of the bundled sample; the last has no answer there.
var questions = []string{
	"Who was the chief mate of the Pequod?", "Where was the leader of the Kestrel Expedition born?", "What did Queequeg carry to the inn?",
	"青屿潮汐站的第一任站长是谁？", "Which ship did the expedition take its name from?", "Who painted the portrait of Isolde Quill?",
}

// TestLoad has 200 clients ask questions with the offline model for a minute (or
// GROVE_TEST_LOAD), each by a stream of events: no error, and memory that does not
// grow. It prints how long questions took.
func TestLoad(t *testing.T) {
	const clients = 200
	long := time.Minute
	if given := os.Getenv("GROVE_TEST_LOAD"); given != "" {
		var err error
		if long, err = time.ParseDuration(given); err != nil {
			t.Fatal(err)
		}
	}
	data := t.TempDir()
	if r := runWith(t, []string{"GROVE_DATA=" + data, "GROVE_JSON=1", "GROVE_QUIET=1"}, "demo", "--workspace", "sea"); r.code != 0 {
		t.Fatal(r.err)
	}
	h := serve(t, data)
	defer h.kill()
	var mu sync.Mutex
	var took []time.Duration
	failed := map[string]int{}
	end := time.Now().Add(long)
	var wait sync.WaitGroup
	for client := range clients {
		wait.Go(func() {
			for i := client; time.Now().Before(end); i++ {
				started := time.Now()
				err := h.ask(questions[i%len(questions)])
				mu.Lock()
				took = append(took, time.Since(started))
				if err != "" {
					failed[err]++
				}
				mu.Unlock()
			}
		})
	}
	var memory []int
	for time.Now().Before(end) {
		time.Sleep(long / 12)
		memory = append(memory, h.resident())
	}
	wait.Wait()
	slices.Sort(took)
	t.Logf("%d questions by %d clients in %s: p50 %s, p99 %s, longest %s; failed %v; MB resident over time %v",
		len(took), clients, long, took[len(took)/2], took[len(took)*99/100], took[len(took)-1], failed, memory)
	if len(failed) > 0 {
		t.Errorf("failed: %v", failed)
	}
	// The first quarter fills caches and buffers.
	early, late := slices.Max(memory[:len(memory)/2]), slices.Max(memory[len(memory)/2:])
	if late > early*5/4+64 {
		t.Errorf("memory grows: %v", memory)
	}
}

// ask asks by a stream, and says what is wrong with it, "" for nothing.
func (h *house) ask(question string) string {
	req, err := http.NewRequestWithContext(h.Context(), http.MethodPost, h.address+sea+"/query", strings.NewReader(fmt.Sprintf(`{"question":%q}`, question)))
	must(h.T, err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "text/event-stream")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err.Error()
	}
	defer resp.Body.Close() // it was only read
	if resp.StatusCode != http.StatusOK {
		return resp.Status
	}
	last := ""
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		if event, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			last = event
		}
	}
	if lines.Err() != nil || last != "done" {
		return fmt.Sprintf("ended with %q, %v", last, lines.Err())
	}
	return ""
}

// resident is the memory of the service in MB.
func (h *house) resident() int {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", h.cmd.Process.Pid))
	must(h.T, err)
	_, after, _ := strings.Cut(string(raw), "VmRSS:")
	kb, err := strconv.Atoi(strings.Fields(after)[0])
	must(h.T, err)
	return kb >> 10
}
