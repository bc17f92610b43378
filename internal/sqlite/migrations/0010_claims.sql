-- What chunks say of names: other names of the element, and names of other elements; one a line.

ALTER TABLE mentions ADD COLUMN same TEXT NOT NULL DEFAULT '';
ALTER TABLE mentions ADD COLUMN apart TEXT NOT NULL DEFAULT '';
