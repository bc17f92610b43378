-- How the communities of the workspace are made.

ALTER TABLE workspace ADD COLUMN tree_method TEXT NOT NULL DEFAULT ''; -- '' is the default
