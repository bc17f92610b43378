package cypher

import (
	"context"
	"slices"
	"strings"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"grove/internal/graph"
)

const (
	communityColumns = "c.id AS id, c.level AS level, coalesce([(c)-[:PARENT]->(p) | p.id][0], '') AS parent, c.title AS title,\n" +
		"  c.summary AS summary, c.size AS size, c.digest AS digest"
	keywordColumns = "COLLECT {\n    MATCH (w:Keyword)-[:KEYWORD_OF]->(c)\n" +
		"    RETURN w {.id, .entity, .name, .rank} ORDER BY w.rank\n  } AS keywords"
	memberColumns = "COLLECT { MATCH (e:KeyElement)-[:MEMBER_OF]->(c) RETURN e.id ORDER BY e.id } AS members"
)

func communityOf(r row) graph.Community {
	return graph.Community{ID: r.id("id"), Level: r.number("level"), Parent: r.id("parent"), Title: r.text("title"),
		Summary: r.text("summary"), Size: r.number("size"), Digest: r.text("digest")}
}

// keywordsOf reads the keywords of the community in r.
func keywordsOf(r row, community graph.ID) []graph.Keyword {
	var out []graph.Keyword
	for _, w := range r.rows("keywords") {
		out = append(out, graph.Keyword{ID: w.id("id"), Community: community, Entity: w.id("entity"), Name: w.text("name"),
			Rank: w.number("rank")})
	}
	return out
}

func renderCommunities(w scope, q graph.CommunitiesQuery) Statement {
	params := map[string]any{"limit": graph.Limit(q.Limit)}
	match, conditions := "MATCH (c:Community) WHERE ", []string{}
	switch {
	case len(q.IDs) > 0:
		match = "UNWIND $ids AS key\nMATCH (c:Community {key: key}) WHERE "
		params["ids"] = w.keys(q.IDs)
	case len(q.Members) > 0:
		match = "UNWIND $members AS key\nMATCH (:KeyElement {key: key})-[:MEMBER_OF]->(c:Community) WHERE "
	case q.Parent != "":
		match = "MATCH (:Community {key: $parent})<-[:PARENT]-(c:Community) WHERE "
	default:
		conditions = append(conditions, "c.key > $after AND c.key < $end")
		params["after"], params["end"] = w.key(""), w.end()
	}
	if len(q.Members) > 0 {
		params["members"] = w.keys(q.Members)
		if len(q.IDs) > 0 {
			conditions = append(conditions, "EXISTS { MATCH (m:KeyElement)-[:MEMBER_OF]->(c) WHERE m.key IN $members }")
		}
	}
	if q.Parent != "" {
		params["parent"] = w.key(q.Parent)
		conditions = append(conditions, "EXISTS { (c)-[:PARENT]->(:Community {key: $parent}) }")
	}
	if q.Top {
		conditions = append(conditions, "NOT EXISTS { (c)-[:PARENT]->() }")
	}
	if len(conditions) == 0 {
		conditions = append(conditions, "true")
	}
	return Statement{match + strings.Join(conditions, " AND ") +
		"\nWITH DISTINCT c ORDER BY c.level DESC, c.size DESC, c.id LIMIT $limit\nRETURN " +
		communityColumns + ",\n  " + keywordColumns + "\nORDER BY level DESC, size DESC, id", params}
}

// Communities carries out graph.CommunitiesQuery.
func (s *Store) Communities(ctx context.Context, q graph.CommunitiesQuery) ([]graph.CommunityRow, error) {
	return read(ctx, s, "cypher.Communities", q, func(r row) graph.CommunityRow {
		c := communityOf(r)
		return graph.CommunityRow{Community: c, Keywords: keywordsOf(r, c.ID)}
	})
}

// Communities records the read.
func (t Traced) Communities(ctx context.Context, q graph.CommunitiesQuery) ([]graph.CommunityRow, error) {
	return traced(ctx, t, "communities", q, t.Reader.Communities,
		map[string]any{"top": q.Top, "parent": q.Parent, "members": q.Members})
}

func renderMembers(w scope, q graph.MembersQuery) Statement {
	return Statement{"MATCH (c:Community {key: $community})<-[:MEMBER_OF]-(k:KeyElement) WHERE k.key > $after\n" +
		"WITH k ORDER BY k.key LIMIT $limit\nRETURN " + elementColumns + "\nORDER BY id",
		map[string]any{"community": w.key(q.Community), "after": w.key(q.After), "limit": graph.Limit(q.Limit)}}
}

// Members carries out graph.MembersQuery.
func (s *Store) Members(ctx context.Context, q graph.MembersQuery) ([]graph.KeyElement, error) {
	return read(ctx, s, "cypher.Members", q, elementOf)
}

// Members records the read.
func (t Traced) Members(ctx context.Context, q graph.MembersQuery) ([]graph.KeyElement, error) {
	return traced(ctx, t, "members", q, t.Reader.Members, map[string]any{"community": q.Community})
}

// PageCommunities pages through the communities with members and keywords.
func (s *Store) PageCommunities(ctx context.Context, q graph.PageQuery) ([]graph.CommunityPage, error) {
	if q.Bare {
		return read(ctx, s, "cypher.PageCommunities", pageOf(s.workspace, q, "c", "Community", "", communityColumns),
			func(r row) graph.CommunityPage {
				return graph.CommunityPage{Community: communityOf(r)}
			})
	}
	return read(ctx, s, "cypher.PageCommunities", Page{"Community", q}, func(r row) graph.CommunityPage {
		c := communityOf(r)
		return graph.CommunityPage{Community: c, Members: r.ids("members"), Keywords: keywordsOf(r, c.ID)}
	})
}

// PageKeywords pages through the keywords.
func (s *Store) PageKeywords(ctx context.Context, q graph.PageQuery) ([]graph.Keyword, error) {
	st := pageOf(s.workspace, q, "w", "Keyword", "", "w.id AS id, [(w)-[:KEYWORD_OF]->(c) | c.id][0] AS community, w.entity AS entity, "+
		"w.name AS name, w.rank AS rank")
	return read(ctx, s, "cypher.PageKeywords", st, func(r row) graph.Keyword {
		return graph.Keyword{ID: r.id("id"), Community: r.id("community"), Entity: r.id("entity"), Name: r.text("name"),
			Rank: r.number("rank")}
	})
}

// TreeNumber returns the change number up to which the communities are true; 0 where there are none.
func (s *Store) TreeNumber(ctx context.Context) (int64, error) {
	return firstOrZero(read(ctx, s, "cypher.TreeNumber", Statement{
		"MATCH (w:Workspace {key: $workspace}) RETURN coalesce(w.treeNumber, 0) AS number",
		map[string]any{"workspace": string(s.workspace)}}, changeNumberOf))
}

// TreeMethod returns the method by which communities are made; "" where none was set.
func (s *Store) TreeMethod(ctx context.Context) (string, error) {
	return firstOrZero(read(ctx, s, "cypher.TreeMethod", Statement{
		"MATCH (w:Workspace {key: $workspace}) RETURN coalesce(w.treeMethod, '') AS method",
		map[string]any{"workspace": string(s.workspace)}}, func(r row) string { return r.text("method") }))
}

// SetTreeMethod says by which method communities are made from now on.
func (s *Store) SetTreeMethod(ctx context.Context, method string) error {
	return s.change(ctx, "cypher.SetTreeMethod", []Statement{renderLock(s.workspace, 0),
		{"MATCH (w:Workspace {key: $workspace})\nSET w.treeMethod = $method",
			map[string]any{"workspace": string(s.workspace), "method": method}}})
}

// renderPutTree writes what differs.
func renderPutTree(w scope, d graph.TreeDelta) []Statement {
	var nodes, keywords, members, represents, keywordOf, parents rows
	again := w.rows(d.Drop)
	var former rows
	put := func(c graph.CommunityState) {
		m := w.base(c.ID, c.Title)
		m["level"], m["title"], m["summary"], m["size"], m["digest"] = c.Level, c.Title, c.Summary, c.Size, c.Digest
		nodes = append(nodes, m)
		if c.Parent != "" {
			parents = append(parents, w.edge(c.ID, c.Parent))
		}
		for _, k := range c.Keywords {
			m := w.base(k.ID, k.Name)
			m["entity"], m["rank"] = string(k.Entity), k.Rank
			keywords = append(keywords, m)
			keywordOf = append(keywordOf, w.edge(k.ID, c.ID))
			represents = append(represents, w.edge(k.ID, k.Entity))
		}
	}
	for _, c := range d.New {
		put(c)
		for _, e := range c.Members {
			members = append(members, w.edge(e, c.ID))
		}
	}
	for _, c := range d.Changed {
		put(c)
		key := map[string]any{"key": w.key(c.ID)}
		again, former = append(again, key), append(former, key)
	}
	return slices.Concat(
		inBatches("MATCH (c:Community {key: row.key})<-[:KEYWORD_OF]-(k:Keyword)\nDETACH DELETE k", again),
		inBatches("MATCH (c:Community {key: row.key})-[p:PARENT]->()\nDELETE p", former),
		dropNodes(w, "Community", d.Drop),
		mergeNodes("Community", nodes),
		mergeNodes("Keyword", keywords),
		inBatches(matchEnds("KeyElement", "Community")+"CREATE (from)-[:MEMBER_OF]->(to)", members),
		inBatches(matchEnds("Keyword", "Community")+"CREATE (from)-[:KEYWORD_OF]->(to)", keywordOf),
		inBatches(matchEnds("Keyword", "KeyElement")+"CREATE (from)-[:REPRESENTS]->(to)", represents),
		inBatches(matchEnds("Community", "Community")+"CREATE (from)-[:PARENT]->(to)", parents),
	)
}

// PutTree makes these the communities.
func (s *Store) PutTree(ctx context.Context, tree []graph.CommunityState) error {
	return s.update(ctx, "cypher.PutTree", func(tx neo4j.ManagedTransaction) error {
		number, err := lock(ctx, tx, s.workspace, 1)
		if err != nil {
			return err
		}
		// The edges of a community go with a key element that goes, and do not come
		// back with it: a community that lacks some is made anew.
		var broken []graph.ID
		stored, err := run(ctx, tx, Statement{"MATCH (c:Community) WHERE c.key > $after AND c.key < $end\nRETURN " + communityColumns +
			",\n  c.level = 0 AND COUNT { (c)<-[:MEMBER_OF]-() } <> c.size OR EXISTS { MATCH (c)<-[:KEYWORD_OF]-(w) " +
			"WHERE NOT (w)-[:REPRESENTS]->() } AS broken\nORDER BY id",
			map[string]any{"after": s.workspace.key(""), "end": s.workspace.end()}}, func(r row) graph.Community {
			c := communityOf(r)
			if r.flag("broken") {
				broken = append(broken, c.ID)
			}
			return c
		})
		if err != nil {
			return err
		}
		d := graph.DiffTree(slices.DeleteFunc(stored, func(c graph.Community) bool { return slices.Contains(broken, c.ID) }), tree)
		d.Drop = append(d.Drop, broken...)
		if err := runAll(ctx, tx, renderPutTree(s.workspace, d)); err != nil {
			return err
		}
		return runAll(ctx, tx, []Statement{{"MATCH (w:Workspace {key: $workspace})\nSET w.treeNumber = $number",
			map[string]any{"workspace": string(s.workspace), "number": number}}})
	})
}
