-- The graph of one workspace. Spans are half-open rune offsets (begins, ends) in
-- the document's text or title (place). Tallies are JSON objects, string to count.

CREATE TABLE workspace (
  one    INTEGER PRIMARY KEY CHECK (one = 1),
  number INTEGER NOT NULL -- the change number
) STRICT;
INSERT INTO workspace VALUES (1, 0);

CREATE TABLE document (
  id          TEXT PRIMARY KEY,
  source      TEXT NOT NULL,
  source_id   TEXT NOT NULL,
  title       TEXT NOT NULL,
  language    TEXT NOT NULL,
  sha256      TEXT NOT NULL,
  tokens      INTEGER NOT NULL,
  runes       INTEGER NOT NULL,
  tags        TEXT NOT NULL, -- JSON array
  origin      TEXT NOT NULL,
  ingested_at INTEGER NOT NULL, -- seconds since 1970, UTC
  partial     INTEGER NOT NULL -- 1 while only some of its chunks are written
) STRICT, WITHOUT ROWID;
CREATE INDEX document_source ON document (source);
CREATE INDEX document_source_id ON document (source_id);
CREATE INDEX document_origin ON document (origin);

-- Chunks hold the text, so they live in a rowid table: a tree of ids with whole
-- texts in it would be deep.
CREATE TABLE chunk (
  id       TEXT NOT NULL UNIQUE,
  document TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  begins   INTEGER NOT NULL,
  ends     INTEGER NOT NULL,
  text     TEXT NOT NULL,
  tokens   INTEGER NOT NULL,
  page     TEXT NOT NULL,
  heading  TEXT NOT NULL,
  name     TEXT NOT NULL,
  number   INTEGER NOT NULL -- the change that wrote it
) STRICT;
CREATE INDEX chunk_document ON chunk (document, position, id);
CREATE INDEX chunk_number ON chunk (number, id);

CREATE TABLE tombstone (
  chunk  TEXT PRIMARY KEY,
  number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tombstone_number ON tombstone (number, chunk);

CREATE TABLE fact (
  id      TEXT PRIMARY KEY,
  text    TEXT NOT NULL,
  support INTEGER NOT NULL,
  texts   TEXT NOT NULL -- tally
) STRICT, WITHOUT ROWID;

CREATE TABLE key_element (
  id           TEXT PRIMARY KEY,
  norm         TEXT NOT NULL,
  name         TEXT NOT NULL,
  type         TEXT NOT NULL,
  description  TEXT NOT NULL,
  support      INTEGER NOT NULL,
  surfaces     TEXT NOT NULL, -- tally
  types        TEXT NOT NULL, -- tally
  descriptions TEXT NOT NULL  -- tally
) STRICT, WITHOUT ROWID;
CREATE INDEX key_element_norm ON key_element (norm);
CREATE INDEX key_element_entity ON key_element (id) WHERE type <> '';

CREATE TABLE attribute (
  id      TEXT PRIMARY KEY,
  entity  TEXT NOT NULL,
  key     TEXT NOT NULL,
  value   TEXT NOT NULL,
  support INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX attribute_entity ON attribute (entity);

CREATE TABLE triple (
  id       TEXT PRIMARY KEY,
  head     TEXT NOT NULL,
  relation TEXT NOT NULL,
  tail     TEXT NOT NULL,
  name     TEXT NOT NULL,
  support  INTEGER NOT NULL,
  names    TEXT NOT NULL -- tally
) STRICT, WITHOUT ROWID;
-- The order in which the relations of one element are tried.
CREATE INDEX triple_head ON triple (head, support DESC, id);
CREATE INDEX triple_tail ON triple (tail, support DESC, id);
CREATE INDEX triple_pair ON triple (head, tail);

CREATE TABLE about (
  fact    TEXT NOT NULL,
  element TEXT NOT NULL,
  support INTEGER NOT NULL,
  PRIMARY KEY (fact, element)
) STRICT, WITHOUT ROWID;
CREATE INDEX about_element ON about (element);

-- Evidence: the edges from chunks. They go with their chunk.

CREATE TABLE has_fact (
  chunk   TEXT NOT NULL REFERENCES chunk (id) ON DELETE CASCADE,
  fact    TEXT NOT NULL,
  place   TEXT NOT NULL,
  surface TEXT NOT NULL,
  begins  INTEGER NOT NULL,
  ends    INTEGER NOT NULL,
  times   INTEGER NOT NULL,
  text    TEXT NOT NULL,
  about   TEXT NOT NULL, -- JSON array of key element ids
  PRIMARY KEY (chunk, fact, place, surface)
) STRICT, WITHOUT ROWID;
CREATE INDEX has_fact_fact ON has_fact (fact);

CREATE TABLE mentions (
  chunk       TEXT NOT NULL REFERENCES chunk (id) ON DELETE CASCADE,
  element     TEXT NOT NULL,
  place       TEXT NOT NULL,
  surface     TEXT NOT NULL,
  begins      INTEGER NOT NULL,
  ends        INTEGER NOT NULL,
  times       INTEGER NOT NULL,
  type        TEXT NOT NULL,
  description TEXT NOT NULL,
  PRIMARY KEY (chunk, element, place, surface)
) STRICT, WITHOUT ROWID;
CREATE INDEX mentions_element ON mentions (element);

CREATE TABLE states_attribute (
  chunk     TEXT NOT NULL REFERENCES chunk (id) ON DELETE CASCADE,
  attribute TEXT NOT NULL,
  place     TEXT NOT NULL,
  surface   TEXT NOT NULL,
  begins    INTEGER NOT NULL,
  ends      INTEGER NOT NULL,
  times     INTEGER NOT NULL,
  PRIMARY KEY (chunk, attribute, place, surface)
) STRICT, WITHOUT ROWID;
CREATE INDEX states_attribute_attribute ON states_attribute (attribute);

CREATE TABLE states_triple (
  chunk     TEXT NOT NULL REFERENCES chunk (id) ON DELETE CASCADE,
  triple    TEXT NOT NULL,
  place     TEXT NOT NULL,
  surface   TEXT NOT NULL,
  begins    INTEGER NOT NULL,
  ends      INTEGER NOT NULL,
  times     INTEGER NOT NULL,
  head_text TEXT NOT NULL,
  tail_text TEXT NOT NULL,
  PRIMARY KEY (chunk, triple, place, surface)
) STRICT, WITHOUT ROWID;
CREATE INDEX states_triple_triple ON states_triple (triple);

-- The journal: an extraction may stand before its chunk does.
CREATE TABLE extraction (
  chunk   TEXT PRIMARY KEY,
  version TEXT NOT NULL,
  result  TEXT NOT NULL
) STRICT;

CREATE TABLE schema_version (
  version INTEGER PRIMARY KEY,
  body    TEXT NOT NULL
) STRICT;
