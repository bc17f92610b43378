-- The other normalised names of key elements that several names were resolved to.

CREATE TABLE alias (
  norm    TEXT NOT NULL,
  element TEXT NOT NULL,
  PRIMARY KEY (norm, element)
) STRICT, WITHOUT ROWID;
