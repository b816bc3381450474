-- Marks of what a person has erased: that it was there, and nothing of it.
CREATE TABLE erased (
	kind TEXT    NOT NULL CHECK (kind IN ('message', 'episode', 'fact')),
	key  INTEGER NOT NULL,
	at   INTEGER NOT NULL,
	PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX names_of_episodes ON fact_names (name);
