-- What models took, by local day: what endpoints report, in tokens, and what was
-- sent for replies beside what sending the whole history would have taken, both
-- estimated in the same way.
CREATE TABLE usage (
	day      INTEGER NOT NULL,
	model    TEXT    NOT NULL,
	purpose  TEXT    NOT NULL CHECK (purpose IN ('reply', 'capture', 'night')),
	calls    INTEGER NOT NULL,
	reported INTEGER NOT NULL, -- calls of which tokens were reported
	read     INTEGER NOT NULL, -- tokens of what was sent, as reported
	wrote    INTEGER NOT NULL, -- tokens of what came back, as reported
	sent     INTEGER NOT NULL, -- tokens of the prompts, estimated
	whole    INTEGER NOT NULL, -- tokens of the whole history each time, estimated
	PRIMARY KEY (day, model, purpose)
) STRICT, WITHOUT ROWID;

-- How long the history is in tokens, estimated, up to a message.
CREATE TABLE history (
	one    INTEGER PRIMARY KEY CHECK (one = 1),
	upto   INTEGER NOT NULL, -- the key of that message
	tokens INTEGER NOT NULL
) STRICT;
INSERT INTO history VALUES (1, 0, 0);

-- What is written and not yet sent.
CREATE TABLE draft (
	one          INTEGER PRIMARY KEY CHECK (one = 1),
	conversation TEXT    NOT NULL,
	text         TEXT    NOT NULL
) STRICT;
