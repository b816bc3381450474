-- A moment is lasting where the user states something of their own that is meant
-- to hold on: what they do for a living, a diet, a birthday.
ALTER TABLE episodes ADD COLUMN lasting INTEGER NOT NULL DEFAULT 0 CHECK (lasting IN (0, 1));
