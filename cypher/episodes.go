package cypher

import (
	"context"
	"fmt"
	"slices"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"grove/internal/graph"
	"grove/internal/lists"
)

const episodeColumns = "e.index AS index, e.start AS start, e.`end` AS `end`, e.words AS words, e.gist AS gist, e.preset AS preset"

func episodeOf(r row) graph.Episode {
	return graph.Episode{ID: r.id("id"), Document: r.id("document"), Index: r.number("index"), Start: r.number("start"),
		End: r.number("end"), Words: r.number("words"), Gist: r.text("gist"), Preset: r.text("preset")}
}

func renderEpisodes(w scope, q graph.EpisodesQuery) Statement {
	f := filterOf(w, q.Scope)
	params := map[string]any{"limit": graph.Limit(q.Limit)}
	var match string
	if len(q.Chunks) > 0 {
		params["chunks"] = w.keys(q.Chunks)
		match = "UNWIND $chunks AS key\nMATCH (d:Document)-[:HAS_EPISODE]->(e:Episode)-[:COVERS]->(:Chunk {key: key})" +
			f.document("WHERE", "d") + "\n"
	} else {
		params["document"], params["from"] = w.key(q.Document), q.From
		match = "MATCH (d:Document {key: $document})-[:HAS_EPISODE]->(e:Episode) WHERE e.index >= $from" + f.document("AND", "d") + "\n"
	}
	return f.statement(match+"WITH DISTINCT d, e ORDER BY d.id, e.index LIMIT $limit\nRETURN e.id AS id, d.id AS document, "+episodeColumns+
		"\nORDER BY document, index", params)
}

// Episodes carries out graph.EpisodesQuery.
func (s *Store) Episodes(ctx context.Context, q graph.EpisodesQuery) ([]graph.Episode, error) {
	return read(ctx, s, "cypher.Episodes", q, episodeOf)
}

// Episodes records the read, bounded to the scope.
func (t Traced) Episodes(ctx context.Context, q graph.EpisodesQuery) ([]graph.Episode, error) {
	q.Scope = t.Scope
	args := map[string]any{"chunks": q.Chunks}
	if q.Document != "" {
		args = map[string]any{"document": q.Document, "from": q.From}
	}
	return traced(ctx, t, "episodes", q, t.Reader.Episodes, args)
}

// PageEpisodes pages through all episodes.
func (s *Store) PageEpisodes(ctx context.Context, q graph.PageQuery) ([]graph.Episode, error) {
	st := pageOf(s.workspace, q, "e", "Episode", "", "e.id AS id, [(d:Document)-[:HAS_EPISODE]->(e) | d.id][0] AS document, "+
		episodeColumns)
	return read(ctx, s, "cypher.PageEpisodes", st, episodeOf)
}

func renderEpisodeReplies(w scope, q graph.EpisodeRepliesQuery) Statement {
	return Statement{"UNWIND $replies AS key\nMATCH (r:EpisodeReply {key: key})\n" +
		"RETURN r.id AS id, r.document AS document, r.result AS result\nORDER BY id",
		map[string]any{"replies": w.keys(q.IDs)}}
}

// EpisodeReplies carries out graph.EpisodeRepliesQuery.
func (s *Store) EpisodeReplies(ctx context.Context, q graph.EpisodeRepliesQuery) ([]graph.EpisodeReply, error) {
	return read(ctx, s, "cypher.EpisodeReplies", q, func(r row) graph.EpisodeReply {
		return graph.EpisodeReply{ID: r.id("id"), Document: r.id("document"), Result: r.text("result")}
	})
}

// SetGists says which episodes are wanted of documents.
func (s *Store) SetGists(ctx context.Context, documents []graph.ID, preset string) error {
	return s.change(ctx, "cypher.SetGists", inBatches("MATCH (n:Document {key: row.key})\n"+
		"SET n.gists = row.gists, n.gistsDue = CASE WHEN coalesce(n.paged, '') <> coalesce(row.gists, '') THEN true END",
		lists.Map(documents, func(id graph.ID) map[string]any {
			return map[string]any{"key": s.workspace.key(id), "gists": optional(preset)}
		})))
}

// JournalEpisodes keeps replies about pages.
func (s *Store) JournalEpisodes(ctx context.Context, replies []graph.EpisodeReply) error {
	return s.change(ctx, "cypher.JournalEpisodes", mergeNodes("EpisodeReply", lists.Map(replies, func(r graph.EpisodeReply) map[string]any {
		m := s.workspace.base(r.ID, "Reply "+string(r.ID))
		m["document"], m["result"] = string(r.Document), r.Result
		return m
	})))
}

// renderDropEpisodes removes the episodes of documents.
func renderDropEpisodes(w scope, documents []graph.ID) []Statement {
	return inBatches("MATCH (:Document {key: row.key})-[:HAS_EPISODE]->(n:Episode)\nDETACH DELETE n",
		w.rows(documents))
}

// renderForgetReplies removes the journalled replies of documents, except some.
func renderForgetReplies(w scope, documents, except []graph.ID) []Statement {
	kept := texts(except)
	return inBatches("MATCH (n:EpisodeReply {workspace: row.workspace, document: row.document}) WHERE NOT n.id IN row.except\nDELETE n",
		lists.Map(documents, func(id graph.ID) map[string]any {
			return map[string]any{"workspace": string(w), "document": string(id), "except": kept}
		}))
}

// renderPutEpisodes writes the episodes of a document that has these chunks, in order.
func renderPutEpisodes(w scope, p graph.Pagination, name string, chunks []graph.Chunk) []Statement {
	var nodes, has, next, covers rows
	first := 0
	for i, e := range p.Episodes {
		m := w.base(e.ID, fmt.Sprintf("%s · page %d", name, e.Index+1))
		m["index"], m["start"], m["end"], m["words"], m["gist"], m["preset"] = e.Index, e.Start, e.End, e.Words, e.Gist, e.Preset
		nodes, has = append(nodes, m), append(has, w.edge(p.Document, e.ID))
		if i > 0 {
			next = append(next, w.edge(p.Episodes[i-1].ID, e.ID))
		}
		for first < len(chunks) && chunks[first].End <= e.Start {
			first++
		}
		for _, c := range chunks[first:] {
			if c.Start >= e.End {
				break
			}
			covers = append(covers, w.edge(e.ID, c.ID))
		}
	}
	return slices.Concat(renderDropEpisodes(w, []graph.ID{p.Document}),
		mergeNodes("Episode", nodes),
		inBatches(matchEnds("Document", "Episode")+"CREATE (from)-[:HAS_EPISODE]->(to)", has),
		inBatches(matchEnds("Episode", "Episode")+"CREATE (from)-[:NEXT]->(to)", next),
		inBatches(matchEnds("Episode", "Chunk")+"CREATE (from)-[:COVERS]->(to)", covers),
		renderForgetReplies(w, []graph.ID{p.Document}, p.Replies))
}

// PutEpisodes makes these the episodes of their documents, one document a transaction.
func (s *Store) PutEpisodes(ctx context.Context, list []graph.Pagination) (err error) {
	const op = "cypher.PutEpisodes"
	ctx, end := s.observe.Begin(ctx, op)
	defer func() { end(err) }()
	if err := graph.CheckPagination(list); err != nil {
		return err
	}
	for _, p := range list {
		if err := s.update(ctx, op, func(tx neo4j.ManagedTransaction) error { return s.putEpisodes(ctx, tx, p) }); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) putEpisodes(ctx context.Context, tx neo4j.ManagedTransaction, p graph.Pagination) error {
	document := map[string]any{"document": s.workspace.key(p.Document), "preset": optional(p.Preset)}
	names, err := run(ctx, tx, Statement{"MATCH (d:Document {key: $document}) WHERE NOT coalesce(d.partial, false)\n" +
		"SET d.paged = $preset, d.gistsDue = CASE WHEN coalesce(d.gists, '') <> coalesce($preset, '') THEN true END\n" +
		"RETURN d.name AS name", document},
		func(r row) string { return r.text("name") })
	if err != nil || len(names) == 0 {
		return err
	}
	chunks, err := run(ctx, tx, Statement{"MATCH (d:Document {key: $document})-[:HAS_CHUNK]->(c:Chunk)\n" +
		"RETURN c.id AS id, c.start AS start, c.`end` AS `end` ORDER BY c.index", document}, chunkOf)
	if err != nil {
		return err
	}
	return runAll(ctx, tx, renderPutEpisodes(s.workspace, p, names[0], chunks))
}
