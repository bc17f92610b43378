-- What people decided.

CREATE TABLE decision (
  seq      INTEGER PRIMARY KEY,
  id       TEXT NOT NULL UNIQUE,
  kind     TEXT NOT NULL,
  subjects TEXT NOT NULL, -- JSON array
  made     INTEGER NOT NULL -- seconds since 1970, UTC
) STRICT;
-- Seq never comes back, also where the last decision was undone.
ALTER TABLE workspace ADD COLUMN decisions INTEGER NOT NULL DEFAULT 0;
