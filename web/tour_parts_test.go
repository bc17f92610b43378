package web_test

import (
	"encoding/json"
	"grove/cypher"
	"grove/internal/config"
	"net/http"
	"slices"
	"strings"
	"testing"

	"grove/ingest"
	"grove/internal/browse"
	"grove/internal/curate"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/traces"
	"grove/web"
	"grove/web/keys"
)

// tourReading reads a document in its pieces, and asks what another would cost.
func (h *house) tourReading(ws string, d browse.Document) {
	h.Helper()
	var p browse.Passage
	h.get(ws+"/documents/"+string(d.ID)+"/text?start=8&end=12").want(http.StatusOK, "").into(&p)
	if p.Text != "Ahab" || p.Runes != len(moby) || p.Document.Source != "moby" {
		h.Errorf("passage %+v", p)
	}
	h.get(ws + "/documents/" + string(d.ID) + "/text").into(&p)
	if p.Text != moby || p.End != len(moby) {
		h.Errorf("the whole text: %+v", p)
	}
	h.get(ws + "/documents/" + string(d.ID) + "/text?start=100000").into(&p)
	if p.Text != "" || p.Start != len(moby) {
		h.Errorf("beyond the end: %+v", p)
	}
	var facts web.FactList
	h.get(ws+"/documents/"+string(d.ID)+"/facts").want(http.StatusOK, "").into(&facts)
	if len(facts.Facts) < 3 || facts.Next != -1 || len(facts.Facts[0].About) == 0 || facts.Facts[0].About[0].Name == "" {
		h.Errorf("facts %+v", facts)
	}
	var whole, part, none browse.Subgraph
	graphOf := ws + "/documents/" + string(d.ID) + "/graph"
	h.get(graphOf).want(http.StatusOK, "").into(&whole)
	h.get(graphOf + "?start=8&end=12").into(&part)
	h.get(graphOf + "?start=100000&end=100001").into(&none)
	if len(part.Nodes) == 0 || len(part.Nodes) >= len(whole.Nodes) || len(whole.Edges) == 0 || len(none.Nodes) > 0 || whole.Cut {
		h.Errorf("the graph of the document %+v, of its first name %+v, of none %+v", whole, part, none)
	}
	before := h.get(ws + "/stats").body
	var e ingest.Estimate
	h.send(http.MethodPost, ws+"/documents/estimate", `{"source":"other","text":"Another text about a whale."}`).want(http.StatusOK, "").into(&e)
	if e.Documents.New != 1 || e.Chunks != 1 || e.PromptTokens == 0 {
		h.Errorf("estimate %+v", e)
	}
	if after := h.get(ws + "/stats").body; string(before) != string(after) {
		h.Errorf("an estimate changed %s to %s", before, after)
	}
	if j := h.ended(ws, h.ask(http.MethodPost, ws+"/documents/"+string(d.ID)+"/retry", nil)); j.State != graph.JobDone || j.Kind != "reread" {
		h.Errorf("retry %+v", j)
	}
}

// tourCuration merges, splits and takes back, and decides on the schema.
// tourGists makes gists of a document, reads them, and has none made any more.
func (h *house) tourGists(ws string, d browse.Document) {
	h.Helper()
	episodes := ws + "/documents/" + string(d.ID) + "/episodes"
	var list web.EpisodeList
	h.get(episodes).want(http.StatusOK, "").into(&list)
	if len(list.Episodes) != 0 {
		h.Errorf("episodes that nobody asked for: %+v", list)
	}
	h.get(ws+"/documents/d/episodes").want(http.StatusNotFound, "not_found")
	for body, kind := range map[string]string{`{"documents":[]}`: "invalid", `{"documents":["d"],"preset":"9/10"}`: "invalid",
		`{"documents":["d"],"max_calls":-1}`: "invalid", `{"documents":["` + string(graph.DocumentID("nobody")) + `"]}`: "not_found"} {
		h.send(http.MethodPost, ws+"/gists", body).want(map[string]int{"invalid": http.StatusBadRequest, "not_found": http.StatusNotFound}[kind], kind)
	}
	question := `{"question":"Who hunts the whale?","agent":"readagent-p","filters":{"documents":["` + string(d.ID) + `"]}`
	h.send(http.MethodPost, ws+"/query", question+`}`).want(http.StatusConflict, "conflict")
	h.send(http.MethodPost, ws+"/query", question+`,"make_gists":true}`).want(http.StatusOK, "")
	h.send(http.MethodPost, ws+"/query", question+`}`).want(http.StatusOK, "")
	body := `{"documents":["` + string(d.ID) + `"],"preset":"20/5","max_tokens":100000}`
	if j := h.ended(ws, h.send(http.MethodPost, ws+"/gists", body)); j.State != graph.JobDone || j.Kind != "gists" {
		h.Errorf("job %+v", j)
	}
	h.get(episodes+"?limit=1").want(http.StatusOK, "").into(&list)
	if len(list.Episodes) != 1 || list.Episodes[0].Gist == "" || list.Episodes[0].Preset != "20/5" {
		h.Errorf("episodes %+v", list)
	}
	var shown browse.Document
	h.get(ws + "/documents/" + string(d.ID)).into(&shown)
	if shown.Gists != "20/5" {
		h.Errorf("document %+v", shown)
	}
}

func (h *house) tourCuration(ws string) {
	h.Helper()
	h.get(ws+"/duplicates").want(http.StatusOK, "")
	var d curate.Decided
	h.send(http.MethodPost, ws+"/entities/merge", `{"entities":["ishmael","queequeg"]}`).want(http.StatusOK, "").into(&d)
	if len(d.Entities) != 1 || d.Decision.Kind != "merge" {
		h.Fatalf("merged: %+v", d)
	}
	var list web.DecisionList
	h.get(ws+"/decisions").want(http.StatusOK, "").into(&list)
	if len(list.Decisions) != 1 || list.Decisions[0].ID != d.Decision.ID {
		h.Errorf("decisions %+v", list)
	}
	h.send(http.MethodPost, ws+"/entities/"+string(d.Entities[0].ID)+"/split", `{"names":["queequeg"]}`).want(http.StatusOK, "").into(&d)
	h.get(ws + "/decisions").into(&list)
	for _, one := range slices.Backward(list.Decisions) {
		h.ask(http.MethodDelete, ws+"/decisions/"+string(one.ID), nil).want(http.StatusOK, "")
	}
	h.get(ws + "/decisions").into(&list)
	if len(list.Decisions) != 0 {
		h.Errorf("left: %+v", list)
	}
	h.send(http.MethodPost, ws+"/entities/apart", `{"entities":["ishmael","queequeg"]}`).want(http.StatusOK, "").into(&d)
	if len(d.Entities) != 2 || d.Decision.Kind != "apart" || !slices.Equal(d.Decision.Names, []string{"Ishmael", "Queequeg"}) {
		h.Errorf("set apart: %+v", d)
	}
	h.ask(http.MethodDelete, ws+"/decisions/"+string(d.Decision.ID), nil).want(http.StatusOK, "")
	h.send(http.MethodPost, ws+"/entities/apart", `{"entities":["ishmael","ishmael"]}`).want(http.StatusBadRequest, "invalid")
	h.send(http.MethodPost, ws+"/entities/apart", `{"entities":["ishmael"]}`).want(http.StatusBadRequest, "invalid")
	h.ask(http.MethodDelete, ws+"/decisions/x", nil).want(http.StatusNotFound, "not_found")
	h.send(http.MethodPost, ws+"/entities/merge", `{"entities":["ishmael"]}`).want(http.StatusBadRequest, "invalid")
	var evidence web.EvidenceList
	h.get(ws+"/entities/ahab/evidence?limit=1").want(http.StatusOK, "").into(&evidence)
	if len(evidence.Evidence) != 1 || evidence.Total < 2 {
		h.Errorf("evidence %+v", evidence)
	}
	h.tourSchema(ws)
}

func (h *house) tourSchema(ws string) {
	h.Helper()
	var s browse.Schema
	h.get(ws+"/schema").want(http.StatusOK, "").into(&s)
	h.get(ws+"/schema/proposals?state=all").want(http.StatusOK, "")
	proposal := ws + "/schema/proposals/relation:HUNTED_BY"
	h.ask(http.MethodPost, proposal+"/accept", nil).want(http.StatusOK, "")
	h.send(http.MethodPost, ws+"/query", `{"question":"Who hunts Moby Dick?","agent":"tree"}`).want(http.StatusOK, "")
	h.ask(http.MethodPost, proposal+"/undo", nil).want(http.StatusOK, "")
	h.ask(http.MethodPost, proposal+"/reject", nil).want(http.StatusOK, "")
	h.ask(http.MethodPost, proposal+"/undo", nil).want(http.StatusOK, "")
	h.ask(http.MethodPost, proposal+"/undo", nil).want(http.StatusNotFound, "not_found")
	h.get(proposal).want(http.StatusNotFound, "not_found")
	var history web.SchemaHistory
	h.get(ws+"/schema/history").want(http.StatusOK, "").into(&history)
	if len(history.Versions) < 2 {
		h.Errorf("history %+v", history)
	}
	var change curate.SchemaChange
	h.send(http.MethodPut, ws+"/schema", `{"dry":true,"schema":`+jsonOf(s.Schema.Seed())+`}`).want(http.StatusOK, "").into(&change)
	if change.Done || len(change.Lost) != 0 {
		h.Errorf("the same seed: %+v", change)
	}
	h.send(http.MethodPut, ws+"/schema", `{"schema":{"types":7}}`).want(http.StatusBadRequest, "invalid")
}

// tourExchange reads an export into another workspace, where it is the same.
func (h *house) tourExchange(ws string) {
	h.Helper()
	const statement = `{"statement":"MATCH (d:Document {title: $t}) RETURN count(d) AS n","params":{"t":"none"}}`
	if h.config.Store == config.Neo4j {
		var table cypher.Table
		h.send(http.MethodPost, ws+"/cypher", statement).want(http.StatusOK, "").into(&table)
		if len(table.Rows) != 1 || table.Columns[0] != "n" {
			h.Errorf("%+v", table)
		}
		h.send(http.MethodPost, ws+"/cypher", `{"statement":"MATCH (n) DELETE n"}`).want(http.StatusBadRequest, "invalid")
	} else {
		h.send(http.MethodPost, ws+"/cypher", statement).want(http.StatusBadRequest, "invalid")
	}
	lines := string(h.get(ws+"/export?format=jsonl").want(http.StatusOK, "").body)
	if strings.Count(lines, "\n") < 5 {
		h.Fatalf("export %s", lines)
	}
	copied := h.workspace("copy")
	if j := h.ended(copied, h.ask(http.MethodPost, copied+"/import", strings.NewReader(lines), "Content-Type", "application/x-ndjson")); j.State != graph.JobDone {
		h.Fatalf("import %+v\n%s", j, h.log)
	}
	if again := string(h.get(copied + "/export").body); again != lines {
		h.Errorf("the copy differs: %d and %d bytes", len(lines), len(again))
	}
	h.ask(http.MethodPost, copied+"/import", strings.NewReader(lines), "Content-Type", "application/x-ndjson").want(http.StatusConflict, "conflict")
	h.ask(http.MethodPost, copied+"/import", strings.NewReader(lines), "Content-Type", "text/plain").want(http.StatusUnsupportedMediaType, "media_type")
	h.ask(http.MethodDelete, copied, nil).want(http.StatusNoContent, "")
}

// TestImportRefused: a damaged export is a job that failed, and leaves nothing.
func TestImportRefused(t *testing.T) { onStores(t, testImportRefused) }

func testImportRefused(t *testing.T, c config.Config) {
	h := openOn(t, c, web.Limits{})
	ws := h.workspace("sea")
	j := h.ended(ws, h.ask(http.MethodPost, ws+"/import", strings.NewReader("{\n"), "Content-Type", "application/x-ndjson"))
	if j.State != graph.JobFailed || j.Error == "" {
		t.Errorf("%+v", j)
	}
	var counts graph.Counts
	h.get(ws + "/stats").into(&counts)
	if counts.Documents != 0 {
		t.Errorf("%+v", counts)
	}
}

// tourTraces looks at what was asked.
func (h *house) tourTraces(ws string) {
	h.Helper()
	var list, next web.TraceList
	h.get(ws+"/traces?limit=1").want(http.StatusOK, "").into(&list)
	h.get(ws+"/traces?limit=1&before="+list.Next).want(http.StatusOK, "").into(&next)
	if len(list.Traces) != 1 || len(next.Traces) != 1 || list.Traces[0].ID <= next.Traces[0].ID {
		h.Fatalf("traces %+v, %+v", list, next)
	}
	path := ws + "/traces/" + list.Traces[0].ID
	var t traces.Trace
	h.get(path).want(http.StatusOK, "").into(&t)
	events := eventsOf(h.get(path+"/replay?speed=0").want(http.StatusOK, "").body)
	if n := len(t.Answer.Trace); n == 0 || len(events) != n+4 || events[len(events)-1].name != "done" {
		h.Errorf("%d steps, replayed %+v", n, events)
	}
	if r := h.get(path+"/replay?after=1000000").want(http.StatusOK, ""); r.header.Get("Content-Type") != "text/event-stream" {
		h.Errorf("a replay without events is of type %q", r.header.Get("Content-Type"))
	}
	h.ask(http.MethodDelete, path, nil).want(http.StatusNoContent, "")
	for _, gone := range []string{path, path + "/replay", ws + "/traces/..%2f..%2fkeys.json", ws + "/traces/x"} {
		h.get(gone).want(http.StatusNotFound, "not_found")
	}
}

// tourScopes looks at some documents only.
func (h *house) tourScopes(ws string, d browse.Document) {
	h.Helper()
	for q, want := range map[string]int{"?q=mob": 1, "?q=Dick": 1, "?q=zzz": 0, "?tag=year%3D1851": 1, "?tag=year%3D1851&tag=kind%3Dnote": 0,
		"?since=2001-01-01": 2, "?since=2901-01-01T00:00:00Z": 0, "?document=" + string(d.ID): 1} {
		var list web.DocumentList
		h.get(ws+"/documents"+q).want(http.StatusOK, "").into(&list)
		if len(list.Documents) != want {
			h.Errorf("documents%s: %d, want %d", q, len(list.Documents), want)
		}
	}
	for _, q := range []string{"?since=yesterday", "?tag=red", "?tag=%3Dx"} {
		h.get(ws+"/documents"+q).want(http.StatusBadRequest, "invalid")
	}
	var hits web.HitList
	h.get(ws+"/search?q=whale+ahab&tag=kind%3Dnote").want(http.StatusOK, "").into(&hits)
	if len(hits.Hits) != 1 || hits.Hits[0].Document.ID == d.ID {
		h.Errorf("hits in the scope %+v", hits)
	}
	var all, some browse.Subgraph
	h.get(ws + "/graph?via=facts&seed=ahab").into(&all)
	h.get(ws+"/graph?via=facts&seed=ahab&tag=kind%3Dnote").want(http.StatusOK, "").into(&some)
	if len(some.Nodes) < 2 || len(some.Nodes) >= len(all.Nodes) {
		h.Errorf("%d nodes in the scope, %d in all", len(some.Nodes), len(all.Nodes))
	}
	var paths browse.PathList
	h.get(ws+"/paths?from=ahab&to=pequod&document="+string(d.ID)).want(http.StatusOK, "").into(&paths)
	if paths.Cypher == "" {
		h.Error("no Cypher for paths")
	}
}

// tourJobs pages through the jobs that a list has, filters them, and looks for the document that
// the first of them brought.
func (h *house) tourJobs(ws string, all web.JobList, document graph.ID) {
	h.Helper()
	var paged []jobs.Job
	for next := ""; ; {
		var page web.JobList
		h.get(ws+"/jobs?limit=2&state=done&state=partly&after="+next).want(http.StatusOK, "").into(&page)
		paged = append(paged, page.Jobs...)
		if next = string(page.Next); next == "" {
			break
		}
	}
	if len(paged) != len(all.Jobs) || paged[0].ID != all.Jobs[0].ID {
		h.Errorf("%d jobs by pages, %d at once", len(paged), len(all.Jobs))
	}
	var failed web.JobList
	h.get(ws+"/jobs?state=failed").want(http.StatusOK, "").into(&failed)
	if len(failed.Jobs) != 0 {
		h.Errorf("failed jobs: %+v", failed.Jobs)
	}
	h.get(ws+"/jobs?state=lost").want(http.StatusBadRequest, "invalid")
	h.get(ws+"/jobs?after=nojob").want(http.StatusNotFound, "not_found")
	var result struct {
		Documents []graph.ID `json:"document_ids"`
	}
	if err := json.Unmarshal(paged[len(paged)-1].Result, &result); err != nil || len(result.Documents) != 1 ||
		result.Documents[0] != document {
		h.Errorf("the first job's documents: %v, %v", result.Documents, err)
	}
}

// TestGistsOfAQuestion: gists that a question needs are made with a key that may write alone, and only if that is asked for.
func TestGistsOfAQuestion(t *testing.T) {
	h := open(t, web.Limits{})
	ws := h.workspace("gists")
	h.ended(ws, h.send(http.MethodPost, ws+"/documents", jsonOf(web.NewDocument{Source: "moby", NewText: web.NewText{Text: moby}})))
	question := `{"question":"Who hunts the whale?","agent":"readagent-p","make_gists":true}`
	reader, writer := bearer(h.key("reader", keys.Read, keys.Everywhere)), bearer(h.key("writer", keys.Write, keys.Everywhere))
	refused := h.send(http.MethodPost, ws+"/query", question, reader...).want(http.StatusConflict, "conflict")
	if !strings.Contains(string(refused.body), "write") || !strings.Contains(string(refused.body), " call") {
		t.Errorf("refused: %s", refused.body)
	}
	h.send(http.MethodPost, ws+"/query", strings.Replace(question, "true", "false", 1), writer...).want(http.StatusConflict, "conflict")
	h.send(http.MethodPost, ws+"/query", question, writer...).want(http.StatusOK, "")
	h.send(http.MethodPost, ws+"/query", question, reader...).want(http.StatusOK, "")
}
