package web

import (
	"net/http"

	"grove/cypher"
	"grove/ingest"
	"grove/internal/browse"
	"grove/internal/curate"
	"grove/internal/eval/run"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/traces"
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
	name := pathText("workspace", "the workspace's name")
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
			params:  []param{name}, answers: []answer{{status: http.StatusNoContent}}, pace: asking, serve: deleteWorkspace},
		{method: http.MethodGet, path: in + "/stats", id: "stats", role: keys.Read,
			summary: "Counts of documents, chunks, entities and so on",
			params:  []param{name}, answers: ok(graph.Counts{}), inside: stats},
		{method: http.MethodPost, path: in + "/cypher", id: "runCypher", role: keys.Admin,
			summary: "Run a Cypher statement that only reads (Neo4j); it sees all workspaces of the database",
			params:  []param{name}, body: CypherRequest{}, answers: ok(cypher.Table{}), pace: asking, inside: runCypher},
		{method: http.MethodGet, path: in + "/export", id: "export", role: keys.Read,
			summary: "Export the graph as canonical JSON lines",
			params:  []param{name, oneOf(queryText("format", "the format of the export"), formatLines)},
			answers: []answer{{http.StatusOK, linesType, nil}}, pace: streaming, inside: export},
		{method: http.MethodPost, path: in + "/import", id: "import", role: keys.Write,
			summary: "Import a canonical export into an empty workspace",
			params:  []param{name}, lines: true, pace: uploading, answers: accepted(jobs.Job{}), inside: importLines},
	}
}

func documentRoutes() []route {
	name, id := pathText("workspace", "the workspace's name"), pathText("id", "the document's id")
	once := headerText("Idempotency-Key",
		"a key of the request: repeated with the same body, it returns the job of the first request", longestKey)
	return []route{
		{method: http.MethodGet, path: in + "/documents", id: "listDocuments", role: keys.Read,
			summary: "List documents by id",
			params: append(scopeParams(), name, queryText("q", "a prefix of the source, or a part of the title"), after(),
				limit(100)),
			answers: ok(DocumentList{}), costly: listDocuments},
		{method: http.MethodPost, path: in + "/documents", id: "addDocument", role: keys.Write,
			summary: "Ingest a text or a file; refused if another document has its source",
			params:  []param{name, once}, body: NewDocument{}, file: true, pace: uploading,
			answers: accepted(jobs.Job{}), inside: addDocument},
		{method: http.MethodGet, path: in + "/documents/{id}", id: "showDocument", role: keys.Read,
			summary: "Show a document",
			params:  []param{name, id}, answers: ok(browse.Document{}), inside: showDocument},
		{method: http.MethodPut, path: in + "/documents/{id}", id: "replaceDocument", role: keys.Write,
			summary: "Replace the text of a document",
			params:  []param{name, id, once}, body: NewText{}, pace: uploading, answers: accepted(jobs.Job{}), inside: replaceDocument},
		{method: http.MethodDelete, path: in + "/documents/{id}", id: "deleteDocument", role: keys.Write,
			summary: "Delete a document and what only it supports",
			params:  []param{name, id}, answers: accepted(jobs.Job{}), inside: deleteDocument},
		{method: http.MethodGet, path: in + "/documents/{id}/chunks", id: "listChunks", role: keys.Read,
			summary: "List the chunks of a document in order",
			params:  []param{name, id, queryNumber("from", "the index of the first item", 0, 0, 1<<30), limit(100)},
			answers: ok(ChunkList{}), inside: listChunks},
		{method: http.MethodGet, path: in + "/documents/{id}/episodes", id: "listEpisodes", role: keys.Read,
			summary: "List the episodes of a document in order: its pages with their gists, if they were made",
			params:  []param{name, id, queryNumber("from", "the index of the first item", 0, 0, 1<<30), limit(100)},
			answers: ok(EpisodeList{}), inside: listEpisodes},
		{method: http.MethodPost, path: in + "/gists", id: "makeGists", role: keys.Write,
			summary: "Divide documents into pages and make a gist of each page",
			params:  []param{name}, body: GistsRequest{}, answers: accepted(jobs.Job{}), inside: makeGists},
		{method: http.MethodGet, path: in + "/documents/{id}/facts", id: "listFacts", role: keys.Read,
			summary: "List the facts of a document, by chunk in order",
			params: []param{name, id, queryNumber("from", "the index of the first chunk", 0, 0, 1<<30),
				queryNumber("limit", "the maximum number of chunks", 20, 1, 100)},
			answers: ok(FactList{}), inside: listFacts},
		{method: http.MethodGet, path: in + "/documents/{id}/graph", id: "documentGraph", role: keys.Read,
			summary: "Graph of a document, or of a span of its text: the entities and relations stated there",
			params: []param{name, id, queryNumber("start", "the offset of the first character (code point)", 0, 0, 1<<30),
				queryNumber("end", "the offset after the last character; 0 for the whole document", 0, 0, 1<<30),
				queryNumber("limit", "the maximum number of entities", 200, 1, mostRows)},
			answers: ok(browse.Subgraph{}), pace: asking, costly: documentGraph},
		{method: http.MethodGet, path: in + "/documents/{id}/text", id: "showText", role: keys.Read,
			summary: "Read a part of a document's text, at most 100,000 characters",
			params: []param{name, id, queryNumber("start", "the offset of the first character (code point)", 0, 0, 1<<30),
				queryNumber("end", "the offset after the last character; 0 for the maximum length", 0, 0, 1<<30)},
			answers: ok(browse.Passage{}), inside: showText},
		{method: http.MethodPost, path: in + "/documents/{id}/retry", id: "retryDocument", role: keys.Write,
			summary: "Retry the chunks of a document whose model replies were unreadable",
			params:  []param{name, id}, answers: accepted(jobs.Job{}), inside: retryDocument},
		{method: http.MethodPost, path: in + "/documents/estimate", id: "estimateDocument", role: keys.Write,
			summary: "Dry run: estimate the calls, tokens and cost of ingesting a text or a file",
			params:  []param{name}, body: NewDocument{}, file: true, pace: uploading,
			answers: ok(ingest.Estimate{}), inside: estimateDocument},
	}
}

func jobRoutes() []route {
	name, id := pathText("workspace", "the workspace's name"), pathText("id", "the job's id")
	return []route{
		{method: http.MethodGet, path: in + "/jobs", id: "listJobs", role: keys.Read,
			summary: "List jobs, newest first",
			params: []param{name, oneOf(queryList("state", "a state of the jobs, by default all; may be repeated"), jobStates()...), after(),
				limit(20)},
			answers: ok(JobList{}), inside: listJobs},
		{method: http.MethodGet, path: in + "/jobs/{id}", id: "showJob", role: keys.Read,
			summary: "Show a job",
			params:  []param{name, id}, answers: ok(jobs.Job{}), inside: showJob},
		{method: http.MethodGet, path: in + "/jobs/{id}/events", id: "watchJob", role: keys.Read,
			summary: "Stream a job: the events progress and done, each with the whole job",
			params:  []param{name, id, countForm.like(headerText(lastEventID, "the id of the last event received: only later ones are sent", 18))},
			answers: []answer{{http.StatusOK, eventsType, nil}}, pace: streaming, inside: watchJob},
		{method: http.MethodPost, path: in + "/jobs/{id}/cancel", id: "cancelJob", role: keys.Write,
			summary: "Cancel a job; completed work is kept",
			params:  []param{name, id}, answers: accepted(jobs.Job{}), inside: cancelJob},
		{method: http.MethodPost, path: in + "/jobs/{id}/retry", id: "retryJob", role: keys.Write,
			summary: "Retry a job that failed or was done in part",
			params:  []param{name, id}, answers: accepted(jobs.Job{}), inside: retryJob},
	}
}

func queryRoutes() []route {
	name := pathText("workspace", "the workspace's name")
	return []route{
		{method: http.MethodPost, path: in + "/query", id: "ask", role: keys.Read,
			summary: "Answer a question with citations; " +
				"with Accept: text/event-stream as the events plan, step, references, token, usage, error, done",
			params: []param{name, traceEvent(), oneOf(queryText("include", "what to add to a JSON answer: trace, its steps"), includeTrace)},
			body:   Question{}, pace: asking,
			answers: []answer{{http.StatusOK, jsonType, query.Answer{}}, {http.StatusOK, eventsType, nil}}, serve: ask},
		{method: http.MethodGet, path: "/v1/agents", id: "agents", role: keys.Read,
			summary: "List agents, answer modes and search methods",
			answers: ok(Offer{}), serve: agents},
		{method: http.MethodGet, path: in + "/search", id: "search", role: keys.Read,
			summary: "Search for chunks",
			pace:    asking,
			params: append(scopeParams(), name, needed(queryText("q", "the query")),
				oneOf(queryText("method", "the search method, by default bm25"), append([]string{query.BM25}, retrieve.Methods()...)...),
				queryNumber("k", "the maximum number of results", query.DefaultK, 1, mostRows)),
			answers: ok(HitList{}), costly: search},
	}
}

func graphRoutes() []route {
	name := pathText("workspace", "the workspace's name")
	return []route{
		{method: http.MethodGet, path: in + "/graph", id: "neighbourhood", role: keys.Read,
			summary: "Neighbourhood of elements",
			params: append(scopeParams(), name, needed(queryList("seed", "the id or name of an element to start from; may be repeated")),
				queryNumber("depth", "the maximum distance from a seed, in hops", 1, 0, 3),
				queryNumber("limit", "the maximum number of elements", 200, 1, mostRows),
				oneOf(queryText("via", "the edges to follow: relations (default) or shared facts"), viaRelations, viaFacts),
				queryList("type", "an allowed type of elements other than the seeds; may be repeated"),
				queryList("relation", "a relation to follow; may be repeated")),
			answers: ok(browse.Subgraph{}), costly: neighbourhood},
		{method: http.MethodGet, path: in + "/graph/overview", id: "overview", role: keys.Read,
			summary: "Overview of the graph: communities as nodes",
			params: []param{name, levels("the highest level of communities"),
				queryNumber("limit", "the maximum number of nodes", 300, 1, mostRows),
				queryNumber("edges", "the maximum number of edges", 2000, 0, graph.MaxRows),
				queryFlag("fit", "use the lowest level, up to level, whose nodes all fit within limit"),
				queryNumber("elements", "include all entities and the edges between them if there are at most this many", 0, 0, mostRows)},
			answers: ok(browse.Overview{}), pace: asking, costly: overview},
		{method: http.MethodGet, path: in + "/paths", id: "paths", role: keys.Read,
			summary: "List the paths between two elements, shortest first",
			params: append(scopeParams(), name, needed(queryText("from", "an element's id or name")),
				needed(queryText("to", "an element's id or name")),
				queryNumber("max_hops", "the maximum length of a path, in hops", graph.MaxHops, 1, graph.MaxHops), limit(20)),
			answers: ok(browse.PathList{}), costly: paths},
	}
}

func entityRoutes() []route {
	name, id := pathText("workspace", "the workspace's name"), pathText("id", "an id, or a name that only one entity has")
	return []route{
		{method: http.MethodGet, path: in + "/entities", id: "listEntities", role: keys.Read,
			summary: "List entities by id, or search elements by name, best match first",
			params:  []param{name, queryText("q", "a name or a prefix of one"), after(), limit(100)},
			answers: ok(EntityList{}), costly: listEntities},
		{method: http.MethodGet, path: in + "/entities/{id}", id: "showEntity", role: keys.Read,
			summary: "Show an entity with its attributes, relations and evidence",
			params:  []param{name, id, limit(50)}, answers: ok(browse.Entity{}), costly: showEntity},
		{method: http.MethodGet, path: in + "/entities/{id}/evidence", id: "listEvidence", role: keys.Read,
			summary: "List the mentions of an entity, with their places in documents",
			params:  []param{name, id, from(), limit(50)}, answers: ok(EvidenceList{}), inside: listEvidence},
		{method: http.MethodPost, path: in + "/entities/merge", id: "mergeEntities", role: keys.Write,
			summary: "Merge entities",
			params:  []param{name}, body: MergeRequest{}, pace: asking, answers: ok(curate.Decided{}), inside: mergeEntities},
		{method: http.MethodPost, path: in + "/entities/apart", id: "setEntitiesApart", role: keys.Write,
			summary: "Declare two entities distinct",
			params:  []param{name}, body: DistinctRequest{}, pace: asking, answers: ok(curate.Decided{}), inside: keepDistinct},
		{method: http.MethodPost, path: in + "/entities/{id}/split", id: "splitEntity", role: keys.Write,
			summary: "Split names off an entity, in all documents or in one",
			params:  []param{name, id}, body: SplitRequest{}, pace: asking, answers: ok(curate.Decided{}), inside: splitEntity},
		{method: http.MethodGet, path: in + "/duplicates", id: "listDuplicates", role: keys.Read,
			summary: "List possible duplicates, most likely first",
			params:  []param{name, from(), limit(50)}, pace: asking, answers: ok(DuplicateList{}), costly: listDuplicates},
		{method: http.MethodGet, path: in + "/decisions", id: "listDecisions", role: keys.Read,
			summary: "List the decisions on entities: merges, splits and distinct pairs",
			params:  []param{name}, answers: ok(DecisionList{}), inside: listDecisions},
		{method: http.MethodDelete, path: in + "/decisions/{id}", id: "undoDecision", role: keys.Write,
			summary: "Undo a decision",
			params:  []param{name, pathText("id", "the decision's id")}, pace: asking,
			answers: ok(curate.Decided{}), inside: undoDecision},
	}
}

func communityRoutes() []route {
	name, id := pathText("workspace", "the workspace's name"), pathText("id", "the community's id")
	return []route{
		{method: http.MethodGet, path: in + "/communities", id: "listCommunities", role: keys.Read,
			summary: "List communities, highest level first",
			params:  []param{name, queryFlag("all", "include communities below others"), limit(100)},
			answers: ok(CommunityList{}), costly: listCommunities},
		{method: http.MethodGet, path: in + "/communities/{id}", id: "showCommunity", role: keys.Read,
			summary: "Show a community with its direct children and members",
			params:  []param{name, id, limit(100)}, answers: ok(browse.CommunityDetail{}), inside: showCommunity},
		{method: http.MethodGet, path: in + "/communities/{id}/children", id: "listChildren", role: keys.Read,
			summary: "List the child communities of a community, largest first",
			params:  []param{name, id, from(), limit(100)}, pace: asking, answers: ok(ChildList{}), costly: listChildren},
		{method: http.MethodGet, path: in + "/communities/{id}/members", id: "listMembers", role: keys.Read,
			summary: "List the entities of a community of level 0, by id",
			params:  []param{name, id, after(), limit(100)}, answers: ok(EntityList{}), inside: listMembers},
		{method: http.MethodGet, path: in + "/communities/{id}/graph", id: "unfold", role: keys.Read,
			summary: "Graph of one community: its members or children and their relations",
			params: []param{name, id, queryNumber("limit", "the maximum number of members or children", 500, 1, mostRows),
				levels("the highest level of the communities outside")},
			answers: ok(browse.Expansion{}), pace: asking, costly: expandCommunity},
	}
}

func schemaRoutes() []route {
	name, id := pathText("workspace", "the workspace's name"), pathText("id", "the proposal's id, or part:name")
	return []route{
		{method: http.MethodGet, path: in + "/schema", id: "schema", role: keys.Read,
			summary: "Show the schema",
			params:  []param{name}, answers: ok(browse.Schema{}), inside: showSchema},
		{method: http.MethodPut, path: in + "/schema", id: "putSchema", role: keys.Write,
			summary: "Replace the schema; without sure, a change that loses data is only described",
			params:  []param{name}, body: NewSchema{}, pace: asking, answers: ok(curate.SchemaChange{}), inside: putSchema},
		{method: http.MethodGet, path: in + "/schema/history", id: "schemaHistory", role: keys.Read,
			summary: "List the versions of the schema, newest first",
			params:  []param{name, limit(20)}, answers: ok(SchemaHistory{}), inside: schemaHistory},
		{method: http.MethodGet, path: in + "/schema/proposals", id: "listProposals", role: keys.Read,
			summary: "List schema proposals, most supported first",
			params: []param{name, oneOf(queryText("part", "the part of the schema, by default all"), "type", "relation", "attribute"),
				oneOf(queryText("state", "the state of the proposals, by default open"), proposalStates()...), limit(100)},
			answers: ok(ProposalList{}), inside: listProposals},
		{method: http.MethodGet, path: in + "/schema/proposals/{id}", id: "showProposal", role: keys.Read,
			summary: "Show a schema proposal with its first evidences",
			params:  []param{name, id}, answers: ok(browse.Proposal{}), inside: showProposal},
		{method: http.MethodPost, path: in + "/schema/proposals/{id}/accept", id: "acceptProposal", role: keys.Write,
			summary: "Accept a schema proposal",
			params:  []param{name, id}, pace: asking, answers: ok(ingest.Evolution{}), inside: judge(curate.Accept)},
		{method: http.MethodPost, path: in + "/schema/proposals/{id}/reject", id: "rejectProposal", role: keys.Write,
			summary: "Reject a schema proposal",
			params:  []param{name, id}, pace: asking, answers: ok(ingest.Evolution{}), inside: judge(curate.Reject)},
		{method: http.MethodPost, path: in + "/schema/proposals/{id}/undo", id: "undoProposal", role: keys.Write,
			summary: "Undo the decision on a schema proposal",
			params:  []param{name, id}, pace: asking, answers: ok(ingest.Evolution{}), inside: judge(curate.Undo)},
	}
}

func traceRoutes() []route {
	name, id := pathText("workspace", "the workspace's name"), pathText("id", "the trace's id")
	return []route{
		{method: http.MethodGet, path: in + "/traces", id: "listTraces", role: keys.Read,
			summary: "List traces of questions, newest first",
			params:  []param{name, queryText("before", "the last id of the previous page"), limit(50)},
			answers: ok(TraceList{}), inside: listTraces},
		{method: http.MethodGet, path: in + "/traces/{id}", id: "showTrace", role: keys.Read,
			summary: "Show a trace: the question, its answer and every step",
			params:  []param{name, id}, answers: ok(traces.Trace{}), inside: showTrace},
		{method: http.MethodDelete, path: in + "/traces/{id}", id: "deleteTrace", role: keys.Write,
			summary: "Delete a trace",
			params:  []param{name, id}, answers: []answer{{status: http.StatusNoContent}}, inside: deleteTrace},
		{method: http.MethodGet, path: in + "/traces/{id}/replay", id: "replayTrace", role: keys.Read,
			summary: "Stream the events of a question: live while it is under way, else from its trace, without a model",
			params: []param{name, id, queryNumber("after", "the number of events to skip", 0, 0, 1<<30), traceEvent(),
				queryNumber("speed", "the speed of the replay: "+
					"1 for the original time, 2 for half of it, 0 for no delay", usualSpeed, 0, highestSpeed)},
			answers: []answer{{http.StatusOK, eventsType, nil}}, pace: streaming, serve: replayTrace},
	}
}

func runRoutes() []route {
	name, id := pathText("workspace", "the workspace's name"), pathText("id", "the run's name")
	return []route{
		{method: http.MethodGet, path: in + "/runs", id: "listRuns", role: keys.Read,
			summary: "List evaluation runs with their headline scores, newest first",
			params:  []param{name, from(), limit(50)}, pace: asking, answers: ok(RunList{}), serve: inRuns(listRuns)},
		{method: http.MethodGet, path: in + "/runs/{id}", id: "showRun", role: keys.Read,
			summary: "Show an evaluation run: its state and the summary of its scores",
			params:  []param{name, id}, pace: asking, answers: ok(run.Detail{}), serve: inRuns(showRun)},
		{method: http.MethodDelete, path: in + "/runs/{id}", id: "deleteRun", role: keys.Write,
			summary: "Delete an evaluation run with its answers",
			params:  []param{name, id}, pace: asking, answers: []answer{{status: http.StatusNoContent}}, serve: inRuns(deleteRun)},
		{method: http.MethodGet, path: in + "/runs/{id}/report", id: "showReport", role: keys.Read,
			summary: "The report of an evaluation run as one HTML page, without scripts",
			params:  []param{name, id}, pace: asking, answers: []answer{{http.StatusOK, "text/html", nil}}, serve: inRuns(showReport)},
		{method: http.MethodGet, path: in + "/runs/{id}/compare", id: "compareRuns", role: keys.Read,
			summary: "Compare an evaluation run with a later one of the same questions",
			params:  []param{name, id, needed(queryText("with", "the name of the other run"))},
			pace:    asking, answers: ok(run.Comparison{}), serve: inRuns(compareRuns)},
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
