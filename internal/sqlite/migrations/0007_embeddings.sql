-- Vectors of texts, and which model the workspace's are of. They hold much, so
-- they live in a rowid table.

ALTER TABLE workspace ADD COLUMN embedder TEXT NOT NULL DEFAULT ''; -- '' where there are none
ALTER TABLE workspace ADD COLUMN embedder_dim INTEGER NOT NULL DEFAULT 0;

CREATE TABLE embedding (
  id     TEXT NOT NULL UNIQUE,
  text   TEXT NOT NULL, -- hash of the text
  model  TEXT NOT NULL,
  dim    INTEGER NOT NULL,
  vector BLOB NOT NULL -- dim numbers of 32 bits, little-endian
) STRICT;
