-- Messages whose capture is under way, or crashed or ran out of time. They are
-- noted before the work and cleared after it, so that a program that was killed
-- at it counts as well.
CREATE TABLE capture_attempts (
	message  INTEGER PRIMARY KEY REFERENCES messages (key),
	running  INTEGER NOT NULL CHECK (running IN (0, 1)),
	failures INTEGER NOT NULL,
	most     INTEGER NOT NULL -- how many messages a batch with it may have; 0 for any number
) STRICT;

-- Messages that are not captured, since capture fails on them.
CREATE TABLE set_aside (
	message INTEGER PRIMARY KEY REFERENCES messages (key),
	at      INTEGER NOT NULL,
	reason  TEXT    NOT NULL
) STRICT;
