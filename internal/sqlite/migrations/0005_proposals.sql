-- Names that chunks use and the schema's seed lacks, and which schema versions
-- the graph follows.

ALTER TABLE schema_version ADD COLUMN settled INTEGER NOT NULL DEFAULT 1;

CREATE TABLE proposal (
  id         TEXT PRIMARY KEY,
  part       TEXT NOT NULL,
  name       TEXT NOT NULL,
  support    INTEGER NOT NULL,
  signature  TEXT NOT NULL,
  confidence REAL NOT NULL,
  signatures TEXT NOT NULL -- tally
) STRICT, WITHOUT ROWID;
CREATE INDEX proposal_order ON proposal (support DESC, id);

CREATE TABLE proposes (
  chunk     TEXT NOT NULL REFERENCES chunk (id) ON DELETE CASCADE,
  proposal  TEXT NOT NULL,
  place     TEXT NOT NULL,
  surface   TEXT NOT NULL,
  begins    INTEGER NOT NULL,
  ends      INTEGER NOT NULL,
  times     INTEGER NOT NULL,
  subject   TEXT NOT NULL,
  object    TEXT NOT NULL,
  signature TEXT NOT NULL,
  PRIMARY KEY (chunk, proposal, place, surface)
) STRICT, WITHOUT ROWID;
CREATE INDEX proposes_proposal ON proposes (proposal);
