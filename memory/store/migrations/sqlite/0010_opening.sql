-- The first words of the person in a conversation, which it is called by where it
-- has no title: the list is filtered by name, and must not look them up for each.
ALTER TABLE conversations ADD COLUMN opening TEXT NOT NULL DEFAULT '';
UPDATE conversations SET opening = ifnull((SELECT substr(m.text, 1, 80) FROM messages m
	WHERE m.conversation = conversations.key AND m.role = 'user'
	AND NOT EXISTS (SELECT 1 FROM aside WHERE conversation = m.conversation AND message = m.key)
	ORDER BY m.at, m.key LIMIT 1), '');
