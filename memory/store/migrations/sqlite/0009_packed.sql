-- Long texts that say much the same again and again are kept packed: a JSON
-- array of texts, deflated. What was written before stays where it was.

-- Why each thing came to mind for a reply, by position, in place of
-- recalled.because, which is ''.
CREATE TABLE recalled_because (
	reply  INTEGER PRIMARY KEY REFERENCES messages (key),
	packed BLOB    NOT NULL
) STRICT;

-- The names and the ties of a group, in place of the columns of that name, which
-- are '[]'; NULL where they are in those.
ALTER TABLE pass_groups ADD COLUMN packed BLOB;
