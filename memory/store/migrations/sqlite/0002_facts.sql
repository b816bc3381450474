CREATE TABLE facts (
	id              INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice
	text            TEXT    NOT NULL,
	about           TEXT    NOT NULL,
	kind            TEXT    NOT NULL CHECK (kind IN ('world', 'habit', 'state')),
	formed_at       INTEGER NOT NULL,
	formed_offset   INTEGER NOT NULL,
	-- What follows can change.
	rev             INTEGER NOT NULL, -- grows with every change of any fact
	status          TEXT    NOT NULL CHECK (status IN ('active', 'superseded', 'closed', 'expired')),
	authority       TEXT    NOT NULL CHECK (authority IN ('user', 'agent')),
	salience        REAL    NOT NULL,
	evidence_at     INTEGER NOT NULL,
	evidence_offset INTEGER NOT NULL,
	valid_until     INTEGER NOT NULL, -- a day, 0 for none
	superseded_by   INTEGER REFERENCES facts (id),
	retired_at      INTEGER,
	retired_offset  INTEGER,
	retired_by      TEXT    NOT NULL,
	retold_at       INTEGER,
	retold_offset   INTEGER,
	reinforced      INTEGER NOT NULL,
	CHECK ((status = 'superseded') = (superseded_by IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX facts_by_rev ON facts (rev);
CREATE INDEX facts_by_status ON facts (status, evidence_at, id);
CREATE INDEX facts_in_place ON facts (superseded_by) WHERE superseded_by IS NOT NULL;

CREATE TABLE fact_names (
	fact     INTEGER NOT NULL REFERENCES facts (id),
	position INTEGER NOT NULL,
	name     INTEGER NOT NULL REFERENCES names (key),
	type     TEXT    NOT NULL,
	PRIMARY KEY (fact, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE fact_sources (
	fact    INTEGER NOT NULL REFERENCES facts (id),
	episode INTEGER NOT NULL REFERENCES episodes (id),
	PRIMARY KEY (fact, episode)
) STRICT, WITHOUT ROWID;
CREATE INDEX fact_sources_episode ON fact_sources (episode, fact);

CREATE TABLE withdrawn_facts (
	fact INTEGER PRIMARY KEY REFERENCES facts (id),
	at   INTEGER NOT NULL
) STRICT;

CREATE TABLE passes (
	id         INTEGER PRIMARY KEY,
	kind       TEXT    NOT NULL CHECK (kind IN ('night', 'week', 'month')),
	from_day   INTEGER NOT NULL,
	to_day     INTEGER NOT NULL,
	ran_at     INTEGER NOT NULL, -- when it last ran, by the clock given
	ran_offset INTEGER NOT NULL,
	on_day     INTEGER NOT NULL, -- the local day of that
	moments    INTEGER NOT NULL DEFAULT 0,
	calls      INTEGER NOT NULL DEFAULT 0,
	alone      INTEGER NOT NULL DEFAULT 0,
	remaining  INTEGER NOT NULL DEFAULT 0, -- groups that wait for the next
	thinned    TEXT    NOT NULL DEFAULT '[]', -- JSON
	finished   INTEGER NOT NULL DEFAULT 0 CHECK (finished IN (0, 1))
) STRICT;
CREATE INDEX passes_of_kind ON passes (kind, to_day);

CREATE TABLE pass_groups (
	key      INTEGER PRIMARY KEY,
	pass     INTEGER NOT NULL REFERENCES passes (id),
	position INTEGER NOT NULL,
	names    TEXT    NOT NULL, -- JSON
	ties     TEXT    NOT NULL, -- JSON
	outcome  TEXT    NOT NULL,
	reason   TEXT    NOT NULL,
	sent     TEXT    NOT NULL, -- the version of the prompt it was sent with, or ''
	UNIQUE (pass, position)
) STRICT;

CREATE TABLE group_members (
	grp      INTEGER NOT NULL REFERENCES pass_groups (key),
	position INTEGER NOT NULL,
	episode  INTEGER NOT NULL REFERENCES episodes (id),
	PRIMARY KEY (grp, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX group_members_episode ON group_members (episode, grp);

-- Moments that a night has seen.
CREATE TABLE nights (
	episode INTEGER PRIMARY KEY REFERENCES episodes (id),
	pass    INTEGER NOT NULL REFERENCES passes (id)
) STRICT;

-- What happened to facts, in order.
CREATE TABLE fact_changes (
	key    INTEGER PRIMARY KEY,
	fact   INTEGER NOT NULL REFERENCES facts (id),
	effect TEXT    NOT NULL,
	by     INTEGER REFERENCES facts (id), -- the fact in its place
	pass   INTEGER REFERENCES passes (id),
	grp    INTEGER REFERENCES pass_groups (key),
	at     INTEGER NOT NULL,
	offset INTEGER NOT NULL
) STRICT;
CREATE INDEX fact_changes_fact ON fact_changes (fact, key);
CREATE INDEX fact_changes_group ON fact_changes (grp, key) WHERE grp IS NOT NULL;

CREATE TRIGGER facts_stay BEFORE DELETE ON facts
WHEN (SELECT open FROM guard) = 0
BEGIN SELECT RAISE(ABORT, 'a fact is never deleted'); END;

CREATE TRIGGER facts_keep BEFORE UPDATE OF id, text, about, kind, formed_at, formed_offset ON facts
WHEN (SELECT open FROM guard) = 0
BEGIN SELECT RAISE(ABORT, 'the text of a fact never changes'); END;

CREATE TRIGGER facts_retire_once BEFORE UPDATE OF status, superseded_by ON facts
WHEN (SELECT open FROM guard) = 0 AND OLD.status <> 'active'
	AND (NEW.status <> OLD.status OR NEW.superseded_by IS NOT OLD.superseded_by)
BEGIN SELECT RAISE(ABORT, 'a retired fact stays retired'); END;

CREATE TRIGGER fact_names_stay BEFORE DELETE ON fact_names
WHEN (SELECT open FROM guard) = 0
BEGIN SELECT RAISE(ABORT, 'the names of a fact are never deleted'); END;

CREATE TRIGGER fact_names_keep BEFORE UPDATE ON fact_names
WHEN (SELECT open FROM guard) = 0
BEGIN SELECT RAISE(ABORT, 'the names of a fact never change'); END;

CREATE TRIGGER fact_sources_stay BEFORE DELETE ON fact_sources
WHEN (SELECT open FROM guard) = 0
BEGIN SELECT RAISE(ABORT, 'the sources of a fact are never deleted'); END;

CREATE TRIGGER fact_sources_keep BEFORE UPDATE ON fact_sources
WHEN (SELECT open FROM guard) = 0
BEGIN SELECT RAISE(ABORT, 'the sources of a fact never change'); END;
