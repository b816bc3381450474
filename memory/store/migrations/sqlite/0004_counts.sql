-- Counting rows takes the longer the more there are, and the numbers are wanted
-- for the first frame.
CREATE TABLE totals (
	one      INTEGER PRIMARY KEY CHECK (one = 1),
	messages INTEGER NOT NULL,
	episodes INTEGER NOT NULL
) STRICT;
INSERT INTO totals SELECT 1, (SELECT count(*) FROM messages), (SELECT count(*) FROM episodes);

ALTER TABLE conversations ADD COLUMN messages INTEGER NOT NULL DEFAULT 0;
UPDATE conversations SET messages = (SELECT count(*) FROM messages WHERE conversation = conversations.key);

CREATE TRIGGER messages_counted AFTER INSERT ON messages
BEGIN
	UPDATE conversations SET messages = messages + 1 WHERE key = NEW.conversation;
	UPDATE totals SET messages = messages + 1;
END;

CREATE TRIGGER messages_uncounted AFTER DELETE ON messages
BEGIN
	UPDATE conversations SET messages = messages - 1 WHERE key = OLD.conversation;
	UPDATE totals SET messages = messages - 1;
END;

CREATE TRIGGER episodes_counted AFTER INSERT ON episodes
BEGIN UPDATE totals SET episodes = episodes + 1; END;

CREATE TRIGGER episodes_uncounted AFTER DELETE ON episodes
BEGIN UPDATE totals SET episodes = episodes - 1; END;
