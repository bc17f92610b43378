package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
)

const (
	communityColumns = "c.id, c.level, c.parent, c.title, c.summary, c.size, c.digest"
	keywordColumns   = "w.id, w.community, w.entity, w.name, w.rank"
)

var scanCommunity = fields(func(c *graph.Community) []any {
	return []any{&c.ID, &c.Level, &c.Parent, &c.Title, &c.Summary, &c.Size, &c.Digest}
})

var scanKeyword = fields(func(w *graph.Keyword) []any { return []any{&w.ID, &w.Community, &w.Entity, &w.Name, &w.Rank} })

// Communities carries out graph.CommunitiesQuery.
func (r reader) Communities(ctx context.Context, q graph.CommunitiesQuery) ([]graph.CommunityRow, error) {
	r = r.checked(q)
	if len(q.IDs)+len(q.Members) > 0 {
		return r.communities(ctx, q)
	}
	return cachedWhole(ctx, r, "sqlite.Communities", fmt.Sprint(q.Top, " ", q.Parent, " ", q.Limit),
		func(ctx context.Context) ([]graph.CommunityRow, error) { return r.communities(ctx, q) })
}

func (r reader) communities(ctx context.Context, q graph.CommunitiesQuery) (out []graph.CommunityRow, err error) {
	conditions, args := []string{"true"}, []any{}
	if len(q.IDs) > 0 {
		conditions, args = append(conditions, "c.id IN "+list(len(q.IDs))), append(args, values(q.IDs...)...)
	}
	if q.Parent != "" {
		conditions, args = append(conditions, "c.parent = ?"), append(args, string(q.Parent))
	}
	if q.Top {
		conditions = append(conditions, "c.parent = ''")
	}
	if len(q.Members) > 0 {
		conditions, args = append(conditions, "c.id IN (SELECT community FROM member WHERE entity IN "+list(len(q.Members))+")"),
			append(args, values(q.Members...)...)
	}
	err = r.view(ctx, "sqlite.Communities", func(s queryer) error {
		found, err := rows(ctx, s, scanCommunity, "SELECT "+communityColumns+" FROM community c WHERE "+strings.Join(conditions, " AND ")+
			" ORDER BY c.level DESC, c.size DESC, c.id"+limited(graph.Limit(q.Limit)), args...)
		if err != nil {
			return err
		}
		keywords, err := keywordsOf(ctx, s, found)
		for _, c := range found {
			out = append(out, graph.CommunityRow{Community: c, Keywords: keywords[c.ID]})
		}
		return err
	})
	return out, err
}

// keywordsOf returns the keywords of communities, by rank.
func keywordsOf(ctx context.Context, s queryer, communities []graph.Community) (map[graph.ID][]graph.Keyword, error) {
	ids := graph.Keys(communities)
	found, err := rows(ctx, s, scanKeyword, "SELECT "+keywordColumns+" FROM keyword w WHERE w.community IN "+list(len(ids))+
		" ORDER BY w.community, w.rank", values(ids...)...)
	return lists.Group(found, func(w graph.Keyword) graph.ID { return w.Community }), err
}

// Members carries out graph.MembersQuery.
func (r reader) Members(ctx context.Context, q graph.MembersQuery) ([]graph.KeyElement, error) {
	const op = "sqlite.Members"
	return cachedWhole(ctx, r, op, fmt.Sprint(q.Community, " ", q.After, " ", q.Limit),
		func(ctx context.Context) ([]graph.KeyElement, error) {
			return ask(ctx, r, op, scanKeyElement, "SELECT "+keyElementColumns+
				" FROM member m JOIN key_element k ON k.id = m.entity WHERE m.community = ? AND m.entity > ? ORDER BY m.entity"+
				limited(graph.Limit(q.Limit)), string(q.Community), string(q.After))
		})
}

// PageCommunities pages through the communities with members and keywords.
func (r reader) PageCommunities(ctx context.Context, q graph.PageQuery) (out []graph.CommunityPage, err error) {
	err = r.view(ctx, "sqlite.PageCommunities", func(s queryer) error {
		found, err := rows(ctx, s, scanCommunity, "SELECT "+communityColumns+" FROM community c WHERE c.id > ? ORDER BY c.id LIMIT ?",
			string(q.After), graph.Limit(q.Limit))
		if err != nil {
			return err
		}
		if q.Bare {
			for _, c := range found {
				out = append(out, graph.CommunityPage{Community: c})
			}
			return nil
		}
		keywords, err := keywordsOf(ctx, s, found)
		if err != nil {
			return err
		}
		ids := graph.Keys(found)
		members := map[graph.ID][]graph.ID{}
		_, err = rows(ctx, s, func(row *sql.Rows) (struct{}, error) {
			var community, entity graph.ID
			err := row.Scan(&community, &entity)
			members[community] = append(members[community], entity)
			return struct{}{}, err
		}, "SELECT community, entity FROM member WHERE community IN "+list(len(ids))+" ORDER BY community, entity", values(ids...)...)
		for _, c := range found {
			out = append(out, graph.CommunityPage{Community: c, Members: members[c.ID], Keywords: keywords[c.ID]})
		}
		return err
	})
	return out, err
}

// PageKeywords pages through the keywords.
func (r reader) PageKeywords(ctx context.Context, q graph.PageQuery) ([]graph.Keyword, error) {
	return ask(ctx, r, "sqlite.PageKeywords", scanKeyword, "SELECT "+keywordColumns+" FROM keyword w WHERE w.id > ? ORDER BY w.id LIMIT ?",
		string(q.After), graph.Limit(q.Limit))
}

// TreeNumber returns the change number up to which the communities are true.
func (r reader) TreeNumber(ctx context.Context) (int64, error) {
	return one(ctx, r, "sqlite.TreeNumber", scanValue[int64], "SELECT tree FROM workspace")
}

// TreeMethod returns the method by which communities are made.
func (r reader) TreeMethod(ctx context.Context) (string, error) {
	return one(ctx, r, "sqlite.TreeMethod", scanValue[string], "SELECT tree_method FROM workspace")
}

// SetTreeMethod says by which method communities are made from now on.
func (s *Store) SetTreeMethod(ctx context.Context, method string) error {
	return s.transact(ctx, "sqlite.SetTreeMethod", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE workspace SET tree_method = ?", method)
		return err
	})
}

// PutTree makes these the communities.
func (s *Store) PutTree(ctx context.Context, tree []graph.CommunityState) error {
	return s.transact(ctx, "sqlite.PutTree", func(tx *sql.Tx) error {
		number, err := (applyTx{tx: tx}).Bump(ctx)
		if err != nil {
			return err
		}
		stored, err := rows(ctx, tx, scanCommunity, "SELECT "+communityColumns+" FROM community c")
		if err != nil {
			return err
		}
		d := graph.DiffTree(stored, tree)
		var members [][2]graph.ID
		var keywords []graph.Keyword
		var written []graph.CommunityState
		again := d.Drop
		for _, c := range d.New {
			written = append(written, c)
			for _, e := range c.Members {
				members = append(members, [2]graph.ID{e, c.ID})
			}
			keywords = append(keywords, c.Keywords...)
		}
		for _, c := range d.Changed {
			written, again, keywords = append(written, c), append(again, c.ID), append(keywords, c.Keywords...)
		}
		w := &writer{ctx: ctx, tx: tx}
		put(w, "DELETE FROM member WHERE community = ?", d.Drop, idOf)
		put(w, "DELETE FROM keyword WHERE community = ?", again, idOf)
		put(w, "DELETE FROM community WHERE id = ?", d.Drop, idOf)
		put(w, "INSERT OR REPLACE INTO community VALUES (?, ?, ?, ?, ?, ?, ?)", written, func(c graph.CommunityState) ([]any, error) {
			return []any{string(c.ID), c.Level, string(c.Parent), c.Title, c.Summary, c.Size, c.Digest}, nil
		})
		put(w, "INSERT OR REPLACE INTO member VALUES (?, ?)", members, func(m [2]graph.ID) ([]any, error) { return values(m[:]...), nil })
		put(w, "INSERT INTO keyword VALUES (?, ?, ?, ?, ?)", keywords, func(w graph.Keyword) ([]any, error) {
			return []any{string(w.ID), string(w.Community), string(w.Entity), w.Name, w.Rank}, nil
		})
		put(w, "UPDATE workspace SET tree = ?", []int64{number}, func(n int64) ([]any, error) { return []any{n}, nil })
		return w.err
	})
}
