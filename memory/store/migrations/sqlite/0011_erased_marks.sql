-- What is kept of an erased message that came without an id, so that an import of
-- the same file tells it.
CREATE TABLE erased_marks (
	message INTEGER PRIMARY KEY REFERENCES messages (key),
	mark    BLOB    NOT NULL -- a salt of its own, and a slow hash of the text with it
) STRICT;
