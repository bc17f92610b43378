package web_test

import (
	"net/http"

	"grove/internal/browse"
	"grove/web"
)

// tourCommunities unfolds the graph from the top.
func (h *house) tourCommunities(ws string) {
	h.Helper()
	var list web.CommunityList
	h.get(ws+"/communities?all=true").want(http.StatusOK, "").into(&list)
	if len(list.Communities) == 0 {
		h.Fatal("no communities")
	}
	var o browse.Overview
	h.get(ws+"/graph/overview").want(http.StatusOK, "").into(&o)
	if len(o.Nodes) == 0 || o.Total.Nodes != len(o.Nodes) || o.Cut || o.Entities == 0 || o.Cypher == "" {
		h.Errorf("overview %+v", o)
	}
	h.get(ws + "/graph/overview?fit=true&limit=1000").into(&o)
	if o.Level != 0 || o.Cut {
		h.Errorf("what fits is level %d, cut %v", o.Level, o.Cut)
	}
	h.get(ws + "/graph/overview?level=0&limit=1").into(&o)
	if len(o.Nodes) != 1 || o.Total.Nodes > 1 != o.Cut {
		h.Errorf("bounded overview %+v", o)
	}
	var all, few browse.Overview
	h.get(ws + "/graph/overview?fit=true&elements=1000").into(&all)
	h.get(ws + "/graph/overview?fit=true&elements=1").into(&few)
	if len(all.Elements) != all.Entities || len(all.Joins) == 0 || len(few.Elements) > 0 || len(o.Elements) > 0 {
		h.Errorf("of %d entities %d elements, joined by %d; %d and %d where they are not wanted",
			all.Entities, len(all.Elements), len(all.Joins), len(few.Elements), len(o.Elements))
	}
	for _, n := range all.Nodes {
		if (n.Size == 1) != (n.Element != nil) {
			h.Errorf("a community of %d has the element %v", n.Size, n.Element)
		}
	}
	for _, c := range list.Communities {
		path := ws + "/communities/" + string(c.ID)
		h.get(path).want(http.StatusOK, "")
		var u browse.Expansion
		h.get(path+"/graph").want(http.StatusOK, "").into(&u)
		var children web.ChildList
		h.get(path+"/children").want(http.StatusOK, "").into(&children)
		var members web.EntityList
		h.get(path+"/members").want(http.StatusOK, "").into(&members)
		if len(u.Members) != len(members.Entities) || len(u.Children) != children.Total || u.Total.Nodes != len(u.Members)+len(u.Children) || u.Total.Nodes == 0 {
			h.Errorf("%s: %d members, %d children, total %+v", c.ID, len(u.Members), len(u.Children), u.Total)
		}
	}
	for _, below := range []string{"", "/graph", "/children"} {
		h.get(ws+"/communities/m123"+below).want(http.StatusNotFound, "not_found")
	}
}
