package sqlite

import (
	"context"
	"database/sql"

	"grove/internal/graph"
)

const episodes = "SELECT e.id, e.document, e.position, e.begins, e.ends, e.words, e.gist, d.paged\n" +
	"FROM episode e JOIN document d ON d.id = e.document WHERE "

var scanEpisode = fields(func(e *graph.Episode) []any {
	return []any{&e.ID, &e.Document, &e.Index, &e.Start, &e.End, &e.Words, &e.Gist, &e.Preset}
})

// Episodes carries out graph.EpisodesQuery.
func (r reader) Episodes(ctx context.Context, q graph.EpisodesQuery) ([]graph.Episode, error) {
	r = r.checked(q)
	wanted, args := "e.document = ? AND e.position >= ?", []any{string(q.Document), q.From}
	if len(q.Chunks) > 0 {
		wanted = "e.id IN (SELECT x.id FROM chunk c JOIN episode x ON x.document = c.document AND x.begins < c.ends " +
			"AND c.begins < x.ends\n" +
			"WHERE c.id IN " + list(len(q.Chunks)) + ")"
		args = values(q.Chunks...)
	}
	s := scoped(q.Scope)
	text, args := s.query(episodes+wanted+s.document("e.document")+" ORDER BY e.document, e.position"+limited(graph.Limit(q.Limit)),
		args...)
	return ask(ctx, r, "sqlite.Episodes", scanEpisode, text, args...)
}

// PageEpisodes pages through all episodes.
func (r reader) PageEpisodes(ctx context.Context, q graph.PageQuery) ([]graph.Episode, error) {
	return ask(ctx, r, "sqlite.PageEpisodes", scanEpisode, episodes+"e.id > ? ORDER BY e.id LIMIT ?", string(q.After), graph.Limit(q.Limit))
}

// EpisodeReplies carries out graph.EpisodeRepliesQuery.
func (r reader) EpisodeReplies(ctx context.Context, q graph.EpisodeRepliesQuery) ([]graph.EpisodeReply, error) {
	r = r.checked(q)
	return ask(ctx, r, "sqlite.EpisodeReplies", fields(func(e *graph.EpisodeReply) []any { return []any{&e.ID, &e.Document, &e.Result} }),
		"SELECT id, document, result FROM episode_reply WHERE id IN "+list(len(q.IDs))+" ORDER BY id", values(q.IDs...)...)
}

// SetGists says which episodes are wanted of documents.
func (s *Store) SetGists(ctx context.Context, documents []graph.ID, preset string) error {
	return writeAll(ctx, s, "sqlite.SetGists", "UPDATE document SET gists = ? WHERE id = ?", documents,
		func(id graph.ID) ([]any, error) { return []any{preset, string(id)}, nil })
}

// JournalEpisodes keeps replies about pages; they survive a kill once it returns.
func (s *Store) JournalEpisodes(ctx context.Context, replies []graph.EpisodeReply) error {
	return writeAll(ctx, s, "sqlite.JournalEpisodes", "INSERT OR REPLACE INTO episode_reply (id, document, result) VALUES (?, ?, ?)",
		replies,
		func(e graph.EpisodeReply) ([]any, error) {
			return []any{string(e.ID), string(e.Document), e.Result}, nil
		})
}

// PutEpisodes makes these the episodes of their documents.
func (s *Store) PutEpisodes(ctx context.Context, paginations []graph.Pagination) error {
	if err := graph.CheckPagination(paginations); err != nil {
		return s.observe.Refuse(ctx, "sqlite.PutEpisodes", err)
	}
	return s.transact(ctx, "sqlite.PutEpisodes", func(tx *sql.Tx) error {
		w := &writer{ctx: ctx, tx: tx}
		for _, p := range paginations {
			whole, err := rows(ctx, tx, scanValue[graph.ID], "UPDATE document SET paged = ? WHERE id = ? AND partial = 0 RETURNING id",
				p.Preset, string(p.Document))
			if err != nil {
				return err
			}
			if len(whole) == 0 {
				continue
			}
			put(w, "DELETE FROM episode WHERE document = ?", whole, idOf)
			put(w, "INSERT INTO episode (id, document, position, begins, ends, words, gist) VALUES "+list(7), p.Episodes,
				func(e graph.Episode) ([]any, error) {
					return []any{string(e.ID), string(e.Document), e.Index, e.Start, e.End, e.Words, e.Gist}, nil
				})
			ids, err := asJSON(graph.List(p.Replies))
			if err != nil {
				return err
			}
			put(w, "DELETE FROM episode_reply WHERE document = ? AND id NOT IN (SELECT value FROM json_each(?))", whole,
				func(id graph.ID) ([]any, error) { return []any{string(id), ids}, nil })
		}
		return w.err
	})
}
