-- A review may add a fact: fact and formed are then the new one, and before is
-- the fact as it was formed.
CREATE TABLE reviews_wider (
	id        INTEGER PRIMARY KEY,
	kind      TEXT    NOT NULL CHECK (kind IN ('corrected', 'confirmed', 'retired', 'added')),
	at        INTEGER NOT NULL,
	offset    INTEGER NOT NULL,
	fact      INTEGER NOT NULL REFERENCES facts (id),
	before    TEXT    NOT NULL, -- the fact as it was, JSON
	formed    INTEGER REFERENCES facts (id),    -- the fact in its place
	message   INTEGER REFERENCES messages (key),
	episode   INTEGER REFERENCES episodes (id),
	undone_at INTEGER
) STRICT;
INSERT INTO reviews_wider SELECT id, kind, at, offset, fact, before, formed, message, episode, undone_at FROM reviews;
DROP TABLE reviews;
ALTER TABLE reviews_wider RENAME TO reviews;
CREATE INDEX reviews_standing ON reviews (id) WHERE undone_at IS NULL;

-- Lasting moments that a person does not want listed as said once.
CREATE TABLE unlisted_episodes (
	episode INTEGER PRIMARY KEY REFERENCES episodes (id),
	at      INTEGER NOT NULL
) STRICT;
