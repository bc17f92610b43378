-- How far each chunk's extraction is, and the jobs.

ALTER TABLE extraction ADD COLUMN state    TEXT NOT NULL DEFAULT '';
ALTER TABLE extraction ADD COLUMN packet   TEXT NOT NULL DEFAULT '';
ALTER TABLE extraction ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE extraction ADD COLUMN error    TEXT NOT NULL DEFAULT '';
ALTER TABLE extraction ADD COLUMN raw      TEXT NOT NULL DEFAULT '';
CREATE INDEX extraction_quarantined ON extraction (chunk) WHERE state = 'quarantined';

CREATE TABLE job (
  id       TEXT PRIMARY KEY,
  kind     TEXT NOT NULL,
  state    TEXT NOT NULL,
  request  TEXT NOT NULL,
  progress TEXT NOT NULL,
  result   TEXT NOT NULL,
  error    TEXT NOT NULL,
  created  INTEGER NOT NULL, -- milliseconds since 1970, UTC
  updated  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX job_created ON job (created DESC, id);
