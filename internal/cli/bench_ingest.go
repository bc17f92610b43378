package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"grove/ingest/canned"
	"grove/internal/app"
	"grove/internal/bench"
	"grove/internal/fault"
	"grove/internal/text"
)

func (c *command) benchIngest() *cobra.Command {
	var o bench.IngestOptions
	cmd := &cobra.Command{
		Use: "ingest", Short: "Benchmark ingest overhead (CPU time without the model)",
		Long: `Ingest documents with a local server in place of the model, and measure the CPU time of
everything else: reading, chunking, prompts, client, journal, graph, text index. The
server is a separate process that replays replies recorded by a first, unmeasured
ingest. The workspace is temporary.`,
		Example: "  grove bench ingest --json\n  grove bench ingest --items corpus.jsonl --documents 500",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.withServer(cmd.Context(), func(ctx context.Context, address string) error {
				o.Endpoint = address
				o.WarmUp = func(ctx context.Context, files []string) error { return warmUp(ctx, address, o.Pack, files) }
				return result(c, c.showIngestBench)(bench.Ingest(ctx, app.OpenBench, o))
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Items, "items", "", "file of JSON lines {id, title, text} (default: generated documents)")
	f.IntVar(&o.Documents, "documents", 0,
		fmt.Sprintf("how many documents (0: all of --items, or %d generated ones)", bench.DefaultDocuments))
	f.IntVar(&o.Pack, "pack", 0, "maximum of short chunks per extraction call (0: 8)")
	f.StringVar(&o.Profile, "cpuprofile", "", "write the CPU profile to a file")
	return cmd
}

func (c *command) showIngestBench(b bench.IngestResult) {
	c.printf("%s, %s, %s: %.3f ms of CPU time per chunk, peak %.1f MB\n",
		text.Count(b.Documents, "document"), text.Count(b.Chunks, "chunk"), text.Count(b.Calls, "call"), b.CPUMsPerChunk, b.PeakMB)
	for _, stage := range slices.Sorted(maps.Keys(b.ByStage)) {
		c.printf("  %-12s %7.3f\n", stage, b.ByStage[stage])
	}
	c.printf("prompts: %.3f tokens per token of text\n", b.PromptTokensPerCorpusToken)
	c.printf("communities: %d in %.0f ms, %s\n", b.Communities.Communities, b.Communities.CPUMs, text.Count(b.Communities.Calls, "call"))
	if m := b.OneMore; m != nil {
		c.printf("one additional document: %.0f ms, %s; communities %.0f ms, %s\n",
			m.CPUMs, text.Count(m.ExtractionCalls, "call"), m.Communities.CPUMs, text.Count(m.Communities.Calls, "call"))
	}
}

// serverCommand is the hidden command under `bench` that stands in for a model.
const serverCommand = "canned-server"

// benchServer serves until its standard input ends, so that it does not outlive the
// process that started it.
func (c *command) benchServer() *cobra.Command {
	return &cobra.Command{
		Use: serverCommand, Short: "Stand in for a model, for `bench ingest`", Hidden: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			handler, err := canned.NewServer()
			if err != nil {
				return err
			}
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				return &fault.Error{Kind: fault.Unavailable, Op: "bench " + serverCommand, Err: err}
			}
			c.printf("http://%s/v1\n", listener.Addr())
			server := http.Server{Handler: handler}
			go func() {
				_, _ = io.Copy(io.Discard, os.Stdin) // only its end matters
				_ = server.Close()
			}()
			if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
				return err
			}
			return nil
		},
	}
}

// withServer runs work while a canned server runs in another process.
func (c *command) withServer(ctx context.Context, work func(ctx context.Context, address string) error) (err error) {
	const op = "bench ingest"
	self, err := os.Executable()
	if err != nil {
		return fault.Wrap(err, op, "")
	}
	server := exec.CommandContext(ctx, self, "bench", serverCommand)
	server.Stderr = c.err
	stop, err := server.StdinPipe()
	if err != nil {
		return fault.Wrap(err, op, "")
	}
	stdout, err := server.StdoutPipe()
	if err != nil {
		return fault.Wrap(err, op, "")
	}
	if err := server.Start(); err != nil {
		return fault.Wrap(err, op, self)
	}
	defer func() { err = errors.Join(err, stop.Close(), server.Wait()) }()
	address, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		return fault.Wrap(err, op, "the canned server gave no address")
	}
	return work(ctx, strings.TrimSpace(address))
}

// withoutSettings removes the variables that are settings of Grove: the defaults are
// measured.
func withoutSettings(environ []string) []string {
	return slices.DeleteFunc(environ, func(v string) bool {
		return strings.HasPrefix(v, "GROVE_") || strings.HasPrefix(v, "OPENAI_")
	})
}

// warmUp ingests the files one after the other in another process, so that the measured
// process starts with cold caches.
func warmUp(ctx context.Context, address string, pack int, files []string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	for _, file := range files {
		child := exec.CommandContext(ctx, self, "ingest", file, "--data", filepath.Join(filepath.Dir(file), "warm"),
			"--model", canned.Model, "--llm-base-url", address, "--pack", strconv.Itoa(pack), "--quiet")
		child.Env = withoutSettings(os.Environ())
		if output, err := child.CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, line(string(output)))
		}
	}
	return nil
}
