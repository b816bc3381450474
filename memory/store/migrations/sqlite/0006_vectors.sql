-- What embeddings endpoints made of facts and episodes, by model.
CREATE TABLE vectors (
	seq    INTEGER PRIMARY KEY AUTOINCREMENT,
	model  TEXT    NOT NULL,
	kind   TEXT    NOT NULL CHECK (kind IN ('episode', 'fact')),
	key    INTEGER NOT NULL,
	vector BLOB    NOT NULL, -- int8 components; only the direction counts
	UNIQUE (model, kind, key)
) STRICT;
