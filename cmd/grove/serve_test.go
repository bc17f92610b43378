package main_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// house is a `grove serve` that runs.
type house struct {
	*testing.T
	cmd     *exec.Cmd
	address string
	over    chan struct{}
}

// serve starts the service on a data folder.
func serve(t *testing.T, data string, flags ...string) *house {
	t.Helper()
	return begin(t, data, nil, append([]string{"serve", "--listen", "127.0.0.1:0", "--rate", "1e6", "--burst", "1000000"}, flags...)...)
}

// begin starts a command that serves, with more settings of the environment.
func begin(t *testing.T, data string, env []string, args ...string) *house {
	t.Helper()
	h := &house{T: t, cmd: command(t, append([]string{"GROVE_DATA=" + data, "GROVE_QUIET=1"}, env...), args...), over: make(chan struct{})}
	h.cmd.Stderr = nil
	said, err := h.cmd.StderrPipe()
	must(t, err)
	must(t, h.cmd.Start())
	lines := bufio.NewScanner(said)
	for lines.Scan() && h.address == "" {
		if address, ok := strings.CutPrefix(lines.Text(), "serving "); ok {
			h.address = address
			break
		}
	}
	if h.address == "" {
		t.Fatal("the service did not start")
	}
	go func() {
		for lines.Scan() {
			t.Log(lines.Text())
		}
		_ = h.cmd.Wait() // it is killed
		close(h.over)
	}()
	return h
}

// kill ends it as a loss of power would.
func (h *house) kill() {
	_ = h.cmd.Process.Kill() // it may be over
	<-h.over
}

// send gives the status of a request, 0 where no answer came.
func (h *house) send(method, path, body string, into any) int {
	req, err := http.NewRequestWithContext(h.Context(), method, h.address+path, strings.NewReader(body))
	must(h.T, err)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0
	}
	defer resp.Body.Close() // it was only read
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0
	}
	if into != nil && resp.StatusCode < 300 {
		must(h.T, json.Unmarshal(raw, into))
	}
	return resp.StatusCode
}

const sea = "/v1/workspaces/sea"

// story is a text of its own for each source.
func story(source string) string {
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, "Captain %s%d met Starbuck%d in Nantucket. ", strings.ToUpper(source[:1])+source[1:], i, i%7)
	}
	return b.String()
}

// load uploads and asks from several clients until the service is gone, and gives the
// sources that it acknowledged.
func (h *house) load(round int) []string {
	var mu sync.Mutex
	var acknowledged []string
	var wait sync.WaitGroup
	for client := range 4 {
		wait.Go(func() {
			for i := 0; ; i++ {
				source := fmt.Sprintf("book%d-%d-%d", round, client, i)
				body, err := json.Marshal(map[string]string{"source": source, "text": story(source)})
				must(h.T, err)
				switch status := h.send(http.MethodPost, sea+"/documents", string(body), nil); status {
				case http.StatusAccepted:
					mu.Lock()
					acknowledged = append(acknowledged, source)
					mu.Unlock()
				case 0:
					return
				default:
					h.Errorf("status %d", status)
					return
				}
				h.send(http.MethodPost, sea+"/query", `{"question":"Who met Starbuck1?"}`, nil)
			}
		})
	}
	wait.Wait()
	return acknowledged
}

// TestKilledServe kills the service under load, again and again: what it acknowledged
// is there in the end, and the graph is sound.
func TestKilledServe(t *testing.T) {
	if testing.Short() {
		t.Skip("kills the binary again and again")
	}
	data := t.TempDir()
	h := serve(t, data)
	if status := h.send(http.MethodPost, "/v1/workspaces", `{"name":"sea"}`, nil); status != http.StatusCreated {
		t.Fatalf("status %d", status)
	}
	var acknowledged []string
	for round := range serveKills {
		timer := time.AfterFunc(300*time.Millisecond+rand.N(time.Second), h.kill)
		acknowledged = append(acknowledged, h.load(round)...)
		timer.Stop()
		<-h.over
		h = serve(t, data)
	}
	if len(acknowledged) == 0 {
		t.Fatal("nothing was acknowledged")
	}
	h.settled()
	there := h.sources()
	for _, source := range acknowledged {
		if !there[source] {
			t.Errorf("%s was acknowledged and is lost", source)
		}
	}
	t.Logf("%d uploads acknowledged, %d documents there", len(acknowledged), len(there))
	h.kill()
	if r := runWith(t, []string{"GROVE_DATA=" + data, "GROVE_WORKSPACE=sea", "GROVE_JSON=1"}, "verify"); r.code != 0 {
		t.Errorf("verify: %s%s", r.out, r.err)
	}
}

// settled waits until no job waits or runs.
func (h *house) settled() {
	h.Helper()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		var list struct {
			Jobs []uploadJob
		}
		if status := h.send(http.MethodGet, sea+"/jobs?limit=1000", "", &list); status != http.StatusOK {
			h.Fatalf("status %d", status)
		}
		open := 0
		for _, j := range list.Jobs {
			switch j.State {
			case "done", "cancelled": // cancelled: refused to its client
			case "failed", "partly":
				if !strings.Contains(j.Error, "the process ended") { // it was killed twice over the same job
					h.Fatalf("a job is %s: %s", j.State, j.Error)
				}
				h.send(http.MethodPost, sea+"/jobs/"+j.ID+"/retry", "", nil)
				open++
			default:
				open++
			}
		}
		if open == 0 {
			return
		}
		if time.Now().After(end) {
			h.Fatalf("%d jobs are open still", open)
		}
	}
}

// sources are those of all documents.
func (h *house) sources() map[string]bool {
	h.Helper()
	out := map[string]bool{}
	for after := ""; ; {
		var page struct {
			Documents []struct{ Source string }
			Next      string
		}
		if status := h.send(http.MethodGet, sea+"/documents?limit=1000&after="+after, "", &page); status != http.StatusOK {
			h.Fatalf("status %d", status)
		}
		for _, d := range page.Documents {
			out[d.Source] = true
		}
		if after = page.Next; after == "" {
			return out
		}
	}
}
