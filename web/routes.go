package web

import (
	"net/http"

	"grove/cypher"
	"grove/ingest"
	"grove/internal/browse"
	"grove/internal/curate"
	"grove/internal/eval/run"
	"grove/internal/graph"
	"grove/query"
	"grove/query/retrieve"
	"grove/web/keys"
)

// in is where a workspace's routes are.
const in = "/v1/workspaces/{workspace}"

// routes are all routes of the service.
func routes() []route {
	var all []route
	for _, group := range [][]route{healthRoutes(), workspaceRoutes(), documentRoutes(), jobRoutes(), queryRoutes(), graphRoutes(),
		entityRoutes(), communityRoutes(), schemaRoutes(), traceRoutes(), runRoutes()} {
		all = append(all, group...)
	}
	return all
}

func healthRoutes() []route {
	return []route{
		{method: http.MethodGet, path: "/livez", id: "live",
			summary: "Liveness: the process answers", answers: ok(Health{}), serve: live},
		{method: http.MethodGet, path: "/readyz", id: "ready",
			summary: "Readiness: store, index and jobs work", answers: ok(Health{}), serve: ready},
		{method: http.MethodGet, path: "/metrics", id: "metrics", role: keys.Admin,
			summary: "Metrics for Prometheus",
			answers: []answer{{http.StatusOK, metricsType, nil}}, serve: showMetrics},
		{method: http.MethodGet, path: "/version", id: "version",
			summary: "Version of the service", answers: ok(Build{}), serve: version},
		{method: http.MethodGet, path: "/openapi.json", id: "openapi",
			summary: "This OpenAPI document", answers: ok(map[string]any{}), serve: document},
		{method: http.MethodGet, path: "/docs", id: "docs",
			summary: "The OpenAPI document as a page, without scripts",
			answers: []answer{{http.StatusOK, "text/html", nil}}, serve: docs},
	}
}

func workspaceRoutes() []route {
	return []route{
		{method: http.MethodGet, path: "/v1/workspaces", id: "listWorkspaces", role: keys.Read,
			summary: "List the workspaces that the key opens, by name",
			params: []param{queryText("after", "the last name of the previous page"), limit(mostRows),
				queryFlag("counts", "include document and chunk counts, which opens each workspace")},
			answers: ok(WorkspaceList{}), pace: asking, serve: listWorkspaces},
		{method: http.MethodPost, path: "/v1/workspaces", id: "createWorkspace", role: keys.Admin,
			summary: "Create an empty workspace",
			body:    NewWorkspace{}, answers: []answer{{http.StatusCreated, jsonType, NewWorkspace{}}}, serve: createWorkspace},
		{method: http.MethodDelete, path: in, id: "deleteWorkspace", role: keys.Admin,
			summary: "Delete a workspace with everything in it",
			params:  []param{workspaceName}, answers: deleted(), pace: asking, serve: deleteWorkspace},
		read("/stats", "stats", "Counts of documents, chunks, entities and so on", stats),
		{method: http.MethodPost, path: in + "/cypher", id: "runCypher", role: keys.Admin,
			summary: "Run a Cypher statement that only reads (Neo4j); it sees all workspaces of the database",
			params:  []param{workspaceName}, body: CypherRequest{}, answers: ok(cypher.Table{}), pace: asking, inside: replied(runCypher)},
		{method: http.MethodGet, path: in + "/export", id: "export", role: keys.Read,
			summary: "Export the graph as canonical JSON lines",
			params:  []param{workspaceName, oneOf(queryText("format", "the format of the export"), formatLines)},
			answers: []answer{{http.StatusOK, linesType, nil}}, pace: streaming, inside: export},
		{method: http.MethodPost, path: in + "/import", id: "import", role: keys.Write,
			summary: "Import a canonical export into an empty workspace",
			params:  []param{workspaceName}, lines: true, pace: uploading, answers: accepted(), inside: queued(importLines)},
	}
}

func documentRoutes() []route {
	id := pathText("id", "the document's id")
	once := headerText("Idempotency-Key",
		"a key of the request: repeated with the same body, it returns the job of the first request", longestKey)
	start := queryNumber("start", "the offset of the first character (code point)", 0, 0, 1<<30)
	return []route{
		costly("/documents", "listDocuments", "List documents by id", listDocuments,
			append(scopeParams(), queryText("q", "a prefix of the source, or a part of the title"), after(), limit(100))...),
		{method: http.MethodPost, path: in + "/documents", id: "addDocument", role: keys.Write,
			summary: "Ingest a text or a file; refused if another document has its source",
			params:  []param{workspaceName, once}, body: NewDocument{}, file: true, pace: uploading, answers: accepted(),
			inside: queued(addDocument)},
		read("/documents/{id}", "showDocument", "Show a document", byID(Workspace.Browse, (*browse.Browser).Document), id),
		{method: http.MethodPut, path: in + "/documents/{id}", id: "replaceDocument", role: keys.Write,
			summary: "Replace the text of a document",
			params:  []param{workspaceName, id, once}, body: NewText{}, pace: uploading, answers: accepted(),
			inside: queued(replaceDocument)},
		queue(http.MethodDelete, "/documents/{id}", "deleteDocument", "Delete a document and what only it supports",
			byID(Workspace.Jobs, Jobs.QueueDelete), id),
		read("/documents/{id}/chunks", "listChunks", "List the chunks of a document in order", listChunks, id, from(), limit(100)),
		read("/documents/{id}/episodes", "listEpisodes",
			"List the episodes of a document in order: its pages with their gists, if they were made", listEpisodes, id,
			from(), limit(100)),
		{method: http.MethodPost, path: in + "/gists", id: "makeGists", role: keys.Write,
			summary: "Divide documents into pages and make a gist of each page",
			params:  []param{workspaceName}, body: GistsRequest{}, answers: accepted(), inside: queued(makeGists)},
		read("/documents/{id}/facts", "listFacts", "List the facts of a document, by chunk in order", listFacts,
			id, queryNumber("from", "the index of the first chunk", 0, 0, 1<<30),
			queryNumber("limit", "the maximum number of chunks", 20, 1, 100)),
		costly("/documents/{id}/graph", "documentGraph",
			"Graph of a document, or of a span of its text: the entities and relations stated there", documentGraph,
			id, start, queryNumber("end", "the offset after the last character; 0 for the whole document", 0, 0, 1<<30),
			queryNumber("limit", "the maximum number of entities", 200, 1, mostRows)).paced(asking),
		read("/documents/{id}/text", "showText", "Read a part of a document's text, at most 100,000 characters", showText,
			id, start, queryNumber("end", "the offset after the last character; 0 for the maximum length", 0, 0, 1<<30)),
		queue(http.MethodPost, "/documents/{id}/retry", "retryDocument",
			"Retry the chunks of a document whose model replies were unreadable", byID(Workspace.Jobs, Jobs.QueueReread), id),
		{method: http.MethodPost, path: in + "/documents/estimate", id: "estimateDocument", role: keys.Write,
			summary: "Dry run: estimate the calls, tokens and cost of ingesting a text or a file",
			params:  []param{workspaceName}, body: NewDocument{}, file: true, pace: uploading,
			answers: ok(ingest.Estimate{}), inside: replied(estimateDocument)},
	}
}

func jobRoutes() []route {
	id := pathText("id", "the job's id")
	return []route{
		read("/jobs", "listJobs", "List jobs, newest first", listJobs,
			oneOf(queryList("state", "a state of the jobs, by default all; may be repeated"), jobStates()...), after(), limit(20)),
		read("/jobs/{id}", "showJob", "Show a job", byID(Workspace.Jobs, Jobs.Get), id),
		{method: http.MethodGet, path: in + "/jobs/{id}/events", id: "watchJob", role: keys.Read,
			summary: "Stream a job: the events progress and done, each with the whole job",
			params: []param{workspaceName, id,
				countForm.like(headerText(lastEventID, "the id of the last event received: only later ones are sent", 18))},
			answers: []answer{{http.StatusOK, eventsType, nil}}, pace: streaming, inside: watchJob},
		queue(http.MethodPost, "/jobs/{id}/cancel", "cancelJob", "Cancel a job; completed work is kept", byID(Workspace.Jobs, Jobs.Cancel),
			id),
		queue(http.MethodPost, "/jobs/{id}/retry", "retryJob", "Retry a job that failed or was done in part",
			byID(Workspace.Jobs, Jobs.Retry), id),
	}
}

func queryRoutes() []route {
	return []route{
		{method: http.MethodPost, path: in + "/query", id: "ask", role: keys.Read,
			summary: "Answer a question with citations; " +
				"with Accept: text/event-stream as the events plan, step, references, token, usage, error, done",
			params: []param{workspaceName, traceEvent(),
				oneOf(queryText("include", "what to add to a JSON answer: trace, its steps"), includeTrace)},
			body: Question{}, pace: asking,
			answers: []answer{{http.StatusOK, jsonType, query.Answer{}}, {http.StatusOK, eventsType, nil}}, serve: ask},
		{method: http.MethodGet, path: "/v1/agents", id: "agents", role: keys.Read,
			summary: "List agents, answer modes and search methods",
			answers: ok(Offer{}), serve: agents},
		costly("/search", "search", "Search for chunks", search, append(scopeParams(), needed(queryText("q", "the query")),
			oneOf(queryText("method", "the search method, by default bm25"), append([]string{query.BM25}, retrieve.Methods()...)...),
			queryNumber("k", "the maximum number of results", query.DefaultK, 1, mostRows))...).paced(asking),
	}
}

func graphRoutes() []route {
	return []route{
		costly("/graph", "neighbourhood", "Neighbourhood of elements", neighbourhood,
			append(scopeParams(), needed(queryList("seed", "the id or name of an element to start from; may be repeated")),
				queryNumber("depth", "the maximum distance from a seed, in hops", 1, 0, 3),
				queryNumber("limit", "the maximum number of elements", 200, 1, mostRows),
				oneOf(queryText("via", "the edges to follow: relations (default) or shared facts"), viaRelations, viaFacts),
				queryList("type", "an allowed type of elements other than the seeds; may be repeated"),
				queryList("relation", "a relation to follow; may be repeated"))...),
		costly("/graph/overview", "overview", "Overview of the graph: communities as nodes", overview,
			levels("the highest level of communities"),
			queryNumber("limit", "the maximum number of nodes", 300, 1, mostRows),
			queryNumber("edges", "the maximum number of edges", 2000, 0, graph.MaxRows),
			queryFlag("fit", "use the lowest level, up to level, whose nodes all fit within limit"),
			queryNumber("elements", "include all entities and the edges between them if there are at most this many", 0, 0, mostRows),
		).paced(asking),
		costly("/paths", "paths", "List the paths between two elements, shortest first", paths,
			append(scopeParams(), needed(queryText("from", "an element's id or name")), needed(queryText("to", "an element's id or name")),
				queryNumber("max_hops", "the maximum length of a path, in hops", graph.MaxHops, 1, graph.MaxHops), limit(20))...),
	}
}

func entityRoutes() []route {
	id := pathText("id", "an id, or a name that only one entity has")
	return []route{
		costly("/entities", "listEntities", "List entities by id, or search elements by name, best match first", listEntities,
			queryText("q", "a name or a prefix of one"), after(), limit(100)),
		costly("/entities/{id}", "showEntity", "Show an entity with its attributes, relations and evidence", showEntity, id, limit(50)),
		read("/entities/{id}/evidence", "listEvidence", "List the mentions of an entity, with their places in documents", listEvidence,
			id, from(), limit(50)),
		change(http.MethodPost, "/entities/merge", "mergeEntities", "Merge entities", mergeEntities),
		change(http.MethodPost, "/entities/apart", "setEntitiesApart", "Declare two entities distinct", keepDistinct),
		change(http.MethodPost, "/entities/{id}/split", "splitEntity", "Split names off an entity, in all documents or in one",
			splitEntity, id),
		costly("/duplicates", "listDuplicates", "List possible duplicates, most likely first", listDuplicates, from(),
			limit(50)).paced(asking),
		read("/decisions", "listDecisions", "List the decisions on entities: merges, splits and distinct pairs", listDecisions),
		act(http.MethodDelete, "/decisions/{id}", "undoDecision", "Undo a decision", byID(Workspace.Curate, (*curate.Curator).Undo),
			pathText("id", "the decision's id")),
	}
}

func communityRoutes() []route {
	id := pathText("id", "the community's id")
	return []route{
		costly("/communities", "listCommunities", "List communities, highest level first", listCommunities,
			queryFlag("all", "include communities below others"), limit(100)),
		read("/communities/{id}", "showCommunity", "Show a community with its direct children and members", showCommunity, id, limit(100)),
		costly("/communities/{id}/children", "listChildren", "List the child communities of a community, largest first", listChildren,
			id, from(), limit(100)).paced(asking),
		read("/communities/{id}/members", "listMembers", "List the entities of a community of level 0, by id", listMembers,
			id, after(), limit(100)),
		costly("/communities/{id}/graph", "unfold", "Graph of one community: its members or children and their relations", expandCommunity,
			id, queryNumber("limit", "the maximum number of members or children", 500, 1, mostRows),
			levels("the highest level of the communities outside")).paced(asking),
	}
}

func schemaRoutes() []route {
	id := pathText("id", "the proposal's id, or part:name")
	const proposal = "/schema/proposals/{id}"
	return []route{
		read("/schema", "schema", "Show the schema", showSchema),
		change(http.MethodPut, "/schema", "putSchema", "Replace the schema; without sure, a change that loses data is only described",
			putSchema),
		read("/schema/history", "schemaHistory", "List the versions of the schema, newest first", schemaHistory, limit(20)),
		read("/schema/proposals", "listProposals", "List schema proposals, most supported first", listProposals,
			oneOf(queryText("part", "the part of the schema, by default all"), "type", "relation", "attribute"),
			oneOf(queryText("state", "the state of the proposals, by default open"), proposalStates()...), limit(100)),
		read(proposal, "showProposal", "Show a schema proposal with its first evidences",
			byID(Workspace.Browse, (*browse.Browser).Proposal), id),
		act(http.MethodPost, proposal+"/accept", "acceptProposal", "Accept a schema proposal", judge(curate.Accept), id),
		act(http.MethodPost, proposal+"/reject", "rejectProposal", "Reject a schema proposal", judge(curate.Reject), id),
		act(http.MethodPost, proposal+"/undo", "undoProposal", "Undo the decision on a schema proposal", judge(curate.Undo), id),
	}
}

func traceRoutes() []route {
	id := pathText("id", "the trace's id")
	return []route{
		read("/traces", "listTraces", "List traces of questions, newest first", listTraces,
			queryText("before", "the last id of the previous page"), limit(50)),
		read("/traces/{id}", "showTrace", "Show a trace: the question, its answer and every step", showTrace, id),
		{method: http.MethodDelete, path: in + "/traces/{id}", id: "deleteTrace", role: keys.Write,
			summary: "Delete a trace", params: []param{workspaceName, id}, answers: deleted(), inside: deleteTrace},
		{method: http.MethodGet, path: in + "/traces/{id}/replay", id: "replayTrace", role: keys.Read,
			summary: "Stream the events of a question: live while it is under way, else from its trace, without a model",
			params: []param{workspaceName, id, queryNumber("after", "the number of events to skip", 0, 0, 1<<30), traceEvent(),
				queryNumber("speed", "the speed of the replay: "+
					"1 for the original time, 2 for half of it, 0 for no delay", usualSpeed, 0, highestSpeed)},
			answers: []answer{{http.StatusOK, eventsType, nil}}, pace: streaming, serve: replayTrace},
	}
}

func runRoutes() []route {
	id := pathText("id", "the run's name")
	return []route{
		ofRuns(http.MethodGet, keys.Read, "/runs", "listRuns", "List evaluation runs with their headline scores, newest first",
			ok(RunList{}), listRuns, from(), limit(50)),
		ofRuns(http.MethodGet, keys.Read, "/runs/{id}", "showRun", "Show an evaluation run: its state and the summary of its scores",
			ok(run.Detail{}), showRun, id),
		ofRuns(http.MethodDelete, keys.Write, "/runs/{id}", "deleteRun", "Delete an evaluation run with its answers", deleted(),
			deleteRun, id),
		ofRuns(http.MethodGet, keys.Read, "/runs/{id}/report", "showReport",
			"The report of an evaluation run as one HTML page, without scripts",
			[]answer{{http.StatusOK, "text/html", nil}}, showReport, id),
		ofRuns(http.MethodGet, keys.Read, "/runs/{id}/compare", "compareRuns",
			"Compare an evaluation run with a later one of the same questions",
			ok(run.Comparison{}), compareRuns, id, needed(queryText("with", "the name of the other run"))),
	}
}

// mostRows is the most rows of a list.
const mostRows = 1000

func after() param { return queryText("after", "the last id of the previous page") }

func limit(otherwise int) param {
	return queryNumber("limit", "the maximum number of results", otherwise, 1, mostRows)
}

func from() param { return queryNumber("from", "the index of the first item", 0, 0, 1<<30) }

// mostLevels is above every level of communities.
const mostLevels = 10

func levels(doc string) param { return queryNumber("level", doc, mostLevels, 0, mostLevels) }

func traceEvent() param {
	return eventForm.like(headerText(lastEventID,
		"the id of the last event received before the stream broke: it continues after that event", 60))
}

// oneOf bounds a text to some.
func oneOf(p param, texts ...string) param { p.oneOf = texts; return p }
