package web

import (
	"context"
	"encoding/json"
	"net/http"

	"grove/internal/eval/run"
	"grove/internal/fault"
)

// RunList is a page of runs of evaluations, newest first.
type RunList struct {
	Runs []run.Entry `json:"runs"`
	// Next is the value of from for the next page, -1 on the last page.
	Next int `json:"next"`
}

// reportPolicy allows a report nothing but its own styles: text of documents and models that
// poses as a script, a form or a frame has no effect, and the page has no origin.
const reportPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func listRuns(ctx context.Context, c *call, runs run.Folder) error {
	from, limit := c.number("from"), c.number("limit")
	list, err := runs.List(ctx, from, limit+1)
	out := RunList{Runs: list, Next: -1}
	if len(list) > limit {
		out.Runs, out.Next = list[:limit], from+limit
	}
	return c.result(out, err)
}

func showRun(_ context.Context, c *call, runs run.Folder) error {
	d, err := runs.Get(c.text("id"))
	if d.Summary != nil { // the path on the server is none of the client's business
		d.Summary.Report = "/v1/workspaces/" + c.workspace + "/runs/" + d.Name + "/report"
	}
	return c.result(d, err)
}

func showReport(_ context.Context, c *call, runs run.Folder) error {
	page, size, err := runs.Report(c.text("id"))
	if err != nil {
		return err
	}
	defer func() { _ = page.Close() }() // it was only read
	c.gin.Header("Content-Security-Policy", reportPolicy)
	c.gin.DataFromReader(http.StatusOK, size, explorerTypes[".html"], page, nil)
	return nil
}

// compareRuns shares a comparison under way with the requests for the same one, and bounds how many there are: each loads the
// answers of two runs.
func compareRuns(ctx context.Context, c *call, runs run.Folder) error {
	a, b := c.text("id"), c.text("with")
	body, err := c.server.comparisons.do(ctx, c.workspace+" "+a+" "+b, func(context.Context) ([]byte, error) {
		compared, err := runs.Compare(a, b)
		if err != nil {
			return nil, err
		}
		raw, err := json.Marshal(compared)
		return raw, fault.Wrap(err, "web.compareRuns", a)
	})
	if err != nil {
		return err
	}
	c.gin.Data(http.StatusOK, jsonType, body)
	return nil
}

func deleteRun(_ context.Context, c *call, runs run.Folder) error {
	return c.empty(runs.Delete(c.text("id")))
}
