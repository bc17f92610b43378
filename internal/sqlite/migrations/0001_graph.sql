CREATE TABLE workspace (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  change_number INTEGER NOT NULL
) STRICT;
INSERT INTO workspace VALUES (1, 0);

CREATE TABLE document (
  id TEXT PRIMARY KEY, source TEXT NOT NULL, source_id TEXT NOT NULL, title TEXT NOT NULL, language TEXT NOT NULL,
  sha256 TEXT NOT NULL, tokens INTEGER NOT NULL, runes INTEGER NOT NULL, tags TEXT NOT NULL, origin TEXT NOT NULL,
  ingested_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX document_source ON document (source);
CREATE INDEX document_source_id ON document (source_id);
CREATE INDEX document_origin ON document (origin);

CREATE TABLE chunk (
  id TEXT PRIMARY KEY, document TEXT NOT NULL REFERENCES document, idx INTEGER NOT NULL, start INTEGER NOT NULL,
  "end" INTEGER NOT NULL, text TEXT NOT NULL, tokens INTEGER NOT NULL, page TEXT NOT NULL, heading TEXT NOT NULL,
  name TEXT NOT NULL, changed INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX chunk_document ON chunk (document, idx);
CREATE INDEX chunk_changed ON chunk (changed, id);

CREATE TABLE tombstone (chunk TEXT PRIMARY KEY, changed INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX tombstone_changed ON tombstone (changed, chunk);

CREATE TABLE fact (id TEXT PRIMARY KEY, text TEXT NOT NULL, support INTEGER NOT NULL, texts TEXT NOT NULL) STRICT;

CREATE TABLE key_element (
  id TEXT PRIMARY KEY, norm TEXT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL, description TEXT NOT NULL,
  support INTEGER NOT NULL, surfaces TEXT NOT NULL, types TEXT NOT NULL, descriptions TEXT NOT NULL
) STRICT;
CREATE INDEX key_element_norm ON key_element (norm, id);

CREATE TABLE about (
  fact TEXT NOT NULL REFERENCES fact, element TEXT NOT NULL REFERENCES key_element, support INTEGER NOT NULL,
  PRIMARY KEY (fact, element)
) STRICT, WITHOUT ROWID;
CREATE INDEX about_element ON about (element, fact);

CREATE TABLE attribute (
  id TEXT PRIMARY KEY, entity TEXT NOT NULL REFERENCES key_element, key TEXT NOT NULL, value TEXT NOT NULL,
  support INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX attribute_entity ON attribute (entity, id);

CREATE TABLE triple (
  id TEXT PRIMARY KEY, head TEXT NOT NULL REFERENCES key_element, relation TEXT NOT NULL,
  tail TEXT NOT NULL REFERENCES key_element, name TEXT NOT NULL, support INTEGER NOT NULL, names TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX triple_head ON triple (head, support DESC, id);
CREATE INDEX triple_tail ON triple (tail, support DESC, id);

CREATE TABLE has_fact (
  chunk TEXT NOT NULL REFERENCES chunk, item TEXT NOT NULL REFERENCES fact, place TEXT NOT NULL, surface TEXT NOT NULL,
  start INTEGER NOT NULL, "end" INTEGER NOT NULL, count INTEGER NOT NULL, text TEXT NOT NULL, about TEXT NOT NULL
) STRICT;
CREATE INDEX has_fact_chunk ON has_fact (chunk);
CREATE INDEX has_fact_item ON has_fact (item, chunk);

CREATE TABLE mentions (
  chunk TEXT NOT NULL REFERENCES chunk, item TEXT NOT NULL REFERENCES key_element, place TEXT NOT NULL, surface TEXT NOT NULL,
  start INTEGER NOT NULL, "end" INTEGER NOT NULL, count INTEGER NOT NULL, type TEXT NOT NULL, description TEXT NOT NULL
) STRICT;
CREATE INDEX mentions_chunk ON mentions (chunk, item);
CREATE INDEX mentions_item ON mentions (item, chunk);

CREATE TABLE states_attribute (
  chunk TEXT NOT NULL REFERENCES chunk, item TEXT NOT NULL REFERENCES attribute, place TEXT NOT NULL, surface TEXT NOT NULL,
  start INTEGER NOT NULL, "end" INTEGER NOT NULL, count INTEGER NOT NULL
) STRICT;
CREATE INDEX states_attribute_chunk ON states_attribute (chunk);
CREATE INDEX states_attribute_item ON states_attribute (item, chunk);

CREATE TABLE states_triple (
  chunk TEXT NOT NULL REFERENCES chunk, item TEXT NOT NULL REFERENCES triple, place TEXT NOT NULL, surface TEXT NOT NULL,
  start INTEGER NOT NULL, "end" INTEGER NOT NULL, count INTEGER NOT NULL, head_text TEXT NOT NULL, tail_text TEXT NOT NULL
) STRICT;
CREATE INDEX states_triple_chunk ON states_triple (chunk);
CREATE INDEX states_triple_item ON states_triple (item, chunk);

CREATE TABLE extraction (chunk TEXT PRIMARY KEY, version TEXT NOT NULL, result TEXT NOT NULL) STRICT;

CREATE TABLE schema_version (version INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
