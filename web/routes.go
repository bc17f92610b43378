package web

import (
	"net/http"

	"grove/internal/graph"
	"grove/query"
	"grove/web/keys"
)

// in is where a workspace's routes are.
const in = "/v1/workspaces/{workspace}"

// routes are all routes of the service.
func routes() []route {
	var all []route
	for _, group := range [][]route{healthRoutes(), workspaceRoutes(), documentRoutes(), jobRoutes(), queryRoutes(), graphRoutes()} {
		all = append(all, group...)
	}
	return all
}

func healthRoutes() []route {
	return []route{
		{method: http.MethodGet, path: "/livez", id: "live", summary: "The process answers", answers: ok(Health{}), serve: live},
		{method: http.MethodGet, path: "/readyz", id: "ready", summary: "Store, index and jobs work", answers: ok(Health{}), serve: ready},
		{method: http.MethodGet, path: "/version", id: "version", summary: "Which Grove answers", answers: ok(Build{}), serve: version},
		{method: http.MethodGet, path: "/openapi.json", id: "openapi", summary: "This document", answers: ok(map[string]any{}), serve: document},
	}
}

func workspaceRoutes() []route {
	name := pathText("workspace", "the workspace's name")
	return []route{
		{method: http.MethodGet, path: "/v1/workspaces", id: "listWorkspaces", summary: "List the workspaces that the key opens, by name", role: keys.Read,
			answers: ok(WorkspaceList{}), serve: listWorkspaces},
		{method: http.MethodPost, path: "/v1/workspaces", id: "createWorkspace", summary: "Make an empty workspace", role: keys.Admin,
			body: NewWorkspace{}, answers: []answer{{http.StatusCreated, jsonType, NewWorkspace{}}}, serve: createWorkspace},
		{method: http.MethodDelete, path: in, id: "deleteWorkspace", summary: "Remove a workspace with all it holds", role: keys.Admin,
			params: []param{name}, answers: []answer{{status: http.StatusNoContent}}, pace: asking, serve: deleteWorkspace},
		{method: http.MethodGet, path: in + "/stats", id: "stats", summary: "Count what the workspace holds", role: keys.Read,
			params: []param{name}, answers: ok(graph.Counts{}), inside: stats},
		{method: http.MethodGet, path: in + "/schema", id: "schema", summary: "The schema that bounds the graph", role: keys.Read,
			params: []param{name}, answers: ok(Schema{}), inside: showSchema},
		{method: http.MethodGet, path: in + "/export", id: "export", summary: "The canonical export, one JSON object a line", role: keys.Read,
			params: []param{name}, answers: []answer{{http.StatusOK, linesType, nil}}, pace: streaming, inside: export},
	}
}

func documentRoutes() []route {
	name, id := pathText("workspace", "the workspace's name"), pathText("id", "the document's id")
	once := headerText("Idempotency-Key", "names the request: a second one with the same body is answered with the first one's job", longestKey)
	return []route{
		{method: http.MethodGet, path: in + "/documents", id: "listDocuments", summary: "List documents by id", role: keys.Read,
			params: []param{name, after(), limit(100)}, answers: ok(DocumentList{}), inside: listDocuments},
		{method: http.MethodPost, path: in + "/documents", id: "addDocument", summary: "Ingest a text or a file; never replaces a document", role: keys.Write,
			params: []param{name, once}, body: NewDocument{}, file: true, pace: uploading, answers: accepted(Job{}), inside: addDocument},
		{method: http.MethodGet, path: in + "/documents/{id}", id: "showDocument", summary: "Show a document", role: keys.Read,
			params: []param{name, id}, answers: ok(Document{}), inside: showDocument},
		{method: http.MethodPut, path: in + "/documents/{id}", id: "replaceDocument", summary: "Put another text in the place of a document's", role: keys.Write,
			params: []param{name, id, once}, body: NewText{}, pace: uploading, answers: accepted(Job{}), inside: replaceDocument},
		{method: http.MethodDelete, path: in + "/documents/{id}", id: "deleteDocument", summary: "Remove a document with what only it supports", role: keys.Write,
			params: []param{name, id}, answers: accepted(Job{}), inside: deleteDocument},
		{method: http.MethodGet, path: in + "/documents/{id}/chunks", id: "listChunks", summary: "The document's chunks in order", role: keys.Read,
			params:  []param{name, id, queryNumber("from", "the index of the first one", 0, 0, 1<<30), limit(100)},
			answers: ok(ChunkList{}), inside: listChunks},
	}
}

func jobRoutes() []route {
	name, id := pathText("workspace", "the workspace's name"), pathText("id", "the job's id")
	return []route{
		{method: http.MethodGet, path: in + "/jobs", id: "listJobs", summary: "List jobs, the latest first", role: keys.Read,
			params: []param{name, limit(20)}, answers: ok(JobList{}), inside: listJobs},
		{method: http.MethodGet, path: in + "/jobs/{id}", id: "showJob", summary: "Show a job", role: keys.Read,
			params: []param{name, id}, answers: ok(Job{}), inside: showJob},
		{method: http.MethodGet, path: in + "/jobs/{id}/events", id: "watchJob", summary: "Follow a job: events progress and done, each with the whole job", role: keys.Read,
			params:  []param{name, id, headerText("Last-Event-ID", "the id of the last event seen", 20)},
			answers: []answer{{http.StatusOK, eventsType, nil}}, pace: streaming, inside: watchJob},
		{method: http.MethodPost, path: in + "/jobs/{id}/cancel", id: "cancelJob", summary: "End a job; what it did is kept", role: keys.Write,
			params: []param{name, id}, answers: accepted(Job{}), inside: cancelJob},
		{method: http.MethodPost, path: in + "/jobs/{id}/retry", id: "retryJob", summary: "Do a job again that did not do all it should", role: keys.Write,
			params: []param{name, id}, answers: accepted(Job{}), inside: retryJob},
	}
}

func queryRoutes() []route {
	name := pathText("workspace", "the workspace's name")
	return []route{
		{method: http.MethodPost, path: in + "/query", id: "ask", role: keys.Read,
			summary: "Answer a question with citations; by events where Accept asks for them: plan, step, references, token, usage, error, done",
			params:  []param{name}, body: Question{}, pace: asking,
			answers: []answer{{http.StatusOK, jsonType, query.Answer{}}, {http.StatusOK, eventsType, nil}}, inside: ask},
		{method: http.MethodGet, path: in + "/search", id: "search", summary: "Find the chunks that match a query", role: keys.Read, pace: asking,
			params: []param{name, needed(queryText("q", "what to look for")), queryText("method", "bm25 (default), dense, hybrid or graph"),
				queryNumber("k", "how many", query.DefaultK, 1, mostRows)},
			answers: ok(HitList{}), inside: search},
	}
}

func graphRoutes() []route {
	name, id := pathText("workspace", "the workspace's name"), pathText("id", "an id, or a name that only one goes by")
	via := queryText("via", "what is followed: relations (default) or facts that are shared")
	via.oneOf = []string{viaRelations, viaFacts}
	return []route{
		{method: http.MethodGet, path: in + "/graph", id: "neighbourhood", summary: "What is around an element", role: keys.Read,
			params: []param{name, needed(queryText("seed", "an element's id or name")), queryNumber("depth", "how many hops", 1, 0, 3),
				queryNumber("limit", "the most elements", 200, 1, mostRows), via},
			answers: ok(Subgraph{}), inside: neighbourhood},
		{method: http.MethodGet, path: in + "/paths", id: "paths", summary: "The paths between two elements", role: keys.Read,
			params: []param{name, needed(queryText("from", "an element's id or name")), needed(queryText("to", "an element's id or name")),
				queryNumber("max_hops", "the longest path", graph.MaxHops, 1, graph.MaxHops), limit(20)},
			answers: ok(PathList{}), inside: paths},
		{method: http.MethodGet, path: in + "/entities", id: "listEntities", summary: "List entities by id, or find elements by name, the best first", role: keys.Read,
			params: []param{name, queryText("q", "a name or the beginning of one"), after(), limit(100)}, answers: ok(EntityList{}), inside: listEntities},
		{method: http.MethodGet, path: in + "/entities/{id}", id: "showEntity", summary: "Show an entity with what the graph says of it", role: keys.Read,
			params: []param{name, id, limit(50)}, answers: ok(Entity{}), inside: showEntity},
		{method: http.MethodGet, path: in + "/communities", id: "listCommunities", summary: "List communities, the largest level first", role: keys.Read,
			params: []param{name, queryFlag("all", "those below others, too"), limit(100)}, answers: ok(CommunityList{}), inside: listCommunities},
		{method: http.MethodGet, path: in + "/communities/{id}", id: "showCommunity", summary: "Show a community with what is directly below it", role: keys.Read,
			params: []param{name, pathText("id", "the community's id"), limit(100)}, answers: ok(CommunityMembers{}), inside: showCommunity},
	}
}

// mostRows is the most rows of a list.
const mostRows = 1000

func after() param { return queryText("after", "the last id of the page before") }

func limit(otherwise int) param { return queryNumber("limit", "how many", otherwise, 1, mostRows) }
