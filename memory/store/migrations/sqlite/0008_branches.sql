-- Messages that stand in one place of a conversation: a message of the person's
-- that was written anew, a reply that was made again. Of each place, the one
-- that was chosen last is shown.
CREATE TABLE branches (
	message      INTEGER PRIMARY KEY REFERENCES messages (key),
	conversation INTEGER NOT NULL REFERENCES conversations (key),
	place        INTEGER NOT NULL REFERENCES messages (key), -- the first one that stood there
	chosen       INTEGER NOT NULL UNIQUE                     -- grows with every choice
) STRICT;
CREATE INDEX branches_of_place ON branches (conversation, place, chosen);

-- Messages that are not shown: those of a place that are not chosen, and what
-- came after them. It follows from the above.
CREATE TABLE aside (
	conversation INTEGER NOT NULL REFERENCES conversations (key),
	message      INTEGER NOT NULL REFERENCES messages (key),
	PRIMARY KEY (conversation, message)
) STRICT, WITHOUT ROWID;
