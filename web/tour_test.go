package web_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"grove/internal/browse"
	"grove/internal/config"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/query"
	"grove/web"
)

// TestTour goes through every route with success where it can have it.
func TestTour(t *testing.T) { onStores(t, testTour) }

func testTour(t *testing.T, c config.Config) {
	h := openOn(t, c, web.Limits{})
	// The first query of a server that has only just started may take longer than a probe.
	for end := time.Now().Add(time.Minute); h.get("/readyz").status != http.StatusOK && time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
	}
	for _, path := range []string{"/livez", "/readyz", "/version", "/docs", "/metrics", "/v1/workspaces", "/v1/agents"} {
		h.get(path).want(http.StatusOK, "")
	}
	ws := h.workspace("sea")
	h.send(http.MethodPost, "/v1/workspaces", `{"name":"`+h.name("sea")+`"}`).want(http.StatusConflict, "conflict")

	accepted := h.send(http.MethodPost, ws+"/documents", jsonOf(web.NewDocument{Source: "moby", NewText: web.NewText{Text: moby, Title: "Moby Dick", Tags: []string{"year=1851"}}}))
	var j jobs.Job
	accepted.want(http.StatusAccepted, "").into(&j)
	stream := h.get(ws+"/jobs/"+string(j.ID)+"/events").want(http.StatusOK, "")
	events := eventsOf(stream.body)
	if len(events) == 0 || events[len(events)-1].name != "done" || !strings.Contains(events[len(events)-1].data, `"state":"done"`) {
		t.Fatalf("events %+v\n%s", events, h.log)
	}
	again := eventsOf(h.get(ws+"/jobs/"+string(j.ID)+"/events", "Last-Event-ID", events[len(events)-1].id).want(http.StatusOK, "").body)
	if len(again) != 1 || again[0].name != "done" {
		t.Errorf("resumed at the end: %+v", again)
	}
	if got := h.ended(ws, h.upload(ws+"/documents", "notes.md", "# Whales\n\nThe white whale lives in the sea. Ahab hunts the white whale.\n", "tag", "kind=note")); got.State != graph.JobDone {
		t.Fatalf("%+v\n%s", got, h.log)
	}

	var documents web.DocumentList
	h.get(ws + "/documents").into(&documents)
	if len(documents.Documents) != 2 {
		t.Fatalf("%+v", documents)
	}
	i := slices.IndexFunc(documents.Documents, func(d browse.Document) bool { return d.Source == "moby" })
	d := documents.Documents[i]
	if d.Title != "Moby Dick" || !slices.Equal(d.Tags, []string{"year=1851"}) || d.IngestedAt.IsZero() {
		t.Errorf("%+v", d)
	}
	var first, second web.DocumentList
	h.get(ws + "/documents?limit=1").into(&first)
	h.get(ws + "/documents?limit=1&after=" + string(first.Next)).into(&second)
	if len(first.Documents) != 1 || len(second.Documents) != 1 || first.Documents[0].ID == second.Documents[0].ID {
		t.Errorf("pages %+v, %+v", first, second)
	}
	h.get(ws+"/documents/"+string(d.ID)).want(http.StatusOK, "")
	var chunks web.ChunkList
	h.get(ws+"/documents/"+string(d.ID)+"/chunks").want(http.StatusOK, "").into(&chunks)
	if len(chunks.Chunks) == 0 || chunks.Chunks[0].Text != moby {
		t.Errorf("chunks %+v", chunks)
	}

	var hits web.HitList
	h.get(ws+"/search?q=white+whale&k=3").want(http.StatusOK, "").into(&hits)
	if len(hits.Hits) == 0 || !strings.Contains(hits.Hits[0].Text, "white whale") {
		t.Errorf("hits %+v", hits)
	}
	h.tourQuery(ws)
	h.tourGraph(ws)
	h.tourScopes(ws, d)
	h.tourRuns("sea", ws)
	h.tourTraces(ws)
	h.tourReading(ws, d)
	h.tourGists(ws, d)
	h.tourCuration(ws)
	h.tourExchange(ws)

	if lines := h.get(ws+"/export").want(http.StatusOK, ""); strings.Count(string(lines.body), "\n") < 5 {
		t.Errorf("export %s", lines.body)
	}
	replaced := h.ended(ws, h.send(http.MethodPut, ws+"/documents/"+string(d.ID), `{"text":"Bartleby would prefer not to."}`))
	if replaced.State != graph.JobDone {
		t.Errorf("%+v", replaced)
	}
	h.get(ws + "/documents/" + string(d.ID) + "/chunks").into(&chunks)
	if len(chunks.Chunks) != 1 || !strings.HasPrefix(chunks.Chunks[0].Text, "Bartleby") {
		t.Errorf("after PUT %+v", chunks)
	}
	h.send(http.MethodPost, ws+"/documents", jsonOf(web.NewDocument{Source: "moby", NewText: web.NewText{Text: moby}})).want(http.StatusConflict, "source_taken")
	h.ended(ws, h.ask(http.MethodDelete, ws+"/documents/"+string(d.ID), nil))
	h.get(ws+"/documents/"+string(d.ID)).want(http.StatusNotFound, "not_found")

	var jobs web.JobList
	h.get(ws+"/jobs?limit=10").want(http.StatusOK, "").into(&jobs)
	h.tourJobs(ws, jobs, d.ID)
	if len(jobs.Jobs) != 7 || jobs.Jobs[0].Kind != "delete" {
		t.Errorf("%d jobs", len(jobs.Jobs))
	}
	for _, what := range []string{"cancel", "retry"} {
		h.ask(http.MethodPost, ws+"/jobs/"+string(j.ID)+"/"+what, nil).want(http.StatusConflict, "conflict")
	}
	h.ask(http.MethodDelete, ws, nil).want(http.StatusNoContent, "")
	h.get(ws+"/stats").want(http.StatusNotFound, "not_found")

	h.done["openapi"]++
	for path, item := range h.spec.Paths.Map() {
		for method, o := range item.Operations() {
			if h.done[o.OperationID] == 0 {
				t.Errorf("%s %s was never asked", method, path)
			}
		}
	}
}

func (h *house) tourQuery(ws string) {
	h.Helper()
	const question = `{"question":"Who commands the Pequod?","agent":"graphreader"}`
	var answer query.Answer
	h.send(http.MethodPost, ws+"/query", question).want(http.StatusOK, "").into(&answer)
	if answer.Trace != nil {
		h.Errorf("a trace that was not asked for: %d steps", len(answer.Trace))
	}
	if source := answer.Citations[0].Document.Source; source != "moby" {
		h.Errorf("the citation's source is %q", source)
	}
	h.send(http.MethodPost, ws+"/query?include=trace", question).want(http.StatusOK, "").into(&answer)
	if answer.Answer == "" || len(answer.Trace) == 0 {
		h.Errorf("answer %+v", answer)
	}
	events := eventsOf(h.send(http.MethodPost, ws+"/query", question, "Accept", "text/event-stream").want(http.StatusOK, "").body)
	var names []string
	for _, e := range events {
		names = append(names, e.name)
	}
	for _, want := range []string{"plan", "step", "references", "token", "usage", "done"} {
		if !slices.Contains(names, want) {
			h.Errorf("no event %s in %v", want, names)
		}
	}
	if steps := len(names) - 4; steps != len(answer.Trace) {
		h.Errorf("%d steps live, %d in the trace", steps, len(answer.Trace))
	}
	const bounded = `{"question":"Who commands it?","history":[{"question":"What is the Pequod?","answer":"a ship"}],"max_tokens":100000,"timeout":60,` +
		`"filters":{"tags":["year=1851"]}}`
	h.send(http.MethodPost, ws+"/query", bounded).want(http.StatusOK, "").into(&answer)
	if answer.Asked == "" && answer.Answer == "" {
		h.Errorf("a follow-up: %+v", answer)
	}
	h.send(http.MethodPost, ws+"/query", `{"question":"Who commands it?","filters":{"tags":["year=1900"]}}`).want(http.StatusOK, "").into(&answer)
	if !answer.Abstained {
		h.Errorf("outside the filter: %+v", answer)
	}
	h.send(http.MethodPost, ws+"/query", `{"question":"Who?","agent":"nobody"}`, "Accept", "text/event-stream").want(http.StatusBadRequest, "invalid")
	h.send(http.MethodPost, ws+"/query", `{"question":"Who?","window":20}`).want(http.StatusBadRequest, "window_too_small")
}

func (h *house) tourGraph(ws string) {
	h.Helper()
	var counts graph.Counts
	h.get(ws+"/stats").want(http.StatusOK, "").into(&counts)
	if counts.Documents != 2 || counts.KeyElements == 0 {
		h.Errorf("counts %+v", counts)
	}
	h.get(ws+"/schema").want(http.StatusOK, "")
	var found web.EntityList
	h.get(ws+"/entities?q=ahab").want(http.StatusOK, "").into(&found)
	if len(found.Entities) == 0 {
		h.Fatalf("no Ahab: %+v", counts)
	}
	ahab := found.Entities[0]
	h.get(ws+"/entities?limit=2").want(http.StatusOK, "")
	var e browse.Entity
	h.get(ws+"/entities/"+string(ahab.ID)).want(http.StatusOK, "").into(&e)
	if len(e.Evidence) == 0 {
		h.Errorf("entity %+v", e)
	}
	h.get(ws+"/entities/"+url.PathEscape("no/body")).want(http.StatusNotFound, "not_found")
	for _, via := range []string{"relations", "facts"} {
		var part browse.Subgraph
		h.get(ws+"/graph?depth=2&via="+via+"&seed="+string(ahab.ID)).want(http.StatusOK, "").into(&part)
		if len(part.Nodes) == 0 || part.Nodes[0].ID != ahab.ID || via == "facts" && len(part.Edges) == 0 {
			h.Errorf("around by %s: %+v", via, part)
		}
		h.get(ws + "/graph?depth=2&limit=2&via=" + via + "&seed=" + string(ahab.ID)).into(&part)
		if len(part.Nodes) > 2 || via == "facts" && (!part.Cut || part.Total.Nodes <= 2) {
			h.Errorf("bounded by %s: %d nodes, cut %v", via, len(part.Nodes), part.Cut)
		}
	}
	var two browse.Subgraph
	h.get(ws+"/graph?depth=0&seed=pequod&seed="+string(ahab.ID)).want(http.StatusOK, "").into(&two)
	if len(two.Nodes) != 2 || two.Nodes[0].Depth+two.Nodes[1].Depth != 0 {
		h.Errorf("two seeds: %+v", two.Nodes)
	}
	var people browse.Subgraph
	h.get(ws+"/graph?depth=3&via=facts&type=Person&seed="+string(ahab.ID)).want(http.StatusOK, "").into(&people)
	for _, n := range people.Nodes[1:] {
		if n.Type != "Person" {
			h.Errorf("not a person: %+v", n)
		}
	}
	h.get(ws+"/graph?relation=x+y&seed="+string(ahab.ID)).want(http.StatusBadRequest, "invalid")
	h.get(ws+"/paths?from="+string(ahab.ID)+"&to=pequod").want(http.StatusOK, "")
	h.tourCommunities(ws)
}
