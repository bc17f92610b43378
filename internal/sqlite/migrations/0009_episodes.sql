-- Pages of documents with their gists.

ALTER TABLE document ADD COLUMN gists TEXT NOT NULL DEFAULT ''; -- preset of the episodes that are wanted
ALTER TABLE document ADD COLUMN paged TEXT NOT NULL DEFAULT ''; -- preset of the episodes that are there
CREATE INDEX document_due ON document (id) WHERE gists <> paged;

-- Gists are long, so they live in a rowid table.
CREATE TABLE episode (
  id       TEXT NOT NULL UNIQUE,
  document TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  begins   INTEGER NOT NULL,
  ends     INTEGER NOT NULL,
  words    INTEGER NOT NULL,
  gist     TEXT NOT NULL
) STRICT;
CREATE INDEX episode_document ON episode (document, position);

-- The journal of pages. A reply stays while its document is replaced.
CREATE TABLE episode_reply (
  id       TEXT NOT NULL UNIQUE,
  document TEXT NOT NULL,
  result   TEXT NOT NULL
) STRICT;
CREATE INDEX episode_reply_document ON episode_reply (document);
