package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"

	"github.com/spf13/cobra"

	"grove/internal/app"
	"grove/web"
	"grove/web/keys"
)

// defaultListen is reached from this machine alone.
const defaultListen = "127.0.0.1:8787"

func (c *command) serve() *cobra.Command {
	listen := defaultListen
	limits := web.Limits{Upload: 64 << 20, Connections: 4096, Requests: 512, Rate: 50, Burst: 100}
	cmd := &cobra.Command{
		Use: "serve", Short: "Answer by REST, for every workspace of the data folder",
		Long: `Serve the workspaces of --data by REST. GET /openapi.json describes every route.

On this machine alone it needs no keys, as long as there are none; where others
can reach the address it does not start without (` + "`grove keys add`" + `).

Ctrl-C or SIGTERM ends it: no more requests are taken, those under way come to
their end, and jobs that are not done go on when it starts again.`,
		Example: "  grove serve\n  curl -X POST localhost:8787/v1/workspaces -H 'Content-Type: application/json' -d '{\"name\":\"books\"}'\n" +
			"  curl -F file=@moby.txt localhost:8787/v1/workspaces/books/documents",
		Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return c.serving(cmd.Context(), listen, limits) },
	}
	f := cmd.Flags()
	f.StringVar(&listen, "listen", listen, "address to listen on, HOST:PORT")
	f.Var(size{&limits.Upload}, "max-upload", "largest document that is taken, such as 64MB")
	f.IntVar(&limits.Connections, "max-connections", limits.Connections, "connections at a time; one more is refused")
	f.IntVar(&limits.Requests, "max-requests", limits.Requests, "requests at a time; one more is refused")
	f.Float64Var(&limits.Rate, "rate", limits.Rate, "requests a second that a key may make")
	f.IntVar(&limits.Burst, "burst", limits.Burst, "requests at once that a key may make after a rest")
	return cmd
}

// serving serves until ctx ends.
func (c *command) serving(ctx context.Context, listen string, limits web.Limits) (err error) {
	level := slog.LevelInfo
	if c.Quiet {
		level = slog.LevelWarn
	}
	log := slog.New(slog.NewTextHandler(c.err, &slog.HandlerOptions{Level: level}))
	service, err := app.NewService(c.Config, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, service.Close()) }()
	known := keys.Open(c.Data)
	listener, keysRequired, err := web.Listen(ctx, listen, known)
	if err != nil {
		return err
	}
	number, revision := buildVersion()
	handler, err := web.Handler(web.Options{Service: service, Keys: known, KeysRequired: keysRequired, Limits: limits, Log: log, Stopping: ctx.Done(),
		Build: web.Build{Version: number, Revision: revision, Go: runtime.Version()}})
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	address := "http://" + listener.Addr().String()
	fmt.Fprintf(c.err, "serving %s\n", address)
	resumed := make(chan error, 1)
	go func() { resumed <- service.Resume(ctx) }()
	err = web.Serve(ctx, web.Bounded(listener, limits.Connections), handler)
	if failed := <-resumed; failed != nil && ctx.Err() == nil {
		err = errors.Join(err, failed)
	}
	if err != nil {
		return err
	}
	return c.print(map[string]string{"address": address})
}
