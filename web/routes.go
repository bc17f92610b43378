package web

import (
	"net/http"

	"grove/ingest"
	"grove/internal/graph"
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
		entityRoutes(), communityRoutes(), schemaRoutes(), traceRoutes()} {
		all = append(all, group...)
	}
	return all
}

func healthRoutes() []route {
	return []route{
		{method: http.MethodGet, path: "/livez", id: "live", summary: "The process answers", answers: ok(Health{}), serve: live},
		{method: http.MethodGet, path: "/readyz", id: "ready", summary: "Store, index and jobs work", answers: ok(Health{}), serve: ready},
		{method: http.MethodGet, path: "/metrics", id: "metrics", summary: "What the service counts, for Prometheus", role: keys.Admin,
			answers: []answer{{http.StatusOK, metricsType, nil}}, serve: showMetrics},
		{method: http.MethodGet, path: "/version", id: "version", summary: "Which Grove answers", answers: ok(Build{}), serve: version},
		{method: http.MethodGet, path: "/openapi.json", id: "openapi", summary: "This document", answers: ok(map[string]any{}), serve: document},
	}
}

func workspaceRoutes() []route {
	name := pathText("workspace", "the workspace's name")
	return []route{
		{method: http.MethodGet, path: "/v1/workspaces", id: "listWorkspaces", summary: "List the workspaces that the key opens, by name", role: keys.Read,
			params:  []param{queryText("after", "the last name of the page before"), limit(mostRows), queryFlag("counts", "with the documents and chunks of each, which opens it")},
			answers: ok(WorkspaceList{}), pace: asking, serve: listWorkspaces},
		{method: http.MethodPost, path: "/v1/workspaces", id: "createWorkspace", summary: "Make an empty workspace", role: keys.Admin,
			body: NewWorkspace{}, answers: []answer{{http.StatusCreated, jsonType, NewWorkspace{}}}, serve: createWorkspace},
		{method: http.MethodDelete, path: in, id: "deleteWorkspace", summary: "Remove a workspace with all it holds", role: keys.Admin,
			params: []param{name}, answers: []answer{{status: http.StatusNoContent}}, pace: asking, serve: deleteWorkspace},
		{method: http.MethodGet, path: in + "/stats", id: "stats", summary: "Count what the workspace holds", role: keys.Read,
			params: []param{name}, answers: ok(graph.Counts{}), inside: stats},
		{method: http.MethodGet, path: in + "/export", id: "export", summary: "The canonical export, one JSON object a line", role: keys.Read,
			params: []param{name, oneOf(queryText("format", "what is written"), formatLines)}, answers: []answer{{http.StatusOK, linesType, nil}}, pace: streaming, inside: export},
		{method: http.MethodPost, path: in + "/import", id: "import", summary: "Read a canonical export into an empty workspace", role: keys.Write,
			params: []param{name}, lines: true, pace: uploading, answers: accepted(Job{}), inside: importLines},
	}
}

func documentRoutes() []route {
	name, id := pathText("workspace", "the workspace's name"), pathText("id", "the document's id")
	once := headerText("Idempotency-Key", "names the request: a second one with the same body is answered with the first one's job", longestKey)
	return []route{
		{method: http.MethodGet, path: in + "/documents", id: "listDocuments", summary: "List documents by id", role: keys.Read,
			params:  append(scopeParams(), name, queryText("q", "what the source begins with or the title contains"), after(), limit(100)),
			answers: ok(DocumentList{}), inside: listDocuments},
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
		{method: http.MethodGet, path: in + "/documents/{id}/facts", id: "listFacts", summary: "The facts of the document's chunks, in their order", role: keys.Read,
			params:  []param{name, id, queryNumber("from", "the index of the first chunk", 0, 0, 1<<30), queryNumber("limit", "how many chunks", 20, 1, 100)},
			answers: ok(FactList{}), inside: listFacts},
		{method: http.MethodGet, path: in + "/documents/{id}/text", id: "showText", summary: "A piece of the document's text, at most 100,000 runes", role: keys.Read,
			params:  []param{name, id, queryNumber("start", "the first rune", 0, 0, 1<<30), queryNumber("end", "the rune after the last one; 0 is as many as are given", 0, 0, 1<<30)},
			answers: ok(Passage{}), inside: showText},
		{method: http.MethodPost, path: in + "/documents/{id}/retry", id: "retryDocument", summary: "Ask anew for the document's chunks whose replies could not be read", role: keys.Write,
			params: []param{name, id}, answers: accepted(Job{}), inside: retryDocument},
		{method: http.MethodPost, path: in + "/documents/estimate", id: "estimateDocument", summary: "Tell what ingesting a text or a file would ask of the model; keeps nothing", role: keys.Write,
			params: []param{name}, body: NewDocument{}, file: true, pace: uploading, answers: ok(ingest.Estimate{}), inside: estimateDocument},
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
			params:  []param{name, id, countForm.like(headerText(lastEventID, "the id of the last event seen", 18))},
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
			params:  []param{name, traceEvent()}, body: Question{}, pace: asking,
			answers: []answer{{http.StatusOK, jsonType, query.Answer{}}, {http.StatusOK, eventsType, nil}}, serve: ask},
		{method: http.MethodGet, path: "/v1/agents", id: "agents", summary: "Who answers, and how", role: keys.Read, answers: ok(Offer{}), serve: agents},
		{method: http.MethodGet, path: in + "/search", id: "search", summary: "Find the chunks that match a query", role: keys.Read, pace: asking,
			params: append(scopeParams(), name, needed(queryText("q", "what to look for")),
				oneOf(queryText("method", "bm25 without it"), append([]string{query.BM25}, retrieve.Methods()...)...),
				queryNumber("k", "how many", query.DefaultK, 1, mostRows)),
			answers: ok(HitList{}), inside: search},
	}
}

func graphRoutes() []route {
	name := pathText("workspace", "the workspace's name")
	return []route{
		{method: http.MethodGet, path: in + "/graph", id: "neighbourhood", summary: "What is around elements", role: keys.Read,
			params: append(scopeParams(), name, needed(queryList("seed", "an element's id or name; of several, what is around any of them")), queryNumber("depth", "how many hops", 1, 0, 3),
				queryNumber("limit", "the most elements", 200, 1, mostRows),
				oneOf(queryText("via", "what is followed: relations (default) or facts that are shared"), viaRelations, viaFacts),
				queryList("type", "a type that elements beside the seed may have"), queryList("relation", "a relation that is followed")),
			answers: ok(Subgraph{}), inside: neighbourhood},
		{method: http.MethodGet, path: in + "/graph/overview", id: "overview", summary: "The graph with its communities folded to nodes", role: keys.Read,
			params: []param{name, levels("the largest level"), queryNumber("limit", "the most nodes", 300, 1, mostRows),
				queryNumber("edges", "the most edges", 2000, 0, graph.MaxRows), queryFlag("fit", "the smallest level up to that one of which limit lets every node through, if there is one")},
			answers: ok(Overview{}), pace: asking, inside: overview},
		{method: http.MethodGet, path: in + "/paths", id: "paths", summary: "The paths between two elements", role: keys.Read,
			params: append(scopeParams(), name, needed(queryText("from", "an element's id or name")), needed(queryText("to", "an element's id or name")),
				queryNumber("max_hops", "the longest path", graph.MaxHops, 1, graph.MaxHops), limit(20)),
			answers: ok(PathList{}), inside: paths},
	}
}

func entityRoutes() []route {
	name, id := pathText("workspace", "the workspace's name"), pathText("id", "an id, or a name that only one goes by")
	return []route{
		{method: http.MethodGet, path: in + "/entities", id: "listEntities", summary: "List entities by id, or find elements by name, the best first", role: keys.Read,
			params: []param{name, queryText("q", "a name or the beginning of one"), after(), limit(100)}, answers: ok(EntityList{}), inside: listEntities},
		{method: http.MethodGet, path: in + "/entities/{id}", id: "showEntity", summary: "Show an entity with what the graph says of it", role: keys.Read,
			params: []param{name, id, limit(50)}, answers: ok(Entity{}), inside: showEntity},
		{method: http.MethodGet, path: in + "/entities/{id}/evidence", id: "listEvidence", summary: "The places where an entity is named, each 500 of them by document", role: keys.Read,
			params: []param{name, id, from(), limit(50)}, answers: ok(EvidenceList{}), inside: listEvidence},
		{method: http.MethodPost, path: in + "/entities/merge", id: "mergeEntities", summary: "Make entities one", role: keys.Write,
			params: []param{name}, body: Merging{}, pace: asking, answers: ok(Decided{}), inside: mergeEntities},
		{method: http.MethodPost, path: in + "/entities/apart", id: "setEntitiesApart", summary: "Keep two entities from being taken for one", role: keys.Write,
			params: []param{name}, body: Parting{}, pace: asking, answers: ok(Decided{}), inside: setEntitiesApart},
		{method: http.MethodPost, path: in + "/entities/{id}/split", id: "splitEntity", summary: "Take names out of an entity, or what one document means by them", role: keys.Write,
			params: []param{name, id}, body: Splitting{}, pace: asking, answers: ok(Decided{}), inside: splitEntity},
		{method: http.MethodGet, path: in + "/duplicates", id: "listDuplicates", summary: "Pairs of names that may be of one thing, the likeliest first", role: keys.Read,
			params: []param{name, limit(50)}, pace: asking, answers: ok(DuplicateList{}), inside: listDuplicates},
		{method: http.MethodGet, path: in + "/decisions", id: "listDecisions", summary: "What people, or a model that was asked, decided about names", role: keys.Read,
			params: []param{name}, answers: ok(DecisionList{}), inside: listDecisions},
		{method: http.MethodDelete, path: in + "/decisions/{id}", id: "undoDecision", summary: "Take a decision about names back", role: keys.Write,
			params: []param{name, pathText("id", "the decision's id")}, pace: asking, answers: ok(Decided{}), inside: undoDecision},
	}
}

func communityRoutes() []route {
	name, id := pathText("workspace", "the workspace's name"), pathText("id", "the community's id")
	return []route{
		{method: http.MethodGet, path: in + "/communities", id: "listCommunities", summary: "List communities, the largest level first", role: keys.Read,
			params: []param{name, queryFlag("all", "those below others, too"), limit(100)}, answers: ok(CommunityList{}), inside: listCommunities},
		{method: http.MethodGet, path: in + "/communities/{id}", id: "showCommunity", summary: "Show a community with what is directly below it", role: keys.Read,
			params: []param{name, id, limit(100)}, answers: ok(CommunityMembers{}), inside: showCommunity},
		{method: http.MethodGet, path: in + "/communities/{id}/children", id: "listChildren", summary: "The communities directly below one, the largest first", role: keys.Read,
			params: []param{name, id, from(), limit(100)}, pace: asking, answers: ok(ChildList{}), inside: listChildren},
		{method: http.MethodGet, path: in + "/communities/{id}/members", id: "listMembers", summary: "The entities of a community of level 0, by id", role: keys.Read,
			params: []param{name, id, after(), limit(100)}, answers: ok(EntityList{}), inside: listMembers},
		{method: http.MethodGet, path: in + "/communities/{id}/graph", id: "unfold", summary: "A community unfolded: what is in it, and the relations among and out of that", role: keys.Read,
			params:  []param{name, id, queryNumber("limit", "the most members or children", 500, 1, mostRows), levels("the largest level of the communities outside")},
			answers: ok(Unfolded{}), pace: asking, inside: unfold},
	}
}

func schemaRoutes() []route {
	name, id := pathText("workspace", "the workspace's name"), pathText("id", "the proposal's id, or part:name")
	return []route{
		{method: http.MethodGet, path: in + "/schema", id: "schema", summary: "The schema that bounds the graph", role: keys.Read,
			params: []param{name}, answers: ok(Schema{}), inside: showSchema},
		{method: http.MethodPut, path: in + "/schema", id: "putSchema", summary: "Put another seed in the place of the schema's; without sure, one that loses something is only described", role: keys.Write,
			params: []param{name}, body: NewSchema{}, pace: asking, answers: ok(SchemaChange{}), inside: putSchema},
		{method: http.MethodGet, path: in + "/schema/history", id: "schemaHistory", summary: "The versions of the schema, the latest first", role: keys.Read,
			params: []param{name, limit(20)}, answers: ok(SchemaHistory{}), inside: schemaHistory},
		{method: http.MethodGet, path: in + "/schema/proposals", id: "listProposals", summary: "Names outside the schema, the most supported first", role: keys.Read,
			params: []param{name, oneOf(queryText("part", "of which part; all without it"), "type", "relation", "attribute"),
				oneOf(queryText("state", "open without it"), proposalStates()...), limit(100)},
			answers: ok(ProposalList{}), inside: listProposals},
		{method: http.MethodGet, path: in + "/schema/proposals/{id}", id: "showProposal", summary: "A proposal with the first places that use it", role: keys.Read,
			params: []param{name, id}, answers: ok(Proposal{}), inside: showProposal},
		{method: http.MethodPost, path: in + "/schema/proposals/{id}/accept", id: "acceptProposal", summary: "Take a proposal into the schema", role: keys.Write,
			params: []param{name, id}, pace: asking, answers: ok(ingest.Evolution{}), inside: judge(verdictAccept)},
		{method: http.MethodPost, path: in + "/schema/proposals/{id}/reject", id: "rejectProposal", summary: "Keep a proposal out of the schema", role: keys.Write,
			params: []param{name, id}, pace: asking, answers: ok(ingest.Evolution{}), inside: judge(verdictReject)},
		{method: http.MethodPost, path: in + "/schema/proposals/{id}/undo", id: "undoProposal", summary: "Take back what was said of a proposal", role: keys.Write,
			params: []param{name, id}, pace: asking, answers: ok(ingest.Evolution{}), inside: judge(verdictUndo)},
	}
}

func traceRoutes() []route {
	name, id := pathText("workspace", "the workspace's name"), pathText("id", "the trace's id")
	return []route{
		{method: http.MethodGet, path: in + "/traces", id: "listTraces", summary: "The questions that were asked, the latest first", role: keys.Read,
			params: []param{name, queryText("before", "the last id of the page before"), limit(50)}, answers: ok(TraceList{}), inside: listTraces},
		{method: http.MethodGet, path: in + "/traces/{id}", id: "showTrace", summary: "A question with its answer and every step", role: keys.Read,
			params: []param{name, id}, answers: ok(traces.Trace{}), inside: showTrace},
		{method: http.MethodDelete, path: in + "/traces/{id}", id: "deleteTrace", summary: "Remove a trace", role: keys.Write,
			params: []param{name, id}, answers: []answer{{status: http.StatusNoContent}}, inside: deleteTrace},
		{method: http.MethodGet, path: in + "/traces/{id}/replay", id: "replayTrace", summary: "The events of a question again, without a model", role: keys.Read,
			params: []param{name, id, queryNumber("after", "how many events to leave out", 0, 0, 1<<30), traceEvent(),
				queryNumber("speed", "1 takes as long as the question took, 2 half of that, 0 no time", usualSpeed, 0, highestSpeed)},
			answers: []answer{{http.StatusOK, eventsType, nil}}, pace: streaming, serve: replayTrace},
	}
}

// mostRows is the most rows of a list.
const mostRows = 1000

func after() param { return queryText("after", "the last id of the page before") }

func limit(otherwise int) param { return queryNumber("limit", "how many", otherwise, 1, mostRows) }

func from() param { return queryNumber("from", "the index of the first one", 0, 0, 1<<30) }

// mostLevels is above every level of communities.
const mostLevels = 10

func levels(doc string) param { return queryNumber("level", doc, mostLevels, 0, mostLevels) }

func traceEvent() param {
	return eventForm.like(headerText(lastEventID, "the id of the last event received of a stream that broke: the stream goes on after it", 60))
}

// oneOf bounds a text to some.
func oneOf(p param, texts ...string) param { p.oneOf = texts; return p }
