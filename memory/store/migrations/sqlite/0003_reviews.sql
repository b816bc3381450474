-- What a person did to facts by hand, in order; each can be undone.
CREATE TABLE reviews (
	id        INTEGER PRIMARY KEY,
	kind      TEXT    NOT NULL CHECK (kind IN ('corrected', 'confirmed', 'retired')),
	at        INTEGER NOT NULL,
	offset    INTEGER NOT NULL,
	fact      INTEGER NOT NULL REFERENCES facts (id),
	before    TEXT    NOT NULL, -- the fact as it was, JSON
	formed    INTEGER REFERENCES facts (id),    -- the fact in its place
	message   INTEGER REFERENCES messages (key),
	episode   INTEGER REFERENCES episodes (id),
	undone_at INTEGER
) STRICT;
CREATE INDEX reviews_standing ON reviews (id) WHERE undone_at IS NULL;
