package main_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"grove/ingest/ingesttest"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/offline"
	"grove/internal/storetest/neo4jtest"
)

// people writes n records, a few sentences each.
func people(t *testing.T, file string, n int) {
	t.Helper()
	var b strings.Builder
	towns := []string{"Lisbon", "Turin", "Ghent", "Bergen", "Porto", "Riga"}
	for i := range n {
		name := fmt.Sprintf("%s %s", []string{"Anna", "Boris", "Clara", "David", "Elena"}[i%5], strings.ToUpper(string(rune('A'+i%26)))+fmt.Sprintf("ers%ck", 'a'+i/26%26))
		fmt.Fprintf(&b, `{"id":"p%d","title":"%s","text":"%s was born in %s in %d. %s was a sailor. %s was married to %s."}`+"\n",
			i, name, name, towns[i%6], 1800+i, name, name, fmt.Sprintf("Maria Vo%ck", 'a'+i%26))
	}
	write(t, file, b.String())
}

// TestKilledIngest kills an ingest at random moments and then lets it end: the
// graph is that of an ingest in peace, and no reply is paid for twice but those
// that were on their way.
func TestKilledIngest(t *testing.T) {
	if testing.Short() {
		t.Skip("kills the binary again and again")
	}
	for _, model := range []string{"steady", "broken"} {
		t.Run(model+"/embedded", func(t *testing.T) { killedIngest(t, model, nil, peopleOf(t, 400), 400) })
		t.Run(model+"/neo4j", func(t *testing.T) {
			uri, user, password := neo4jtest.Server(t)
			killedIngest(t, model, []string{"GROVE_STORE=neo4j", "GROVE_NEO4J_URI=" + uri, "GROVE_NEO4J_USER=" + user, "GROVE_NEO4J_PASSWORD=" + password}, peopleOf(t, 200), 200)
		})
	}
}

// inFlight is how many calls a killed process may have had on their way.
const inFlight = 4

// peopleOf is a file of n records.
func peopleOf(t *testing.T, n int) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "people.jsonl")
	people(t, file, n)
	return file
}

// killedIngest holds an ingest of the corpus, of so many documents, to what
// TestKilledIngest says.
func killedIngest(t *testing.T, model string, store []string, corpus string, documents int) {
	speaker := ingesttest.Speaker{Kit: offline.New()}
	options := llmtest.Options{Latency: 5 * time.Millisecond}
	if model == "broken" {
		speaker.Broken, options.Broken = 0.1, 0.1
	}
	options.Reply = speaker.Reply
	dir := t.TempDir()
	environment := func(server *llmtest.Server, workspace string) []string {
		return append([]string{"GROVE_MODEL=test-model", "GROVE_LLM_BASE_URL=" + server.URL(), "GROVE_LLM_API_KEY=k", "GROVE_CONCURRENCY=" + strconv.Itoa(inFlight),
			"GROVE_DATA=" + filepath.Join(dir, "data"), "GROVE_WORKSPACE=" + workspace, "GROVE_JSON=1", "GROVE_QUIET=1"}, store...)
	}
	exported := func(env []string, name string) string {
		file := filepath.Join(dir, name)
		if r := runWith(t, env, "export", file, "--format", "jsonl"); r.code != 0 {
			t.Fatalf("export: %s", r.out)
		}
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}

	peace := llmtest.NewServer(options)
	defer peace.Close()
	env := environment(peace, neo4jtest.Workspace())
	began := time.Now()
	if r := runWith(t, env, "ingest", corpus); r.code != 0 {
		t.Fatalf("ingest in peace: %d %s%s", r.code, r.out, r.err)
	}
	took := time.Since(began)
	want := exported(env, "peace.jsonl")
	if n := strings.Count(want, `"kind":"document"`); n != documents {
		t.Fatalf("%d documents in the export, want %d", n, documents)
	}

	server := llmtest.NewServer(options)
	defer server.Close()
	env = environment(server, neo4jtest.Workspace())
	survived, n := 0, ingestKills
	// Each run gets about its share of the work done before it is killed.
	longest := max(3*took/time.Duration(n), 300*time.Millisecond)
	for range n {
		cmd := command(t, env, "ingest", corpus)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Duration(rand.Int64N(int64(longest))), func() { _ = cmd.Process.Signal(syscall.SIGKILL) })
		if err := cmd.Wait(); err == nil {
			survived++
		}
	}
	if r := runWith(t, env, "ingest", corpus); r.code != 0 {
		t.Fatalf("ingest after the kills: %d %s%s", r.code, r.out, r.err)
	}
	if got := exported(env, "killed.jsonl"); got != want {
		t.Errorf("after %d kills the export differs from the uninterrupted one: %s", n, difference(got, want))
	}
	if r := runWith(t, env, "verify"); r.code != 0 {
		t.Errorf("verify: %s", r.out)
	}
	stats := server.Stats()
	if stats.PaidTwice > (n-survived)*inFlight {
		t.Errorf("%d replies were paid for twice, at most %d were on their way in %d kills", stats.PaidTwice, (n-survived)*inFlight, n-survived)
	}
	t.Logf("%d kills (%d runs ended first), %d calls, %d failed, %d paid twice; in peace %d calls", n, survived, stats.Requests, stats.Failed, stats.PaidTwice, peace.Stats().Requests)
}

// difference shows the first lines in which two exports differ.
func difference(got, want string) string {
	x, y := strings.Split(got, "\n"), strings.Split(want, "\n")
	n := 0
	for n < min(len(x), len(y))-1 && x[n] == y[n] {
		n++
	}
	return fmt.Sprintf("line %d is\n%s\nnot\n%s", n+1, x[n], y[n])
}

// command is the binary with an environment of its own.
func command(t *testing.T, env []string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, args...)
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "GROVE_") {
			cmd.Env = append(cmd.Env, e)
		}
	}
	cmd.Env = append(cmd.Env, env...)
	cmd.Stdout, cmd.Stderr = io.Discard, io.Discard
	return cmd
}
