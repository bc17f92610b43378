package web

import (
	"context"
	"net/http"

	"grove/internal/eval/run"
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

func listRuns(ctx context.Context, c *call, w Workspace) error {
	from, limit := c.number("from"), c.number("limit")
	list, err := w.Runs().List(ctx, from, limit+1)
	out := RunList{Runs: list, Next: -1}
	if len(list) > limit {
		out.Runs, out.Next = list[:limit], from+limit
	}
	return c.result(out, err)
}

func showRun(_ context.Context, c *call, w Workspace) error {
	d, err := w.Runs().Get(c.text("id"))
	if d.Summary != nil { // the path on the server is none of the client's business
		d.Summary.Report = "/v1/workspaces/" + c.workspace + "/runs/" + d.Name + "/report"
	}
	return c.result(d, err)
}

func showReport(_ context.Context, c *call, w Workspace) error {
	page, size, err := w.Runs().Report(c.text("id"))
	if err != nil {
		return err
	}
	defer func() { _ = page.Close() }() // it was only read
	c.gin.Header("Content-Security-Policy", reportPolicy)
	c.gin.DataFromReader(http.StatusOK, size, explorerTypes[".html"], page, nil)
	return nil
}

func compareRuns(_ context.Context, a arguments, w Workspace) (any, error) {
	return w.Runs().Compare(a.text("id"), a.text("with"))
}

func deleteRun(_ context.Context, c *call, w Workspace) error {
	if err := w.Runs().Delete(c.text("id")); err != nil {
		return err
	}
	return c.empty()
}
