package web

import (
	"time"

	"grove/internal/graph"
)

// scopeParams are the parameters that bound a read to some documents.
func scopeParams() []param {
	return []param{
		queryList("document", "the id of a document to include, by default all; may be repeated"),
		tagForm.like(queryList("tag", "a tag (key=value) that documents must have; may be repeated, then all are required")),
		given(timeForm.like(queryText("since", "a date or an RFC 3339 time: only documents ingested since then are included"))),
	}
}

// scope reads them.
func (c *call) scope() (graph.Scope, error) {
	s := graph.Scope{Tags: c.list("tag")}
	for _, id := range c.list("document") {
		s.Documents = append(s.Documents, graph.ID(id))
	}
	if since := c.text("since"); since != "" {
		var err error
		if s.Since, err = time.Parse(time.DateOnly, since); err != nil {
			if s.Since, err = time.Parse(time.RFC3339, since); err != nil {
				return s, badParam("since", "neither a date nor a time", "give 2026-01-31 or 2026-01-31T12:00:00Z")
			}
		}
	}
	return s, s.Check()
}
