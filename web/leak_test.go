package web_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"grove/internal/config"
	"grove/internal/graph"
	"grove/query"
	"grove/web"
	"grove/web/keys"
)

// secret is what only workspace b holds.
const secret = "Ahab hides the treasure in Nantucket with Zebedee Quill."

// belongings are the ids of what is in a workspace, by the folder of an address.
type belongings map[string]string

// TestLeak: a key of one workspace gets nothing of another, on any route that the
// OpenAPI document has: not by the other's name, whether there is such a workspace or
// not, and not by its ids under the own name.
func TestLeak(t *testing.T) { onStores(t, testLeak) }

func testLeak(t *testing.T, c config.Config) {
	h := openOn(t, c, web.Limits{})
	admin := bearer(h.key("admin", keys.Admin, keys.Everywhere))
	h.workspace("a", admin...)
	ids := h.furnish("b", admin)
	roles := keys.Roles()
	if c.Store == config.Neo4j {
		roles = []keys.Role{keys.Admin}
	}
	for _, role := range roles {
		own := h.key("of a", role, h.name("a"))
		for path, item := range h.spec.Paths.Map() {
			for method, o := range item.Operations() {
				if strings.Contains(path, "{workspace}") {
					h.leaks(method, path, o.OperationID, ids, bearer(own))
				}
			}
		}
		if strings.Contains(h.log.String(), own) {
			t.Error("the log has a key")
		}
		var list web.WorkspaceList
		h.get("/v1/workspaces", bearer(own)...).want(http.StatusOK, "").into(&list)
		if len(list.Workspaces) != 1 || list.Workspaces[0].Name != h.name("a") {
			t.Errorf("%+v", list)
		}
		h.send(http.MethodPost, h.path("a")+"/cypher", `{"statement":"MATCH (c:Chunk) RETURN c.text"}`, bearer(own)...).want(http.StatusForbidden, "forbidden")
		h.send(http.MethodPost, "/v1/workspaces", `{"name":"`+h.name("c")+`"}`, bearer(own)...).want(http.StatusForbidden, "forbidden")
	}
	if strings.Contains(h.log.String(), "Zebedee") {
		t.Error("the log has a text")
	}
	var counts graph.Counts
	h.get(h.path("b")+"/stats", admin...).into(&counts)
	if counts.Documents != 1 {
		t.Errorf("b has %+v", counts)
	}
}

// furnish puts a document into a workspace and gives the ids of what came of it.
func (h *house) furnish(short string, admin []string) belongings {
	h.Helper()
	ws := h.workspace(short, admin...)
	j := h.ended(ws, h.add(ws, "secret", secret, admin...), admin...)
	var documents web.DocumentList
	h.get(ws+"/documents", admin...).into(&documents)
	var entities web.EntityList
	h.get(ws+"/entities?q=zebedee", admin...).into(&entities)
	var communities web.CommunityList
	h.get(ws+"/communities?all=true", admin...).into(&communities)
	var answer query.Answer
	h.send(http.MethodPost, ws+"/query", `{"question":"What does Ahab hide?"}`, admin...).into(&answer)
	if len(documents.Documents) == 0 || len(entities.Entities) == 0 || len(communities.Communities) == 0 || answer.TraceID == "" {
		h.Fatalf("%+v, %+v, %+v, %q", documents, entities, communities, answer.TraceID)
	}
	h.run(short, "secret", secret)
	return belongings{"documents": string(documents.Documents[0].ID), "jobs": string(j.ID), "entities": string(entities.Entities[0].ID),
		"communities": string(communities.Communities[0].ID), "traces": answer.TraceID, "runs": "secret", "decisions": "none", "proposals": "relation:HUNTED_BY"}
}

// leaks asks one route for what is not the key's.
func (h *house) leaks(method, path, operation string, ids belongings, own []string) {
	h.Helper()
	parts := strings.Split(path, "/")
	id := ""
	if at := slices.Index(parts, "{id}"); at > 0 {
		if id = ids[parts[at-1]]; id == "" {
			h.Fatalf("nothing is known of %s", path)
		}
	}
	try := func(workspace string) reply {
		address := strings.NewReplacer("{workspace}", workspace, "{id}", id).Replace(path)
		r := h.send(method, address, `{}`, own...)
		if strings.Contains(string(r.body), "Nantucket") || strings.Contains(string(r.body), "Quill") {
			h.Errorf("%s %s: %s", method, address, r.body)
		}
		return r
	}
	for _, other := range []string{h.name("b"), h.name("none")} {
		try(other).want(http.StatusForbidden, "forbidden")
	}
	if path == "/v1/workspaces/{workspace}" {
		return // it would remove the own one
	}
	if r := try(h.name("a")); id != "" && r.status < 300 && !strings.Contains(path, "proposals") && !strings.HasSuffix(path, "/members") {
		h.Errorf("%s %s has what is not there: %d %s", method, path, r.status, r.body)
	} else if h.config.Store == config.Embedded {
		covered.leak(operation, fmt.Sprint(http.StatusForbidden))
	}
}
