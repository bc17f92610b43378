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
	"grove/internal/fault"
)

func (c *command) benchIngest() *cobra.Command {
	var o app.IngestBenchOptions
	cmd := &cobra.Command{
		Use: "ingest", Short: "Measure what an ingest takes of the processor beside the model",
		Long: `Ingest documents against a server on this machine that knows every answer, and
measure the processor time of everything else: reading, chunks, prompts, client,
journal, graph, text index. The server is another process, and a first ingest
teaches it the answers. The workspace is a temporary one.`,
		Example: "  grove bench ingest --json\n  grove bench ingest --items corpus.jsonl --documents 500",
		Args:    usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Documents < 0 || o.Pack < 0 {
				return fault.New(fault.Invalid, "bench ingest", "", "a negative number", "0 is the default")
			}
			return c.withServer(cmd.Context(), func(ctx context.Context, address string) error {
				o.Endpoint = address
				o.WarmUp = func(ctx context.Context, files []string) error { return warmUp(ctx, address, o.Pack, files) }
				b, err := app.BenchIngest(ctx, o)
				if err != nil {
					return err
				}
				return c.showIngestBench(b)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Items, "items", "", "file of JSON lines {id, title, text} (default: made documents)")
	f.IntVar(&o.Documents, "documents", 0, fmt.Sprintf("how many documents (0: all of --items, or %d made ones)", app.DefaultBenchDocuments))
	f.IntVar(&o.Pack, "pack", 0, "most short chunks per extraction call (0: 8)")
	f.StringVar(&o.Profile, "cpuprofile", "", "write the CPU profile to a file")
	return cmd
}

func (c *command) showIngestBench(b app.IngestBench) error {
	if c.JSON {
		return c.print(b)
	}
	fmt.Fprintf(c.out, "%d documents, %d chunks, %d calls: %.3f ms of processor time a chunk, peak %.1f MB\n",
		b.Documents, b.Chunks, b.Calls, b.CPUMsPerChunk, b.PeakMB)
	for _, stage := range slices.Sorted(maps.Keys(b.ByStage)) {
		fmt.Fprintf(c.out, "  %-12s %7.3f\n", stage, b.ByStage[stage])
	}
	fmt.Fprintf(c.out, "prompts: %.3f tokens for a token of text\n", b.PromptTokensPerCorpusToken)
	fmt.Fprintf(c.out, "communities: %d in %.0f ms, %d calls\n", b.Communities.Communities, b.Communities.CPUMs, b.Communities.Calls)
	if m := b.OneMore; m != nil {
		fmt.Fprintf(c.out, "one document more: %.0f ms, %d calls; communities %.0f ms, %d calls\n",
			m.CPUMs, m.ExtractionCalls, m.Communities.CPUMs, m.Communities.Calls)
	}
	return c.out.failed
}

// serverCommand is the hidden command under `bench` that answers as a model would.
const serverCommand = "canned-server"

// benchServer serves until its standard input ends, so that it does not outlive
// whoever started it.
func (c *command) benchServer() *cobra.Command {
	return &cobra.Command{
		Use: serverCommand, Short: "Answer as a model would, for `bench ingest`", Hidden: true,
		Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			handler, err := app.CannedServer()
			if err != nil {
				return err
			}
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				return &fault.Error{Kind: fault.Unavailable, Op: "bench " + serverCommand, Err: err}
			}
			fmt.Fprintf(c.out, "http://%s/v1\n", listener.Addr())
			server := http.Server{Handler: handler}
			go func() {
				_, _ = io.Copy(io.Discard, os.Stdin) // its end is all that matters
				_ = server.Close()
			}()
			if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
				return err
			}
			return nil
		},
	}
}

// withServer runs work beside a server in a process of its own.
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
	said, err := server.StdoutPipe()
	if err != nil {
		return fault.Wrap(err, op, "")
	}
	if err := server.Start(); err != nil {
		return fault.Wrap(err, op, self)
	}
	defer func() { err = errors.Join(err, stop.Close(), server.Wait()) }()
	address, err := bufio.NewReader(said).ReadString('\n')
	if err != nil {
		return fault.Wrap(err, op, "the canned server said nothing")
	}
	return work(ctx, strings.TrimSpace(address))
}

// unset leaves out the variables that are settings of Grove: what is measured is
// the default.
func unset(environ []string) []string {
	return slices.DeleteFunc(environ, func(v string) bool {
		return strings.HasPrefix(v, "GROVE_") || strings.HasPrefix(v, "OPENAI_")
	})
}

// warmUp ingests the files one after the other in a process of its own, so that
// the measured one is fresh.
func warmUp(ctx context.Context, address string, pack int, files []string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	for _, file := range files {
		child := exec.CommandContext(ctx, self, "ingest", file, "--data", filepath.Join(filepath.Dir(file), "warm"),
			"--model", canned.Model, "--llm-base-url", address, "--pack", strconv.Itoa(pack), "--quiet")
		child.Env = unset(os.Environ())
		if said, err := child.CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, line(string(said)))
		}
	}
	return nil
}
