-- Communities and their keywords: levels 4 and 3 of the tree.

ALTER TABLE workspace ADD COLUMN tree INTEGER NOT NULL DEFAULT 0; -- change number of the communities

CREATE TABLE community (
  id      TEXT PRIMARY KEY,
  level   INTEGER NOT NULL,
  parent  TEXT NOT NULL, -- '' at the top
  title   TEXT NOT NULL,
  summary TEXT NOT NULL,
  size    INTEGER NOT NULL,
  digest  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX community_parent ON community (parent, level DESC, size DESC, id);
CREATE INDEX community_order ON community (level DESC, size DESC, id);

CREATE TABLE member (
  entity    TEXT PRIMARY KEY,
  community TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX member_community ON member (community, entity);

CREATE TABLE keyword (
  id        TEXT PRIMARY KEY,
  community TEXT NOT NULL,
  entity    TEXT NOT NULL,
  name      TEXT NOT NULL,
  rank      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX keyword_community ON keyword (community, rank);
