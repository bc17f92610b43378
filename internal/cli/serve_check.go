package cli

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/web"
)

const (
	// checkTime bounds the look at a service, checkBody what is read of its answer.
	checkTime = 10 * time.Second
	checkBody = 64 << 10
)

// checkService asks the service at an address whether it is ready, as a container's
// health check does that has no other program.
func (c *command) checkService(ctx context.Context, address string) error {
	const op = "cli.checkService"
	ctx, stop := context.WithTimeout(ctx, checkTime)
	defer stop()
	unready := func(err error) error {
		return &fault.Error{Kind: fault.Unavailable, Op: op, Item: address, Err: err, Hint: "see the service's log"}
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
	return c.print(map[string]string{"address": address, "status": "ok"})
}
