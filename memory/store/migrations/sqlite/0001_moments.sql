-- Times are microseconds since 1970 in UTC, with the writer's offset in seconds
-- beside them where a person sees them. A day is counted as memory.Day is.

-- What is kept for good is guarded by triggers. Erasing and migrating open the
-- guard, and close it, within their own transaction.
CREATE TABLE guard (
	one  INTEGER PRIMARY KEY CHECK (one = 1),
	open INTEGER NOT NULL DEFAULT 0 CHECK (open IN (0, 1))
) STRICT;
INSERT INTO guard (one) VALUES (1);

CREATE TABLE conversations (
	key     INTEGER PRIMARY KEY,
	id      TEXT    NOT NULL UNIQUE,
	title   TEXT    NOT NULL DEFAULT '', -- as given by hand; empty for the first words
	last_at INTEGER NOT NULL             -- time of its newest message
) STRICT;
CREATE INDEX conversations_by_time ON conversations (last_at, key);

CREATE TABLE hidden_conversations (
	conversation INTEGER PRIMARY KEY REFERENCES conversations (key),
	at           INTEGER NOT NULL
) STRICT;

CREATE TABLE messages (
	key          INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice, even after an erase
	conversation INTEGER NOT NULL REFERENCES conversations (key),
	id           TEXT    NOT NULL,
	own_id       INTEGER NOT NULL CHECK (own_id IN (0, 1)), -- 1: it came without one
	parent       INTEGER REFERENCES messages (key),
	role         TEXT    NOT NULL CHECK (role IN ('user', 'assistant')),
	speaker      TEXT    NOT NULL,
	at           INTEGER NOT NULL,
	offset       INTEGER NOT NULL,
	text         TEXT    NOT NULL,
	state        TEXT    NOT NULL CHECK (state IN ('streaming', 'finished', 'stopped')),
	digest       INTEGER, -- of time, role and text, to find one without an id; NULL while it streams and where the id came with it
	UNIQUE (conversation, id)
) STRICT;
CREATE INDEX messages_in_order ON messages (conversation, at, key);
CREATE INDEX messages_alike    ON messages (conversation, digest) WHERE digest IS NOT NULL;
CREATE INDEX messages_written  ON messages (at, key) WHERE role = 'user';
CREATE INDEX messages_parent   ON messages (parent) WHERE parent IS NOT NULL;

-- Replies that are streaming in, each with the process that saves it.
CREATE TABLE streaming (
	message INTEGER PRIMARY KEY REFERENCES messages (key),
	host    TEXT    NOT NULL,
	pid     INTEGER NOT NULL,
	born    TEXT    NOT NULL
) STRICT;

CREATE TABLE withdrawn_messages (
	message INTEGER PRIMARY KEY REFERENCES messages (key),
	at      INTEGER NOT NULL
) STRICT;

-- What was recalled for a reply, best first.
CREATE TABLE recalled (
	reply          INTEGER NOT NULL REFERENCES messages (key),
	position       INTEGER NOT NULL,
	kind           TEXT    NOT NULL,
	item           TEXT    NOT NULL,
	score          REAL    NOT NULL,
	cue            REAL    NOT NULL,
	retrievability REAL    NOT NULL,
	because        TEXT    NOT NULL, -- the caller's own spelling
	PRIMARY KEY (reply, position)
) STRICT, WITHOUT ROWID;

-- Messages that are to be captured, from when they are whole to when they are
-- in captured.
CREATE TABLE waiting (
	conversation INTEGER NOT NULL REFERENCES conversations (key),
	at           INTEGER NOT NULL,
	message      INTEGER NOT NULL REFERENCES messages (key),
	PRIMARY KEY (conversation, at, message)
) STRICT, WITHOUT ROWID;
CREATE INDEX waiting_message ON waiting (message);

CREATE TABLE captures (
	key          INTEGER PRIMARY KEY,
	conversation INTEGER NOT NULL REFERENCES conversations (key),
	encoder      TEXT    NOT NULL,
	messages     INTEGER NOT NULL,
	formed_at    INTEGER NOT NULL
) STRICT;

CREATE TABLE captured (
	message INTEGER PRIMARY KEY REFERENCES messages (key),
	capture INTEGER NOT NULL REFERENCES captures (key)
) STRICT;

CREATE TABLE names (
	key     INTEGER PRIMARY KEY,
	text    TEXT    NOT NULL,
	folded  TEXT    NOT NULL UNIQUE,
	type    TEXT    NOT NULL, -- as last seen
	uses    INTEGER NOT NULL,
	last_at INTEGER NOT NULL  -- newest message that it was met in
) STRICT;
CREATE INDEX names_by_use ON names (last_at, uses);

CREATE TABLE name_aliases (
	folded TEXT    PRIMARY KEY,
	name   INTEGER NOT NULL REFERENCES names (key)
) STRICT, WITHOUT ROWID;

CREATE TABLE episodes (
	id            INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice
	capture       INTEGER NOT NULL REFERENCES captures (key),
	conversation  INTEGER NOT NULL REFERENCES conversations (key),
	what          TEXT    NOT NULL,
	about         TEXT    NOT NULL,
	who           TEXT    NOT NULL, -- a JSON array of strings
	said_when     TEXT    NOT NULL,
	when_day      INTEGER NOT NULL,
	act           TEXT    NOT NULL,
	actor         TEXT    NOT NULL,
	floor         REAL    NOT NULL,
	intensity     REAL    NOT NULL,
	salience      REAL    NOT NULL,
	lifespan      REAL    NOT NULL,
	first_at      INTEGER NOT NULL,
	first_offset  INTEGER NOT NULL,
	last_at       INTEGER NOT NULL,
	last_offset   INTEGER NOT NULL,
	day           INTEGER NOT NULL,
	formed_at     INTEGER NOT NULL,
	formed_offset INTEGER NOT NULL
) STRICT;
CREATE INDEX episodes_in_time         ON episodes (last_at, id);
CREATE INDEX episodes_of_day          ON episodes (day, last_at, id);
CREATE INDEX episodes_of_conversation ON episodes (conversation, last_at, id);

CREATE TABLE episode_names (
	episode  INTEGER NOT NULL REFERENCES episodes (id),
	position INTEGER NOT NULL,
	name     INTEGER NOT NULL REFERENCES names (key),
	type     TEXT    NOT NULL,
	PRIMARY KEY (episode, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX episode_names_name ON episode_names (name, episode);

CREATE TABLE episode_sources (
	episode  INTEGER NOT NULL REFERENCES episodes (id),
	position INTEGER NOT NULL,
	message  INTEGER NOT NULL REFERENCES messages (key),
	PRIMARY KEY (episode, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX episode_sources_message ON episode_sources (message, episode);

CREATE TABLE withdrawn_episodes (
	episode INTEGER PRIMARY KEY REFERENCES episodes (id),
	at      INTEGER NOT NULL
) STRICT;

CREATE TABLE speakers (
	key   TEXT PRIMARY KEY,
	stats BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE leases (
	name   TEXT    PRIMARY KEY,
	holder TEXT    NOT NULL,
	host   TEXT    NOT NULL,
	pid    INTEGER NOT NULL,
	born   TEXT    NOT NULL,
	until  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER messages_stay BEFORE DELETE ON messages
WHEN (SELECT open FROM guard) = 0
BEGIN SELECT RAISE(ABORT, 'a message is never deleted'); END;

-- A reply may grow, and be marked as ended, while it streams. Bytes are
-- compared, since length() of a text stops at a NUL; substr() of no bytes is NULL.
CREATE TRIGGER messages_only_grow BEFORE UPDATE ON messages
WHEN (SELECT open FROM guard) = 0 AND (
	OLD.state = 'streaming'
	AND NEW.key = OLD.key AND NEW.conversation = OLD.conversation AND NEW.id = OLD.id
	AND NEW.own_id = OLD.own_id AND NEW.parent IS OLD.parent AND NEW.role = OLD.role
	AND NEW.speaker = OLD.speaker AND NEW.at = OLD.at AND NEW.offset = OLD.offset
	AND ifnull(substr(CAST(NEW.text AS BLOB), 1, length(CAST(OLD.text AS BLOB))), x'') = CAST(OLD.text AS BLOB)
) IS NOT TRUE
BEGIN SELECT RAISE(ABORT, 'a message never changes once it has ended'); END;

CREATE TRIGGER episodes_stay BEFORE DELETE ON episodes
WHEN (SELECT open FROM guard) = 0
BEGIN SELECT RAISE(ABORT, 'an episode is never deleted'); END;

CREATE TRIGGER episodes_keep BEFORE UPDATE ON episodes
WHEN (SELECT open FROM guard) = 0
BEGIN SELECT RAISE(ABORT, 'an episode never changes'); END;

CREATE TRIGGER episode_names_stay BEFORE DELETE ON episode_names
WHEN (SELECT open FROM guard) = 0
BEGIN SELECT RAISE(ABORT, 'the names of an episode are never deleted'); END;

CREATE TRIGGER episode_names_keep BEFORE UPDATE ON episode_names
WHEN (SELECT open FROM guard) = 0
BEGIN SELECT RAISE(ABORT, 'the names of an episode never change'); END;

CREATE TRIGGER episode_sources_stay BEFORE DELETE ON episode_sources
WHEN (SELECT open FROM guard) = 0
BEGIN SELECT RAISE(ABORT, 'the sources of an episode are never deleted'); END;

CREATE TRIGGER episode_sources_keep BEFORE UPDATE ON episode_sources
WHEN (SELECT open FROM guard) = 0
BEGIN SELECT RAISE(ABORT, 'the sources of an episode never change'); END;
