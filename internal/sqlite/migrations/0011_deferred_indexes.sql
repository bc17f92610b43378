-- Indexes that were dropped while a large document is written, with the statements that make them again.

CREATE TABLE deferred_index (
  name       TEXT PRIMARY KEY,
  definition TEXT NOT NULL
) STRICT, WITHOUT ROWID;
