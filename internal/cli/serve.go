package cli

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/internal/fault"
	"grove/internal/telemetry"
	"grove/web"
	"grove/web/keys"
)

// serving has the flags of a service.
type serving struct {
	// open is the workspace whose address in the explorer is shown; "" for none.
	open                string
	listen, private     string
	drain               time.Duration
	logFormat, logLevel string
	limits              web.Limits
	// origins are the origins whose pages may use the service.
	origins []string
	// spool is the most bytes of uploads that wait in a workspace.
	spool int64
}

// usualServing returns the defaults, by which only this machine reaches the service.
func usualServing() serving {
	return serving{listen: "127.0.0.1:8787", drain: 30 * time.Second, logFormat: logText, logLevel: "info", spool: 4 << 30,
		limits: web.Limits{Upload: 64 << 20, Connections: 4096, Requests: 512, Rate: 50, Burst: 100}}
}

func (c *command) serve() *cobra.Command {
	s, check := usualServing(), false
	cmd := &cobra.Command{
		Use: "serve", Short: "Answer by REST, for every workspace of the data folder",
		Long: `Serve the workspaces of --data by REST, with the explorer. GET /openapi.json describes
every route.

On a loopback address no API key is needed unless keys exist. On any other address the
service does not start without keys (` + "`grove keys add`" + `).

Ctrl-C or SIGTERM shuts the service down: /readyz reports not ready, new requests are
refused, and running requests and jobs have --drain to finish. Unfinished jobs continue
at the next start. A second Ctrl-C stops at once.`,
		Example: "  grove serve\n" +
			"  curl -X POST localhost:8787/v1/workspaces -H 'Content-Type: application/json' -d '{\"name\":\"books\"}'\n" +
			"  curl -F file=@moby.txt localhost:8787/v1/workspaces/books/documents",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if check {
				return c.checkService(cmd.Context(), s.listen)
			}
			return c.runService(cmd.Context(), s)
		},
	}
	f := cmd.Flags()
	f.StringVar(&s.listen, "listen", s.listen, "address to listen on, HOST:PORT")
	f.StringVar(&s.private, "debug-listen", "", "loopback address for profiles and metrics, such as 127.0.0.1:6060")
	f.BoolVar(&check, "check", false, "do not serve; exit 0 if the service at --listen is ready")
	f.DurationVar(&s.drain, "drain", s.drain, "time for running requests and jobs to finish at shutdown")
	f.StringVar(&s.logFormat, "log-format", s.logFormat, "log format: text or json")
	f.StringVar(&s.logLevel, "log-level", s.logLevel, "log level: debug, info, warn or error (--quiet: warn)")
	f.Var(size{&s.limits.Upload}, "max-upload", "largest upload, such as 64MB")
	f.Var(size{&s.spool}, "max-spool", "most disk space of queued uploads per workspace")
	f.IntVar(&s.limits.Connections, "max-connections", s.limits.Connections, "most concurrent connections")
	f.IntVar(&s.limits.Requests, "max-requests", s.limits.Requests, "most concurrent requests")
	f.Float64Var(&s.limits.Rate, "rate", s.limits.Rate, "requests per second and key")
	f.StringSliceVar(&s.origins, "allow-origin", nil, "origin whose pages may use the service (CORS), such as https://example.org; "+
		"may be repeated")
	f.IntVar(&s.limits.Burst, "burst", s.limits.Burst, "burst of requests allowed per key")
	return cmd
}

// flushTime is the longest time for sending the last spans.
const flushTime = 5 * time.Second

// runService serves until ctx ends.
func (c *command) runService(ctx context.Context, s serving) (err error) {
	log, err := c.logger(s.logFormat, s.logLevel)
	if err != nil {
		return err
	}
	slog.SetDefault(log) // recovered panics are logged there
	build := ownBuild()
	number, revision := build["version"], build["revision"]
	tracing, err := telemetry.NewTracing(ctx, os.LookupEnv, number, log)
	if err != nil {
		return err
	}
	defer func() {
		end, stop := context.WithTimeout(context.WithoutCancel(ctx), flushTime)
		defer stop()
		err = errors.Join(err, tracing.Close(end))
	}()
	release, err := app.LockService(c.Data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	service, err := app.NewService(c.Config, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, service.Close()) }()
	service.TraceWith(tracing)
	service.BoundSpool(s.spool)
	known := keys.Open(c.Data)
	listener, keysRequired, err := web.Listen(ctx, s.listen, known)
	if err != nil {
		return err
	}
	handler, err := web.Handler(web.Options{Service: service, Keys: known, KeysRequired: keysRequired, Limits: s.limits,
		Origins: s.origins, Log: log,
		Stopping: ctx.Done(),
		Metrics:  service.Metrics(), Tracing: tracing, Build: web.Build{Version: number, Revision: revision, Go: runtime.Version()}})
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	endPrivate, err := c.servePrivate(ctx, s.private, service.Metrics())
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer func() { err = errors.Join(err, endPrivate()) }()
	address := "http://" + listener.Addr().String()
	c.warnf("serving %s\n", address)
	if s.open != "" {
		c.notef("open %s/?workspace=%s\n", address, s.open)
	}
	resumed := make(chan error, 1)
	go func() {
		var err error
		defer func() { resumed <- err }()
		defer fault.Recover(ctx, &err, "serve.resume", "")
		err = service.Resume(ctx)
	}()
	err = web.Serve(ctx, web.Bounded(listener, s.limits.Connections), handler, web.Drain{Time: s.drain, Jobs: service.Drain})
	if failed := <-resumed; failed != nil && ctx.Err() == nil {
		err = errors.Join(err, failed)
	}
	if err != nil {
		return err
	}
	c.show(map[string]string{"address": address}, nil)
	return nil
}

// servePrivate serves profiles and metrics, where an address is given, until end is
// called: also while the service drains.
func (c *command) servePrivate(ctx context.Context, address string, m *telemetry.Metrics) (end func() error, err error) {
	if address == "" {
		return func() error { return nil }, nil
	}
	l, err := web.ListenPrivate(ctx, address)
	if err != nil {
		return nil, err
	}
	c.notef("profiles and metrics http://%s/debug/pprof/ and /metrics\n", l.Addr())
	open, stop := context.WithCancel(context.WithoutCancel(ctx))
	over := make(chan error, 1)
	go func() { over <- web.Serve(open, l, web.Local(telemetry.Private(m)), web.Drain{Time: time.Second}) }()
	return func() error {
		stop()
		return <-over
	}, nil
}

// The forms of a service's log.
const (
	logText = "text"
	logJSON = "json"
)

// logger writes the service's log to standard error; its entries have the ids of the
// request, workspace and job that they are about.
func (c *command) logger(format, level string) (*slog.Logger, error) {
	var least slog.Level
	if err := least.UnmarshalText([]byte(level)); err != nil {
		return nil, usageError{fault.New(fault.Invalid, "cli.logger", level, "not a level of the log",
			"--log-level debug, info, warn or error")}
	}
	if c.Quiet {
		least = max(least, slog.LevelWarn)
	}
	options := &slog.HandlerOptions{Level: least}
	switch format {
	case logText:
		return slog.New(telemetry.Log(slog.NewTextHandler(c.err, options))), nil
	case logJSON:
		return slog.New(telemetry.Log(slog.NewJSONHandler(c.err, options))), nil
	}
	return nil, usageError{fault.New(fault.Invalid, "cli.logger", format, "not a form of the log", "--log-format text or json")}
}

const (
	// checkTime bounds the time of a check, checkBody the bytes that are read of the reply.
	checkTime = 10 * time.Second
	checkBody = 64 << 10
)

// checkService checks that the service at an address is ready: the health check of a
// container that has no other program.
func (c *command) checkService(ctx context.Context, address string) error {
	const op = "cli.checkService"
	ctx, stop := context.WithTimeout(ctx, checkTime)
	defer stop()
	unready := func(err error) error {
		return fault.From(fault.Unavailable, op, address, err, "see the service's log")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/readyz", nil)
	if err != nil {
		return usageError{fault.New(fault.Invalid, op, address, "not an address", "give HOST:PORT, such as 127.0.0.1:8787")}
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return unready(err)
	}
	defer resp.Body.Close() // it was only read
	raw, err := io.ReadAll(io.LimitReader(resp.Body, checkBody))
	if err != nil {
		return unready(err)
	}
	if resp.StatusCode != http.StatusOK {
		var p web.Problem
		if err := json.Unmarshal(raw, &p); err != nil {
			return unready(err)
		}
		return fault.New(fault.Unavailable, op, address, "not ready: "+strings.Join(p.Failing, ", "), "see the service's log")
	}
	c.show(map[string]string{"address": address, "status": "ok"}, nil)
	return nil
}
